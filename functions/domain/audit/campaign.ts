// The campaign by which a log is asked for: people name it by its public number, lines keep its id.
import type { Db } from '../../data/index.ts'

export async function loggedCampaign({ campaign }: Pick<Db, 'campaign'>, name: string): Promise<string> {
  return /^\d{8}$/.test(name) ? ((await campaign.locate(name))?.id ?? name) : name
}

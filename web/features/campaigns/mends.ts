// What stands in the way of a start, and where the person in front of the screen mends it.
import { companyPath, pathTo } from '#shared/access/routes.ts'
import { type StartNeed, startNeeds } from '#shared/campaigns/may-start.ts'
import { ApiError, failureText } from '../../api/api-error.ts'
import { editorPath } from './paths.ts'
import type { CampaignRow } from './use-campaign-list.ts'
import type { Rights } from './use-rights.ts'

export type Refusal = { message: string; need?: StartNeed | undefined }
export type Mend = { label: string; to: string }

/** Why a campaign was not started, paused, archived or removed: what is missing, in the server's words. */
export function refusalOf(error: unknown): Refusal {
  const fields = error instanceof ApiError ? error.fields : {}
  const [field, message] = Object.entries(fields)[0] ?? []
  if (message) return { message, need: startNeeds.find((each) => each === field) }
  return { message: failureText(error) }
}

type About = Pick<CampaignRow, 'companyId' | 'companyName' | 'campaignNumber' | 'productLine'>

const ofClient = (row: About, rights: Rights, tab: string, label: string): Mend | null =>
  rights.mayOpenCompanies ? { label, to: companyPath(row.companyId, tab) } : null

const cardSetting = (rights: Rights): Mend | null =>
  rights.maySetCards ? { label: 'Open card setting', to: pathTo('cardSetting') } : null

const ways: Record<StartNeed, (row: About, rights: Rights) => Mend | null> = {
  // Who pays is the client, unless the agency is billed by hand.
  means: (row, rights) =>
    rights.isClient || (rights.role === 'agency' && rights.isBilledByHand)
      ? cardSetting(rights)
      : ofClient(row, rights, '', 'Open the client'),
  connection: (_, rights) =>
    rights.role === 'agency' && rights.mayConnect
      ? { label: 'Connect a payment account', to: `${pathTo('generalSetting')}?tab=payment` }
      : null,
  payment: (row, rights) =>
    rights.isClient ? cardSetting(rights) : ofClient(row, rights, 'money', 'Open the invoices of the client'),
  prices: (row, rights) =>
    rights.maySetPrices ? ofClient(row, rights, 'prices', 'Set the prices of the client') : null,
  limit: (row, rights) =>
    rights.maySetPrices ? ofClient(row, rights, 'prices', 'Set the prices of the client') : null,
  endDate: (row, rights) =>
    rights.mayEdit
      ? { label: 'Edit the campaign', to: editorPath({ line: row.productLine, campaign: row.campaignNumber }) }
      : null,
  target: (row, rights) => ways.endDate(row, rights),
  product: () => null,
  contract: () => null,
}

/** The page on which this person mends it; null where it is not theirs to mend. */
export const mendOf = ({ need }: Refusal, row: About, rights: Rights): Mend | null =>
  need ? ways[need](row, rights) : null

/** Who else mends it, for the person who cannot. */
export const helperOf = ({ need }: Refusal, rights: Rights): string =>
  need === undefined ? '' : rights.isClient ? 'Please ask your agency.' : ''

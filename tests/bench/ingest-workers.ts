// Workers of the pipeline's bench: each with a door of its own to the table, campaigns for them, and crashes in between.
import { openDb } from '#functions/data/index.ts'
import { openTable, type Table } from '#functions/data/lib/table.ts'
import type { Candidate } from '#functions/domain/leads/take.ts'
import type { Campaign, NewCampaign } from '#shared/model/campaign.ts'
import { Person } from '#shared/model/lead.ts'
import { noPrice, type RetailPrice } from '#shared/money/price-list.ts'
import type { Dice } from '../simulator/dice.ts'
import { plantCampaign } from '../support/plant-campaign.ts'
import { quickenClient } from '../support/quick-line.ts'
import type { Bench } from './platform.ts'
import { countUnits } from './units.ts'

export const START = Date.parse('2027-02-01T15:00:00Z')
export const WORKERS = 8
export const BATCH = 25

class Crash extends Error {}

export type Worker = {
  services: Bench['services']
  units: ReturnType<typeof countUnits>
  table: Table
  end: () => void
}

/** A worker with a door of its own to the table, so that it takes no turns with the others. */
export function openWorker({ services, engines }: Bench): Worker {
  const table = openTable(services.table.name)
  const end = quickenClient(table, engines.endpoints.dynamodb)
  const sent = { send: async () => undefined, sendMany: async () => undefined }
  const queues = { ...services.queues, ...sent }
  return { services: { ...services, table, queues, db: openDb(table) }, units: countUnits(table), table, end }
}

/** Before each request, or after it was done: now and then the worker is gone. */
export function crashNowAndThen({ table }: Worker, dice: Dice, state: { share: number; crashes: number }): void {
  table.client.middlewareStack.add(
    (next) => async (args) => {
      const isHere = dice.chance(state.share)
      const isBefore = isHere && dice.chance(0.5)
      if (isHere) state.crashes++
      if (isBefore) throw new Crash('before a request')
      const answer = await next(args)
      if (isHere) throw new Crash('after a request')
      return answer
    },
    { step: 'initialize', name: 'crashes' },
  )
}

export const personOf = (name: string) =>
  Person.parse({
    personId: name,
    email: `${name}@people.example`,
    firstName: 'Nora',
    lastName: 'Fields',
    city: 'Austin',
  })

/** `name` tells the person. */
export type Message = { campaign: Campaign; name: string; candidate: Candidate; tries: number }

/** A running campaign that began at an instant (ms); of the cast's first agency, unless it is to be `like` another one. */
export async function plant(
  { services, cast }: Bench,
  name: string,
  price: Partial<RetailPrice>,
  at: number,
  model: NewCampaign = cast.campaigns.smiles,
) {
  const { db } = services
  const term = price.term ?? 'Weekly'
  const like = { ...model, status: 'active' as const, statusReason: 'user' as const }
  const campaign = await plantCampaign(db, { ...like, id: `cmp_${name}`, name, term, startedAt: at, createdAt: at })
  const retail = { ...noPrice, perLeadCentiCents: 15_000, ...price, term }
  await db.price.saveRetail(campaign.companyId, campaign.line, retail, { by: 'bench', at: at - 1 }, campaign.id)
  return campaign
}

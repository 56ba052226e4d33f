// Leads on their way into the sheet of their campaign: those that come together are written together.
import type { JobMessage } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import type { DeliveryRef, Taken } from '../../data/integrations/delivery.ts'
import type { DeliveryDeps, Outcome, Parcel } from '../integrations/adapter.ts'
import { type Apart, MOST_DELAY_MS, makeParcel, settle, takeUp, takeUpTogether } from '../integrations/deliver.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { sheetDestination } from './destination.ts'
import { tryRows } from './try.ts'

type Message = JobMessage<'writeSheet'>
type Tried = { ref: DeliveryRef; taken: Taken; parcel: Parcel | string; begun: number; chance: number; at: number }

/** Longer than a run of the worker. */
const LEASE_MS = 330_000

/**
 * Makes the sheet, or has it follow its readers, without a lead. No row of a delivery keeps this: what cannot be done now comes again,
 * until it is done, nobody wants it any more or the tool is off.
 */
async function followSheet(deps: DeliveryDeps, { companyId, campaignId, agencyId, ownerId }: Message): Promise<string> {
  const outcome = await tryRows(deps, { companyId, campaignId, ownerId }, [], { isFirst: true })
  if (outcome.end !== 'hold' && outcome.end !== 'retry') return outcome.words
  const wait = outcome.end === 'hold' ? outcome.untilMs - deps.now() : outcome.afterMs
  const delaySeconds = Math.ceil(Math.min(Math.max(wait, 0), MOST_DELAY_MS) / 1000)
  await deps.queues.send('writeSheet', { companyId, campaignId, agencyId, ownerId }, { delaySeconds })
  return `${outcome.words} It is tried again.`
}

/**
 * Messages of one campaign and one connection. Answers a sentence for each, in their order, or that it is to come with fewer others.
 * Throws what is a fault of ours.
 */
export async function deliverRows(
  deps: DeliveryDeps,
  all: readonly Message[],
  chance: () => number,
): Promise<(string | Apart)[]> {
  const [message] = all
  if (!message) return []
  const destination = sheetDestination(message)
  const begun = deps.now()
  const said = new Map<number, string | Apart>()
  const begunRows: Omit<Tried, 'parcel'>[] = []
  const together = all.filter(({ leadId }) => leadId !== undefined).length
  await mapConcurrent([...all.entries()], async ([at, { companyId, campaignId, agencyId, leadId, leadAt }]) => {
    if (leadId === undefined || leadAt === undefined) return
    const ref = { companyId, campaignId, agencyId, leadId, leadAt, destination }
    const one = { begun, chance: chance() }
    const how = { ...one, leaseMs: LEASE_MS, together }
    const taken = await (together > 1 ? takeUpTogether : takeUp)(deps, ref, how)
    if (typeof taken === 'string' || 'most' in taken) said.set(at, taken)
    else begunRows.push({ ref, taken, ...one, at })
  })
  // Behind it: what a row holds may end its worker, and those that do not go with it are given back by then.
  const tried = await mapConcurrent(
    begunRows,
    async (each): Promise<Tried> => ({
      ...each,
      parcel: await makeParcel(deps, each.taken),
    }),
  )
  const parcels = tried.flatMap(({ parcel }) => (typeof parcel === 'string' ? [] : [parcel]))
  const isFirst = tried.every(({ taken }) => taken.createdAt === begun && taken.attempts.length === 0)
  const isOnlyMade = all.some(({ leadId }) => leadId === undefined)
  const outcome = parcels.length > 0 ? await tryRows(deps, message, parcels, { isFirst }) : undefined
  await mapConcurrent(tried, async ({ at, ...each }) => {
    const own: Outcome =
      typeof each.parcel === 'string' || !outcome
        ? { end: 'skipped', words: typeof each.parcel === 'string' ? each.parcel : messages.toolGone }
        : outcome
    said.set(at, await settle(deps, each, own))
  })
  const followed = isOnlyMade ? await followSheet(deps, message) : 'nothing to do'
  return all.map((_, at) => said.get(at) ?? followed)
}

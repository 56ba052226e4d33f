// The history of a destination: its tries, each with the lead, the campaign and what was said, as these are now.
import { reasonOf } from '#shared/integrations/reason.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { type Attempt, type Delivery, deliveryId } from '#shared/model/delivery.ts'
import { type DeliveryTry, type HistoryOf, type TryOutcome, tryOutcomes } from '#shared/model/delivery-try.ts'
import type { Lead } from '#shared/model/lead.ts'
import type { WebhookEvent } from '#shared/model/webhook.ts'
import type { Db } from '../../data/index.ts'
import type { TryPlace } from '../../data/integrations/try.ts'

type Deps = { db: Pick<Db, 'deliveryTry' | 'delivery' | 'lead' | 'campaign'>; now: () => number }

export type HistoryLine = {
  one: DeliveryTry
  reason: string
  said: string
  campaign: Campaign | undefined
  leadName: string
  event: WebhookEvent
  nextAt: number
  /** It waits still. */
  isOpen: boolean
  /** Empty where it cannot be sent again. */
  deliveryId: string
}
type Page = { lines: HistoryLine[]; last: TryPlace | null }

const keyOf = ({ campaignId, leadId }: Pick<DeliveryTry, 'campaignId' | 'leadId'>) => `${campaignId}#${leadId}`

/** Empty where the person has no name or was erased. */
const nameOf = (lead: Lead | undefined): string =>
  lead?.erasedAt === undefined ? `${lead?.person.firstName ?? ''} ${lead?.person.lastName ?? ''}`.trim() : ''

/** By the id of the lead: its name, or its address where it has none; nothing of one that was erased. */
export async function namesOfLeads(
  db: Pick<Db, 'lead'>,
  deliveries: readonly Delivery[],
): Promise<ReadonlyMap<string, string>> {
  const ofLeads = deliveries.filter(({ happening }) => !happening)
  const places = ofLeads.map(({ companyId, campaignId, leadId: id, leadAt: createdAt }) => ({
    companyId,
    campaignId,
    createdAt,
    id,
  }))
  const unique = [...new Map(places.map((place) => [place.id, place])).values()]
  if (unique.length === 0) return new Map()
  const leads = await db.lead.findPlaces(unique)
  return new Map(leads.map((lead) => [lead.id, nameOf(lead) || (lead.erasedAt === undefined ? lead.person.email : '')]))
}

/** The last try of a delivery that is over, and that its receiver may get once more. */
export const endsDelivery = ({ state, endedAt }: Delivery, { at, outcome }: DeliveryTry) =>
  endedAt === at && state === outcome && (state === 'failed' || state === 'delivered')

/** What stands in the place of an answer where nothing was tried: until its tool is connected again, and after that. */
function whyHeld(
  one: DeliveryTry,
  delivery: Delivery | undefined,
): Pick<HistoryLine, 'reason' | 'said' | 'nextAt' | 'isOpen'> {
  const name = delivery?.destination.name ?? 'its tool'
  const isNow = delivery?.state === 'waiting' && delivery.heldSince === one.at
  if (isNow && delivery.heldFor !== '')
    return {
      reason: `It waits for ${name} to be connected again.`,
      said: 'If nobody connects it within a day, it fails and can be sent again.',
      nextAt: 0,
      isOpen: true,
    }
  const nextAt = isNow ? delivery.nextAt : 0
  return { reason: `It waited for ${name} to be connected again.`, said: '', nextAt, isOpen: isNow }
}

function toLine(
  one: DeliveryTry,
  delivery: Delivery | undefined,
  lead: Lead | undefined,
  campaign: Campaign | undefined,
): HistoryLine {
  const attempt: Attempt | undefined = delivery?.attempts.find(({ at }) => at === one.at)
  const reason = reasonOf(one.status)
  const isLast = one.outcome === 'waiting' && delivery?.attempts.at(-1)?.at === one.at
  // Of one that waits for its tool another line says what it waits for.
  const isWaiting = isLast && delivery.state === 'waiting' && delivery.heldSince === 0
  return {
    one,
    reason: reason || attempt?.words || 'There was no answer.',
    said: reason ? (attempt?.words ?? '') : '',
    campaign,
    leadName: nameOf(lead),
    event: delivery?.happening?.type ?? 'lead.created',
    nextAt: isWaiting ? delivery.nextAt : 0,
    isOpen: isWaiting === true,
    deliveryId: delivery && endsDelivery(delivery, one) ? deliveryId(delivery) : '',
    ...(one.about === 'held' && whyHeld(one, delivery)),
  }
}

/** One page, latest first. It costs the same however many there are: a few rows of each outcome, and what these name. */
export async function historyOf(
  { db, now }: Deps,
  of: HistoryOf,
  { outcome, before, limit }: { outcome: TryOutcome | undefined; before: TryPlace | undefined; limit: number },
): Promise<Page> {
  const wanted = outcome ? [outcome] : tryOutcomes
  const found = await db.deliveryTry.list(of, wanted, { before, limit: limit + 1, now: now() })
  const tries = found.slice(0, limit)
  if (tries.length === 0) return { lines: [], last: null }
  const unique = [...new Map(tries.map((one) => [keyOf(one), one])).values()]
  const campaigns = [...new Map(tries.map((one) => [one.campaignId, one])).values()]
  const places = unique.map(({ companyId, campaignId, leadId: id, leadAt: createdAt }) => ({
    companyId,
    campaignId,
    createdAt,
    id,
  }))
  const [deliveries, leads, named] = await Promise.all([
    db.delivery.findMany(unique, of.id),
    db.lead.findPlaces(places),
    Promise.all(campaigns.map(({ companyId, campaignId }) => db.campaign.find(companyId, campaignId))),
  ])
  const byKey = new Map(deliveries.map((each) => [keyOf(each), each]))
  const leadByKey = new Map(leads.map((lead) => [keyOf({ campaignId: lead.campaignId, leadId: lead.id }), lead]))
  const campaignById = new Map(named.flatMap((each) => (each ? [[each.id, each] as const] : [])))
  const lines = tries.map((one) =>
    toLine(one, byKey.get(keyOf(one)), leadByKey.get(keyOf(one)), campaignById.get(one.campaignId)),
  )
  return { lines, last: found.length > limit ? (tries.at(-1) ?? null) : null }
}

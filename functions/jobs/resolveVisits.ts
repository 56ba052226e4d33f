// Visits become leads. All that is written is made from the visit, so a message may come twice, to two workers at once, or after
// a worker that crashed: one lead is stored. A message that comes again after its lead was stored asks the provider again: only
// the answer tells whose mark to look for.
import { toId, ulidOf } from '#shared/ids.ts'
import { isOfSite } from '#shared/pixel.ts'
import { WriteConflict } from '../data/lib/errors.ts'
import { type Candidate, take } from '../domain/leads/take.ts'
import { askedTypes, onlyAsked } from '../domain/leads/types.ts'
import { ProviderAway } from '../gateways/lead-data/away.ts'
import { type BatchResult, consumeBatch, type Delivery, ServiceAway } from '../kit/consume.ts'
import type { Services } from '../kit/services.ts'

type Visit = Delivery<'resolveVisits'>

/** The provider has so long for an answer, five are asked for at once, and storing takes a moment. */
const ANSWER_MS = 5000
const ASKED_AT_ONCE = 5
const STORE_MS = 5000
const longestMs = (visits: readonly Visit[]) => Math.ceil(visits.length / ASKED_AT_ONCE) * ANSWER_MS + STORE_MS

/** Visits of one campaign, answered in their order. */
async function resolve(services: Services, visits: readonly Visit[]): Promise<BatchResult[]> {
  const [first] = visits
  const campaign = first && (await services.db.campaign.find(first.message.companyId, first.message.campaignId))
  if (!campaign) return visits.map(() => ({ said: 'inactive' }))
  const { db, leadData, env } = services
  const isBasic = campaign.informationType === 'basic'
  const informationTypeIds = isBasic ? [] : await askedTypes(db, campaign, await db.campaign.findTarget(campaign))
  const candidates = visits.map(
    ({ message: visit, tries }): Candidate => ({
      isRepeat: tries > 1,
      id: toId('lead', ulidOf(visit.visitId)),
      seenAt: visit.visitedAt,
      pageUrl: visit.pageUrl,
      ...(visit.referrer && { referrer: visit.referrer }),
      person: async () => {
        const { visitorId, ip, userAgent, pageUrl } = visit
        const asked = leadData.resolve({ visitorId, ip, userAgent, pageUrl, informationTypeIds })
        const found = await asked.catch((error: unknown) => {
          throw toAway(error)
        })
        // Kept is only what was asked for.
        return found && { ...found, advanced: onlyAsked(found.advanced, informationTypeIds), business: {} }
      },
      origin: async () => ({
        isOwnSite: isOfSite(campaign.siteUrl, visit.pageUrl, env.SITE_STAND_INS),
        // They may have become a customer while the visit waited.
        hasConverted: await db.visitor.hasConverted({ campaignId: campaign.id, visitorId: visit.visitorId }),
      }),
    }),
  )
  const outcomes = await take(services, campaign, candidates)
  return outcomes.map((outcome) => {
    if (outcome.end === 'again') return { error: outcome.error }
    return { said: outcome.end === 'stored' ? `stored ${outcome.id}` : outcome.end }
  })
}

/** The provider has been asked in vain, so nothing is decided and nothing stored. */
const toAway = (error: unknown): unknown =>
  error instanceof ProviderAway ? new ServiceAway(error.message, { cause: error }) : error

/** Nobody asked for it yet, so it is no failed try. */
function notBegun({ tries }: Visit): Error {
  const words = 'The provider was too slow for all visits of the batch.'
  return tries > 1 ? new Error(words) : new WriteConflict(words)
}

export const handler = consumeBatch('resolveVisits', async (services, visits) => {
  const results = new Map<Visit, BatchResult>()
  // Those that came before are looked at first: a new message would not say any more that they may be leads already.
  const inTurn = visits.toSorted((a, b) => Number(b.tries > 1) - Number(a.tries > 1))
  const campaigns = Map.groupBy(inTurn, ({ message }) => `${message.companyId}#${message.campaignId}`)
  for (const ofCampaign of campaigns.values()) {
    // A worker that is ended would have all of the batch come again, and each answer be paid for again.
    if (results.size > 0 && services.remainingMs() < longestMs(ofCampaign)) {
      for (const visit of ofCampaign) results.set(visit, { error: notBegun(visit) })
      continue
    }
    // What stands in the way of one campaign is no reason to keep the visits of another.
    const found = await resolve(services, ofCampaign).catch((error: unknown) =>
      ofCampaign.map((): BatchResult => ({ error })),
    )
    for (const [index, visit] of ofCampaign.entries())
      results.set(visit, found[index] ?? { error: new Error('A visit was left without an answer.') })
  }
  return visits.map((visit) => results.get(visit) ?? { error: new Error('A visit was left without an answer.') })
})

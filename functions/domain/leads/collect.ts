// What a pixel reports, judged before anything is spent on it: a visit for the queue, a visitor who became a customer, or
// nothing. Whose pixel it is and where the page lies are asked before the first write.
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import { cleanPageUrl, isOfSite, isSamePage, refuseVisit, type Signals } from '#shared/pixel.ts'
import { type PixelReport, REPEAT_MS, visitInstant } from '#shared/pixel-report.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import { isFlooded, takeVisit } from './quotas.ts'

type Deps = {
  db: Pick<Db, 'campaign' | 'guard' | 'pixel' | 'visitor'>
  queues: Queues
  env: { SITE_STAND_INS: readonly string[] }
  now: () => number
  newId: (kind: 'visit') => string
}
/** `place`: where the page lies by its browser's word. */
type Sent = { report: PixelReport; ip: string; userAgent: string; signals: Signals; place: string }

/** What became of a report; the sender is never told. */
export type Collected =
  | NonNullable<ReturnType<typeof refuseVisit>>
  | 'no page'
  | 'no campaign'
  | 'foreign page'
  | 'flood'
  | 'repeat'
  | 'converted'
  | 'queued'

/** A pixel speaks to the agency that gave it out, or to its root, and to nobody else's site. */
const isServedBy = (campaign: Campaign, tenant: Company) =>
  tenant.id === campaign.agencyId || tenant.id === campaign.rootId

async function findCampaign({ campaign }: Deps['db'], number: string): Promise<Campaign | undefined> {
  const place = await campaign.locate(number)
  return place && campaign.find(place.companyId, place.id)
}

/** When this container may write down again that it heard of a pixel. */
const heard = new WeakMap<Db['pixel'], Map<string, number>>()
const MOST_KEPT = 10_000

async function hear({ pixel }: Deps['db'], campaign: Campaign, now: number): Promise<void> {
  const known = heard.get(pixel) ?? new Map<string, number>()
  heard.set(pixel, known)
  if (now < (known.get(campaign.id) ?? 0)) return
  if (known.size >= MOST_KEPT) known.clear()
  known.set(campaign.id, await pixel.hear(campaign, now))
}

/** The wish of the visitor comes first; a visitor who was seen lately costs one write. */
export async function collect(deps: Deps, tenant: Company, sent: Sent): Promise<Collected> {
  const { db, env, queues, newId } = deps
  const { report, ip, userAgent, place } = sent
  const refusal = refuseVisit(sent)
  if (refusal) return refusal
  const pageUrl = cleanPageUrl(report.u)
  if (!pageUrl) return 'no page'
  const campaign = await findCampaign(db, report.c)
  if (campaign?.status !== 'active' || campaign.line !== 'local' || !isServedBy(campaign, tenant)) return 'no campaign'
  // What the page says of itself, and what its browser says of it.
  const isOwn = (page: string) => isOfSite(campaign.siteUrl, page, env.SITE_STAND_INS)
  if (!isOwn(pageUrl) || !isOwn(place)) return 'foreign page'
  const now = deps.now()
  const visit = { campaignId: campaign.id, ip, now }
  if (isFlooded(db, visit)) return 'flood'
  await hear(db, campaign, now)
  const visitor = { campaignId: campaign.id, visitorId: report.v }
  // A visitor who gets there has become a customer. Their own browser says so: nobody can guess the id of another visitor.
  if (report.k || isSamePage(campaign.thankYouUrl, pageUrl)) {
    if (!(await takeVisit(db, visit))) return 'flood'
    await db.visitor.convert(visitor, now)
    return 'converted'
  }
  if (!(await db.visitor.see(visitor, REPEAT_MS, now))) return 'repeat'
  try {
    if (await takeVisit(db, visit)) {
      const message = {
        visitId: newId('visit'),
        campaignId: campaign.id,
        companyId: campaign.companyId,
        visitorId: report.v,
        ip,
        userAgent,
        pageUrl,
        referrer: cleanPageUrl(report.r) ?? '',
        visitedAt: visitInstant(report.t, now),
      }
      // One agency's visits do not wait for those of another.
      await queues.send('resolveVisits', message, { group: campaign.agencyId })
      return 'queued'
    }
  } catch (error) {
    await db.visitor.unsee(visitor, REPEAT_MS, now)
    throw error
  }
  // Their next page may be taken again.
  await db.visitor.unsee(visitor, REPEAT_MS, now)
  return 'flood'
}

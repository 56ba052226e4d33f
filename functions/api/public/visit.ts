import { contracts } from '#shared/contracts/index.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import { cleanPageUrl, isOfSite, isSamePage, refuseVisit } from '#shared/pixel.ts'
import type { Db } from '../../data/index.ts'
import { takeVisit } from '../../domain/leads/quotas.ts'
import { handle } from '../../kit/handle.ts'

/** A pixel speaks to the agency that gave it out, or to its root, and to nobody else's site. */
const isServedBy = (campaign: Campaign, tenant: Company) =>
  tenant.id === campaign.agencyId || tenant.id === campaign.rootId

/** Pages carry the public number; those from before it, the id. */
async function findCampaign(db: Pick<Db, 'campaign'>, name: string): Promise<Campaign | undefined> {
  const place = await db.campaign.locate(name)
  return place && db.campaign.find(place.companyId, place.id)
}

export default handle(contracts.public.visit, async ({ input, request, tenant, db, env, queues, now, newId }) => {
  // Always the same answer, so that nobody learns which campaigns exist or run, and for which site.
  const answer = { ok: true } as const
  const pageUrl = cleanPageUrl(input.u)
  if (!pageUrl || refuseVisit({ ...request, saysNo: input.gpc })) return answer
  const campaign = await findCampaign(db, input.c)
  if (campaign?.status !== 'active' || !isServedBy(campaign, tenant)) return answer
  // What the page says of itself, and what its browser says of it.
  const isOwn = (page: string) => isOfSite(campaign.siteUrl, page, env.SITE_STAND_INS)
  if (!isOwn(pageUrl) || !isOwn(request.place)) return answer
  // A visitor who comes there has become a customer.
  if (isSamePage(campaign.thankYouUrl, pageUrl)) return answer
  if (!(await takeVisit(db, { campaignId: campaign.id, ip: request.ip, now: now() }))) return answer
  await queues.send('resolveVisits', {
    visitId: newId('visit'),
    campaignId: campaign.id,
    companyId: campaign.companyId,
    visitorId: input.v,
    ip: request.ip,
    userAgent: request.userAgent,
    pageUrl,
    visitedAt: now(),
  })
  return answer
})

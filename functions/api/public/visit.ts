import { contracts } from '#shared/contracts/index.ts'
import { MINUTE } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import { cleanPageUrl, refuseVisit } from '#shared/pixel.ts'
import { handle } from '../../kit/handle.ts'

/** Page views of one campaign that one address may report in a minute: an office shares one, a flood comes from few. */
const VISITS_PER_MINUTE = 60

/** A pixel speaks to the agency that gave it out, or to its root, and to nobody else's site. */
const isServedBy = (campaign: Campaign, tenant: Company) =>
  tenant.id === campaign.agencyId || tenant.id === campaign.rootId

export default handle(contracts.public.visit, async ({ input, request, tenant, db, queues, now, newId }) => {
  // Always the same answer, so that nobody learns which campaigns exist or run.
  const answer = { ok: true } as const
  const pageUrl = cleanPageUrl(input.u)
  if (!pageUrl || refuseVisit({ ...request, saysNo: input.gpc })) return answer
  const campaign = await db.campaign.findById(input.c)
  if (campaign?.status !== 'active' || !isServedBy(campaign, tenant)) return answer
  if ((await db.guard.count('visit', `${campaign.id}:${request.ip}`, MINUTE, now())) > VISITS_PER_MINUTE) return answer
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

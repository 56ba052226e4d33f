import { snippetsOf } from '#shared/campaigns/snippets.ts'
import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { bannerPath } from '#shared/model/banner.ts'
import { siteUrl } from '../../domain/settings/site-url.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.campaigns.getResource, async ({ input, campaign, company, db, env }) => {
  // Outside programs know a client by its record in their own system, people by ours.
  if (![company.id, campaign.clientOrganizationId].includes(input.orgId)) throw notFound('campaign')
  const [agency, { target }, seenAt, [sheet], banners] = await Promise.all([
    db.company.get(campaign.agencyId),
    db.campaign.detail(campaign),
    campaign.line === 'local' ? db.pixel.lastSeen(campaign.id) : undefined,
    db.sheet.list(campaign),
    db.banner.list(company.id),
  ])
  const site = siteUrl({ scheme: env.PLATFORM_SCHEME, domain: env.PLATFORM_DOMAIN }, agency)
  // Others are found by what they search or who they are: code on a site would do nothing.
  const { pixel, gtm, thankYou } =
    campaign.line === 'local' ? snippetsOf(campaign, site) : { pixel: '', gtm: '', thankYou: '' }
  const shown = banners.filter(({ line, status }) => line === campaign.line && status === 'active')
  return {
    result: 'success' as const,
    data: {
      pixel_snippet: pixel,
      gtm_snippet: gtm,
      thank_you_snippet: thankYou,
      code_origin: site,
      pixel_seen_at: seenAt === undefined ? null : new Date(seenAt).toISOString(),
      // Empty before there is one. Who may open it, Google asks.
      sheet_url: sheet?.url ?? '',
      keywords: target.keywords,
      contextual_keywords: target.contextualKeywords,
      // Their ids sort by the time at which they were made.
      creatives: shown.sort((a, b) => (a.id < b.id ? 1 : -1)).map((banner) => `${site}${bannerPath(banner)}`),
    },
  }
})

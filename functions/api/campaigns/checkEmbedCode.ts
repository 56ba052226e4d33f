import { contracts } from '#shared/contracts/index.ts'
import { MINUTE } from '#shared/dates.ts'
import { AppError, invalid, tooMany } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { isOfSite } from '#shared/pixel.ts'
import { isEmbedded } from '../../domain/campaigns/embed.ts'
import { openPages, PageFault } from '../../gateways/pages.ts'
import { handle } from '../../kit/handle.ts'

const MOST_A_MINUTE = 10

export default handle(contracts.campaigns.checkEmbedCode, async ({ input, campaign, actor, db, env, now }) => {
  const { url } = input
  const own = [campaign.siteUrl, campaign.thankYouUrl]
  // Nobody looks at the sites of others through us.
  if (!own.some((page) => page && isOfSite(page, url, env.SITE_STAND_INS)))
    throw invalid({ url: "This page does not belong to the campaign's site." })
  const asked = await db.guard.count('embed-check', actor.viewing?.userId ?? actor.userId, MINUTE, now())
  if (asked > MOST_A_MINUTE) throw tooMany('You checked many times in a minute. Please wait a little.', MINUTE / 1000)
  const pages = openPages({ standIns: env.SITE_STAND_INS })
  try {
    const isThere = await isEmbedded(pages, campaign, url)
    return {
      result: 'success' as const,
      status: isThere ? ('exist' as const) : ('not exist' as const),
      message: isThere ? messages.tagFound : messages.tagMissing,
    }
  } catch (error) {
    if (!(error instanceof PageFault)) throw error
    if (error.why === 'not-public') throw invalid({ url: 'This page does not lie on the public internet.' })
    throw new AppError('crawl_failed', messages.crawlBlocked)
  }
})

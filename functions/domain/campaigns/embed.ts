// Whether a campaign's tag stands on a page: in the page itself, or in the tag manager that the page loads.
import { containersOf, holdsTag } from '#shared/campaigns/snippets.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Pages } from '../../gateways/pages.ts'

/** More containers than any page loads. */
const MOST_CONTAINERS = 3

export async function isEmbedded(
  pages: Pages,
  campaign: Pick<Campaign, 'number' | 'isGtmInstalled'>,
  url: string,
): Promise<boolean> {
  const page = await pages.read(url)
  if (holdsTag(page, campaign)) return true
  if (!campaign.isGtmInstalled) return false
  for (const id of containersOf(page).slice(0, MOST_CONTAINERS)) {
    const container = await pages.read(`https://www.googletagmanager.com/gtm.js?id=${id}`).catch(() => '')
    if (holdsTag(container, campaign)) return true
  }
  return false
}

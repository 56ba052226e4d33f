// What axe finds wrong on a page as it stands.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Of WCAG 2.2 (2.5.8), which axe looks at only where it is asked to: how large what is pressed is, or how far from the next. */
const rules = { 'target-size': { enabled: true } }
/** What lies under a bar that stays while the page scrolls is as large as ever behind it. */
const isBehindBar = ({ any }: { any: { data: unknown }[] }) =>
  any.some(({ data }) => /obscured/i.test(String(Object(data).messageKey)))

/**
 * The faults, each with the elements that have it; by all rules unless tags are named. Asked for are faults alone: to describe the
 * thousands of elements that are right takes long. Where a page has no frames they are not carried to another page and back either,
 * which on a large page is most of the time.
 */
export async function violationsOf(page: Page, tags?: string[]): Promise<string[]> {
  const hasFrames = page.frames().length > 1
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], rules }).setLegacyMode(!hasFrames)
  const { violations } = await (tags ? axe.withTags(tags) : axe).analyze()
  return violations.flatMap(({ id, nodes }) => {
    const wrong = nodes.filter((node) => id !== 'target-size' || !isBehindBar(node))
    return wrong.length === 0 ? [] : `${id}: ${wrong.map(({ target }) => target.join(' ')).join(', ')}`
  })
}

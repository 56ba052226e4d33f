// What axe finds wrong on a page as it stands.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Which rules, all of them unless tags are named; `inOnePiece` for a page without frames. */
type Wanted = { tags?: string[]; inOnePiece?: boolean }

/**
 * The faults, each with the elements that have it. Asked for are faults alone: to describe the thousands of elements that are right
 * takes long. In one piece they are not carried to another page and back either, which on a large page is most of the time.
 */
export async function violationsOf(page: Page, { tags, inOnePiece = false }: Wanted = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(inOnePiece)
  const { violations } = await (tags ? axe.withTags(tags) : axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

// The pieces of a page by which a campaign sees its visitors, and how they are found in one.
import type { Campaign } from '../model/campaign.ts'
import { pixelScriptPath } from '../pixel.ts'

type Numbered = Pick<Campaign, 'number'>

/**
 * `site`: where the agency's tenant lives, without a slash behind it. One element that says everything in its address: it also
 * works where a tag manager copies elements, and under a policy that lets no code stand in a page.
 */
export function snippetsOf({ number }: Numbered, site: string): { pixel: string; gtm: string; thankYou: string } {
  const src = `${site}${pixelScriptPath(number)}`
  const tag = (address: string) => `<script async src="${address}"></script>`
  return { pixel: tag(src), gtm: tag(src), thankYou: tag(`${src}?t=1`) }
}

/** Whether the text of a page, or of a tag manager's container (which escapes it), carries the campaign's tag. */
export function holdsTag(text: string, { number }: Numbered): boolean {
  return new RegExp(String.raw`(?<slash>/|\\u002f|%2f)px\\?\k<slash>${number}\.js(?!\w)`, 'i').test(text)
}

/** Containers of Google Tag Manager that a page loads, each once. */
export const containersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/\bGTM-[A-Z0-9]{4,12}\b/g)].map(([id]) => id)),
]

// The pieces of a page by which a campaign sees its visitors, and how they are found in one.
import type { Campaign } from '../model/campaign.ts'

type Numbered = Pick<Campaign, 'number'>

/** `site`: where the agency's tenant lives, without a slash behind it. */
export function snippetsOf({ number }: Numbered, site: string): { pixel: string; gtm: string; thankYou: string } {
  const src = `${site}/pixel.js`
  const tag = `<script async src="${src}" data-campaign="${number}"></script>`
  return {
    pixel: tag,
    // A tag manager takes tags that make themselves: its own copies of a script element know nothing of their data.
    gtm: [
      '<script>',
      '(function (d) {',
      "  var s = d.createElement('script')",
      '  s.async = true',
      `  s.src = '${src}'`,
      `  s.setAttribute('data-campaign', '${number}')`,
      '  d.head.appendChild(s)',
      '})(document)',
      '</script>',
    ].join('\n'),
    thankYou: tag,
  }
}

/** Whether the text of a page, or of a tag manager's container, carries the campaign's tag, no matter how it is quoted. */
export function holdsTag(text: string, { number }: Numbered): boolean {
  return new RegExp(`data-campaign[^0-9]{1,40}${number}(?![0-9])`).test(text)
}

/** Containers of Google Tag Manager that a page loads, each once. */
export const containersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/\bGTM-[A-Z0-9]{4,12}\b/g)].map(([id]) => id)),
]

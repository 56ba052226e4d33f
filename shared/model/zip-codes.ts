// Lists of zip codes, by one rule wherever they are typed or read: which are taken, and how many.
import * as z from 'zod'
import { shortenText, splitZips } from '../text.ts'

export const MOST_ZIPS = 1000
const MOST_NAMED = 5
/** Longer than any list that is taken, however it is written. */
const MOST_ENTRIES = 5000

/** Five digits; nobody lives at 00000. Whether the post knows it is no matter of ours. */
const isZip = (text: string) => /^\d{5}$/.test(text) && text !== '00000'

/** Why a list is not taken, as a sentence that names the wrong ones; undefined when it is. */
export function refusalForZips(zips: readonly string[]): string | undefined {
  const wrong = zips.filter((zip) => !isZip(zip))
  if (wrong.length > 0) {
    const named = wrong.slice(0, MOST_NAMED).map((zip) => shortenText(zip, 20))
    const more = wrong.length > MOST_NAMED ? ` and ${wrong.length - MOST_NAMED} more` : ''
    return `A zip code has five digits. Not valid: ${named.join(', ')}${more}.`
  }
  if (zips.length <= MOST_ZIPS) return undefined
  const [most, given] = [MOST_ZIPS, zips.length].map((count) => count.toLocaleString('en-US'))
  return `Use at most ${most} zip codes; these are ${given}.`
}

/** The text of a list with more zip codes behind it, one to a line and each once. */
export const addZips = (text: string, more: readonly string[]): string =>
  splitZips([text, ...more].join('\n')).join('\n')

/** Zip codes as a call takes them, each once: an entry may hold several. */
export const ZipCodes = z
  .array(z.string().max(20_000))
  .max(MOST_ENTRIES, `Use at most ${MOST_ZIPS.toLocaleString('en-US')} zip codes.`)
  .transform((entries) => splitZips(entries.join('\n')))
  .superRefine((zips, context) => {
    const why = refusalForZips(zips)
    if (why) context.addIssue({ code: 'custom', message: why })
  })

// Whom a campaign looks for: keywords, states and cities, by one rule wherever they are typed or read. Zip codes have theirs
// in zip-codes.ts.
import * as z from 'zod'
import { cleanTags, shortenText } from '../text.ts'
import { readCity } from './place.ts'
import { usStates } from './states.ts'

export const MOST_KEYWORDS = 200
export const KEYWORD_MAX = 80
export const MOST_CITIES = 500
/** An estimate counts the people of so many days. */
export const DAYS_COUNTED = 7

/** Keywords of a text that was typed or pasted: commas, semicolons and line ends part them, blanks do not. */
export const splitKeywords = (text: string): string[] => cleanTags(text.split(/[,;\t\r\n]+/))

/** Why a list of keywords is not taken, as a sentence that names the first that is wrong; undefined when it is. */
export function refusalForKeywords(keywords: readonly string[], most = MOST_KEYWORDS): string | undefined {
  const long = keywords.find((keyword) => keyword.length > KEYWORD_MAX)
  if (long) return `Use at most ${KEYWORD_MAX} letters for a keyword. Too long: “${shortenText(long, 40)}”.`
  const first = keywords[most]
  if (first === undefined) return undefined
  return `Use at most ${most} keywords; “${shortenText(first, 40)}” is number ${most + 1}.`
}

/** Keywords as a call takes them: trimmed, each once. */
export const Keywords = z
  .array(z.string().max(500))
  .max(1000, `Use at most ${MOST_KEYWORDS} keywords.`)
  .transform((keywords) => cleanTags(keywords))
  .superRefine((keywords, context) => {
    const why = refusalForKeywords(keywords)
    if (why) context.addIssue({ code: 'custom', message: why })
  })

/** Codes of states, each once. */
export const States = z
  .array(z.string().refine((code) => Object.hasOwn(usStates, code), 'There is no state of this code.'))
  .max(60)
  .transform((codes) => [...new Set(codes)])

/** Cities with their states, such as `Dallas, TX`, each once. Whether the table knows a city is a hint and no rule. */
export const Cities = z
  .array(
    z
      .string()
      .max(100)
      .refine((text) => readCity(text) !== undefined, 'Write a city with its state, such as Dallas, TX.'),
  )
  .max(MOST_CITIES, `Use at most ${MOST_CITIES} cities.`)
  .transform((cities) => cleanTags(cities))

// Rules of text, the same at every door: which text is taken, and how a text is shortened.

/** How a field is written: one line (names, addresses, codes), or several (documents, answers, code). */
export type TextKind = 'line' | 'lines'

const lineBreak = /[\t\r\n\u2028\u2029]/
const control = /(?![\t\r\n])\p{Cc}/u
/** Embeddings, overrides and isolates: they make a name look like another one. Plain direction marks are welcome. */
const turning = /[\u202a-\u202e\u2066-\u2069]/

/**
 * Why a text is not taken, as a sentence; undefined when it is. Half a pair is refused everywhere, because no store keeps
 * it, and so are control characters. A line holds no breaks and no signs that turn its direction; blanks around it are
 * left to the person who trims it. Everything else of Unicode is welcome.
 */
export function refusalForText(text: string, kind: TextKind = 'line'): string | undefined {
  if (!text.isWellFormed()) return 'This text is damaged: it holds half a character. Enter it again.'
  if (control.test(text)) return 'Control characters are not allowed here. Enter the text again.'
  if (kind === 'lines') return undefined
  if (lineBreak.test(text.trim())) return 'Use one line here, without line breaks and tabs.'
  if (turning.test(text)) return 'Invisible marks that change the direction of text are not allowed here.'
  return undefined
}

let graphemes: Intl.Segmenter | undefined

/**
 * The beginning of a text, in whole signs as people see them: no emoji, flag or accented letter is cut in two. `length`
 * counts as `String.length` does. The result is always well formed, no matter what came in.
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text.toWellFormed()
  // Whether a sign ends at a place is told by what stands before it and the one sign behind it.
  const near = text.slice(0, length + 2).toWellFormed()
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let end = 0
  for (const { index } of graphemes.segment(near)) if (index <= length) end = index
  // A single sign may be longer than all that is wanted: then it ends between two code points.
  return end > 0 ? near.slice(0, end) : cutKey(near, length)
}

/** The same with an ellipsis where something was cut off; the ellipsis counts. */
export const shortenText = (text: string, length: number): string =>
  text.length <= length ? text.toWellFormed() : `${cutText(text, length - 1)}…`

/** The first letters of the first words of a name, as a picture that is missing shows them. */
export const initialsOf = (name: string, most = 2): string =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, most)
    .map((word) => firstSign(word).toUpperCase())
    .join('')

/** The first sign of a text as people see it, however many units it takes. */
export function firstSign(text: string): string {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const { segment } of graphemes.segment(text.slice(0, 64))) return segment.toWellFormed()
  return ''
}

/** The beginning of a text for a key. A longer text begins with the same key, which whole signs would not promise. */
export function cutKey(text: string, length: number): string {
  const cut = text.slice(0, length)
  return (/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut).toWellFormed()
}

/** For `JSON.parse`: half a pair is replaced, because a store that refuses it would lose the whole message. */
export const mendText = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value

/** What stands between zip codes, wherever they are typed or read. */
const betweenZips = /[,;\s]+/g

/** Zip codes as people type or paste them, one to a line: commas, semicolons and blanks end a line, other signs are dropped, empty lines collapse. */
export function normaliseZipText(text: string): string {
  return text
    .replace(betweenZips, '\n')
    .replace(/[^\d\n]/g, '')
    .replace(/\n{2,}/g, '\n')
    .replace(/^\n/, '')
}

/** The zip codes of a text, each once and in the order given. What is no zip code is left as it is, to be named. */
export const splitZips = (text: string): string[] => [...new Set(text.split(betweenZips).filter(Boolean))]

/** Tags without blank entries, trimmed, each once, upper and lower case alike. */
export function cleanTags(tags: readonly string[]): string[] {
  const seen = new Set<string>()
  return tags
    .map((tag) => tag.trim())
    .filter((tag) => {
      const key = tag.toLowerCase()
      if (key === '' || seen.has(key)) return false
      seen.add(key)
      return true
    })
}

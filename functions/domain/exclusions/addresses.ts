// E-mail addresses in a text that somebody wrote. Nobody knows which signs around one belong to it (o'brien@…, 'john@…'), so what stands
// around an @ has several readings, and anybody who is looked for is known by any of them.

/** What ends a cell, a word, or the address within it for certain. */
const ended = /[\s@,;:"<>()[\]]/
const LONGEST = 254
const domain = /^[\p{L}\p{M}\p{N}.-]*[\p{L}\p{M}\p{N}]/u
/** A sign that more often stands before an address than in it, and of how many before one a reading may begin behind each. */
const sign = /[^\p{L}\p{M}\p{N}.+_-]/gu
const MOST_SIGNS = 8

type Reading = { from: number; to: number; address: string }
/** The whole word around an @, and how it can be read: the longest address first. */
type Word = { from: number; to: number; readings: Reading[] }

function* wordsOf(text: string): Generator<Word> {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let from = at
    let to = at + 1
    while (from > 0 && at - from < LONGEST && !ended.test(text[from - 1] ?? '')) from--
    while (to < text.length && to - at <= LONGEST && !ended.test(text[to] ?? '')) to++
    const [local, rest] = [text.slice(from, at), text.slice(at + 1, to)]
    if (local === '' || rest === '') continue
    const [host] = domain.exec(rest) ?? []
    const signs = [...local.matchAll(sign)].map(({ index, 0: each }) => index + each.length)
    const starts = [0, ...signs.slice(-MOST_SIGNS)]
    const ends = [...new Set([rest.length, ...(host ? [host.length] : [])])]
    const readings = starts
      .filter((start) => start < local.length)
      .flatMap((start) => ends.map((end) => ({ from: from + start, to: at + 1 + end })))
      .map((each) => ({ ...each, address: text.slice(each.from, each.to) }))
    yield { from, to, readings }
  }
}

/** All that may be an address in a text, in every reading, each once. */
export const addressesIn = (text: string): string[] => [
  ...new Set([...wordsOf(text)].flatMap(({ readings }) => readings.map(({ address }) => address))),
]

/** `choose` says which part of a word goes. */
function replace(
  text: string,
  choose: (word: Word) => Pick<Word, 'from' | 'to'> | undefined,
  by: () => string,
): string {
  let written = ''
  let done = 0
  for (const word of wordsOf(text)) {
    const gone = choose(word)
    if (!gone || gone.to <= done) continue
    // Of two in one word, the second one may begin within the first.
    written += text.slice(done, Math.max(done, gone.from)) + by()
    done = gone.to
  }
  return written + text.slice(done)
}

type IsPerson = (email: string) => boolean

/** A text without the addresses of somebody. */
export const withoutTheirs = (text: string, isPerson: IsPerson, by: string): string =>
  replace(
    text,
    ({ readings }) => readings.find(({ address }) => isPerson(address)),
    () => by,
  )

/** A text without the addresses of everybody else. */
export const withoutOthers = (text: string, isPerson: IsPerson, by: () => string): string =>
  replace(text, (word) => (word.readings.some(({ address }) => isPerson(address)) ? undefined : word), by)

// All cases of all tests take more than twice the time that `npm test` may take. What asks the same of many cases, or once more of
// what an ordinary test has asked (of a worker that crashes at each of its requests, of a thousand agencies, of a platform that is
// killed), is dealt to portions. A run of `npm test` tries one of them beside everything else, and the next commit the next one;
// `npm test -- --all` tries all, and so does a run that names what it wants.

const PORTIONS = 6

/** `portion-1` to `portion-6`: the tags of tests that are tried by one run in six, each of a file the same unless it is very long. */
export const portionTags = Array.from({ length: PORTIONS }, (_, at) => ({
  name: `portion-${at + 1}`,
  description: `Tried by each ${PORTIONS}th commit, and by npm test -- --all.`,
}))

export const PORTION_VARIABLE = 'TEST_PORTION'
/** From 1; undefined where all are tried. */
const chosen = Number(process.env[PORTION_VARIABLE]) || undefined
export const isAll = chosen === undefined

export const isPortion = (text: string): boolean => /^[1-9]\d?$/.test(text) && Number(text) <= PORTIONS

/** The portion of the n-th commit. */
export const portionAfter = (commits: number): number => (commits % PORTIONS) + 1

/** What a run of one portion leaves out, as an expression over tags. */
export const tagsBeside = (portion: number): string =>
  portionTags
    .filter((_, at) => at + 1 !== portion)
    .map(({ name }) => `!${name}`)
    .join(' && ')

/** Every n-th case, beginning with another one in each portion; never none of them, unless there is none. */
export function portionOf<T>(cases: readonly T[], share = PORTIONS): T[] {
  if (chosen === undefined) return [...cases]
  const own = cases.filter((_, at) => at % share === chosen % share)
  return own.length > 0 ? own : cases.slice(chosen % (cases.length || 1)).slice(0, 1)
}

/** How often, or how much, of what all cases would have: a share of it, at least one. */
export const shareOf = (count: number, share = PORTIONS): number =>
  chosen === undefined ? count : Math.max(1, Math.ceil(count / share))

/** Where to begin counting the places of a crash, and how far to go to the next: all of them, or each n-th. */
export const pace = (share = PORTIONS): [first: number, step: number] =>
  chosen === undefined ? [1, 1] : [1 + (chosen % share), share]

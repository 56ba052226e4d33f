// All cases of all tests take two to four times what `npm test` may take, by the machine. What asks the same of many cases, or takes
// long, is dealt to portions. A run of `npm test` tries one of them beside everything else, and the next commit the next one; `npm test -- --all` tries
// all, and so does a run that names what it wants. Which tests take turns stands in tests/turns.json (bin/turns.ts); here is what a
// test asks that has more cases than one run should try.

export const PORTIONS = 8

export const PORTION_VARIABLE = 'TEST_PORTION'
/** The portion of this run, from 1; undefined where all are tried. */
export const ownPortion = Number(process.env[PORTION_VARIABLE]) || undefined
export const isAll = ownPortion === undefined

export const isPortion = (text: string): boolean => /^[1-9]\d?$/.test(text) && Number(text) <= PORTIONS

/** The portion of the n-th commit. */
export const portionAfter = (commits: number): number => (commits % PORTIONS) + 1

/** Every n-th case, beginning with another one in each portion; never none of them, unless there is none. */
export function portionOf<T>(cases: readonly T[], share = PORTIONS): T[] {
  if (ownPortion === undefined) return [...cases]
  const own = cases.filter((_, at) => at % share === ownPortion % share)
  return own.length > 0 ? own : cases.slice(ownPortion % (cases.length || 1)).slice(0, 1)
}

/** How often, or how much, of what all cases would have: a share of it, at least one. */
export const shareOf = (count: number, share = PORTIONS): number =>
  ownPortion === undefined ? count : Math.max(1, Math.ceil(count / share))

/** Where to begin counting the places of a crash, and how far to go to the next: all of them, or each n-th. */
export const pace = (share = PORTIONS): [first: number, step: number] =>
  ownPortion === undefined ? [1, 1] : [1 + (ownPortion % share), share]

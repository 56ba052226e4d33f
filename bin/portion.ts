// All cases of all tests take two to four times what `npm test` may take, by the machine. What asks the same of many cases, or takes
// long, is dealt to portions. A run of `npm test` tries one of them beside everything else, and the next commit the next one; `npm test -- --all` tries
// all, and so does a run that names what it wants. Which tests take turns stands in tests/turns.json (bin/turns.ts); here is what a
// test asks that has more cases than one run should try.

export const PORTIONS = 12

export const PORTION_VARIABLE = 'TEST_PORTION'
/** The portion of this run, from 1; undefined where all are tried. */
export const ownPortion = Number(process.env[PORTION_VARIABLE]) || undefined
export const isAll = ownPortion === undefined

export const ROUND_VARIABLE = 'TEST_ROUND'
/** How often every portion had its turn before: what thins its own cases begins with another one in each round. */
export const roundAfter = (commits: number): number => Math.floor(commits / PORTIONS)
const begin = (ownPortion ?? 0) + (Number(process.env[ROUND_VARIABLE]) || 0)

export const isPortion = (text: string): boolean => /^[1-9]\d?$/.test(text) && Number(text) <= PORTIONS

/** The portion of the n-th commit. */
export const portionAfter = (commits: number): number => (commits % PORTIONS) + 1

/** Every n-th case, beginning with another one in each portion and round; and always the first, so that there is a test of the same name in all. */
export const portionOf = <T>(cases: readonly T[], share = PORTIONS): T[] =>
  ownPortion === undefined ? [...cases] : cases.filter((_, at) => at === 0 || at % share === begin % share)

/** How often, or how much, of what all cases would have: a share of it, at least one. */
export const shareOf = (count: number, share = PORTIONS): number =>
  ownPortion === undefined ? count : Math.max(1, Math.ceil(count / share))

/** Where to begin counting the places of a crash, and how far to go to the next: all of them, or each n-th. */
export const pace = (share = PORTIONS): [first: number, step: number] =>
  ownPortion === undefined ? [1, 1] : [1 + (begin % share), share]

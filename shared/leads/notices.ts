// Which notices are due when leads were stored: one for each multiple that they passed.

/** So many leads an unknown campaign may have and still be told of from its first multiple on. */
const YOUNG = 20

type Asked = {
  /** A notice each time the leads pass a multiple of it; 0 for none. */
  every: number
  /** All leads by now. */
  total: number
  /** How many of them were stored just now. */
  stored: number
  /** How far people were told, and by which step. */
  mark?: { every: number; told: number } | undefined
}

/**
 * The multiples (1 is the first) that nobody was told of. Where nobody was told by this step before, a campaign that has many
 * leads already is told of from now on.
 * @example dueNotices({ every: 2, total: 4, stored: 1, mark: { every: 2, told: 1 } }) // [2]
 */
export function dueNotices({ every, total, stored, mark }: Asked): number[] {
  if (every <= 0) return []
  const before = Math.max(0, total - stored)
  const fresh = mark === undefined && before <= YOUNG ? 0 : Math.floor(before / every)
  const told = mark?.every === every ? mark.told : fresh
  const reached = Math.floor(total / every)
  return Array.from({ length: Math.max(0, reached - told) }, (_, index) => told + index + 1)
}

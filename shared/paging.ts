// How lists number their pages, and how a page far away is reached without walking all the way.

/** The numbers of a list's answer, for `count` rows that follow `offset` others. An empty list has one, empty page. */
export function describePage(page: { total: number; offset: number; perPage: number; count: number }) {
  const { total, offset, perPage, count } = page
  return {
    currentPage: Math.floor(offset / perPage) + 1,
    lastPage: Math.max(1, Math.ceil(total / perPage)),
    total,
    from: count === 0 ? 0 : offset + 1,
    to: count === 0 ? 0 : offset + count,
    perPage,
  }
}

/**
 * Skips whole groups (such as days, in the order of the list) by their sizes alone: the group in which row number
 * `skip` (from 0) lies, and how many rows of it come before. Undefined beyond the last row.
 */
export function findGroup<Group extends { leads: number }>(
  groups: readonly Group[],
  skip: number,
): { group: Group; skip: number } | undefined {
  let left = skip
  for (const group of groups) {
    if (left < group.leads) return { group, skip: left }
    left -= group.leads
  }
  return undefined
}

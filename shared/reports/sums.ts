// Figures of a day in groups (products), and how they are added up.

/** By group, then by name. What is zero may be left out. */
export type Sums = Record<string, Record<string, number>>
export type DaySums = { day: string; sums: Sums }

/** Of each group and name the sum. */
export function addSums(all: readonly Sums[]): Sums {
  const total: Sums = {}
  for (const one of all)
    for (const [group, figures] of Object.entries(one)) {
      const known = total[group] ?? {}
      for (const [name, value] of Object.entries(figures)) known[name] = (known[name] ?? 0) + value
      total[group] = known
    }
  return total
}

/** Without zeros and empty groups: rows stay small. */
export const packSums = (sums: Sums): Sums =>
  Object.fromEntries(
    Object.entries(sums)
      .map(
        ([group, figures]) =>
          [group, Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== 0))] as const,
      )
      .filter(([, figures]) => Object.keys(figures).length > 0),
  )

/** The figures of one group, or of all together. */
export const ofGroup = (sums: Sums, group: string): Record<string, number> =>
  group === 'all' ? (addSums(Object.values(sums).map((all) => ({ all }))).all ?? {}) : (sums[group] ?? {})

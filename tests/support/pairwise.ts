// Rows that hold every pair of values of any two factors at least once: far fewer than all combinations, and the pair is
// where such rules go wrong.

export type Factors = Record<string, readonly unknown[]>
export type Row<F extends Factors> = { [Name in keyof F]: F[Name][number] }

const pairKey = (a: number, x: number, b: number, y: number) => `${a}:${x}|${b}:${y}`

/** Greedy and without chance: each row is grown from the first pair that is still missing, value by value. */
export function pairwise<const F extends Factors>(factors: F): Row<F>[] {
  const names = Object.keys(factors)
  const sizes = names.map((name) => factors[name]?.length ?? 0)
  const missing = new Set<string>()
  for (let a = 0; a < names.length; a++)
    for (let b = a + 1; b < names.length; b++)
      for (let x = 0; x < (sizes[a] ?? 0); x++)
        for (let y = 0; y < (sizes[b] ?? 0); y++) missing.add(pairKey(a, x, b, y))

  const gain = (row: (number | undefined)[], at: number, value: number) =>
    row.filter((other, b) => {
      if (other === undefined || b === at) return false
      return missing.has(at < b ? pairKey(at, value, b, other) : pairKey(b, other, at, value))
    }).length

  const rows: Row<F>[] = []
  while (missing.size > 0) {
    const [first = ''] = missing
    const [[a = 0, x = 0] = [], [b = 0, y = 0] = []] = first.split('|').map((part) => part.split(':').map(Number))
    const row: (number | undefined)[] = names.map((_, at) => (at === a ? x : at === b ? y : undefined))
    for (let at = 0; at < names.length; at++) {
      if (row[at] !== undefined) continue
      const values = Array.from({ length: sizes[at] ?? 0 }, (_, value) => value)
      row[at] = values.reduce((best, value) => (gain(row, at, value) > gain(row, at, best) ? value : best), 0)
    }
    for (let i = 0; i < names.length; i++)
      for (let j = i + 1; j < names.length; j++) missing.delete(pairKey(i, row[i] ?? 0, j, row[j] ?? 0))
    // @NOTE each name got a value of its own factor.
    rows.push(Object.fromEntries(names.map((name, at) => [name, factors[name]?.[row[at] ?? 0]])) as Row<F>)
  }
  return rows
}

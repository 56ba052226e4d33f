type Fields = Record<string, unknown>
const hasFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isAlike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What is kept by now, with what was typed since in its place: field by field, a list as a whole. */
export function typedOver<T>(kept: T, before: T, now: T): T {
  if (isAlike(now, before)) return kept
  if (!hasFields(kept) || !hasFields(before) || !hasFields(now)) return now
  const names = Object.keys({ ...kept, ...now })
  // @NOTE it has the fields that the three have, each of the type that it has in them.
  return Object.fromEntries(names.map((name) => [name, typedOver(kept[name], before[name], now[name])])) as T
}

type Sent = { phone: string; phoneCountryCode: string }

/** A number is read in its country. */
const isOfPhone = (field: string) => field === 'phone' || field === 'phoneCountryCode'

/** What of a form is not as it was when it was opened. The rest is not sent, so that no change of somebody else is undone. */
export function changedFields<T extends Sent>(began: T, now: T): Partial<T> {
  const before = new Map<string, unknown>(Object.entries(began))
  const all = Object.entries(now)
  const differs = ([field, value]: [string, unknown]) => JSON.stringify(before.get(field)) !== JSON.stringify(value)
  const changed = new Set(all.filter(differs).map(([field]) => field))
  const hasPhone = [...changed].some(isOfPhone)
  // @NOTE each field keeps its own value.
  return Object.fromEntries(all.filter(([field]) => changed.has(field) || (hasPhone && isOfPhone(field)))) as Partial<T>
}

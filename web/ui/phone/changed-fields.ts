import { onlyChanged } from '../only-changed.ts'

type Sent = { phone: string; phoneCountryCode: string }

/** What of a form with a telephone number was changed; a number is read in its country, so both go together. */
export function changedFields<T extends Sent>(began: T, now: T): Partial<T> {
  const changed = onlyChanged(began, now)
  if (!('phone' in changed || 'phoneCountryCode' in changed)) return changed
  return { ...changed, phone: now.phone, phoneCountryCode: now.phoneCountryCode }
}

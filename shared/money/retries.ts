// When a declined payment is tried again: one, three and five days after the first refusal, then no more by itself.
import { DAY } from '../dates.ts'

const retryDays = [1, 3, 5] as const

/**
 * When the next planned try is due; null after the last one.
 * @example nextTryAt({ failedAt: 0, retries: 1 }) // three days later
 */
export function nextTryAt({ failedAt, retries }: { failedAt: number; retries: number }): number | null {
  const days = retryDays[retries]
  return days === undefined ? null : failedAt + days * DAY
}

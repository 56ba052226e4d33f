// One attempt to move money at the payment provider, and what may be done with it next. Pure; who asks the provider stands in
// functions/domain/payments/attempt.ts, and all of it as a table in docs/journeys/money.md.
import { MINUTE } from '../dates.ts'

/** Longer than any of our requests to the provider lasts: after it nobody is at work on an attempt. */
export const LEASE_MS = 4 * MINUTE

/**
 * What the provider has under an attempt's key. `absent`: nothing. `open`: it is at work on it, or left it before its end.
 * `action`: the card's bank waits for the card's owner. `unreachable`: nobody can say, because the account that was asked is not the
 * platform's to ask any more.
 */
export type Standing = 'absent' | 'open' | 'action' | 'declined' | 'succeeded' | 'unreachable'

/** What our books know of an attempt beside its key. */
export type Terms = {
  /** Until when the worker that began it may still be about to ask. */
  endsAt: number
  /** Until when the card's owner may confirm it at their bank; `NOBODY` where nobody is at a screen. */
  ownerUntil: number
  /** Whether a browser may hold the secret with which a declined charge can still be paid, by another card. */
  isSecretOut: boolean
}
export const NOBODY = 0
export const WHILE_HERE = Number.POSITIVE_INFINITY

/**
 * `book`: the money moved. `refuse`: it did not, and never will. `cancel`: it did not, and must not any more. `confirm`: it is its
 * owner's turn. `wait`: nobody knows yet. `absent`: it never reached the provider.
 */
export type Move = 'book' | 'refuse' | 'cancel' | 'confirm' | 'wait' | 'absent'

/**
 * What to do with an attempt of which the provider says this.
 * @example nextMove('absent', { endsAt: 9, ownerUntil: NOBODY, isSecretOut: false }, 8) // 'wait': it may be on its way
 */
export function nextMove(standing: Standing, { endsAt, ownerUntil, isSecretOut }: Terms, now: number): Move {
  switch (standing) {
    case 'succeeded':
      return 'book'
    case 'declined':
      return isSecretOut ? 'cancel' : 'refuse'
    case 'action':
      return now < ownerUntil ? 'confirm' : 'cancel'
    case 'open':
      return now < endsAt ? 'wait' : 'cancel'
    case 'absent':
      return now < endsAt ? 'wait' : 'absent'
    // No matter how long that lasts: the money may have moved, so it is asked for under no other key before somebody could look.
    case 'unreachable':
      return 'wait'
    default:
      return standing satisfies never
  }
}

type Owed = { companyId: string; key: string }
/** Keys of requests are one room for all companies that pay into the same account, so each names its company. */
export const attemptKey = ({ companyId, key }: Owed, which: string) => `${companyId}#${key}#${which}`
export const firstKey = (owed: Owed) => attemptKey(owed, '1')
export const cardKey = (owed: Owed, cardId: string) => attemptKey(owed, `c${cardId}`)
/** The key of a planned try says which one it is, so that a timetable that runs twice tries once. */
export const plannedKey = (owed: Owed & { retries: number }) => attemptKey(owed, `r${owed.retries + 1}`)
export const isPlanned = (owed: Owed, key: string) => key.startsWith(attemptKey(owed, 'r'))

/** The try that a key is of, without what tells its requests apart. */
export const tryOf = (key: string) => key.replace(/~\d+$/, '')
/** Another key for the same try, after the provider kept a failure of its own under the one before. */
export const renewedKey = (key: string, attempts: number) => `${tryOf(key)}~${attempts + 1}`

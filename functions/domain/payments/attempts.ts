// One attempt to have a card pay: its key, the question to the payment provider, and what became of it there.
import { MINUTE } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { Attempt, Payment } from '#shared/model/payment.ts'
import { type Charge, type FoundCharge, KeySpent } from '../../gateways/stripe/outcome.ts'
import type { Payments } from '../../gateways/stripe.ts'
import type { Means } from './payer.ts'

type Deps = { payments: Pick<Payments, 'charge' | 'findCharge' | 'cancel'> }

/** Longer than any of our requests to the provider lasts: after it nobody is at work on an attempt. */
export const LEASE_MS = 4 * MINUTE
const NEEDS_OWNER =
  "The card's bank asks its owner to confirm the payment. Please save the card again under Card Setting, or use another one."

type Owed = { companyId: string; key: string }
/** Keys of requests are one room for all companies that pay into the same account, so each names its company. */
export const attemptKey = ({ companyId, key }: Owed, which: string) => `${companyId}#${key}#${which}`
/** The try that a key is of, without what tells its requests apart. */
export const tryOf = (key: string) => key.replace(/~\d+$/, '')
/** One of those that the timetable makes, which count. */
export const isPlanned = (payment: Owed, attempt: Attempt) => attempt.key.startsWith(attemptKey(payment, 'r'))

export function firstAttempt(payment: Owed, means: Means, now: number): Attempt {
  const attempt = { key: attemptKey(payment, '1'), customerId: '', accountId: '', endsAt: now + LEASE_MS }
  if (means === 'wallet') return { ...attempt, means: 'Data Wallet' }
  const { customerId = '', accountId = '', label } = means ?? {}
  return { ...attempt, customerId, accountId, ...(label && { means: label }) }
}

/** `spent`: the provider keeps an error under this key, as long as it remembers keys. */
export type Asked = Charge | { status: 'spent' } | undefined

/** Asks for the money. An answer that was lost leaves the attempt standing. */
export async function askCard(
  deps: Deps,
  payment: Payment,
  attempt: Attempt,
  cardId: string,
  isPresent = false,
): Promise<Asked> {
  const { key, companyId, amountCents, applicationFeeCents, description, purpose } = payment
  const answer = await deps.payments
    .charge({
      key: attempt.key,
      accountId: attempt.accountId,
      customerId: attempt.customerId,
      paymentMethodId: cardId,
      amountCents,
      description,
      metadata: { kind: 'payment', company: companyId, payment: key, purpose },
      isPresent,
      ...(applicationFeeCents && attempt.accountId && { applicationFeeCents }),
    })
    .catch((error) => {
      if (error instanceof KeySpent) return { status: 'spent' as const }
      if (error instanceof AppError && error.code === 'unavailable') return undefined
      throw error
    })
  if (answer?.status !== 'action' || isPresent) return answer
  // Nobody is at the screen: what waits for its owner is taken back, or it could be paid at any time.
  const isBack = await deps.payments.cancel({ chargeId: answer.id, accountId: attempt.accountId })
  return isBack ? { status: 'declined', code: 'authentication_required', reason: NEEDS_OWNER } : undefined
}

/** How an attempt stands at the provider; undefined when it never reached it. */
export async function look(deps: Deps, attempt: Attempt): Promise<FoundCharge | undefined> {
  const { key, customerId, accountId } = attempt
  return customerId ? deps.payments.findCharge({ key, customerId, accountId }) : undefined
}

/** What became of an attempt that nobody ended. One that waits for the card's owner is taken back. */
export async function resolveOrCancel(deps: Deps, attempt: Attempt) {
  const found = await look(deps, attempt)
  if (!found || found.status === 'succeeded') return found
  const isDeclined = found.status === 'declined'
  // Of an account that is not ours to ask any more.
  if (found.id === '') return found
  // Also one that was declined: the person who was given its secret could still pay it with another card.
  if (await deps.payments.cancel({ chargeId: found.id, accountId: attempt.accountId }))
    return isDeclined ? found : { ...found, status: 'declined' as const, reason: NEEDS_OWNER }
  return isDeclined ? look(deps, attempt) : found
}

/**
 * Ends a charge that nobody paid, for good: the person who was given its secret could pay it later, with any card. False when it is
 * paid after all, or nobody knows.
 */
export async function close(deps: Deps, attempt: Attempt, chargeId: string): Promise<boolean> {
  if (await deps.payments.cancel({ chargeId, accountId: attempt.accountId })) return true
  return (await look(deps, attempt))?.status === 'declined'
}

// What Stripe's failures mean for us. Three kinds matter to money: it said no, nothing happened, or nobody knows.
import Stripe from 'stripe'
import { AppError } from '#shared/errors.ts'
import { type Declined, isForeign, notReady, OutcomeUnknown } from './outcome.ts'

const { errors } = Stripe

/** The provider's own words about a card, and the code that says why; undefined when it failed for another reason. */
export function declineOf(error: unknown): Declined | undefined {
  if (!(error instanceof errors.StripeCardError)) return undefined
  return { status: 'declined', code: error.decline_code || error.code || 'card_declined', reason: error.message }
}

/** Whether this is Stripe's 404 for a thing that does not exist in this account. */
export const isMissing = (error: unknown) =>
  error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing'

/** Whether the first request with this key has ended, and this is how, or it was another one. */
export const isSpent = (error: unknown) =>
  (error instanceof errors.StripeIdempotencyError && error.code !== 'idempotency_key_in_use') ||
  (error instanceof errors.StripeAPIError && error.headers?.['idempotent-replayed'] === 'true')

const unready = new Set(['charges_not_enabled', 'account_invalid', 'insufficient_capabilities_for_transfer'])

/** No card's fault, and no mistake of ours either: the account that should be paid, or the card on file, is gone. */
export function unreadyOf(error: unknown): Declined | undefined {
  if (isMissing(error)) return { status: 'declined', code: 'no_card', reason: 'There is no card on file.' }
  const isUnready =
    isForeign(error) || (error instanceof errors.StripeInvalidRequestError && unready.has(error.code ?? ''))
  return isUnready ? { status: 'declined', ...notReady } : undefined
}

const GONE = 'The account that should be paid is gone, or is not connected to the platform any more.'
const BROKEN = 'The payment provider could not carry it out.'

/** Why money was not passed on, in words for operators; undefined where nobody knows whether it was. */
export function refusalOf(error: unknown): string | undefined {
  if (isForeign(error) || isMissing(error)) return GONE
  if (isSpent(error)) return BROKEN
  return error instanceof errors.StripeInvalidRequestError ? error.message : undefined
}

/** Turns what the SDK throws into what our callers decide by. A refused request is our mistake, so it stays what it is. */
export function toTyped(error: unknown): unknown {
  if (error instanceof errors.StripeRateLimitError)
    return new AppError('unavailable', 'The payment provider is busy. Please try again in a moment.', { cause: error })
  const isLost =
    error instanceof errors.StripeConnectionError ||
    // 409: the first request with this key is still running.
    (error instanceof errors.StripeAPIError && (error.statusCode ?? 500) !== 404)
  if (isLost) return new OutcomeUnknown(error)
  if (error instanceof errors.StripeCardError)
    return new AppError('invalid', error.message, { fields: { token: error.message }, cause: error })
  return error
}

/** Runs one request and gives its failures their meaning. */
export async function ask<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    throw toTyped(error)
  }
}

// The one way to move money at the payment provider. Our books have said under which key it is about to be asked; here the
// provider is asked, or what became of it is found out; then our books say what came of it. docs/journeys/money.md shows the whole.
import { AppError } from '#shared/errors.ts'
import { nextMove, type Terms } from '#shared/money/attempt.ts'
import { type Charge, type ChargeRequest, type FoundCharge, KeySpent } from '../../gateways/stripe/outcome.ts'
import type { Payments } from '../../gateways/stripe.ts'

/**
 * What is asked about one payment takes no longer: three requests of 12 seconds, each repeated once. With less time than this a run begins
 * with no further one.
 */
export const LONGEST_MS = 75_000

/** `spent`: the provider keeps an error under this key, as long as it remembers keys. `lost`: the money may have moved. */
export type Answer = Charge | { status: 'spent' } | { status: 'lost'; cause?: unknown }

/** What an attempt asks for, and how it is found again under its key: a card's charge, or anything else that moves money once. */
export type MoneyRequest = {
  amountCents: number
  ask(isOwnerHere: boolean): Promise<Answer>
  /** Undefined when it never arrived. */
  find(): Promise<FoundCharge | undefined>
  /** False when it has come to an end meanwhile. */
  cancel(id: string): Promise<boolean>
}

/** `unconfirmed`: the card's owner did not say yes in time. `unmade`: the provider left it unfinished. */
export type Declined = {
  is: 'declined'
  why: 'refused' | 'unconfirmed' | 'unmade'
  code: string
  reason: string | undefined
}
/** `open`: nobody knows yet, and it is looked at again; `isUnreachable` where nobody can before its account is the platform's to ask. */
type Known =
  | { is: 'paid'; id: string }
  | Declined
  | { is: 'action'; clientSecret: string }
  | { is: 'open'; cause?: unknown; isUnreachable?: true }
export type Asked = Known | { is: 'spent' }
export type Resolved = Known | { is: 'absent' }

/** What the provider said of it, asked or found. */
type Seen = Pick<FoundCharge, 'status'> & Partial<FoundCharge>

const declined = (why: Declined['why'], { code = '', reason }: Partial<FoundCharge>): Declined => ({
  is: 'declined',
  why,
  code,
  reason,
})

function booked(request: MoneyRequest, { id = '', amountCents = request.amountCents }: Seen): Known {
  if (amountCents !== request.amountCents) throw new Error(`The charge ${id} is not the amount that was asked for.`)
  return { is: 'paid', id }
}

/** It could not be cancelled: it came to an end just now, by its owner's yes or by another card. */
async function lookAgain(request: MoneyRequest): Promise<Known> {
  const found = await request.find()
  if (found?.status === 'succeeded') return booked(request, found)
  return found?.status === 'declined' ? declined('refused', found) : { is: 'open' }
}

/** Why what stood like this was cancelled; what nobody can see never is. */
const whyCancelled = {
  succeeded: 'refused',
  declined: 'refused',
  action: 'unconfirmed',
  open: 'unmade',
  unreachable: 'unmade',
} as const

/** Brings an attempt of which the provider said something as far as it goes now. */
async function follow(request: MoneyRequest, seen: Seen, terms: Terms, now: () => number): Promise<Known> {
  const move = nextMove(seen.status, terms, now())
  switch (move) {
    case 'book':
      return booked(request, seen)
    case 'refuse':
      return declined('refused', seen)
    case 'confirm':
      return seen.clientSecret ? { is: 'action', clientSecret: seen.clientSecret } : { is: 'open' }
    case 'cancel':
      // What has no id was never made.
      if (seen.id && !(await request.cancel(seen.id))) return lookAgain(request)
      return declined(whyCancelled[seen.status], seen)
    case 'wait':
    case 'absent':
      return { is: 'open', ...(seen.status === 'unreachable' && { isUnreachable: true }) }
    default:
      return move satisfies never
  }
}

/** Asks for the money, once for each attempt that the books have begun. An answer that was lost leaves the attempt standing. */
export async function ask(request: MoneyRequest, terms: Terms, now: () => number): Promise<Asked> {
  const answer = await request.ask(now() < terms.ownerUntil)
  if (answer.status === 'spent') return { is: 'spent' }
  if (answer.status === 'lost') return { is: 'open', cause: answer.cause }
  // The secret of what was declined at once was given to nobody.
  return follow(request, answer, { ...terms, isSecretOut: false }, now)
}

/** Finds out what became of an attempt, and cancels what nobody will finish. It never asks for money. */
export async function resolveOrCancel(request: MoneyRequest, terms: Terms, now: () => number): Promise<Resolved> {
  const found = await request.find()
  if (found) return follow(request, found, terms, now)
  return { is: nextMove('absent', terms, now()) === 'wait' ? 'open' : 'absent' }
}

/** The charge of a card, or of the customer's default card where an order names none. */
export function cardCharge(
  payments: Pick<Payments, 'charge' | 'findCharge' | 'cancel'>,
  order: Omit<ChargeRequest, 'isPresent'>,
): MoneyRequest {
  const { key, accountId, customerId, amountCents } = order
  return {
    amountCents,
    ask: (isPresent) =>
      payments.charge({ ...order, isPresent }).catch((cause) => {
        if (cause instanceof KeySpent) return { status: 'spent' as const }
        if (cause instanceof AppError && cause.code === 'unavailable') return { status: 'lost' as const, cause }
        throw cause
      }),
    find: () => payments.findCharge({ key, accountId, ...(customerId && { customerId }) }),
    cancel: (chargeId) => payments.cancel({ chargeId, accountId }),
  }
}

// What a request to the payment provider can come to. Without the SDK, so that callers which only tell outcomes apart stay small.
import { AppError } from '#shared/errors.ts'

/** The answer was lost: the request may have been carried out. Ask again with the same key, or look with `findCharge`. */
export class OutcomeUnknown extends AppError {
  constructor(cause: unknown) {
    super('unavailable', 'The payment provider did not answer. Nothing is lost; please try again in a moment.', {
      cause,
    })
    this.name = 'OutcomeUnknown'
  }
}

/**
 * The provider keeps the end of an earlier request under this key, a failure of its own or a request with other parameters, and
 * gives that answer for a day. What was not made by then never will be, under this key.
 */
export class KeySpent extends OutcomeUnknown {
  constructor(cause: unknown) {
    super(cause)
    this.name = 'KeySpent'
  }
}

/** No card's fault: the account that should be paid takes nothing, or is not the platform's to ask any more. */
export const notReady = {
  code: 'account_not_ready',
  reason: 'The payment account that should receive this payment cannot take payments at the moment.',
} as const

/** `reason` is the provider's sentence for the card's owner. */
export type Declined = { status: 'declined'; code: string; reason: string; id?: string }
export type Charge =
  | { status: 'succeeded'; id: string }
  | Declined
  | { status: 'action'; clientSecret: string; id: string }

export type ChargeRequest = {
  /** Our ledger key. It is Stripe's idempotency key too, and stays on the charge as `metadata.key`. */
  key: string
  /** The connected account that charges; the platform's own when it is left out. */
  accountId?: string | undefined
  customerId: string
  /** The customer's default card when it is left out. */
  paymentMethodId?: string | undefined
  amountCents: number
  description: string
  metadata: Record<string, string>
  /** A connected account that the platform passes the money on to. */
  destination?: string | undefined
  applicationFeeCents?: number | undefined
  /** The customer is at the screen and can authenticate. Otherwise a card that asks for it is declined for now. */
  isPresent?: boolean | undefined
}

/** One place of a charge, and which to look for. */
export type ChargeQuery = { key: string; accountId?: string | undefined; customerId?: string | undefined }
/** `unreachable`: the account that was asked is not the platform's to ask any more, so nobody can say what became of it. */
export type FoundCharge = {
  status: 'succeeded' | 'declined' | 'action' | 'open' | 'unreachable'
  id: string
  amountCents: number
  /** Why it was declined. */
  code?: string | undefined
  reason?: string | undefined
  /** With it the card's owner confirms a charge that waits for them. It goes to their browser and nowhere else. */
  clientSecret?: string | undefined
}

/**
 * What asking for money back came to. `pending`: it is on its way, and may still fail. `failed`: the provider or the bank said no, and
 * it says no again under the same key; `reason` is a sentence for people. `unreachable`: the account that charged is not the platform's
 * to ask any more; nothing went back now, and whether an earlier request did nobody can say.
 */
export type Refunded =
  | { status: 'succeeded' | 'pending'; id: string }
  | { status: 'failed' | 'unreachable'; id: string; code: string; reason: string }
/** Nothing went back by this request. */
export const isRefused = (gone: Refunded): gone is Extract<Refunded, { reason: string }> =>
  gone.status === 'failed' || gone.status === 'unreachable'

/** One part that went back. `key` is ours, and empty where somebody gave it back by hand at the provider. */
export type RefundPart = {
  id: string
  key: string
  amountCents: number
  status: 'succeeded' | 'pending' | 'failed'
  /** The provider's word for why it failed. */
  reason?: string | undefined
  at: number
}
export type RefundsOfCharge = {
  /** What was charged; zero while it was not paid. */
  amountCents: number
  /** What went back of it or is on its way. */
  backCents: number
  /** The newest first. */
  parts: RefundPart[]
  /** The part of the charge that the platform took. */
  fee: { id: string; amountCents: number; backCents: number; parts: RefundPart[] } | undefined
  isDisputed: boolean
}

/**
 * `inquiry`: a bank asks, and has taken nothing. `open`: it holds the money until it decides. `dropped`: it let the question be.
 */
export type DisputeState = 'inquiry' | 'open' | 'won' | 'lost' | 'dropped'
export type ProviderDispute = {
  id: string
  /** The payment it is about; undefined for money that was never asked for by one. */
  chargeId: string | undefined
  amountCents: number
  state: DisputeState
  /** The provider's word: `fraudulent`, `product_not_received`. */
  reason: string
  /** Until when evidence is taken; null once it is not any more. */
  dueAt: number | null
  at: number
}
/** `reason` is the provider's sentence. */
export type FailedPayout = { id: string; amountCents: number; reason: string }

/**
 * Whether the platform may not act for an account (any more). By what the refusal says of itself: who asks this without asking the
 * provider for anything does not load its library.
 */
export const isForeign = (error: unknown): boolean =>
  error instanceof Error &&
  (('type' in error && error.type === 'StripePermissionError') || ('code' in error && error.code === 'account_invalid'))

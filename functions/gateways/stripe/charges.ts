// Money that a card pays, and that is passed on. Every request carries a key made of facts.
import Stripe from 'stripe'
import { SECOND } from '#shared/dates.ts'
import { ask, declineOf, isMissing, isSpent, refusalOf, toTyped, unreadyOf } from './errors.ts'
import {
  type Charge,
  type ChargeQuery,
  type ChargeRequest,
  type FoundCharge,
  isForeign,
  KeySpent,
  OutcomeUnknown,
} from './outcome.ts'

/** Which account a request is made in, and under which idempotency key. */
export const at = (accountId: string | undefined, key?: string): Stripe.RequestOptions => ({
  ...(accountId && { stripeAccount: accountId }),
  ...(key && { idempotencyKey: key }),
})

const cardsOnly = { allowed_payment_method_types: ['card'] } satisfies Partial<Stripe.PaymentIntentCreateParams>

/** Where a payment intent stands, in our words. */
function toCharge(intent: Stripe.PaymentIntent): Charge {
  const { id, client_secret: clientSecret, last_payment_error: failure } = intent
  if (intent.status === 'succeeded') return { status: 'succeeded', id }
  if (intent.status === 'requires_action' && clientSecret) return { status: 'action', clientSecret, id }
  if (intent.status === 'requires_payment_method' || intent.status === 'canceled') {
    const code = failure?.decline_code ?? failure?.code ?? 'card_declined'
    return { status: 'declined', code, reason: failure?.message ?? 'The card was declined.', id }
  }
  // A card settles at once; anything else that Stripe says of it is not an answer yet.
  throw new OutcomeUnknown(`payment intent ${id} is ${intent.status}`)
}

const states: Record<string, FoundCharge['status']> = {
  succeeded: 'succeeded',
  requires_action: 'action',
  requires_payment_method: 'declined',
  canceled: 'declined',
}
const toFound = ({
  id,
  status,
  amount,
  client_secret,
  last_payment_error: failure,
}: Stripe.PaymentIntent): FoundCharge => ({
  id,
  status: states[status] ?? 'open',
  amountCents: amount,
  code: failure?.decline_code ?? failure?.code,
  reason: failure?.message,
  ...(status === 'requires_action' && client_secret && { clientSecret: client_secret }),
})

type ChargedSince = { customerId: string; accountId?: string | undefined; since: number }
export type Charged = { id: string; amountCents: number; madeAt: number; metadata: Record<string, string> }

/** Keys of requests that are under way, and whether one of the tries that the SDK makes by itself was not answered. */
export type UnderWay = Map<string, { isLost: boolean }>

/** How far back a lost charge is looked for. */
const MOST_LISTED = 500

export function chargesOf(stripe: Stripe, underWay: UnderWay) {
  /** The card that a customer pays with unless another is named. */
  async function defaultCardOf(customerId: string, accountId: string | undefined): Promise<string | undefined> {
    const customer = await ask(() => stripe.customers.retrieve(customerId, {}, at(accountId)))
    if (customer.deleted) return undefined
    const method = customer.invoice_settings.default_payment_method
    return (typeof method === 'string' ? method : method?.id) ?? undefined
  }

  /** The newest come first, so what was lost a moment ago is on the first page. */
  async function findListed(customer: string, accountId: string | undefined, key: string) {
    let seen = 0
    for await (const intent of stripe.paymentIntents.list({ customer, limit: 100 }, at(accountId))) {
      if (intent.metadata.key === key) return intent
      if (++seen >= MOST_LISTED) break
    }
    return undefined
  }

  return {
    /** Charges a card once for each key. Says no as an answer; throws `OutcomeUnknown` (or `KeySpent`) when the answer was lost. */
    async charge(request: ChargeRequest): Promise<Charge> {
      const { key, accountId, customerId, amountCents, description, destination, applicationFeeCents } = request
      const card = request.paymentMethodId ?? (await defaultCardOf(customerId, accountId))
      if (!card) return { status: 'declined', code: 'no_card', reason: 'There is no card on file.' }
      const tried = { isLost: false }
      underWay.set(key, tried)
      try {
        const intent = await stripe.paymentIntents.create(
          {
            ...cardsOnly,
            amount: amountCents,
            currency: 'usd',
            customer: customerId,
            payment_method: card,
            description,
            confirm: true,
            // Who is at the screen confirms there, by the provider's own script, without leaving our page.
            ...(request.isPresent ? { use_stripe_sdk: true } : { off_session: true }),
            metadata: { ...request.metadata, key },
            ...(destination && { transfer_data: { destination } }),
            ...(applicationFeeCents && { application_fee_amount: applicationFeeCents }),
          },
          at(accountId, key),
        )
        return toCharge(intent)
      } catch (error) {
        // The first of the SDK's own tries may have been carried out before the account was taken away.
        if (isForeign(error) && tried.isLost) throw new OutcomeUnknown(error)
        const declined = declineOf(error) ?? unreadyOf(error)
        if (!declined) throw isSpent(error) ? new KeySpent(error) : toTyped(error)
        const raw = error instanceof Stripe.errors.StripeCardError ? error.payment_intent : undefined
        if (!raw) return declined
        // The card's bank wants its owner: that is no refusal, but it needs a person.
        if (declined.code === 'authentication_required' && raw.client_secret)
          return { status: 'action', clientSecret: raw.client_secret, id: raw.id }
        return { ...declined, id: raw.id }
      } finally {
        underWay.delete(key)
      }
    },

    /**
     * The charge that was made under a key. With the customer it is found at once, in the list of their charges; without
     * one by Stripe's search, which knows a charge after about a minute.
     */
    async findCharge({ key, accountId, customerId }: ChargeQuery): Promise<FoundCharge | undefined> {
      try {
        const listed = customerId ? await findListed(customerId, accountId, key) : undefined
        if (listed) return toFound(listed)
        const query = `metadata['key']:'${key.replace(/[\\']/g, '\\$&')}'`
        const { data } = await stripe.paymentIntents.search({ query, limit: 1 }, at(accountId))
        return data[0] && toFound(data[0])
      } catch (error) {
        if (accountId && isForeign(error)) return { status: 'unreachable', id: '', amountCents: 0 }
        throw toTyped(error)
      }
    },

    /** Charges of a customer from an instant (ms) on that took money, the newest first, with what we wrote on them. */
    async listCharged({ customerId, accountId, since }: ChargedSince): Promise<Charged[]> {
      const charged: Charged[] = []
      for await (const intent of stripe.paymentIntents.list({ customer: customerId, limit: 100 }, at(accountId))) {
        const madeAt = intent.created * SECOND
        if (madeAt < since) break
        if (states[intent.status] === 'succeeded')
          charged.push({ id: intent.id, amountCents: intent.amount, madeAt, metadata: intent.metadata })
      }
      return charged
    },

    /** Where a charge stands now. */
    async getCharge({ chargeId, accountId }: { chargeId: string; accountId?: string | undefined }): Promise<{
      charge: FoundCharge
      metadata: Record<string, string>
      customerId: string | undefined
      /** What the platform keeps of it. */
      feeCents: number
      reason: string | undefined
    }> {
      const intent = await ask(() => stripe.paymentIntents.retrieve(chargeId, {}, at(accountId)))
      const customer = intent.customer
      return {
        charge: toFound(intent),
        metadata: intent.metadata,
        customerId: (typeof customer === 'string' ? customer : customer?.id) ?? undefined,
        feeCents: intent.application_fee_amount ?? 0,
        reason: intent.last_payment_error?.message ?? undefined,
      }
    },

    /** Takes back a charge that nobody finished, so that it cannot be paid later. Paid ones stay as they are. */
    async cancel({ chargeId, accountId }: { chargeId: string; accountId?: string | undefined }): Promise<boolean> {
      try {
        await stripe.paymentIntents.cancel(chargeId, {}, at(accountId))
        return true
      } catch (error) {
        if (
          error instanceof Stripe.errors.StripeInvalidRequestError &&
          error.code === 'payment_intent_unexpected_state'
        )
          return false
        throw toTyped(error)
      }
    },

    /**
     * Passes money of the platform on to a connected account. `refused`: Stripe said no, and why; nothing was passed on under this
     * key, and asking with it again gets the same answer.
     */
    async transfer(request: {
      key: string
      /** By which it is found again, no matter what becomes of the account. */
      group: string
      destination: string
      amountCents: number
      description: string
      metadata: Record<string, string>
    }): Promise<{ id: string } | { refused: string }> {
      const { key, group, destination, amountCents: amount, description, metadata } = request
      try {
        const { id } = await stripe.transfers.create(
          { amount, currency: 'usd', destination, description, transfer_group: group, metadata: { ...metadata, key } },
          at(undefined, key),
        )
        return { id }
      } catch (error) {
        const refused = refusalOf(error)
        if (refused === undefined) throw toTyped(error)
        return { refused }
      }
    },

    /** The transfer of a group. */
    async findTransfer({ group }: { group: string }): Promise<{ id: string } | undefined> {
      const { data } = await ask(() => stripe.transfers.list({ transfer_group: group, limit: 1 }))
      return data[0] && { id: data[0].id }
    },

    /** What was passed on, and how much of it was taken back, no matter by whom. */
    async readTransfer({ transferId }: { transferId: string }): Promise<{ amountCents: number; backCents: number }> {
      const { amount, amount_reversed } = await ask(() => stripe.transfers.retrieve(transferId))
      return { amountCents: amount, backCents: amount_reversed }
    },

    /** Takes a part of a transfer back. `refused` as of a transfer. */
    async reverseTransfer(request: {
      key: string
      transferId: string
      amountCents: number
      metadata: Record<string, string>
    }): Promise<{ id: string } | { refused: string }> {
      const { key, transferId, amountCents: amount, metadata } = request
      try {
        const { id } = await stripe.transfers.createReversal(
          transferId,
          { amount, metadata: { ...metadata, key } },
          at(undefined, key),
        )
        return { id }
      } catch (error) {
        const refused = refusalOf(error)
        if (refused === undefined) throw toTyped(error)
        return { refused }
      }
    },

    /** A discount that Stripe keeps, by the code that people type; undefined when there is none or it has run out. */
    async findCoupon({
      code,
      accountId,
    }: {
      code: string
      accountId?: string | undefined
    }): Promise<{ id: string; percentOff: number | undefined; amountOffCents: number | undefined } | undefined> {
      try {
        const coupon = await stripe.coupons.retrieve(code, {}, at(accountId))
        if (!coupon.valid) return undefined
        return {
          id: coupon.id,
          percentOff: coupon.percent_off ?? undefined,
          amountOffCents: coupon.amount_off ?? undefined,
        }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw toTyped(error)
      }
    },
  }
}

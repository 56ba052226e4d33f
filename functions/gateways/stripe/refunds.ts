// Money that goes back: to a card, all of it or a part, and of the platform's own fee to the account that paid it. Each request
// is found again by our key as long as the provider keeps it, not only for the day that idempotency keys last.
import Stripe from 'stripe'
import { renewedKey } from '#shared/money/attempt.ts'
import { at, type UnderWay } from './charges.ts'
import { ask, isSpent, toTyped } from './errors.ts'
import {
  isForeign,
  KeySpent,
  notReady,
  OutcomeUnknown,
  type Refunded,
  type RefundPart,
  type RefundsOfCharge,
} from './outcome.ts'

/** One charge: the id of its payment intent, and the connected account that made it. */
type Place = { chargeId: string; accountId?: string | undefined }

/** More parts than this no charge of ours is ever given back in. */
const MOST_PARTS = 500
/** How many keys one request may use up, where the provider keeps an error of its own under the ones before. */
const MOST_KEYS = 4
const ALL_BACK = 'charge_already_refunded'

const states: Record<string, RefundPart['status']> = { succeeded: 'succeeded', failed: 'failed', canceled: 'failed' }

const toPart = ({ id, amount, status, metadata, failure_reason, created }: Stripe.Refund): RefundPart => ({
  id,
  key: metadata?.key ?? '',
  amountCents: amount,
  status: states[status ?? ''] ?? 'pending',
  at: created * 1000,
  ...(failure_reason && { reason: failure_reason }),
})
const toFeePart = ({ id, amount, metadata, created }: Stripe.FeeRefund): RefundPart => ({
  id,
  key: metadata?.key ?? '',
  amountCents: amount,
  status: 'succeeded',
  at: created * 1000,
})

const sum = (parts: readonly RefundPart[]) =>
  parts.reduce((all, { status, amountCents }) => all + (status === 'failed' ? 0 : amountCents), 0)

const NOT_TAKEN_BACK = 'The bank of the card sent the money back.'
function toRefunded({ id, status, reason }: RefundPart): Refunded {
  return status === 'failed' ? { status, id, code: reason ?? 'failed', reason: NOT_TAKEN_BACK } : { status, id }
}

/** Why the provider would not give money back; undefined where nobody knows whether it did. */
function refusedBy(error: unknown): Refunded | undefined {
  if (isForeign(error)) return { status: 'unreachable', id: '', ...notReady }
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return undefined
  return { status: 'failed', id: '', code: error.code ?? 'refused', reason: error.message }
}

export function refundsOf(stripe: Stripe, underWay: UnderWay) {
  const partsOf = async ({ chargeId, accountId }: Place): Promise<RefundPart[]> =>
    (
      await stripe.refunds
        .list({ payment_intent: chargeId, limit: 100 }, at(accountId))
        .autoPagingToArray({ limit: MOST_PARTS })
    ).map(toPart)

  const feePartsOf = async (feeId: string): Promise<RefundPart[]> =>
    (await stripe.applicationFees.listRefunds(feeId, { limit: 100 }).autoPagingToArray({ limit: MOST_PARTS })).map(
      toFeePart,
    )

  async function chargeAt({ chargeId, accountId }: Place) {
    const intent = await stripe.paymentIntents.retrieve(chargeId, { expand: ['latest_charge'] }, at(accountId))
    const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
    const fee = charge?.application_fee ?? undefined
    return {
      amountCents: intent.status === 'succeeded' ? intent.amount : 0,
      feeId: typeof fee === 'object' ? fee.id : fee,
      feeCents: charge?.application_fee_amount ?? 0,
      isDisputed: charge?.disputed ?? false,
    }
  }

  /** Makes a request; whether it was made nobody knows where the account was taken away between two tries of the SDK. */
  async function asked(idempotencyKey: string, make: (idempotencyKey: string) => Promise<RefundPart>) {
    const request = { isLost: false }
    underWay.set(idempotencyKey, request)
    try {
      return await make(idempotencyKey)
    } catch (error) {
      throw isForeign(error) && request.isLost ? new OutcomeUnknown(error) : error
    } finally {
      underWay.delete(idempotencyKey)
    }
  }

  /** Looks for a request first, so that it is made once however often and however late it is asked for. */
  async function once(
    key: string,
    find: () => Promise<RefundPart[]>,
    make: (idempotencyKey: string) => Promise<RefundPart>,
  ): Promise<Refunded> {
    for (let keys = 0; keys < MOST_KEYS; keys++) {
      try {
        const made = (await find()).find((part) => part.key === key)
        return toRefunded(made ?? (await asked(keys === 0 ? key : renewedKey(key, keys), make)))
      } catch (error) {
        if (isSpent(error)) continue
        const refused = refusedBy(error)
        if (refused) return refused
        throw toTyped(error)
      }
    }
    throw new KeySpent(`The provider keeps errors under all keys of the refund ${key}.`)
  }

  return {
    /**
     * Gives a charge back, or a part of it, once for each key; as much of our fee too where `withFee` says so. A whole charge
     * that went back before, by hand or in parts, has succeeded with an empty id. Throws `OutcomeUnknown` when the answer was lost:
     * ask again with the same key.
     */
    async refund(request: {
      key: string
      /** The id of its payment intent. */
      chargeId: string
      amountCents: number
      accountId?: string | undefined
      withFee?: boolean | undefined
    }): Promise<Refunded> {
      const { key, chargeId, amountCents, accountId, withFee } = request
      const refunded = await once(
        key,
        () => partsOf(request),
        async (idempotencyKey) =>
          toPart(
            await stripe.refunds.create(
              {
                payment_intent: chargeId,
                amount: amountCents,
                metadata: { key },
                ...(withFee && { refund_application_fee: true }),
              },
              at(accountId, idempotencyKey),
            ),
          ),
      )
      if (refunded.status !== 'failed' || refunded.code !== ALL_BACK) return refunded
      const { amountCents: whole } = await ask(() => chargeAt(request))
      return whole === amountCents ? { status: 'succeeded', id: '' } : refunded
    },

    /**
     * Gives exactly `feeCents` of the application fee of a charge back to the connected account that paid it, once for each key.
     * Throws `OutcomeUnknown` when the answer was lost: ask again with the same key.
     */
    async refundFee(request: {
      key: string
      chargeId: string
      feeCents: number
      accountId: string
    }): Promise<Refunded> {
      const { key, feeCents } = request
      let feeId: string | undefined
      try {
        feeId = (await chargeAt(request)).feeId
      } catch (error) {
        const refused = refusedBy(error)
        if (refused) return refused
        throw toTyped(error)
      }
      if (!feeId)
        return { status: 'failed', id: '', code: 'no_fee', reason: 'This payment has no fee that could go back.' }
      const id = feeId
      return once(
        key,
        () => feePartsOf(id),
        async (idempotencyKey) =>
          toFeePart(
            await stripe.applicationFees.createRefund(
              id,
              { amount: feeCents, metadata: { key } },
              at(undefined, idempotencyKey),
            ),
          ),
      )
    },

    /** What went back of a charge and of the fee that was taken with it, no matter who gave it back. */
    async readRefunds(place: Place): Promise<RefundsOfCharge> {
      return ask(async () => {
        const { amountCents, feeId, feeCents, isDisputed } = await chargeAt(place)
        const parts = await partsOf(place)
        const feeParts = feeId ? await feePartsOf(feeId) : []
        return {
          amountCents,
          backCents: sum(parts),
          parts,
          fee: feeId ? { id: feeId, amountCents: feeCents, backCents: sum(feeParts), parts: feeParts } : undefined,
          isDisputed,
        }
      })
    },
  }
}

// What the provider tells of money that goes away by itself or by hand there: refunds, disputes, payouts that failed. Only read.
import type Stripe from 'stripe'
import { at } from './charges.ts'
import { isMissing, toTyped } from './errors.ts'
import { type DisputeState, type FailedPayout, isForeign, type ProviderDispute } from './outcome.ts'

const MOST_IN_A_PAGE = 100
export type ReturnsAsked = {
  kind: 'refunds' | 'disputes'
  accountId: string
  since: number
  after?: string | undefined
}
export type ChargesAsked = Omit<ReturnsAsked, 'kind'> & { until: number }
export type ReturnsPage = { ids: string[]; next: string | undefined }

type Ask = { objectId: string; accountId?: string | undefined }

/** Whether the bank holds the money, as far as that goes. An appeal is one more round after a dispute was lost. */
const states: Record<string, DisputeState> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'dropped',
  prevented: 'dropped',
  won: 'won',
  lost: 'lost',
}

const idOf = (thing: string | { id: string } | null | undefined) =>
  (typeof thing === 'string' ? thing : thing?.id) ?? undefined

export function returnsOf(stripe: Stripe) {
  /** Undefined where the thing is not there, or the account not ours to ask any more. */
  async function look<T>(request: () => Promise<T>): Promise<T | undefined> {
    try {
      return await request()
    } catch (error) {
      if (isMissing(error) || isForeign(error)) return undefined
      throw toTyped(error)
    }
  }

  return {
    /** The payment (its intent) that a charge or a refund is of. */
    paymentOf: ({ objectId, accountId }: Ask): Promise<string | undefined> =>
      look(async () => {
        const thing = /^(re|pyr)_/.test(objectId)
          ? await stripe.refunds.retrieve(objectId, {}, at(accountId))
          : await stripe.charges.retrieve(objectId, {}, at(accountId))
        return idOf(thing.payment_intent)
      }),

    getDispute: ({ objectId, accountId }: Ask): Promise<ProviderDispute | undefined> =>
      look(async () => {
        const { id, payment_intent, amount, status, reason, evidence_details, created } =
          await stripe.disputes.retrieve(objectId, {}, at(accountId))
        return {
          id,
          chargeId: idOf(payment_intent),
          amountCents: amount,
          state: states[status] ?? 'open',
          reason,
          dueAt: evidence_details.due_by === null ? null : evidence_details.due_by * 1000,
          at: created * 1000,
        }
      }),

    /**
     * Refunds or disputes that were made since an instant (ms), by their ids, the newest first; `after`: the one behind which the page
     * begins, `next` where another one follows. None of an account that is not ours to ask any more.
     */
    listReturns: async ({ kind, accountId, since, after }: ReturnsAsked): Promise<ReturnsPage> => {
      const asked = {
        created: { gte: Math.floor(since / 1000) },
        limit: MOST_IN_A_PAGE,
        ...(after !== undefined && { starting_after: after }),
      }
      const page = await look(async () => stripe[kind].list(asked, at(accountId)))
      const ids = page?.data.map(({ id }) => id) ?? []
      return { ids, next: page?.has_more ? ids.at(-1) : undefined }
    },

    /**
     * Charges for payments of ours that succeeded, by the ids of their payment intents, of those that were made between two instants (ms).
     * As `listReturns`.
     */
    listCharges: async ({ accountId, since, until, after }: ChargesAsked): Promise<ReturnsPage> => {
      const asked = {
        created: { gte: Math.floor(since / 1000), lte: Math.ceil(until / 1000) },
        limit: MOST_IN_A_PAGE,
        ...(after !== undefined && { starting_after: after }),
      }
      const page = await look(async () => stripe.paymentIntents.list(asked, at(accountId)))
      const all = page?.data ?? []
      // An agency's account has other customers, too.
      const ours = all.filter(({ status, metadata }) => status === 'succeeded' && metadata.kind === 'payment')
      return { ids: ours.map(({ id }) => id), next: page?.has_more ? all.at(-1)?.id : undefined }
    },

    /** A payout that did not reach its bank; undefined for any other. */
    getFailedPayout: ({ objectId, accountId }: Ask): Promise<FailedPayout | undefined> =>
      look(async () => {
        const { id, amount, status, failure_message } = await stripe.payouts.retrieve(objectId, {}, at(accountId))
        return status === 'failed' ? { id, amountCents: amount, reason: failure_message ?? '' } : undefined
      }),
  }
}

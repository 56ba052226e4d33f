// What a platform earns, from the payments of its clients and agencies (LED-29). Amounts are cents.
import { isOfUsedCredit, isTakenBack, type Payment } from '../model/payment.ts'
import { addSums, type Sums } from './sums.ts'

const revenueNames = ['retail', 'wholesale', 'rootCost', 'onboarding', 'developerFee', 'trueUp', 'refunds'] as const
export type Revenue = Record<(typeof revenueNames)[number], number>

export const toRevenue = (figures: Record<string, number>): Revenue =>
  Object.fromEntries(revenueNames.map((name) => [name, figures[name] ?? 0])) as Revenue

/** What is left for the root of what it got. */
export const rootRevenueOf = ({ wholesale, onboarding, developerFee, trueUp, rootCost, refunds }: Revenue): number =>
  wholesale + onboarding + developerFee + trueUp - rootCost - refunds

/** What belongs to no product: set-ups, minimum spend. */
const NO_PRODUCT = 'none'

type Paid = Pick<
  Payment,
  | 'purpose'
  | 'about'
  | 'amountCents'
  | 'applicationFeeCents'
  | 'earned'
  | 'refundedCents'
  | 'dispute'
  | 'disputeSettledAt'
  | 'status'
>

/**
 * Whether money came for it. What an operator wrote off or what came to nothing brought none, and credit that is paid anew after a
 * dispute brings nothing beside what it had paid.
 */
export const isEarned = (payment: Pick<Payment, 'key' | 'status'>): boolean =>
  (payment.status === 'paid' || payment.status === 'refunded') && !isOfUsedCredit(payment)

const backOf = (payment: Paid): number =>
  Math.min(
    payment.amountCents,
    payment.refundedCents + (isTakenBack(payment) ? (payment.dispute?.amountCents ?? 0) : 0),
  )

/**
 * What one payment brought, by product. Of a client's the root has the application fee alone, and gives back of it as much as
 * of the whole payment went back.
 */
export function revenueOf(payment: Paid, payer: 'client' | 'agency'): Sums {
  const { amountCents, applicationFeeCents, earned, purpose, about } = payment
  const backCents = backOf(payment)
  if (payer === 'client') {
    const fee = applicationFeeCents ?? 0
    const [product = NO_PRODUCT, { rootCents } = { rootCents: 0 }] = Object.entries(earned ?? {})[0] ?? []
    const refunds = amountCents === 0 ? 0 : Math.round((fee * backCents) / amountCents)
    return { [product]: { retail: amountCents, wholesale: fee, rootCost: rootCents, refunds } }
  }
  if (purpose === 'onboarding') return { [NO_PRODUCT]: { onboarding: amountCents, refunds: backCents } }
  if (purpose === 'developer') return { [NO_PRODUCT]: { developerFee: amountCents, refunds: backCents } }
  if (about === 'true-up') return { [NO_PRODUCT]: { trueUp: amountCents, refunds: backCents } }
  const byProduct = Object.entries(earned ?? {}).map(([product, { wholesaleCents, rootCents }]) => ({
    [product]: { wholesale: wholesaleCents, rootCost: rootCents },
  }))
  const named = Object.values(earned ?? {}).reduce((sum, { wholesaleCents }) => sum + wholesaleCents, 0)
  // Of older invoices, and of what was rounded or carried, nobody knows the product.
  const rest = { [NO_PRODUCT]: { wholesale: amountCents - named } }
  const [first = NO_PRODUCT] = Object.keys(earned ?? {})
  return addSums([...byProduct, rest, { [first]: { refunds: backCents } }])
}

/** What moved a Data Wallet beside its invoices: of which product, and what the leads that it paid cost the root (cents). */
export type WalletUse = { kind: 'paid' | 'back'; product: string | undefined; amountCents: number; rootCents: number }

/** What it brought, or took off again. What a lead cost the root stays its cost where it was given back. */
export const walletRevenueOf = ({ kind, product = NO_PRODUCT, amountCents, rootCents }: WalletUse): Sums => ({
  [product]: kind === 'paid' ? { wholesale: amountCents, rootCost: rootCents } : { refunds: amountCents },
})

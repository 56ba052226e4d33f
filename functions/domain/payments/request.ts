// What an attempt to collect a payment asks, a card, the Data Wallet, or nobody while there is neither; and how it is looked up.
import { hasCard } from '#shared/model/billing.ts'
import { PAID_BY_WALLET } from '#shared/model/card-name.ts'
import type { Attempt, Payment } from '#shared/model/payment.ts'
import { LEASE_MS, NOBODY, type Terms, WHILE_HERE } from '#shared/money/attempt.ts'
import { notReady } from '../../gateways/stripe/outcome.ts'
import { takeFromWallet } from '../billing/wallet-invoice.ts'
import { type Answer, cardCharge, type MoneyRequest, type Resolved, resolveOrCancel } from './attempt.ts'
import type { CardHolder, Means } from './payer.ts'
import type { CollectDeps } from './record.ts'

const noCard = { status: 'declined', code: 'no_card', reason: 'There is no card on file.' } as const

/**
 * A client has its card all the same while the account that keeps it takes no cards, and can save none where there is no account that
 * does: then nobody is told to save another one.
 */
async function whyNoCard({ db }: CollectDeps, { companyId }: Payment): Promise<Answer> {
  const [billing, { kind, parentId }] = await Promise.all([db.billing.get(companyId), db.company.get(companyId)])
  if (kind !== 'client') return noCard
  const { accountId, chargesEnabled } = await db.connectedAccount.get({ company: parentId ?? '' })
  const isKept = hasCard(billing) && accountId === billing.accountId
  return isKept || !accountId || !chargesEnabled ? { status: 'declined', ...notReady } : noCard
}

export function newAttempt(key: string, means: Means, now: number): Attempt {
  const attempt = { key, customerId: '', accountId: '', endsAt: now + LEASE_MS }
  if (means === 'wallet') return { ...attempt, means: PAID_BY_WALLET }
  const { customerId = '', accountId = '', label } = means ?? {}
  return { ...attempt, customerId, accountId, ...(label && { means: label }) }
}

/** A timetable has nobody to ask; but an earlier call may have given the secret of this attempt to a browser. */
export const alone = ({ endsAt }: Attempt): Terms => ({ endsAt, ownerUntil: NOBODY, isSecretOut: true })
/** The card's owner is at the screen. */
export const withOwner = (attempt: Attempt): Terms => ({ ...alone(attempt), ownerUntil: WHILE_HERE })

function chargeOf(deps: Pick<CollectDeps, 'payments'>, payment: Payment, attempt: Attempt, card?: CardHolder) {
  const { key, companyId, amountCents, applicationFeeCents, description, purpose } = payment
  const { accountId, customerId } = attempt
  return cardCharge(deps.payments, {
    key: attempt.key,
    accountId,
    customerId,
    paymentMethodId: card?.cardId,
    amountCents,
    description,
    metadata: { kind: 'payment', company: companyId, payment: key, purpose },
    ...(applicationFeeCents && accountId && { applicationFeeCents }),
  })
}

/** `means` is needed to ask, not to find out what became of it. */
export function requestOf(deps: CollectDeps, payment: Payment, attempt: Attempt, means?: Means): MoneyRequest {
  const { amountCents, chargeId } = payment
  const card =
    attempt.customerId === '' ? undefined : chargeOf(deps, payment, attempt, means === 'wallet' ? undefined : means)
  // The wallet marks what it pays in the transaction that takes the money.
  const marked = chargeId === null ? undefined : { status: 'succeeded' as const, id: chargeId, amountCents }
  return {
    amountCents,
    ask: async (isOwnerHere) => {
      if (means === 'wallet') return takeFromWallet(deps, payment, attempt.key)
      return card ? card.ask(isOwnerHere) : whyNoCard(deps, payment)
    },
    find: async () => marked ?? card?.find(),
    cancel: async (id) => card?.cancel(id) ?? true,
  }
}

/**
 * What became of an attempt that was begun before, as `resolveOrCancel` finds it. Where nobody can tell, operators see it among what is
 * unpaid, and nothing else happens: it did not fail.
 */
export async function resolvePayment(
  deps: CollectDeps,
  payment: Payment,
  attempt: Attempt,
  terms: Terms,
): Promise<Resolved> {
  const { db, now } = deps
  const found = await resolveOrCancel(requestOf(deps, payment, attempt), terms, now)
  if (found.is !== 'open' || !found.isUnreachable || payment.unreachableSince !== null) return found
  const { rootId } = await db.company.get(payment.companyId)
  await db.payment.noteUnreachable(payment, { rootId, since: now() })
  return found
}

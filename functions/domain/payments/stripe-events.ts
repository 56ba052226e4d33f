// What the payment provider's events change here. An event only says where to look: facts are read anew, so that events may come
// twice, late and in any order. And nothing of another tenant changes: everything that an event names is looked up from our side.
import { isStripeEvent, type StripeEventName } from '#shared/hooks.ts'
import { isForeign } from '../../gateways/stripe/outcome.ts'
import { followAccount } from './account-held.ts'
import { type ChargeDeps, chargeEnded, nothing } from './charge-ended.ts'
import { type ConnectDeps, hearOfAbsence, refresh } from './connections.ts'
import { payoutFailed } from './payout-failed.ts'
import { disputeChanged, refundChanged } from './returned.ts'

export type EventDeps = ChargeDeps & ConnectDeps
export type EventMessage = {
  eventId: string
  type: string
  accountId: string
  objectId: string
  createdAt?: number | undefined
}
type Handler = (deps: EventDeps, event: EventMessage) => Promise<string>

/** Also of an account that is gone, of which the provider tells nothing any more. */
async function accountChanged(deps: EventDeps, { accountId, type, createdAt }: EventMessage): Promise<string> {
  const { db } = deps
  const owner = accountId ? await db.connectedAccount.findOwner(accountId) : undefined
  const company = owner && 'company' in owner ? await db.company.find(owner.company) : undefined
  const user = owner && 'user' in owner ? await db.user.find(owner.user) : undefined
  const holder = company ? { company } : user ? { user } : undefined
  if (!holder) return nothing
  const kept = await db.connectedAccount.get(
    'company' in holder ? { company: holder.company.id } : { user: holder.user.id },
  )
  if (kept.accountId !== accountId) return nothing
  const { state } = await refresh(deps, holder)
  // It was away, and may be back before we hear of that.
  if (type === 'account.application.deauthorized' && state !== 'failed')
    await hearOfAbsence(deps, holder, createdAt ?? deps.now())
  if ('company' in holder) await followAccount(deps, holder.company)
  return `account is ${state || 'gone'}`
}

/** Banks replace cards that run out or get lost: what is shown of a card follows. */
async function cardChanged({ db, payments, now }: EventDeps, event: EventMessage): Promise<string> {
  const { objectId: cardId, accountId } = event
  const found = await payments.findCardOwner({ cardId, accountId })
  if (!found?.company) return nothing
  const billing = await db.billing.get(found.company)
  if (billing.cardId !== cardId || billing.accountId !== accountId) return nothing
  const { brand: cardBrand, last4: cardLast4, expMonth: cardExpMonth, expYear: cardExpYear } = found.card
  await db.billing.save(found.company, { cardBrand, cardLast4, cardExpMonth, cardExpYear, cardSavedAt: now() })
  return 'card was updated'
}

const ended: Handler = (deps, { objectId, accountId }) => chargeEnded(deps, { chargeId: objectId, accountId })

const handlers: Record<StripeEventName, Handler> = {
  'account.updated': accountChanged,
  'account.application.deauthorized': accountChanged,
  'payment_intent.succeeded': ended,
  'payment_intent.payment_failed': ended,
  'payment_intent.canceled': ended,
  'payment_method.automatically_updated': cardChanged,
  'payment_method.updated': cardChanged,
  'charge.refunded': refundChanged,
  'refund.created': refundChanged,
  'refund.updated': refundChanged,
  'refund.failed': refundChanged,
  'charge.dispute.created': disputeChanged,
  'charge.dispute.updated': disputeChanged,
  'charge.dispute.closed': disputeChanged,
  'charge.dispute.funds_withdrawn': disputeChanged,
  'charge.dispute.funds_reinstated': disputeChanged,
  'payout.failed': payoutFailed,
}

/** Answers one sentence for the log. */
export async function handleStripeEvent(deps: EventDeps, event: EventMessage): Promise<string> {
  const { type, accountId } = event
  try {
    return `${type}: ${isStripeEvent(type) ? await handlers[type](deps, event) : 'not known'}`
  } catch (error) {
    // Its owner took the account away since. Everything that happened there is asked for when it comes back.
    if (accountId && isForeign(error)) return `${type}: the account is not ours to ask any more`
    throw error
  }
}

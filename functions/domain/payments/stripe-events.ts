// What the payment provider's events change here. An event only says where to look: facts are read anew, so that events may come
// twice, late and in any order. And nothing of another tenant changes: everything that an event names is looked up from our side.
import { isStripeEvent, type StripeEventName } from '#shared/hooks.ts'
import type { Payment } from '#shared/model/payment.ts'
import { attemptKey } from '#shared/money/attempt.ts'
import type { Db } from '../../data/index.ts'
import type { Payments } from '../../gateways/stripe.ts'
import { type PaymentDeps, paymentArrived } from '../wallet/settle.ts'
import { tryAgain } from './collect.ts'
import { type ConnectDeps, refresh } from './connections.ts'
import { type CollectDeps, keepOne, recordPaid } from './record.ts'

export type EventDeps = CollectDeps & ConnectDeps & { db: Db; payments: Payments; paymentDeps: PaymentDeps }
export type EventMessage = { eventId: string; type: string; accountId: string; objectId: string }
type Handler = (deps: EventDeps, event: EventMessage) => Promise<string>

const nothing = 'nothing of ours'

/** Also of an account that is gone, of which the provider tells nothing any more. */
async function accountChanged(deps: EventDeps, { accountId }: EventMessage): Promise<string> {
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
  return `account is ${state || 'gone'}`
}

type Told = { id: string; status: string; amountCents: number; customerId: string | undefined; key: string }

/** Whether we asked for a charge: its key is named after the payment, and it was made where we ask, for whom we ask. */
async function isOurs({ db }: EventDeps, payment: Payment, charge: Told, accountId: string): Promise<boolean> {
  if (payment.amountCents !== charge.amountCents || !charge.key.startsWith(attemptKey(payment, ''))) return false
  const isOf = (asked: { accountId: string; customerId: string }) =>
    asked.accountId === accountId && asked.customerId === charge.customerId
  return (payment.attempt !== null && isOf(payment.attempt)) || isOf(await db.billing.get(payment.companyId))
}

/** A payment of ours ends where its charge ended; a charge that is there although its payment has ended goes back. */
async function endPayment(deps: EventDeps, payment: Payment, charge: Told, accountId: string): Promise<string> {
  if (!(await isOurs(deps, payment, charge, accountId))) return nothing
  if (charge.status === 'succeeded') {
    const arrived = { id: charge.id, accountId }
    if (payment.status === 'open') {
      await recordPaid(deps, payment, arrived, { by: 'event' })
      return 'payment is paid'
    }
    await keepOne(deps, payment, arrived)
    return `payment is ${payment.status}${payment.chargeId === charge.id ? '' : ', this charge went back'}`
  }
  if (payment.status !== 'open') return `payment is ${payment.status}`
  if (payment.attempt?.key !== charge.key) return nothing
  const { is } = await tryAgain(deps, payment, charge.key, 'event')
  return `payment is ${is}`
}

async function chargeEnded(deps: EventDeps, { objectId, accountId }: EventMessage): Promise<string> {
  const { db, payments, paymentDeps } = deps
  const { charge, metadata, customerId } = await payments.getCharge({ chargeId: objectId, accountId })
  const { kind, company = '' } = metadata
  if (kind === 'wallet' && !accountId) {
    const billing = await db.billing.get(company)
    if (charge.status !== 'succeeded' || !customerId || billing.customerId !== customerId) return nothing
    const ref = { companyId: company, id: metadata.entry ?? '', at: Number(metadata.at) }
    const { is } = await paymentArrived(paymentDeps, ref, charge.id)
    return `top-up is ${is}`
  }
  const payment =
    kind === 'payment' ? await db.payment.find({ companyId: company, key: metadata.payment ?? '' }) : undefined
  if (!payment) return nothing
  return endPayment(deps, payment, { ...charge, customerId, key: metadata.key ?? '' }, accountId)
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

const handlers: Record<StripeEventName, Handler> = {
  'account.updated': accountChanged,
  'account.application.deauthorized': accountChanged,
  'payment_intent.succeeded': chargeEnded,
  'payment_intent.payment_failed': chargeEnded,
  'payment_intent.canceled': chargeEnded,
  'payment_method.automatically_updated': cardChanged,
  'payment_method.updated': cardChanged,
}

/** Answers one sentence for the log. */
export async function handleStripeEvent(deps: EventDeps, event: EventMessage): Promise<string> {
  return `${event.type}: ${isStripeEvent(event.type) ? await handlers[event.type](deps, event) : 'not known'}`
}

// What an event tells of a charge: whether it is one of ours, of which debt or top-up, and how that ends by it.
import type { Company } from '#shared/model/company.ts'
import type { Payment } from '#shared/model/payment.ts'
import { attemptKey } from '#shared/money/attempt.ts'
import { type Entry, lateTopUpId } from '#shared/money/ledger.ts'
import type { Db } from '../../data/index.ts'
import type { Payments } from '../../gateways/stripe.ts'
import { giveWholeBack } from '../purchases/whole-refund.ts'
import { type PaymentDeps, paymentArrived } from '../wallet/settle.ts'
import { tryAgain } from './collect.ts'
import { type CollectDeps, keepOne, recordPaid } from './record.ts'

export type ChargeDeps = CollectDeps & { db: Db; payments: Payments; paymentDeps: PaymentDeps }
/** A charge by the id of its payment intent, and the connected account that made it (empty for the platform's own). */
export type ChargePlace = { chargeId: string; accountId: string }

export const nothing = 'nothing of ours'

type Told = { id: string; status: string; amountCents: number; customerId: string | undefined; key: string }

/** Whether we asked for a charge: its key is named after the payment, and it was made where we ask, for whom we ask. */
async function isOurs({ db }: ChargeDeps, payment: Payment, charge: Told, accountId: string): Promise<boolean> {
  if (payment.amountCents !== charge.amountCents || !charge.key.startsWith(attemptKey(payment, ''))) return false
  const isOf = (asked: { accountId: string; customerId: string }) =>
    asked.accountId === accountId && asked.customerId === charge.customerId
  return (payment.attempt !== null && isOf(payment.attempt)) || isOf(await db.billing.get(payment.companyId))
}

/** A payment of ours ends where its charge ended; a charge that is there although its payment has ended goes back. */
async function endPayment(deps: ChargeDeps, payment: Payment, charge: Told, accountId: string): Promise<string> {
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

const TOO_LATE = 'A charge that came after its payment was forgotten'

/** What is charged while somebody waits is forgotten where nothing has arrived in time: the person asks anew. */
const forgettable: readonly (string | undefined)[] = ['start', 'onboarding', 'developer']

/** A request that reached the provider after its payment was forgotten: nobody waits for it any more, so its money goes back, once. */
async function giveForgottenBack(
  deps: ChargeDeps,
  { charge, metadata, feeCents }: Awaited<ReturnType<Payments['getCharge']>>,
  accountId: string,
): Promise<string> {
  const { company = '', payment = '', key = '', purpose } = metadata
  if (charge.status !== 'succeeded' || !forgettable.includes(purpose)) return nothing
  if (payment === '' || !key.startsWith(attemptKey({ companyId: company, key: payment }, ''))) return nothing
  const payer = await deps.db.company.find(company)
  if (!payer || !(await paysInto(deps, payer, accountId))) return nothing
  const { id: chargeId, amountCents } = charge
  const back = { companyId: payer.id, chargeId, accountId, amountCents, feeCents: accountId === '' ? 0 : feeCents }
  const is = await giveWholeBack(deps, { ...back, description: TOO_LATE, paymentKey: '' })
  return is === 'gone'
    ? 'its payment was forgotten, this charge went back'
    : 'its payment was forgotten, this charge is to go back'
}

/** A charge came to an end, well or not. */
export async function chargeEnded(deps: ChargeDeps, { chargeId, accountId }: ChargePlace): Promise<string> {
  const { db, payments, paymentDeps } = deps
  const found = await payments.getCharge({ chargeId, accountId })
  const { charge, metadata, customerId } = found
  const { kind, company = '' } = metadata
  if (kind === 'wallet' && !accountId) {
    const billing = await db.billing.get(company)
    if (charge.status !== 'succeeded' || !customerId || billing.customerId !== customerId) return nothing
    const ref = { companyId: company, id: metadata.entry ?? '', at: Number(metadata.at) }
    const { is } = await paymentArrived(paymentDeps, ref, charge.id)
    return `top-up is ${is}`
  }
  if (kind !== 'payment') return nothing
  const payment = await db.payment.find({ companyId: company, key: metadata.payment ?? '' })
  if (!payment) return giveForgottenBack(deps, found, accountId)
  return endPayment(deps, payment, { ...charge, customerId, key: metadata.key ?? '' }, accountId)
}

/** What a charge has paid, as our books say. */
export type Paid = { payer: Company } & ({ is: 'top-up'; entry: Entry } | { is: 'payment'; payment: Payment })

/** Whether a company pays into this account: agencies into the platform's, clients into one that is or was their agency's. */
async function paysInto({ db }: Pick<ChargeDeps, 'db'>, payer: Company, accountId: string): Promise<boolean> {
  if (!accountId) return payer.kind !== 'client'
  const owner = await db.connectedAccount.findOwner(accountId)
  return payer.kind === 'client' && owner !== undefined && 'company' in owner && owner.company === payer.parentId
}

/** The entry of a top-up that this charge has paid; it is booked first where nobody has told of it yet. */
async function findTopUp(
  { paymentDeps }: ChargeDeps,
  ref: Pick<Entry, 'companyId' | 'id' | 'at'>,
  chargeId: string,
): Promise<Entry | undefined> {
  const { ledger } = paymentDeps.db
  const find = async () => {
    const both = await Promise.all([ledger.findEntry(ref), ledger.findEntry({ ...ref, id: lateTopUpId(ref.id) })])
    return both.find((entry) => entry?.state === 'posted' && entry.chargeId === chargeId)
  }
  const known = await find()
  if (known) return known
  await paymentArrived(paymentDeps, ref, chargeId)
  return find()
}

/**
 * What of ours a charge has paid; undefined where it is none of ours, was not paid, or goes back because it came twice. An event may be
 * the first that tells of it: then our books say so first.
 */
export async function findPaid(deps: ChargeDeps, place: ChargePlace): Promise<Paid | undefined> {
  const { db, payments } = deps
  const { chargeId, accountId } = place
  const { charge, metadata, customerId } = await payments.getCharge(place)
  const payer = await db.company.find(metadata.company ?? '')
  if (charge.status !== 'succeeded' || !payer || !(await paysInto(deps, payer, accountId))) return undefined
  if (metadata.kind === 'wallet') {
    if (!customerId || (await db.billing.get(payer.id)).customerId !== customerId) return undefined
    const ref = { companyId: payer.id, id: metadata.entry ?? '', at: Number(metadata.at) }
    const entry = await findTopUp(deps, ref, chargeId)
    return entry && { is: 'top-up', payer, entry }
  }
  if (metadata.kind !== 'payment') return undefined
  const id = { companyId: payer.id, key: metadata.payment ?? '' }
  const known = await db.payment.find(id)
  if (known?.status === 'open') await chargeEnded(deps, place)
  const payment = known?.status === 'open' ? await db.payment.find(id) : known
  return payment?.chargeId === chargeId ? { is: 'payment', payer, payment } : undefined
}

// What our books say once a payment is known to be paid, or declined, and what follows from that. Each step may be done again: a
// worker that crashes in between leaves a payment that is due, and the next one begins here anew.
import type { Company } from '#shared/model/company.ts'
import type { Attempt, Payment } from '#shared/model/payment.ts'
import { isPlanned, LEASE_MS } from '#shared/money/attempt.ts'
import { nextTryAt } from '#shared/money/retries.ts'
import type { Payments } from '../../gateways/stripe.ts'
import { tooLittle } from '../billing/wallet-invoice.ts'
import { tellPaid } from '../invoices/tell.ts'
import { offerPaid } from '../purchases/offer-top-up.ts'
import { backOf, giveWholeBack } from '../purchases/whole-refund.ts'
import { announcePaid } from '../sales/commissions.ts'
import type { makePaymentDeps } from '../wallet/payment-deps.ts'
import type { Declined } from './attempt.ts'
import { afterEnd, markFailed, releaseIfPaid, type StateDeps } from './state.ts'

export type CollectDeps = Omit<Parameters<typeof makePaymentDeps>[0], 'payments'> & {
  payments: Pick<Payments, 'charge' | 'findCharge' | 'cancel' | 'refund' | 'refundFee' | 'readRefunds'>
  now: () => number
} & Pick<StateDeps, 'stopped'>

/** `open`: nobody knows yet. It is looked up again by itself. */
export type Collected = { is: 'paid'; chargeId: string } | { is: 'failed'; reason: string } | { is: 'open' }

/** One sentence for the log. */
export function summaryOf(all: readonly Collected[]): string {
  const count = { paid: 0, failed: 0, open: 0 }
  for (const { is } of all) count[is]++
  return `${count.paid} charged, ${count.failed} declined, ${count.open} not known yet`
}

/** How a payment ended; undefined while it is open. */
export function endOf(payment: Payment): Collected | undefined {
  if (payment.status === 'open') return undefined
  return { is: 'paid', chargeId: payment.chargeId ?? '' }
}

/** A charge, and the account it was made in: the books forget the attempt as soon as the payment ends. */
export type Arrived = { id: string; accountId: string }
/** `payer`: a caller that has read the company a moment ago, so that it is not read once more. */
export type Recording = { by: string; payer?: Company | undefined }

const MOST_ROUNDS = 5

export async function recordPaid(
  deps: CollectDeps,
  payment: Payment,
  charge: Arrived,
  { by, payer }: Recording,
): Promise<Collected> {
  const { db, now } = deps
  // Before the books, so that it is done again after a crash here; and after them, because two may be paid at once.
  if (payment.failedAt !== null) await releaseIfPaid(deps, payment.companyId, payment.key)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    // As it was seen, at first: where it is another one by now the books refuse its end.
    const known = round === 0 ? payment : await db.payment.find(payment)
    if (known?.status !== 'open') return keepOne(deps, known ?? payment, charge)
    // Before the books too: after a crash in between it is paid again, and the message finds what the books say.
    await Promise.all([announcePaid(deps, known, payer), tellPaid(deps, known, payer)])
    // One that is older than an attempt may have marked the company and crashed before it was written down as declined.
    const mayBeMarked = known.failedAt !== null || known.createdAt + LEASE_MS <= now()
    const at = now()
    const said = {
      status: 'paid',
      chargeId: charge.id,
      accountId: charge.accountId,
      by,
      at,
      ...(mayBeMarked && { dueAt: at }),
    } as const
    if (!(await db.payment.end(known, said))) continue
    if (mayBeMarked) {
      if (known.purpose === 'topup') await offerPaid(deps, known, payer ?? (await db.company.get(known.companyId)))
      await afterEnd(deps, payment.companyId, [payment])
    }
    return { is: 'paid', chargeId: charge.id }
  }
  throw new Error(`The payment ${payment.key} of ${payment.companyId} changes too fast.`)
}

/** The debt was paid or settled otherwise while this charge was under way: what came twice goes back, once for each charge. */
export async function keepOne(deps: CollectDeps, payment: Payment, { id, accountId }: Arrived): Promise<Collected> {
  const { chargeId: kept } = payment
  if (kept !== id) await giveWholeBack(deps, backOf(payment, { chargeId: id, accountId }))
  return { is: 'paid', chargeId: kept ?? '' }
}

/** A wallet that was filled before the company was marked told nobody: then this is tried once more. */
async function askFilledWallet(
  { db, queues }: CollectDeps,
  { companyId, amountCents, retries }: Payment,
): Promise<void> {
  const { balanceCents } = await db.ledger.get(companyId)
  if (balanceCents < amountCents) return
  await queues.send('collectOwed', { companyId, why: `wlate${retries}`, by: 'top-up' }, { delaySeconds: 5 })
}

const REFUSED = 'The card was declined.'
const NEEDS_OWNER =
  "The card's bank asks its owner to confirm the payment. Please save the card again under Card Setting, or use another one."
const NEVER_MADE = 'The payment was not carried out. Nothing was charged.'

/** Why a payment failed, for the person who has to do something about it. */
export function reasonOf(found: Declined | { is: 'absent' }): string {
  if (found.is === 'absent' || found.why === 'unmade') return NEVER_MADE
  return found.why === 'refused' ? (found.reason ?? REFUSED) : NEEDS_OWNER
}

/** A planned try that was declined counts; one that a new card asked for does not take a planned one away. */
export async function recordDeclined(
  deps: CollectDeps,
  payment: Payment,
  attempt: Attempt,
  { code, reason }: { code: string; reason: string },
): Promise<Collected> {
  const { db, now } = deps
  const company = await db.company.get(payment.companyId)
  const failedAt = payment.failedAt ?? now()
  const retries = payment.retries + (isPlanned(payment, attempt.key) ? 1 : 0)
  const nextAt = nextTryAt({ failedAt, retries })
  await markFailed(deps, company, payment, { reason, retries, nextAt, isWallet: code === tooLittle.code })
  // Nobody knew of it before, so the mark may be gone by the time it is owed: until that was looked at it is due, in case of a crash.
  const isFirst = payment.failedAt === null
  const dueAt = isFirst ? failedAt + LEASE_MS : nextAt
  if (
    !(await db.payment.decline(payment, attempt.key, {
      code,
      reason,
      retries,
      failedAt,
      dueAt,
      rootId: company.rootId,
    }))
  ) {
    // It ended meanwhile, or somebody else tries it: then nothing is known to have failed.
    await releaseIfPaid(deps, company.id)
    const known = await db.payment.find(payment)
    return (known && endOf(known)) ?? { is: 'open' }
  }
  if (code === tooLittle.code) await askFilledWallet(deps, payment)
  // Another payment that arrived just now may have taken the mark away; or this one was settled, and nothing is owed any more.
  if (!(await db.company.findFresh(company.id))?.paymentFailed) await releaseIfPaid(deps, company.id)
  if (isFirst) await db.payment.plan(payment, nextAt)
  return { is: 'failed', reason }
}

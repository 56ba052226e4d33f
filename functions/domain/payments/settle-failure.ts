// What companies below a root owe after somebody declined to pay, and how an operator records that it was paid outside the
// platform. No card is charged for that, and it cannot be undone. And how they say what became of a payment that nobody can look up.
import { conflict, refused } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import { isUnreachable, type Payment } from '#shared/model/payment.ts'
import type { Db } from '../../data/index.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { offerPaid } from '../purchases/offer-top-up.ts'
import { followPurchase } from '../purchases/taken-back.ts'
import { endUnpaid } from './collect.ts'
import { type CollectDeps, recordPaid } from './record.ts'
import { alone, resolvePayment } from './request.ts'
import { afterEnd } from './state.ts'

/** Settles everything that a company failed to pay; answers how much that was. */
export async function settleFailure(
  deps: CollectDeps,
  company: Company,
  by: string,
): Promise<{ count: number; amountCents: number }> {
  const { db, now } = deps
  const failed = await db.payment.listToSettle(company.id)
  if (failed.length === 0 && !company.paymentFailed) throw conflict('This company has no failed payment.')
  const settled = { count: 0, amountCents: 0 }
  for (const payment of failed) {
    const { attempt } = payment
    settled.amountCents += payment.amountCents
    settled.count++
    // It was paid, and a bank took it back: false when it was settled at the same time.
    if (payment.status !== 'open') {
      await db.payment.settleDispute(payment, now())
      // It is paid after all, and so are the leads that it had bought.
      await followPurchase(deps, payment)
      continue
    }
    if (attempt && attempt.endsAt > now())
      throw conflict('A payment is being tried at this moment. Wait a few minutes and look again.')
    const found = attempt && (await resolvePayment(deps, payment, attempt, alone(attempt)))
    // The card paid after all: it counts as any other payment, with what follows from one.
    if (attempt && found?.is === 'paid')
      await recordPaid(deps, payment, { id: found.id, accountId: attempt.accountId }, { by })
    else if (found?.is === 'action' || (found?.is === 'open' && !found.isUnreachable))
      throw conflict('The payment provider is still at work on this payment. Wait a few minutes and look again.')
    else if (!(await db.payment.end(payment, { status: 'settled', chargeId: null, by, at: now(), dueAt: now() })))
      throw conflict('This payment was changed at the same time. Look again.')
    else await offerPaid(deps, payment, company)
  }
  await afterEnd(deps, company.id, failed)
  return settled
}

const SAID = 'The payment was not carried out, as an operator found in the account that was asked.'

/**
 * An operator has looked into the account that was asked and found nothing there: what nobody could look up is owed again, and may be
 * charged. What can be looked up by now ends as it is found.
 */
export async function settleAsNotCharged(deps: CollectDeps, company: Company, by: string): Promise<number> {
  const { db, now } = deps
  const unknown = (await db.payment.listToSettle(company.id)).filter(isUnreachable)
  if (unknown.length === 0) throw conflict('What became of each payment of this company is known. Look again.')
  for (const payment of unknown) {
    const { attempt } = payment
    if (!attempt || attempt.endsAt > now())
      throw conflict('A payment is being tried at this moment. Wait a few minutes and look again.')
    const found = await resolvePayment(deps, payment, attempt, alone(attempt))
    if (found.is === 'paid') await recordPaid(deps, payment, { id: found.id, accountId: attempt.accountId }, { by })
    else if (found.is === 'action' || (found.is === 'open' && !found.isUnreachable))
      throw conflict('The payment provider is still at work on this payment. Wait a few minutes and look again.')
    else
      await endUnpaid(
        deps,
        payment,
        attempt,
        found.is === 'declined' ? found : { is: 'declined', why: 'refused', code: 'never_made', reason: SAID },
      )
  }
  return unknown.length
}

const A_PAGE = 25

/** `userId`: the main person of the payer, by whom it is settled. `rootCents`: what of the amount is the root's. */
export type Owed = { payment: Payment; payer: Company; agencyName: string; userId: string; rootCents: number }

/** A client owes its agency, and within that what its agency owes the root; an agency owes the root all of it. */
const rootPart = (payer: Company, { amountCents, applicationFeeCents }: Payment): number =>
  payer.kind === 'client' ? (applicationFeeCents ?? 0) : amountCents

/** Oldest first, a page at a time. `after`: where the page before ended. */
export async function findUnpaid(
  db: Db,
  root: Company,
  after: string | undefined,
): Promise<{ owed: Owed[]; next: string | undefined }> {
  if (root.kind !== 'root') throw refused('Only the platform sees what its companies owe.')
  const { payments, next } = await db.payment.listUnpaid(root.id, { after, limit: A_PAGE })
  const companies = new Map<string, Promise<Company | undefined>>()
  const companyOf = (id: string) => {
    const known = companies.get(id) ?? db.company.find(id)
    companies.set(id, known)
    return known
  }
  const owed = await mapConcurrent(payments, async (payment) => {
    const payer = await companyOf(payment.companyId)
    // A company that was removed owes nobody any more.
    if (!payer || payer.rootId !== root.id || payer.deletedAt !== null) return []
    const [agency, node] = await Promise.all([
      payer.kind === 'client' && payer.parentId ? companyOf(payer.parentId) : payer,
      payer.parentId ? db.node.find(payer.parentId, payer.id) : undefined,
    ])
    return [
      {
        payment,
        payer,
        agencyName: agency?.name ?? '',
        userId: node?.userId ?? '',
        rootCents: rootPart(payer, payment),
      },
    ]
  })
  return { owed: owed.flat(), next }
}

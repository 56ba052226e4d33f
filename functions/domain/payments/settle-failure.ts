// An operator records that a company paid outside the platform. No card is charged, and it cannot be undone.
import { conflict } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import { resolveOrCancel } from './attempt.ts'
import { type CollectDeps, recordPaid } from './record.ts'
import { alone, requestOf } from './request.ts'
import { afterEnd } from './state.ts'

/** Settles everything that a company failed to pay; answers how much that was. */
export async function settleFailure(
  deps: CollectDeps,
  company: Company,
  by: string,
): Promise<{ count: number; amountCents: number }> {
  const { db, now } = deps
  const failed = await db.payment.listOwed(company.id)
  if (failed.length === 0 && !company.paymentFailed) throw conflict('This company has no failed payment.')
  const settled = { count: 0, amountCents: 0 }
  for (const payment of failed) {
    const { attempt } = payment
    settled.amountCents += payment.amountCents
    settled.count++
    // It was paid, and a bank took it back: false when it was settled at the same time.
    if (payment.status !== 'open') {
      await db.payment.settleDispute(payment, now())
      continue
    }
    if (attempt && attempt.endsAt > now())
      throw conflict('A payment is being tried at this moment. Wait a few minutes and look again.')
    const found = attempt && (await resolveOrCancel(requestOf(deps, payment, attempt), alone(attempt), now))
    // The card paid after all: it counts as any other payment, with what follows from one.
    if (attempt && found?.is === 'paid')
      await recordPaid(deps, payment, { id: found.id, accountId: attempt.accountId }, { by })
    else if (found?.is === 'open' || found?.is === 'action')
      throw conflict('The payment provider is still at work on this payment. Wait a few minutes and look again.')
    else if (!(await db.payment.end(payment, { status: 'settled', chargeId: null, by, at: now(), dueAt: now() })))
      throw conflict('This payment was changed at the same time. Look again.')
  }
  await afterEnd(deps, company.id, failed)
  return settled
}

// What a company failed to pay, asked of the card on file once more because its owner says so: the bank may have let it pass by now,
// or wants to hear from them.
import { conflict } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import { isUnreachable } from '#shared/model/payment.ts'
import { collectWithOwner } from '../payments/collect-with-owner.ts'
import { findMeans, getCardAccount } from '../payments/payer.ts'
import type { CollectDeps } from '../payments/record.ts'
import { countCardTry } from '../payments/retry.ts'

/**
 * `action`: the bank asks the owner, who confirms with this secret; then it is asked for once more. `unreachable`: it may have been paid,
 * and nobody can look.
 */
export type PaidAgain =
  | { is: 'paid' }
  | { is: 'action'; clientSecret: string; accountId: string }
  | { is: 'declined'; reason: string }
  | { is: 'open' }
  | { is: 'unreachable' }

export async function payAgain(deps: CollectDeps, company: Company): Promise<PaidAgain> {
  const { db } = deps
  const [means, owed] = await Promise.all([findMeans(db, company, 'leads'), db.payment.listToCollect(company.id)])
  if (owed.length === 0) throw conflict('Nothing is owed that a card could pay.')
  if (!means) {
    // Who cannot save one either reads why.
    await getCardAccount(db, company)
    throw conflict('There is no card on file. Add one to pay what is owed.')
  }
  await countCardTry(deps, company.id, 'This was tried too often. Please wait an hour.')
  const { cardId, accountId } = means === 'wallet' ? { cardId: 'wallet', accountId: '' } : means
  const clientSecret = await collectWithOwner(deps, company.id, { cardId, isAgain: true })
  if (clientSecret) return { is: 'action', clientSecret, accountId }
  const left = await db.payment.listToCollect(company.id)
  if (left.length === 0) {
    const after = await Promise.all(owed.map((payment) => db.payment.find(payment)))
    if (after.every((payment) => payment?.status === 'void'))
      throw conflict('This is not owed any more. Nothing was charged.')
    return { is: 'paid' }
  }
  // One that somebody is at work on has no reason of its own yet.
  const declined = left.find(({ attempt }) => !attempt)
  if (declined) return { is: 'declined', reason: declined.reason }
  return { is: left.every(isUnreachable) ? 'unreachable' : 'open' }
}

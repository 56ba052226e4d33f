// What a company owes, charged at once to the card that is saved at this moment. Its owner is at the screen, so its bank may ask
// them; a timetable has nobody to ask.
import type { Attempt, Payment } from '#shared/model/payment.ts'
import type { FoundCharge } from '../../gateways/stripe/outcome.ts'
import { askCard, attemptKey, close, firstAttempt, look, tryOf } from './attempts.ts'
import { type CollectDeps, type Collected, decline, pay, tryAgain } from './collect.ts'
import { type CardHolder, findMeans } from './payer.ts'
import { MOST_IN_A_CALL } from './retry.ts'

type Tried = Collected | { is: 'action'; clientSecret: string }

const BY = 'card change'
const NOT_CONFIRMED =
  'The payment was not confirmed. Nothing was charged. Save the card again to confirm it, or use another one.'

const said = ({ code = '', reason }: FoundCharge) =>
  code === 'payment_intent_authentication_failure' || !reason ? { code, reason: NOT_CONFIRMED } : { code, reason }

/** What nobody can pay any more was declined; what was paid meanwhile is looked at again later. */
async function refuse(deps: CollectDeps, payment: Payment, attempt: Attempt, found: FoundCharge): Promise<Collected> {
  return (await close(deps, attempt, found.id)) ? decline(deps, payment, attempt, said(found)) : { is: 'open' }
}

async function ask(deps: CollectDeps, payment: Payment, key: string, holder: CardHolder): Promise<Tried> {
  const attempt: Attempt = { ...firstAttempt(payment, holder, deps.now()), key }
  if (!(await deps.db.payment.attempt(payment, attempt))) return { is: 'open' }
  const answer = await askCard(deps, payment, attempt, holder.cardId, true)
  switch (answer?.status) {
    case 'succeeded':
      return pay(deps, { ...payment, attempt }, { id: answer.id, accountId: attempt.accountId }, BY)
    case 'action':
      return { is: 'action', clientSecret: answer.clientSecret }
    case 'declined':
      return decline(deps, payment, attempt, answer)
    case 'spent':
    case undefined:
      return { is: 'open' }
    default:
      return answer satisfies never
  }
}

/** A debt that this card was asked for before, and whose owner said no, is not asked again: the same request gets the same answer. */
async function askFirst(deps: CollectDeps, payment: Payment, key: string, means: CardHolder): Promise<Tried> {
  const found = await look(deps, { ...firstAttempt(payment, means, deps.now()), key })
  if (!found) return ask(deps, payment, key, means)
  if (found.status === 'succeeded') return pay(deps, payment, { id: found.id, accountId: means.accountId }, BY)
  return { is: 'failed', reason: payment.reason }
}

async function tryOne(deps: CollectDeps, payment: Payment, cardId: string): Promise<Tried> {
  const { db } = deps
  const key = attemptKey(payment, `c${cardId}`)
  const means = await findMeans(db, await db.company.get(payment.companyId), payment.about)
  if (means === 'wallet' || !means) return tryAgain(deps, payment, key, BY)
  const { attempt: before } = payment
  if (!before) return askFirst(deps, payment, key, means)
  const found = await look(deps, before)
  const isSameCard = tryOf(before.key) === key
  // Its owner comes back from the bank, or has not been there yet.
  if (isSameCard && found?.status === 'action' && found.clientSecret)
    return { is: 'action', clientSecret: found.clientSecret }
  if (isSameCard && found?.status === 'succeeded')
    return pay(deps, payment, { id: found.id, accountId: before.accountId }, BY)
  if (isSameCard && found?.status === 'declined') return refuse(deps, payment, before, found)
  // Another card was asked, and its owner has turned away from it.
  if (!isSameCard && found?.status === 'action') {
    await refuse(deps, payment, before, found)
    const known = await db.payment.find(payment)
    return known?.status === 'open' && !known.attempt ? ask(deps, known, key, means) : { is: 'open' }
  }
  return tryAgain(deps, payment, key, BY)
}

/** Answers the secret with which the owner of the card confirms a payment at their bank: then the card is saved once more. */
export async function payWithOwner(deps: CollectDeps, companyId: string, cardId: string): Promise<string | undefined> {
  const owed = await deps.db.payment.listFailed(companyId)
  for (const payment of owed.slice(0, MOST_IN_A_CALL)) {
    // The card is kept no matter what becomes of these: what cannot be tried now is tried by the timetable.
    const tried = await tryOne(deps, payment, cardId).catch((error: unknown) => {
      deps.report('a new card did not pay yet', error)
      return { is: 'open' as const }
    })
    if (tried.is === 'action') return tried.clientSecret
  }
  // A worker tries the others, and has nobody to ask: those of them whose bank asks wait for the next time.
  if (owed.length > MOST_IN_A_CALL)
    await deps.queues.send('makeInvoices', { what: 'owed', agencyId: companyId, why: `c${cardId}`, by: BY })
  return undefined
}

// What a company owes, collected at once from the card that is saved at this moment. Its owner is at the screen, so its bank may ask
// them; a timetable has nobody to ask.
import type { Payment } from '#shared/model/payment.ts'
import { cardKey, tryOf } from '#shared/money/attempt.ts'
import { ask, type Declined } from './attempt.ts'
import { endIfGone, tryAgain } from './collect.ts'
import { type CardHolder, findMeans } from './payer.ts'
import { type CollectDeps, type Collected, recordDeclined, recordPaid } from './record.ts'
import { alone, newAttempt, requestOf, resolvePayment, withOwner } from './request.ts'
import { MOST_IN_A_CALL } from './retry.ts'

type Tried = Collected | { is: 'action'; clientSecret: string }

const BY = 'card change'
const NOT_CONFIRMED =
  'The payment was not confirmed. Nothing was charged. Save the card again to confirm it, or use another one.'

const said = ({ code, reason, why }: Declined) =>
  why === 'refused' && reason && code !== 'payment_intent_authentication_failure'
    ? { code, reason }
    : { code, reason: NOT_CONFIRMED }

async function askOwner(deps: CollectDeps, payment: Payment, key: string, holder: CardHolder): Promise<Tried> {
  const attempt = newAttempt(key, holder, deps.now())
  if (!(await deps.db.payment.attempt(payment, attempt))) return { is: 'open' }
  const asked = await ask(requestOf(deps, payment, attempt, holder), withOwner(attempt), deps.now)
  switch (asked.is) {
    case 'paid': {
      const charge = { id: asked.id, accountId: attempt.accountId }
      return recordPaid(deps, { ...payment, attempt }, charge, { by: BY })
    }
    case 'declined':
      return recordDeclined(deps, payment, attempt, said(asked))
    case 'action':
      return asked
    case 'spent':
    case 'open':
      return { is: 'open' }
    default:
      return asked satisfies never
  }
}

/** `isAgain`: its owner asks for the card that is on file to be tried once more, though it said no before. */
export type Asked = { cardId: string; isAgain?: boolean }

/** Who presses twice at a time asks for one try: the number of tries goes up with the first, and one that waits for its owner goes on. */
function keyOf(payment: Payment, { cardId, isAgain }: Asked): string {
  if (!isAgain) return cardKey(payment, cardId)
  const under = tryOf(payment.attempt?.key ?? '')
  return under.startsWith(cardKey(payment, `${cardId}-`)) ? under : cardKey(payment, `${cardId}-${payment.attempts}`)
}

/** A debt that this card was asked for before, and whose owner said no, is not asked again: the same request gets the same answer. */
async function askFirst(deps: CollectDeps, payment: Payment, key: string, holder: CardHolder): Promise<Tried> {
  const found = await requestOf(deps, payment, newAttempt(key, holder, deps.now())).find()
  if (!found) return askOwner(deps, payment, key, holder)
  if (found.status === 'unreachable') return { is: 'open' }
  if (found.status !== 'succeeded') return { is: 'failed', reason: payment.reason }
  return recordPaid(deps, payment, { id: found.id, accountId: holder.accountId }, { by: BY })
}

async function tryOne(deps: CollectDeps, payment: Payment, asked: Asked): Promise<Tried> {
  const { db } = deps
  const gone = await endIfGone(deps, payment)
  if (gone) return gone
  const key = keyOf(payment, asked)
  const means = await findMeans(db, await db.company.get(payment.companyId), payment.about)
  if (means === 'wallet' || !means) return tryAgain(deps, payment, key, BY)
  const { attempt: before } = payment
  if (!before) return askFirst(deps, payment, key, means)
  const isSameCard = tryOf(before.key) === key
  // What asks another card goes on by itself, unless it waits for its owner, who has turned away from that card.
  if (!isSameCard && (await requestOf(deps, payment, before).find())?.status !== 'action')
    return tryAgain(deps, payment, key, BY)
  const found = await resolvePayment(deps, payment, before, isSameCard ? withOwner(before) : alone(before))
  switch (found.is) {
    case 'paid':
      return recordPaid(deps, payment, { id: found.id, accountId: before.accountId }, { by: BY })
    case 'declined': {
      const declined = await recordDeclined(deps, payment, before, said(found))
      const known = isSameCard ? undefined : await db.payment.find(payment)
      return known?.status === 'open' && !known.attempt ? askOwner(deps, known, key, means) : declined
    }
    case 'action':
    case 'open':
      return found
    case 'absent':
      return tryAgain(deps, payment, key, BY)
    default:
      return found satisfies never
  }
}

/** Answers the secret with which the owner of the card confirms a payment at their bank: then the card is saved once more. */
export async function collectWithOwner(
  deps: CollectDeps,
  companyId: string,
  asked: Asked,
): Promise<string | undefined> {
  const owed = await deps.db.payment.listToCollect(companyId)
  for (const payment of owed.slice(0, MOST_IN_A_CALL)) {
    // The card is kept no matter what becomes of these: what cannot be tried now is tried by the timetable.
    const tried = await tryOne(deps, payment, asked).catch((error: unknown) => {
      deps.report('a new card did not pay yet', error)
      return { is: 'open' as const }
    })
    if (tried.is === 'action') return tried.clientSecret
  }
  // A worker tries the others, and has nobody to ask: those of them whose bank asks wait for the next time.
  if (owed.length > MOST_IN_A_CALL)
    await deps.queues.send('collectOwed', { companyId, why: `c${asked.cardId}`, by: BY })
  return undefined
}

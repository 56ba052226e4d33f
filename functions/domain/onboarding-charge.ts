// The one-time charge of an agency's set-up: taken when it first saves a card, of which the owner is at the screen. A card that does
// not pay it stops the set-up.
import { conflict, invalid } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Company } from '#shared/model/company.ts'
import type { Attempt, Payment } from '#shared/model/payment.ts'
import { type Coupon, LEAST_CHARGE_CENTS } from '#shared/money/onboarding.ts'
import type { FoundCharge } from '../gateways/stripe/outcome.ts'
import { askCard, attemptKey, type CollectDoors, close, firstAttempt, look, pay, toPayment } from './collect.ts'
import { amountAfter, onboardingOf, validCoupon } from './onboarding.ts'
import type { CardHolder } from './payer.ts'

/** `action`: the bank asks the card's owner, who confirms with this secret; then the card is saved again. */
export type Onboarded = { is: 'done' } | { is: 'action'; clientSecret: string }

const KEY = 'onboarding'
const MOST_ROUNDS = 2
const DONE = { is: 'done' } as const
const underWay = () =>
  conflict('This payment is under way. Wait a few minutes and look again; nothing is charged twice.')
const NOT_CONFIRMED = 'The payment was not confirmed. Nothing was charged. Enter the card again, or use another one.'
const NO_ANSWER = 'The payment provider did not answer. Wait a few minutes and try again; nothing is charged twice.'

const wordsOf = ({ code, reason }: FoundCharge) =>
  code === 'payment_intent_authentication_failure' ? NOT_CONFIRMED : (reason ?? NOT_CONFIRMED)

async function couponFor(doors: CollectDoors, agency: Company, code: string): Promise<Coupon | undefined> {
  const { db, now } = doors
  if (code === '') return undefined
  const coupon = await validCoupon(db, agency, code, now())
  if (!(await db.coupon.take(agency.rootId, coupon.code, agency.id, now())))
    throw invalid({ coupon_code: messages.couponInvalid })
  return coupon
}

/**
 * What became of an attempt that was begun before. Undefined once it is out of the way: it never reached the provider, or it
 * was another card's and nobody can pay it any more.
 */
async function finish(
  doors: CollectDoors,
  known: Payment,
  before: Attempt,
  isSameCard: boolean,
): Promise<Onboarded | undefined> {
  const { db, now } = doors
  const found = await look(doors, before)
  // Whoever began it may be about to ask.
  if (!found && before.endsAt > now()) throw underWay()
  if (found?.status === 'succeeded') {
    await pay(doors, known, { id: found.id, accountId: before.accountId }, KEY)
    return DONE
  }
  if (found?.status === 'action' && isSameCard && found.clientSecret)
    return { is: 'action', clientSecret: found.clientSecret }
  if (found && !(await close(doors, before, found.id))) throw underWay()
  await db.payment.drop(known, before.key)
  if (found && isSameCard) throw invalid({ token: wordsOf(found) })
  return undefined
}

/** Charges once, whatever dies in between: an attempt that was begun before is looked up before another one is made. */
async function chargeOnce(
  doors: CollectDoors,
  agency: Company,
  holder: CardHolder,
  amountCents: number,
): Promise<Onboarded> {
  const { db, now } = doors
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const demand = { company: agency, key: KEY, purpose: 'onboarding', amountCents, description: 'One-time set-up' }
    const payment = toPayment(demand, now())
    const attempt = { ...firstAttempt(payment, holder, now()), key: attemptKey(payment, `c${holder.cardId}`) }
    if (await db.payment.begin(payment, attempt)) return ask(doors, payment, attempt, holder)
    const known = await db.payment.find(payment)
    if (!known) continue
    if (known.status !== 'open') return DONE
    if (!known.attempt) throw underWay()
    const finished = await finish(doors, known, known.attempt, known.attempt.key === attempt.key)
    if (finished) return finished
  }
  throw underWay()
}

async function ask(doors: CollectDoors, payment: Payment, attempt: Attempt, holder: CardHolder): Promise<Onboarded> {
  const answer = await askCard(doors, payment, attempt, holder.cardId, true)
  switch (answer?.status) {
    case 'succeeded':
      await pay(doors, { ...payment, attempt }, { id: answer.id, accountId: attempt.accountId }, KEY)
      return DONE
    case 'action':
      return { is: 'action', clientSecret: answer.clientSecret }
    case 'declined':
      await doors.db.payment.drop(payment, attempt.key)
      throw invalid({ token: answer.reason })
    case undefined:
      throw invalid({ token: NO_ANSWER })
    default:
      return answer satisfies never
  }
}

/** Does nothing for whoever has paid it, need not pay it, or is no agency. */
export async function chargeOnboarding(
  doors: CollectDoors,
  agency: Company,
  holder: CardHolder,
  couponCode: string,
): Promise<Onboarded> {
  const { db } = doors
  const { dueCents } = await onboardingOf(db, agency)
  if (dueCents === 0) return DONE
  const coupon = await couponFor(doors, agency, couponCode)
  const amountCents = coupon ? await amountAfter(db, agency, coupon) : dueCents
  try {
    const charged = amountCents > LEAST_CHARGE_CENTS ? await chargeOnce(doors, agency, holder, amountCents) : DONE
    if (charged.is === 'action') return charged
  } catch (error) {
    // A use of the coupon counts only when it was worth something.
    if (coupon && !(await db.payment.find({ companyId: agency.id, key: KEY })))
      await db.coupon.giveBack(agency.rootId, coupon.code, agency.id)
    throw error
  }
  await db.company.update(agency.id, { isOnboardCharged: true })
  return DONE
}

// The one-time charge of an agency's set-up: taken when it first saves a card. A card that does not pay it stops the set-up.
import { invalid } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Company } from '#shared/model/company.ts'
import { type Coupon, LEAST_CHARGE_CENTS } from '#shared/money/onboarding.ts'
import { askCard, attemptKey, type CollectDoors, firstAttempt, lookUp, toPayment } from './collect.ts'
import { amountAfter, onboardingOf, validCoupon } from './onboarding.ts'
import type { CardHolder } from './payer.ts'

const KEY = 'onboarding'

async function couponFor(doors: CollectDoors, agency: Company, code: string): Promise<Coupon | undefined> {
  const { db, now } = doors
  if (code === '') return undefined
  const coupon = await validCoupon(db, agency, code, now())
  if (!(await db.coupon.take(agency.rootId, coupon.code, agency.id, now())))
    throw invalid({ coupon_code: messages.couponInvalid })
  return coupon
}

/** Charges once, whatever dies in between: an attempt that nobody ended is looked up before another one is made. */
async function chargeOnce(
  doors: CollectDoors,
  agency: Company,
  holder: CardHolder,
  amountCents: number,
): Promise<void> {
  const { db, now } = doors
  const demand = { company: agency, key: KEY, purpose: 'onboarding', amountCents, description: 'One-time set-up' }
  const payment = toPayment(demand, now())
  const attempt = { ...firstAttempt(payment, holder, now()), key: attemptKey(payment, `c${holder.cardId}`) }
  if (!(await db.payment.begin(payment, attempt))) {
    const known = await db.payment.find(payment)
    if (known && known.status !== 'open') return
    const before = known?.attempt
    if (before && before.endsAt > now())
      throw invalid({ token: 'This payment is under way. Wait a few minutes and look again.' })
    const found = before && (await lookUp(doors, before))
    if (known && found?.status === 'succeeded') {
      await db.payment.end(known, { status: 'paid', chargeId: found.id, by: KEY, at: now() })
      return
    }
    if (known && before) await db.payment.drop(known, before.key)
    return chargeOnce(doors, agency, holder, amountCents)
  }
  const answer = await askCard(doors, payment, attempt, holder.cardId)
  if (answer?.status === 'succeeded') {
    await db.payment.end({ ...payment, attempt }, { status: 'paid', chargeId: answer.id, by: KEY, at: now() })
    return
  }
  if (answer?.status !== 'declined')
    throw invalid({
      token: 'The payment provider did not answer. Wait a few minutes and try again; nothing is charged twice.',
    })
  await db.payment.drop(payment, attempt.key)
  throw invalid({ token: answer.reason })
}

/** Does nothing for whoever has paid it, need not pay it, or is no agency. */
export async function chargeOnboarding(
  doors: CollectDoors,
  agency: Company,
  holder: CardHolder,
  couponCode: string,
): Promise<void> {
  const { db } = doors
  const { dueCents } = await onboardingOf(db, agency)
  if (dueCents === 0) return
  const coupon = await couponFor(doors, agency, couponCode)
  const amountCents = coupon ? await amountAfter(db, agency, coupon) : dueCents
  try {
    if (amountCents > LEAST_CHARGE_CENTS) await chargeOnce(doors, agency, holder, amountCents)
  } catch (error) {
    // A use of the coupon counts only when it was worth something.
    if (coupon && !(await db.payment.find({ companyId: agency.id, key: KEY })))
      await db.coupon.giveBack(agency.rootId, coupon.code, agency.id)
    throw error
  }
  await db.company.update(agency.id, { isOnboardCharged: true })
}

// Charges that are made once while the owner of the card is at the screen: of an agency's set-up when it first saves a card, and of
// its developer API when it accepts the agreement. A card that does not pay stops what it is for, and leaves nothing.
import { type AppError, conflict, invalid, lostTo } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Company } from '#shared/model/company.ts'
import type { Attempt, Payment } from '#shared/model/payment.ts'
import { cardKey, tryOf } from '#shared/money/attempt.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { LEAST_CHARGE_CENTS } from '#shared/money/onboarding.ts'
import { amountAfter, countCode, dropOneTimePayment, onboardingOf, validCoupon } from '../pricing/onboarding.ts'
import { ask, type Declined } from './attempt.ts'
import { type Demand, toPayment } from './collect.ts'
import type { CardHolder } from './payer.ts'
import { type CollectDeps, recordPaid } from './record.ts'
import { alone, newAttempt, requestOf, resolvePayment, withOwner } from './request.ts'

/** `action`: the bank asks the card's owner, who confirms with this secret; then the same is asked again. */
export type ChargedOnce = { is: 'done' } | { is: 'action'; clientSecret: string }

/** `sayNo`: how the screen that asks is told that the card did not pay. `shownCents`: what its person was told, where they were. */
export type OneTime = Demand & { sayNo: (words: string) => AppError; shownCents: number | undefined }

const MOST_ROUNDS = 2
const DONE = { is: 'done' } as const
const underWay = () =>
  conflict('This payment is under way. Wait a few minutes and look again; nothing is charged twice.')
const NOT_CONFIRMED = 'The payment was not confirmed. Nothing was charged. Try again, or use another card.'
const NO_ANSWER = 'The payment provider did not answer. Wait a few minutes and try again; nothing is charged twice.'

const wordsOf = ({ code, reason, why }: Declined) =>
  why === 'refused' && code !== 'payment_intent_authentication_failure' ? (reason ?? NOT_CONFIRMED) : NOT_CONFIRMED

const dearer = (amountCents: number) =>
  lostTo({
    chargeNow: `$${toDollars(cents(amountCents))} would be charged by now, which is more than was shown. Nothing was charged. Look at it again.`,
  })

const usedUp = () => invalid({ couponCode: messages.couponInvalid })

/** With the use of its coupon, which the payment gives back if it comes to nothing. */
async function begin({ db, now }: CollectDeps, payment: Payment, attempt: Attempt): Promise<boolean> {
  const { coupon, companyId } = payment
  if (!coupon) return db.payment.begin(payment, attempt)
  const use = await db.coupon.taking({ ...coupon, companyId }, now())
  if (use) return db.payment.begin(payment, attempt, use)
  // Nobody asks twice for what is under way.
  if (await db.payment.find(payment)) return false
  throw usedUp()
}

/**
 * What became of an attempt that was begun before. Undefined once it is out of the way: it never reached the provider, or it
 * was another card's, or dearer than what is shown now, and nobody can pay it any more.
 */
async function finish(
  deps: CollectDeps,
  known: Payment,
  before: Attempt,
  goesOn: boolean,
  sayNo: OneTime['sayNo'],
): Promise<ChargedOnce | undefined> {
  const found = await resolvePayment(deps, known, before, goesOn ? withOwner(before) : alone(before))
  switch (found.is) {
    case 'paid':
      await recordPaid(deps, known, { id: found.id, accountId: before.accountId }, { by: known.purpose })
      return DONE
    case 'action':
      return found
    // The call that began it may be about to ask.
    case 'open':
      throw underWay()
    case 'declined':
    case 'absent':
      await dropOneTimePayment(deps, known, before.key)
      if (found.is === 'declined' && goesOn) throw sayNo(wordsOf(found))
      return undefined
    default:
      return found satisfies never
  }
}

/** Charges once, also after a crash in between: an attempt that was begun before is looked up before another one is made. */
export async function chargeOnce(deps: CollectDeps, holder: CardHolder, demand: OneTime): Promise<ChargedOnce> {
  const { db, now } = deps
  const { amountCents, shownCents: mostCents = Number.POSITIVE_INFINITY } = demand
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const payment = toPayment(demand, now())
    // One that came to nothing is forgotten: the next one is another request.
    const key = cardKey(payment, `${holder.cardId}~${payment.createdAt}`)
    const attempt = newAttempt(key, holder, now())
    const isDearer = amountCents > mostCents
    if (!isDearer && (await begin(deps, payment, attempt)))
      return askOwner(deps, { payment, attempt, holder }, demand.sayNo)
    const known = await db.payment.find(payment)
    if (!known && isDearer) throw dearer(amountCents)
    if (!known) continue
    if (known.status !== 'open') return DONE
    if (!known.attempt) throw underWay()
    // One that is under way costs what it did when it was begun. Where that is more than was shown now, nobody confirms it any more.
    const goesOn = tryOf(known.attempt.key) === tryOf(key) && known.amountCents <= mostCents
    const finished = await finish(deps, known, known.attempt, goesOn, demand.sayNo)
    if (finished) return finished
  }
  throw underWay()
}

type Begun = { payment: Payment; attempt: Attempt; holder: CardHolder }

async function askOwner(
  deps: CollectDeps,
  { payment, attempt, holder }: Begun,
  sayNo: OneTime['sayNo'],
): Promise<ChargedOnce> {
  const asked = await ask(requestOf(deps, payment, attempt, holder), withOwner(attempt), deps.now)
  switch (asked.is) {
    case 'paid':
      await recordPaid(
        deps,
        { ...payment, attempt },
        { id: asked.id, accountId: attempt.accountId },
        { by: payment.purpose },
      )
      return DONE
    case 'action':
      return asked
    case 'declined':
      await dropOneTimePayment(deps, payment, attempt.key)
      throw sayNo(wordsOf(asked))
    case 'spent':
    case 'open':
      throw sayNo(NO_ANSWER)
    default:
      return asked satisfies never
  }
}

/** Does nothing for the person who has paid it, need not pay it, or is no agency. */
export async function chargeOnboarding(
  deps: CollectDeps,
  agency: Company,
  holder: CardHolder,
  { couponCode, shownCents }: { couponCode: string; shownCents?: number | undefined },
): Promise<ChargedOnce> {
  const { db, now } = deps
  const { id, rootId } = agency
  const { dueCents } = await onboardingOf(db, agency)
  if (dueCents === 0) return DONE
  if (couponCode !== '') await countCode(deps, agency)
  const coupon = couponCode === '' ? undefined : await validCoupon(db, agency, couponCode, now())
  const amountCents = coupon ? await amountAfter(db, agency, coupon) : dueCents
  if (amountCents > LEAST_CHARGE_CENTS) {
    const charged = await chargeOnce(deps, holder, {
      company: agency,
      key: 'onboarding',
      purpose: 'onboarding',
      amountCents,
      description: 'One-time set-up',
      lines: [{ label: 'Onboarding charge', amountCents: dueCents }],
      facts: { subtotalCents: dueCents, discountCents: dueCents - amountCents },
      coupon: coupon ? { rootId, code: coupon.code } : null,
      sayNo: (words) => invalid({ token: words }),
      shownCents,
    })
    if (charged.is === 'action') return charged
  } else if (coupon && !(await db.coupon.take({ rootId, code: coupon.code, companyId: id }, now()))) throw usedUp()
  await db.company.update(id, { isOnboardCharged: true })
  return DONE
}

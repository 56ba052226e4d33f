// Charges of which all goes back with the root's fee, because nobody keeps what they paid for: the second of one that came twice, one
// whose payment was forgotten by then, a purchase that cannot be used. The books say so before the provider is asked, so after a crash,
// a lost answer or a refusal the timetable asks again, and what has not gone stands where operators look.
import { HOUR, MINUTE } from '#shared/dates.ts'
import { conflict, notFound } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import type { Payment } from '#shared/model/payment.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { refundRefused, refundWaits } from '#shared/money/not-known.ts'
import type { Db } from '../../data/index.ts'
import type { ChargeBack, OwedRefund } from '../../data/payments/owed-refund.ts'
import { isRefused, type Refunded } from '../../gateways/stripe/outcome.ts'
import type { Payments } from '../../gateways/stripe.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { type TellDeps, tellPeople } from '../mail/tell-people.ts'
import { announceBack } from '../sales/commissions.ts'

type Deps = TellDeps & {
  db: Db
  queues: Parameters<typeof announceBack>[0]['queues']
  payments: Pick<Payments, 'refund' | 'readRefunds'>
  now: () => number
}
/** `waits`: it could not go, or nobody knows; it is asked for again by itself. `settled`: an operator saw to it by hand. */
type Gone = 'gone' | 'waits' | 'settled'

/** What a charge of a payment gives back: of one that paid it, the payment says so (`paymentKey`). */
export const backOf = (
  { companyId, amountCents, applicationFeeCents, description }: Payment,
  { chargeId, accountId, paymentKey = '' }: { chargeId: string; accountId: string; paymentKey?: string },
): ChargeBack => ({
  companyId,
  chargeId,
  accountId,
  amountCents,
  feeCents: accountId === '' ? 0 : (applicationFeeCents ?? 0),
  description,
  paymentKey,
})

/** The request for it at the payment provider. */
export const wholeKey = (chargeId: string): string => `refund#${chargeId}`

/** Nobody is at work on one that was begun so long ago. */
const BEGUN_MS = 5 * MINUTE
const LOOK_AGAIN_MS = 6 * HOUR
const AT_ONCE = 100

/** What of a charge went back: what the provider says, or all of it where an operator saw to it by hand. */
export async function wentBack(
  { owedRefund }: Pick<Db, 'owedRefund'>,
  { companyId, chargeId, amountCents }: Pick<ChargeBack, 'companyId' | 'chargeId' | 'amountCents'>,
  saidCents: number,
): Promise<number> {
  const owed = await owedRefund.find({ companyId, chargeId })
  return owed?.settledBy === undefined ? saidCents : amountCents
}

/**
 * Asks for it. The provider gives nothing of a charge of which somebody gave a part back by hand, where all is asked for: then what is left
 * of it is, and the books say how much. Of one of which nothing is left all went back.
 */
async function askForBack({ db, payments }: Deps, owed: OwedRefund): Promise<{ gone: Refunded; amountCents: number }> {
  const { chargeId, accountId, feeCents, amountCents } = owed
  const key = wholeKey(chargeId)
  const ask = (cents: number) =>
    payments.refund({ key, chargeId, amountCents: cents, accountId, withFee: feeCents > 0 })
  const gone = await ask(amountCents)
  // What has an id was made, and a bank refused it.
  if (gone.status !== 'failed' || gone.id !== '') return { gone, amountCents }
  // Of a charge that cannot be read the refusal stands, and it is asked for again later.
  const seen = await payments.readRefunds({ chargeId, accountId }).catch(() => undefined)
  if (!seen) return { gone, amountCents }
  const leftCents = seen.amountCents - seen.backCents
  if (leftCents === amountCents) return { gone, amountCents }
  const nextCents = leftCents > 0 ? leftCents : seen.amountCents
  await db.owedRefund.setAmount(owed, nextCents)
  return { gone: await ask(nextCents), amountCents: nextCents }
}

/**
 * The payment says what of it went back, and what follows from that. It is looked at until it stays as it was written: a bank may send
 * it back at that moment, and who heard of that may have written it first.
 */
async function bookBack(deps: Deps, back: ChargeBack, look: (paid: Payment) => Promise<number>): Promise<void> {
  const { db } = deps
  const { companyId, paymentKey, chargeId } = back
  const paid = paymentKey === '' ? undefined : await db.payment.find({ companyId, key: paymentKey })
  if (!paid || paid.chargeId !== chargeId) return
  for (let written = -1; ; ) {
    const backCents = await look(paid)
    if (backCents === written) break
    await db.payment.setRefunded(paid, chargeId, backCents)
    written = backCents
  }
  await announceBack(deps, paid)
}

/** Its payer hears of it, once. */
export async function tellBack(
  deps: Pick<Deps, 'queues' | 'now'> & { db: Db },
  { companyId, paymentKey, description, amountCents }: ChargeBack,
): Promise<void> {
  const payer = paymentKey === '' ? undefined : await deps.db.company.find(companyId)
  if (!payer) return
  const amount = `$${toDollars(cents(amountCents))}`
  await tellPeople(deps, payer, 'paymentTakenBack', {
    id: `gone-${paymentKey}`,
    facts: { what: description, amount, reason: '', taken: '', leads: '' },
  })
}

const MOST_ROUNDS = 6

/** Gives a whole charge back, once however often it is asked for. Throws where the answer was lost: the timetable asks again. */
export async function giveWholeBack(deps: Deps, back: ChargeBack): Promise<Gone> {
  const { db, payments, now } = deps
  const { companyId, chargeId, accountId } = back
  const rootId = (await db.company.find(companyId))?.rootId ?? ''
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const owed = await db.owedRefund.begin(back, { rootId, since: now(), again: now() + BEGUN_MS })
    if (owed.settledBy !== undefined) return 'settled'
    const { gone, amountCents } = await askForBack(deps, owed)
    if (isRefused(gone)) {
      const reason = gone.status === 'unreachable' ? refundWaits(accountId) : refundRefused(gone.reason)
      if (await db.owedRefund.note(owed, { reason, again: now() + LOOK_AGAIN_MS })) return 'waits'
      // Who had seen it on its way before the bank sent it back has just forgotten it.
      continue
    }
    await bookBack(deps, back, async (paid) =>
      wentBack(db, { ...paid, chargeId }, (await payments.readRefunds({ chargeId, accountId })).backCents),
    )
    await tellBack(deps, { ...back, amountCents })
    // Unless somebody heard meanwhile that the bank sent it back: then it is looked at once more.
    if (await db.owedRefund.forget(owed)) return 'gone'
  }
  throw new Error(`The refund of ${chargeId} of ${companyId} changes too fast.`)
}

/** Asks again for all that is due, as long as there is time. Answers what could not be asked for. */
export async function retryOwedRefunds(deps: Deps, at: number, hasTime: () => boolean): Promise<unknown[]> {
  const { db, now } = deps
  const errors: unknown[] = []
  for (const owed of await db.owedRefund.listDue(Math.min(at, now()), AT_ONCE)) {
    if (!hasTime()) break
    try {
      await giveWholeBack(deps, owed)
    } catch (cause) {
      errors.push(new Error(`The refund of ${owed.chargeId} of ${owed.companyId} could not be asked for`, { cause }))
      await db.owedRefund.putOff(owed, now() + HOUR).catch((error) => void errors.push(error))
    }
  }
  return errors
}

/** As a list of operators shows it. */
export type ShownRefund = { owed: OwedRefund; payerName: string; agencyName: string }
const A_PAGE = 25

/** Those below a root that have not gone, the oldest first, a page at a time. `after`: where the page before ended. */
export async function findOwedRefunds(
  db: Pick<Db, 'owedRefund' | 'company'>,
  rootId: string,
  after: string | undefined,
): Promise<{ shown: ShownRefund[]; next: string | undefined }> {
  const { found, next } = await db.owedRefund.listOf(rootId, { after, limit: A_PAGE })
  const shown = await mapConcurrent(found, async (owed) => {
    const payer = await db.company.find(owed.companyId)
    const agency = payer?.kind === 'client' && payer.parentId ? await db.company.find(payer.parentId) : payer
    return { owed, payerName: payer?.name ?? '', agencyName: agency?.name ?? '' }
  })
  return { shown, next }
}

const KNOWN = 'What became of this refund is known by now. Look again.'

/**
 * An operator of a root looks again; or says (`by`) that it was seen to by hand: then nothing is asked for it any more. What went by now
 * is not settled (409).
 */
export async function endOwedRefund(
  deps: Deps,
  root: Pick<Company, 'id'>,
  { chargeId, by }: { chargeId: string; by?: string | undefined },
): Promise<{ owed: OwedRefund; is: Gone }> {
  const { db } = deps
  // Out of those of this root alone: the charge is named by who asks.
  const owed = await db.owedRefund.findOf(root.id, chargeId)
  if (!owed) throw notFound('refund')
  const is = await giveWholeBack(deps, owed)
  if (by === undefined) return { owed, is }
  if (is !== 'waits') throw conflict(KNOWN)
  const byHand = () => bookBack(deps, owed, async ({ amountCents }) => amountCents)
  // Before: after a crash in between it still stands there. And after, for what an event said that did not know of it yet.
  await byHand()
  if (!(await db.owedRefund.settle(owed, by))) throw conflict(KNOWN)
  await byHand()
  return { owed, is: 'settled' }
}

// A top-up whose payment went back at the provider: its credit must not stay to be spent, and comes back once if the money does.

import type { Company } from '#shared/model/company.ts'
import { isTakenBack, usedCreditKey } from '#shared/model/payment.ts'
import { type Cents, cents, toDollars } from '#shared/money/cents.ts'
import { disputeText } from '#shared/money/dispute-texts.ts'
import { type Entry, reversalId } from '#shared/money/ledger.ts'
import { LEAST_CHARGE_CENTS } from '#shared/money/onboarding.ts'
import type { ProviderDispute, RefundPart } from '../../gateways/stripe/outcome.ts'
import { tellPeople } from '../mail/tell-people.ts'
import { collect } from '../payments/collect.ts'
import type { CollectDeps } from '../payments/record.ts'
import { afterEnd } from '../payments/state.ts'
import type { PaymentDeps } from './settle.ts'
import { currentWallet } from './top-up.ts'

type Deps = CollectDeps & { paymentDeps: PaymentDeps }
export type ToppedUp = { payer: Company; entry: Entry }

const dollars = (amount: Cents) => `$${toDollars(amount)}`
const WHAT = 'Data Wallet'

const refundWords = {
  title: 'Top-up refunded: credit taken off',
  rule: 'The payment of a top-up was given back to its card, so what was left of its credit was taken off.',
}
const disputeWords = {
  title: 'Top-up disputed: credit taken off',
  rule: "The card's owner had their bank take the payment of a top-up back, so what was left of its credit was taken off.",
}
const refundFailed = {
  title: 'Credit given back: the refund failed',
  rule: 'The bank sent the refund of a top-up back, so the credit that was taken off for it is there again.',
}
const disputeEnded = {
  title: 'Credit given back: the dispute was won',
  rule: 'The bank let the payment of a disputed top-up stand, so the credit that was taken off for it is there again.',
}
const paidTwice = {
  title: 'Credit for what was paid again',
  rule: 'Credit that had been used was charged again while its top-up was disputed. The top-up stands, so this is credit now.',
}

/** One refund of a top-up, as it stands: its credit is taken off, or given back where the refund came to nothing. */
export async function topUpRefunded(deps: Deps, { payer, entry }: ToppedUp, part: RefundPart): Promise<void> {
  const { db, now, paymentDeps } = deps
  const { id, at } = part
  if (part.status === 'failed') {
    const taken = await db.ledger.findEntry({ companyId: payer.id, id: reversalId(id), at })
    if (taken) await db.ledger.restore(entry, taken, 'credit', refundFailed, now())
    const facts = { what: WHAT, amount: dollars(cents(part.amountCents)) }
    await tellPeople(deps, payer, 'refundSentBack', { id, facts })
    return
  }
  await currentWallet(paymentDeps, payer.id)
  const amountCents = cents(part.amountCents)
  const facts = { id, at, amountCents, isOwed: false, facts: {}, ...refundWords }
  const reversal = await db.ledger.reverse(entry, facts)
  await tellPeople(deps, payer, 'paymentTakenBack', {
    id,
    facts: { what: WHAT, amount: dollars(amountCents), reason: '', taken: dollars(reversal.amountCents) },
  })
}

/** The bank holds the money, or kept it. */
async function takeOff(deps: Deps, { payer, entry }: ToppedUp, dispute: ProviderDispute): Promise<void> {
  const { db, paymentDeps } = deps
  const { id, at, reason } = dispute
  await currentWallet(paymentDeps, payer.id)
  const amountCents = cents(dispute.amountCents)
  const why = disputeText(reason)
  const facts = { id, at, amountCents, isOwed: true, facts: { Reason: why }, ...disputeWords }
  const reversal = await db.ledger.reverse(entry, facts)
  await tellPeople(deps, payer, 'paymentTakenBack', {
    id,
    facts: { what: WHAT, amount: dollars(amountCents), reason: why, taken: dollars(reversal.amountCents) },
  })
  const owed = reversal.owedCents ?? 0
  if (owed <= LEAST_CHARGE_CENTS || reversal.creditBackAt !== null) return
  await collect(deps, {
    company: await db.company.get(payer.id),
    key: usedCreditKey(id),
    purpose: 'invoice',
    about: 'other',
    amountCents: owed,
    description: 'Data Wallet credit that was used before its payment was disputed',
  })
}

const MOST_ROUNDS = 5

/** Nobody owes it any more: a charge that is under way goes back when it turns up. Answers whether it was paid by then. */
async function endOwed(deps: Deps, companyId: string, disputeId: string): Promise<boolean> {
  const { db, now } = deps
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const owed = await db.payment.find({ companyId, key: usedCreditKey(disputeId) })
    if (!owed) return false
    if (owed.status !== 'open') return owed.status === 'paid' && !isTakenBack(owed)
    const at = now()
    if (await db.payment.end(owed, { status: 'settled', chargeId: null, by: 'dispute', at, dueAt: at }))
      await afterEnd(deps, companyId, [owed])
  }
  throw new Error(`The debt of ${disputeId} changes too fast.`)
}

/** The money is there again, if it ever went: so are the credit, and what was paid a second time. */
async function putBack(deps: Deps, { payer, entry }: ToppedUp, { id, at }: ProviderDispute): Promise<void> {
  const { db, now } = deps
  const taken = await db.ledger.findEntry({ companyId: payer.id, id: reversalId(id), at })
  if (!taken) return
  await db.ledger.restore(entry, taken, 'credit', disputeEnded, now())
  if (await endOwed(deps, payer.id, id)) await db.ledger.restore(entry, taken, 'owed', paidTwice, now())
}

/** The dispute of a top-up, as it stands. A bank that only asks has taken nothing yet. */
export async function topUpDisputed(deps: Deps, topUp: ToppedUp, dispute: ProviderDispute): Promise<void> {
  if (dispute.state === 'open' || dispute.state === 'lost') await takeOff(deps, topUp, dispute)
  if (dispute.state === 'won' || dispute.state === 'dropped') await putBack(deps, topUp, dispute)
}

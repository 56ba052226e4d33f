// An invoice that is paid from the Data Wallet: money and mark in one transaction, under the invoice's own key.

import type { Payment } from '#shared/model/payment.ts'
import { cents } from '#shared/money/cents.ts'
import { cutText } from '#shared/text.ts'
import type { Answer } from '../payments/attempt.ts'
import { makePaymentDeps } from '../wallet/payment-deps.ts'
import { chargeIdOf, spend } from '../wallet/top-up.ts'

const RULE = 'Your agency is billed for what its campaigns cost, and pays these invoices from its Data Wallet.'
export const tooLittle = {
  status: 'declined',
  code: 'wallet_low',
  reason: 'The Data Wallet holds too little for this invoice. Top it up, or choose the card under Card Setting.',
} as const
const MOST_TITLE = 120
/** The facts of an entry that a program reads: the key of the invoice that it pays, the number of the campaign whose leads it paid. */
export const INVOICE = 'Invoice'
export const CAMPAIGN = 'Campaign number'
/** The fact of an entry that paid leads ahead: they count as leads, and not once more as an entry. */
export const COUNTS_AS_LEADS = 'Leads of'
/** Of what paid leads ahead, or gave it back: their product, and what they cost the root (cents). Nobody is told by the entry. */
export const PRODUCT = 'Product'
export const ROOT_COST = 'Root cost'

/** Whether an entry of a wallet pays an invoice or leads, which count themselves, by its facts. */
export const isOfInvoice = (facts: Record<string, string>): boolean => INVOICE in facts || COUNTS_AS_LEADS in facts

/** Takes the amount of an open payment, for the attempt that has it in hand; it is lost where another attempt has. */
export async function takeFromWallet(
  deps: Parameters<typeof makePaymentDeps>[0],
  payment: Payment,
  attemptKey: string,
): Promise<Answer> {
  const { companyId, key: id, amountCents, description, createdAt } = payment
  const chargeId = chargeIdOf(id)
  const spent = await spend(
    makePaymentDeps(deps),
    {
      companyId,
      id,
      amountCents: cents(amountCents),
      at: deps.now(),
      rule: RULE,
      title: cutText(description, MOST_TITLE),
      facts: { [INVOICE]: id, 'Owed since': new Date(createdAt).toISOString().slice(0, 10) },
    },
    [await deps.db.payment.paidFromWallet(payment, attemptKey, chargeId)],
  )
  if (spent === 'too-little') return tooLittle
  const isTaken = spent === 'done' || (await deps.db.payment.find(payment))?.chargeId === chargeId
  return isTaken ? { status: 'succeeded', id: chargeId } : { status: 'lost' }
}

// What somebody owes, as operators read it.
import type { Output } from '#shared/contracts/index.ts'
import { isUnreachable } from '#shared/model/payment.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { disputeText } from '#shared/money/dispute-texts.ts'
import { agencyOwed, creditWaits, notKnownToOperators, refundNotKnown } from '#shared/money/not-known.ts'
import { nextTryAt } from '#shared/money/retries.ts'
import { invoiceNumber } from '../../domain/invoices/number.ts'
import type { Owed } from '../../domain/payments/settle-failure.ts'
import type { UnknownRefund } from '../../domain/purchases/unknown-refunds.ts'
import type { ShownRefund } from '../../domain/purchases/whole-refund.ts'
import { reasonOf } from './reason.ts'

const dollars = (amountCents: number) => toDollars(cents(amountCents))
const iso = (at: number) => new Date(at).toISOString()

/** What its payer is to get, and the agency of a client. Nothing of a credit that an operator settles goes by itself. */
function sharesOf({ payer, status, clientCents, feeCents, agencyCents, owed }: UnknownRefund['part']) {
  if (owed) return { amount: dollars(owed.feeCents + owed.agencyCents), fee_amount: dollars(0) }
  if (payer === 'agency') return { amount: dollars(agencyCents), fee_amount: dollars(0) }
  const toAgency = status === 'failed' ? feeCents + agencyCents : feeCents
  return { amount: dollars(clientCents), fee_amount: dollars(toAgency) }
}

export const toUnknownRefund = ({
  campaign,
  number,
  index,
  part,
  since,
  clientName,
  agencyName,
  account,
}: UnknownRefund): NonNullable<Output<'payments.listUnpaid'>['refunds']>[number] => ({
  leadspeekID: campaign.number,
  campaign_name: campaign.name,
  refund: number,
  part: index,
  company_name: part.payer === 'client' && !part.owed ? clientName : agencyName,
  agency_name: agencyName,
  ...sharesOf(part),
  since: iso(since),
  reason: part.owed
    ? agencyOwed(part.owed, account)
    : part.status === 'failed'
      ? creditWaits(part.reason)
      : refundNotKnown(account),
})

export const toOwedRefund = ({
  owed,
  payerName,
  agencyName,
}: ShownRefund): NonNullable<Output<'payments.listUnpaid'>['charges']>[number] => ({
  charge: owed.chargeId,
  company_name: payerName,
  agency_name: agencyName,
  description: owed.description,
  amount: dollars(owed.amountCents),
  fee_amount: dollars(owed.feeCents),
  since: iso(owed.since),
  reason: owed.reason,
})

export function toUnpaid({
  payment,
  payer,
  agencyName,
  userId,
  rootCents,
}: Owed): Output<'payments.listUnpaid'>['data'][number] {
  // It was paid, and a bank took it back: no card is asked for it again by itself.
  const back = payment.status === 'open' ? null : payment.dispute
  const isUnknown = isUnreachable(payment)
  const failedAt = payment.failedAt ?? payment.unreachableSince ?? payment.createdAt
  const next = back || isUnknown ? null : nextTryAt({ failedAt, retries: payment.retries })
  return {
    id: invoiceNumber(payment),
    user_id: userId,
    company_id: payer.id,
    company_name: payer.name,
    agency_name: agencyName,
    company_type: payer.kind === 'client' ? 'client' : 'agency',
    description: payment.description,
    amount: dollars(payment.amountCents),
    root_amount: dollars(rootCents),
    failed_at: iso(back?.at ?? failedAt),
    reason: back
      ? disputeText(back.reason)
      : isUnknown
        ? notKnownToOperators(payment.attempt?.accountId ?? '')
        : reasonOf(payment),
    attempts: payment.attempts,
    next_try_at: next === null ? null : iso(next),
    ...(back && { disputed: true as const }),
    ...(isUnknown && { unknown: true as const }),
  }
}

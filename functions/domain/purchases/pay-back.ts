// Money of a bill that goes back to what paid it: the client's card with the root's share of the fee, the agency's card, or its Data
// Wallet. Each request has its own key, so a repetition gives nothing back twice.
import type { CampaignBill, RefundPart } from '#shared/model/campaign-bill.ts'
import { PAID_BY_WALLET } from '#shared/model/card-name.ts'
import { isTakenBack, type Payment } from '#shared/model/payment.ts'
import { cents } from '#shared/money/cents.ts'
import type { BillPayments } from '#shared/money/lead-refund.ts'
import { paidBackId } from '#shared/money/ledger.ts'
import { notKnownToPayee } from '#shared/money/not-known.ts'
import type { Db } from '../../data/index.ts'
import { isRefused, type Refunded } from '../../gateways/stripe/outcome.ts'
import { agencyPartKey, clientPartKey } from '../billing/bill-keys.ts'
import { INVOICE } from '../billing/wallet-invoice.ts'
import type { CollectDeps } from '../payments/record.ts'
import { announceBack } from '../sales/commissions.ts'

const nothing = { paidCents: 0, backCents: 0 }

/** A bill, and what was asked for it. */
export type Found = { bill: CampaignBill; client: Payment | undefined; agency: Payment | undefined }

/** What was asked for a bill: of the client, and of the agency. */
export async function paymentsOf(db: Db, bill: CampaignBill): Promise<Found> {
  const { companyId, agencyId, sums } = bill
  const [client, agency] = await Promise.all([
    sums.clientPaysCents > 0 ? db.payment.find({ companyId, key: clientPartKey(bill) }) : undefined,
    sums.agencyPaysCents > 0 ? db.payment.find({ companyId: agencyId, key: agencyPartKey(bill) }) : undefined,
  ])
  return { bill, client, agency }
}

/** Whether its money is still where it was paid to. */
const isThere = (payment: Payment | undefined): payment is Payment =>
  payment?.status === 'paid' && !isTakenBack(payment)

type PartSums = Pick<RefundPart, 'clientCents' | 'feeCents' | 'agencyCents'>

/** What of the payments of a bill may still go back, after those parts of refunds that name it. */
export function toPayments({ bill, client, agency }: Found, parts: readonly RefundPart[]): BillPayments {
  const mine = parts.filter(({ billKey, status }) => billKey === bill.key && status !== 'failed')
  const back = {
    clientCents: sumOf(mine, 'clientCents'),
    feeCents: sumOf(mine, 'feeCents'),
    agencyCents: sumOf(mine, 'agencyCents'),
  }
  const { payer, sums } = bill
  // What went back at the provider by hand is gone, too.
  const of = (payment: Payment | undefined, backCents: number) =>
    isThere(payment)
      ? { paidCents: payment.amountCents, backCents: Math.max(backCents, payment.refundedCents) }
      : nothing
  // Who owed nothing has nothing to get back, and stands in nobody's way.
  const [asked, gate] = payer === 'client' ? [sums.clientPaysCents, client] : [sums.agencyPaysCents, agency]
  return {
    payer,
    isRefundable: asked === 0 || isThere(gate),
    client: of(client, back.clientCents),
    agency: of(agency, back.agencyCents),
    fee: isThere(client) ? { paidCents: sums.feeCents, backCents: back.feeCents } : nothing,
  }
}

const sumOf = (parts: readonly RefundPart[], field: keyof PartSums) => parts.reduce((sum, part) => sum + part[field], 0)

/** What an agency did not get of a part, because it was refused. */
export type Refusal = Pick<NonNullable<RefundPart['owed']>, 'feeCents' | 'agencyCents' | 'reason' | 'isSentBack'>
/** `isUnasked`: it failed, and no bank was asked for it. `refusal`: its payer has its money, and the agency not all of its own. */
export type Ended = Pick<RefundPart, 'status' | 'reason' | 'isUnasked'> & { refusal?: Refusal }
export type PartWords = { key: string; at: number; isFirst: boolean }

/**
 * What the payer gets comes first: where that cannot go, nothing does. `isFirst`: nobody has asked for it before. `payerPaid`: it went,
 * and the rest goes once the books say so; a bank may send it back at that moment, and who hears of that would end the part without
 * knowing of the rest.
 */
export async function payBack(
  deps: CollectDeps,
  part: RefundPart,
  found: Found,
  { key, at, isFirst }: PartWords,
): Promise<Ended | 'payerPaid'> {
  const { client, agency } = found
  const { clientCents, feeCents, agencyCents, payer, isPayerPaid } = part
  if (payer === 'agency') return endedAs(await payAgency(deps, agency, agencyCents, toAgency(part, { key, at })))
  const { chargeId, accountId } = { chargeId: client?.chargeId ?? '', accountId: client?.accountId ?? '' }
  if (clientCents > 0 && !isPayerPaid) {
    const gone = await deps.payments.refund({ key, chargeId, amountCents: clientCents, accountId })
    // Asked before, it may have gone: then its leads are not given back as well.
    if (gone.status === 'unreachable' && !isFirst) return { status: 'open', reason: notKnownToPayee }
    if (gone.status !== 'succeeded') return endedAs(gone)
    if (feeCents > 0 || agencyCents > 0) return 'payerPaid'
  }
  const refusal = await payRest(deps, part, found, { key, at })
  // The account is gone since the client was paid: the part stays where operators look until its fee has gone as well.
  if (refusal === 'unknown') return { status: 'open', reason: notKnownToPayee }
  return { status: 'done', reason: '', ...(refusal && { refusal }) }
}

const toAgency = ({ of }: RefundPart, { key, at }: Pick<PartWords, 'key' | 'at'>) => ({
  key: `${key}#agency`,
  at,
  isCredit: of === 'carry',
})

/**
 * The root's fee to the agency, and what it paid itself: each once under `key`. Answers what of it was refused, undefined for nothing;
 * `unknown` where nobody can tell, because the account cannot be asked.
 */
export async function payRest(
  deps: CollectDeps,
  part: RefundPart,
  { client, agency }: Found,
  words: Pick<PartWords, 'key' | 'at'>,
): Promise<Refusal | 'unknown' | undefined> {
  const { feeCents, agencyCents } = part
  const { chargeId, accountId } = { chargeId: client?.chargeId ?? '', accountId: client?.accountId ?? '' }
  const fee =
    feeCents > 0 ? await deps.payments.refundFee({ key: `${words.key}#fee`, chargeId, feeCents, accountId }) : undefined
  const own = await payAgency(deps, agency, agencyCents, toAgency(part, words))
  if (fee?.status === 'unreachable' || own?.status === 'unreachable') return 'unknown'
  const [isFeeRefused, isOwnRefused] = [fee?.status === 'failed', own?.status === 'failed']
  if (!isFeeRefused && !isOwnRefused) return undefined
  return {
    feeCents: isFeeRefused ? feeCents : 0,
    agencyCents: isOwnRefused ? agencyCents : 0,
    reason: [fee, own].flatMap((each) => (each?.status === 'failed' ? each.reason : []))[0] ?? '',
    // One that was never made has no id.
    isSentBack: own?.status === 'failed' && own.id !== '',
  }
}

const endedAs = (gone: Refunded | undefined): Ended =>
  gone && isRefused(gone)
    ? { status: 'failed', reason: gone.reason, ...(gone.id === '' && { isUnasked: true }) }
    : { status: gone?.status === 'pending' ? 'open' : 'done', reason: '' }

const given = {
  title: 'Leads given back',
  rule: 'Leads that were bought ahead and never came were given back.',
}
/** The words of an entry for leads that were credited after they were paid. */
export const credited = {
  title: 'Leads credited',
  rule: 'Leads whose people were excluded afterwards were credited, and no bill follows that could take it off.',
}

/** Back to the agency's card, or into the Data Wallet that paid. */
export async function payAgency(
  deps: CollectDeps,
  payment: Payment | undefined,
  amountCents: number,
  { key, at, isCredit }: { key: string; at: number; isCredit: boolean },
): Promise<Refunded | undefined> {
  if (amountCents === 0 || !payment?.chargeId) return undefined
  const { companyId, chargeId, paidWith, key: of } = payment
  if (paidWith !== PAID_BY_WALLET) return deps.payments.refund({ key, chargeId, amountCents, accountId: '' })
  await deps.db.daySums.markRevenue({ companyId, at }, deps.now())
  await deps.db.ledger.payBack({
    id: paidBackId(key.replace(/[^A-Za-z0-9_-]/g, '-')),
    companyId,
    amountCents: cents(amountCents),
    at,
    ...(isCredit ? credited : given),
    facts: { [INVOICE]: of },
  })
  await noteBack(deps, payment)
  return { status: 'succeeded', id: '' }
}

/**
 * The invoice says what of it went back into the wallet, as one of a card does; its shares follow. It is counted until it stays as it
 * was written, because two may give back of one invoice at once. Sums of money leave out the entries of an invoice that says it
 * itself, so the day of each is summed up anew.
 */
async function noteBack(deps: CollectDeps, payment: Payment): Promise<void> {
  const { companyId, key, chargeId, createdAt } = payment
  for (let written = -1; ; ) {
    const entries = await deps.db.ledger.listEntries(companyId, createdAt, deps.now() + 1)
    const back = entries.filter(({ kind, facts }) => kind === 'return' && facts[INVOICE] === key)
    const backCents = back.reduce((sum, { amountCents }) => sum + amountCents, 0)
    if (backCents === written) break
    await deps.db.payment.setRefunded(payment, chargeId ?? '', backCents)
    for (const { at } of back) await deps.db.daySums.markRevenue({ companyId, at }, deps.now())
    written = backCents
  }
  await announceBack(deps, payment)
}

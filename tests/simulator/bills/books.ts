// What must be true of leads, bills, lots, sums of wallets and payments at any moment, read from the rows and from the payment
// provider, and from nothing else.

import type { LeadHold } from '#functions/data/billing/hold.ts'
import type { Meter } from '#shared/campaigns/meter.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { BillState, CampaignBill, LeadLot, LeadRefund } from '#shared/model/campaign-bill.ts'
import type { Lead } from '#shared/model/lead.ts'
import type { Payment } from '#shared/model/payment.ts'
import { leadItems } from '#shared/money/bill.ts'
import { leadsLeft } from '#shared/money/bought-leads.ts'
import { usableOf } from '#shared/money/holds.ts'
import { countLines, type Funding, type LeadLines, readLines } from '#shared/money/lead-lines.ts'
import { paidBackId } from '#shared/money/ledger.ts'
import type { Wallet } from '#shared/money/wallet.ts'

export type CampaignBooks = {
  campaign: Campaign
  meter: Meter
  state: BillState
  bills: readonly CampaignBill[]
  lots: readonly LeadLot[]
  refunds: readonly LeadRefund[]
  hold: LeadHold | undefined
  leads: readonly Lead[]
}

const fundingOf = ({ lot, hold }: Lead): Funding => (lot !== undefined ? 'lot' : hold !== undefined ? 'hold' : 'bill')
const lineOf = (lead: Lead) => {
  const { kind, isAboveLimit, retailCentiCents = 0, wholesaleCentiCents = 0, rootCentiCents = 0 } = lead
  // What costs an agency nothing needs no money of its wallet.
  return { funding: fundingOf(lead), kind, isAboveLimit, retailCentiCents, wholesaleCentiCents, rootCentiCents }
}
const linesOf = (leads: readonly Lead[]): LeadLines => countLines(leads.map(lineOf))
const nonzero = (lines: LeadLines) =>
  JSON.stringify(
    Object.entries(lines)
      .filter(([, count]) => count !== 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
const isSame = (a: LeadLines, b: LeadLines) => nonzero(a) === nonzero(b)
const of = (items: ReturnType<typeof leadItems>) =>
  JSON.stringify(
    items
      .map(({ what, kind, count, retailCents, wholesaleCents }) => [
        what,
        kind ?? '',
        count,
        retailCents,
        wholesaleCents,
      ])
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  )

const seqOf = ({ key }: CampaignBill): number | undefined =>
  key.startsWith('bill-') ? Number(key.slice('bill-'.length)) : undefined

/** Each lead is in exactly one stretch, and what is counted of a stretch or stands on its bill is what its leads are. */
export function campaignFaults({ campaign, meter, bills, lots, leads, state }: CampaignBooks): string[] {
  const faults: string[] = []
  const must = (holds: boolean, text: string) => {
    if (!holds) faults.push(`${campaign.id}: ${text}`)
  }
  const stretches = Map.groupBy(leads, ({ stretch = 0 }) => stretch)
  must(isSame(meter.lines, linesOf(stretches.get(meter.seq) ?? [])), 'the open stretch does not count its leads')
  if (meter.frozen)
    must(isSame(meter.frozen.lines, linesOf(stretches.get(meter.frozen.seq) ?? [])), 'the closed stretch lost leads')
  const billed = new Map(bills.flatMap((bill) => (seqOf(bill) === undefined ? [] : [[seqOf(bill), bill] as const])))
  for (const [seq, ofStretch] of stretches) {
    if (seq > meter.seq) must(false, `leads lie in stretch ${seq}, which is not open yet`)
    const bill = billed.get(seq)
    const due = ofStretch.filter((lead) => fundingOf(lead) === 'bill')
    if (seq === meter.seq || seq === meter.frozen?.seq) must(!bill, `stretch ${seq} has a bill before it was closed`)
    else if (due.length > 0) must(bill !== undefined, `stretch ${seq} has leads and no bill`)
    if (bill) {
      const items = bill.items.filter(({ what }) => what === 'leads' || what === 'above')
      must(of(items) === of(leadItems(linesOf(ofStretch))), `the bill ${bill.key} is not its leads`)
    }
  }
  // A bill says what its lines come to, from what waited before.
  for (const { key, items, sums, carried } of bills)
    must(
      sums.retailCents === items.reduce((sum, each) => sum + each.retailCents, 0) &&
        sums.wholesaleCents === items.reduce((sum, each) => sum + each.wholesaleCents, 0) &&
        // What goes back may be a part of the fee alone.
        sums.feeCents <= Math.max(0, sums.clientPaysCents),
      `the sums of ${key} (${JSON.stringify({ sums, carried })}) are not its lines`,
    )
  // Fees: the platform's once, and one for each period.
  const platform = bills.flatMap(({ items }) => items.filter(({ what }) => what === 'platform'))
  must(platform.length <= 1, 'the platform fee is charged more than once')
  must(state.isPlatformCharged || platform.length === 0, 'the platform fee is charged and not marked')
  // What was given back lowers one bill, this one or the next.
  const given = leads.filter((lead) => lead.credit !== undefined && fundingOf(lead) === 'bill').length
  // What a wallet had paid ahead is counted beside it, and stands on none.
  const counted = [meter.credits, meter.frozen?.credits ?? {}].flatMap((lines) =>
    readLines(lines).flatMap(({ funding, count }) => (funding === 'bill' ? [count] : [])),
  )
  const onBills = bills.flatMap(({ items }) => items.flatMap(({ what, count }) => (what === 'credit' ? [count] : [])))
  const told = [...counted, ...onBills].reduce((sum, count) => sum + count, 0)
  must(told === given, `${given} leads were given back, ${told} stand on bills`)
  // Leads that were bought.
  const lotLeads = leads.filter(({ lot }) => lot !== undefined)
  must(meter.gone === lotLeads.length, `${meter.gone} bought leads are gone, ${lotLeads.length} came`)
  must(leadsLeft(meter.lots, meter.gone) === meter.bought - meter.gone, 'the lots do not hold what is left')
  for (const { number, endsAt } of meter.isSettling ? [] : meter.lots) {
    const lot = lots.find((each) => each.number === number)
    must(
      lot?.startsAt === endsAt - (lot?.leads ?? 0) + (lot?.refunded ?? 0),
      `lot ${number} ends elsewhere on the line`,
    )
  }
  for (const [number, ofLot] of Map.groupBy(lotLeads, ({ lot }) => lot)) {
    const lot = lots.find((each) => each.number === number)
    must(lot !== undefined && ofLot.length + lot.refunded <= lot.leads, `lot ${number} gave more leads than it has`)
    if (lot)
      must(
        ofLot.every(
          (lead) =>
            lead.retailCentiCents === lot.retailCentiCents && lead.wholesaleCentiCents === lot.wholesaleCentiCents,
        ),
        `a lead of lot ${number} has another price`,
      )
  }
  if (campaign.monthlyCapCents > 0)
    must(meter.monthRetailCentiCents <= campaign.monthlyCapCents * 100, 'its month costs more than it may')
  return faults
}

/** `entryCents`: what each posted entry of the wallet is about. */
export type WalletBooks = {
  wallet: Wallet
  paidByHolds: ReadonlyMap<string, number>
  entryCents: ReadonlyMap<string, number>
}

/** What of leads that a wallet paid ahead and that were credited went back to it, which has an entry of its own each time. */
function backToWallet(refunds: readonly LeadRefund[], entryCents: ReadonlyMap<string, number>) {
  let cents = 0
  const faults: string[] = []
  for (const { campaignId, number, parts } of refunds)
    for (const { of, agencyCents } of parts) {
      if (of !== 'hold') continue
      cents += agencyCents
      const entry = entryCents.get(paidBackId(`refund-${campaignId}-${number}-`)) ?? 0
      if (entry !== agencyCents)
        faults.push(`${campaignId}: ${agencyCents} went back to the wallet, which got ${entry}`)
    }
  return { cents, faults }
}

/** Wholesale of leads that a wallet paid: what is used of the open sum, what was taken, and what waits, is what the leads cost. */
export function holdFaults(
  books: readonly CampaignBooks[],
  { wallet, paidByHolds, entryCents }: WalletBooks,
): string[] {
  const faults: string[] = []
  if (wallet.balanceCents < 0) faults.push('the wallet is below zero')
  let reserved = 0
  for (const { campaign, meter, state, hold, leads, refunds } of books) {
    const back = backToWallet(refunds, entryCents)
    faults.push(...back.faults)
    const ofHolds = leads.filter(({ hold: number }) => number !== undefined)
    const cost = ofHolds
      .filter(({ credit }) => credit === undefined)
      .reduce((sum, { wholesaleCentiCents = 0 }) => sum + wholesaleCentiCents, 0)
    const paid = ((paidByHolds.get(campaign.id) ?? 0) - back.cents) * 100
    reserved += hold?.amountCents ?? 0
    if (hold && meter.hold?.number === hold.number) {
      const used = usableOf(hold.amountCents, hold.carryCentiCents) - meter.hold.leftCentiCents
      if (paid + state.holdCarryCentiCents + used !== cost)
        faults.push(
          `${campaign.id}: the wallet paid ${paid}, ${used} is used and ${state.holdCarryCentiCents} waits; its leads cost ${cost}`,
        )
    } else if (!hold && paid + state.holdCarryCentiCents !== cost)
      faults.push(
        `${campaign.id}: the wallet paid ${paid} and ${state.holdCarryCentiCents} waits; its leads cost ${cost}`,
      )
  }
  if (wallet.reservedCents > reserved) faults.push(`${wallet.reservedCents} is set aside, for ${reserved} of open sums`)
  return faults
}

type Charge = {
  id: string
  key: string
  companyId: string
  debtKey: string
  amountCents: number
  feeCents: number
  backCents: number
  feeBackCents: number
  status: string
}

/** Once nothing fails any more: every part of every bill was asked for once, and what is paid was taken once, fee and all. */
export function paymentFaults(
  bills: readonly CampaignBill[],
  payments: readonly Payment[],
  charges: readonly Charge[],
  walletPaid: ReadonlyMap<string, number>,
): string[] {
  const faults: string[] = []
  const byKey = new Map(payments.map((payment) => [`${payment.companyId} ${payment.key}`, payment]))
  const parts = new Set<string>()
  for (const bill of bills) {
    // What ends a time of manual billing stands on one invoice with others.
    if (bill.manualBillAt !== undefined || bill.why === 'refund') continue
    const { sums, key, campaignId, companyId, agencyId } = bill
    const name = `${campaignId}-${key}`
    for (const [who, cents] of [
      [`${companyId} ${name}`, sums.clientPaysCents],
      [`${agencyId} ${name}-agency`, sums.agencyPaysCents],
    ] as const) {
      parts.add(who)
      const payment = byKey.get(who)
      if (cents > 0 && !payment && bill.isDone) faults.push(`nobody was asked for ${cents} of ${who}`)
      if (cents > 0 && payment && payment.amountCents !== cents)
        faults.push(`${who} asks ${payment.amountCents}, not ${cents}`)
    }
    const paid = byKey.get(`${companyId} ${name}`)
    if (paid && (paid.applicationFeeCents ?? 0) !== sums.feeCents)
      faults.push(`the fee of ${name} is not ${sums.feeCents}`)
  }
  for (const payment of payments) {
    const { key, companyId, amountCents, status, applicationFeeCents } = payment
    const own = charges.filter(
      (each) => each.companyId === companyId && each.debtKey === key && each.status === 'succeeded',
    )
    const kept = own.filter(({ amountCents: cents, backCents }) => backCents < cents)
    const byWallet = walletPaid.get(key) ?? 0
    const isPaid = status === 'paid' || status === 'refunded'
    const took = own.reduce(
      (sum, each) => sum + each.amountCents - (each.id === payment.chargeId ? 0 : each.backCents),
      0,
    )
    if (isPaid && amountCents > 0 && took + byWallet !== amountCents)
      faults.push(`${key} is ${status}: cards gave ${took}, the wallet ${byWallet} of ${amountCents}`)
    if (!isPaid && kept.length > 0 && status !== 'open') faults.push(`${key} is ${status}, and a card paid it`)
    for (const charge of kept)
      if (charge.id === payment.chargeId && charge.feeCents !== (applicationFeeCents ?? 0))
        faults.push(`the root got ${charge.feeCents} of ${key}, not ${applicationFeeCents ?? 0}`)
  }
  return faults
}

// The leads behind a line of an invoice, or behind what a Data Wallet paid ahead: exactly those that it is the sum of. Nothing is
// written for it: each lead says which stretch, lot or sum pays for it, and so do bills, lots and sums.
import * as z from 'zod'
import { HOUR } from '#shared/dates.ts'
import { notFound } from '#shared/errors.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { CampaignBill, LeadLot } from '#shared/model/campaign-bill.ts'
import { LATE_EXCLUSION_MS } from '#shared/model/exclusion.ts'
import type { Lead } from '#shared/model/lead.ts'
import type { Payment } from '#shared/model/payment.ts'
import type { BillItem } from '#shared/money/bill.ts'
import type { Db } from '../../data/index.ts'
import { clientPartKey } from '../billing/bill-keys.ts'
import { lineOrigins } from '../billing/bill-lines.ts'
import { billsOnLines } from '../billing/manual-billing.ts'
import type { FoundLead } from '../reports/lead-list.ts'
import { AT_END, type Source } from './leads-of-hold.ts'

/** Where a list goes on: in which of its sources, after which lead, and how many of its group were found before. */
export const BilledPlace = z.object({
  source: z.number().int().min(0),
  found: z.number().int().min(0),
  after: z.object({ createdAt: z.number().int().min(0), id: z.string().max(64) }).optional(),
})
export type BilledPlace = z.output<typeof BilledPlace>

/** Most leads that are looked at for one page: of another stretch are some where clocks differ, and before a lot is used. */
const MOST_LOOKED_AT = 5000
/** Workers on several machines do not agree to the second on when something happened. */
const SLACK = HOUR

const isSameLine = (lead: Lead, item: BillItem): boolean =>
  lead.kind === item.kind &&
  (lead.retailCentiCents ?? 0) === item.retailCentiCents &&
  (lead.wholesaleCentiCents ?? 0) === item.wholesaleCentiCents &&
  (lead.rootCentiCents ?? 0) === item.rootCentiCents
const isOnBill = ({ lot, hold }: Lead) => lot === undefined && hold === undefined

const seqOf = (key: string): number => Number(/^bill-(\d+)$/.exec(key)?.[1] ?? Number.NaN)

/** The leads of the items of a bill: stored in its stretch, given back while it was open, or out of a lot that it bought. */
function sourcesOf(
  campaign: Campaign,
  bill: CampaignBill,
  items: readonly BillItem[],
  { since, lots }: { since: number; lots: readonly LeadLot[] },
): Source[] {
  const sources: Source[] = []
  /** Where they should be; and where a wrong clock may have put them, as long as some are missing. */
  const near = (span: Source['span'], all: readonly BillItem[], isPicked: Source['isPicked']) => {
    const group = { expected: all.reduce((sum, { count }) => sum + count, 0) }
    const spans = [span, { start: 0, end: span.start }, { start: span.end, end: AT_END }]
    sources.push(...spans.map((each) => ({ campaign, span: each, group, isPicked })))
  }
  const of = (...kinds: BillItem['what'][]) => items.filter(({ what }) => kinds.includes(what))
  const seq = seqOf(bill.key)
  const [sold, given, bought] = [of('leads', 'above'), of('credit'), of('bought')]
  if (sold.length > 0 && !Number.isNaN(seq))
    near(
      { start: since - SLACK, end: bill.createdAt + SLACK },
      sold,
      (lead) =>
        isOnBill(lead) &&
        (lead.stretch ?? 0) === seq &&
        sold.some((item) => lead.isAboveLimit === (item.what === 'above') && isSameLine(lead, item)),
    )
  if (given.length > 0 && !Number.isNaN(seq))
    near(
      // Stored up to a day before the list that names its person was sent; a long or a stuck file is worked off later.
      { start: since - LATE_EXCLUSION_MS - SLACK, end: bill.createdAt },
      given,
      (lead) =>
        isOnBill(lead) &&
        lead.credit !== undefined &&
        lead.credit.at >= since &&
        lead.credit.at < bill.createdAt &&
        given.some((item) => isSameLine(lead, item)),
    )
  const own = bought.length > 0 ? lots.filter(({ billKey }) => billKey === bill.key) : []
  if (own.length > 0) {
    const numbers = new Set(own.map(({ number }) => number))
    sources.push({
      campaign,
      span: { start: Math.min(...own.map(({ boughtAt }) => boughtAt)) - SLACK, end: AT_END },
      isPicked: ({ lot }) => lot !== undefined && numbers.has(lot),
    })
  }
  return sources
}

type Side = 'client' | 'agency'
const carryOf = ({ clientCents, agencyCents }: CampaignBill['carried'], side: Side) =>
  side === 'client' ? clientCents : agencyCents

/** The bills whose sums were carried to this one, the latest first: each was too small to be asked for, or below zero. */
async function carriedFrom(db: Db, campaign: Campaign, bill: CampaignBill, side: Side): Promise<CampaignBill[]> {
  const earlier = (await db.campaignBill.list(campaign)).filter(
    ({ key, createdAt }) => !Number.isNaN(seqOf(key)) && seqOf(key) < seqOf(bill.key) && createdAt <= bill.createdAt,
  )
  const from: CampaignBill[] = []
  for (const each of earlier) {
    if (carryOf(each.sums.carry, side) === 0) break
    from.push(each)
    if (carryOf(each.carried, side) === 0) break
  }
  return from
}

type Wanted = { bill: CampaignBill; items: readonly BillItem[] }

async function sourcesOfBills(db: Db, campaign: Campaign, wanted: readonly Wanted[]): Promise<Source[]> {
  const hasLots = wanted.some(({ items }) => items.some(({ what }) => what === 'bought'))
  const lots = hasLots ? await db.campaignBill.listLots(campaign, await meterOf(db, campaign)) : []
  const before = await Promise.all(
    wanted.map(({ bill }) => {
      const seq = seqOf(bill.key)
      return seq > 0 ? db.campaignBill.find(campaign, billKeyOf(seq - 1)) : undefined
    }),
  )
  return wanted.flatMap(({ bill, items }, place) =>
    sourcesOf(campaign, bill, items, { since: before[place]?.createdAt ?? campaign.createdAt, lots }),
  )
}
const meterOf = async (db: Db, campaign: Campaign) => (await db.lead.findMeter(campaign, true)) ?? { isSettling: false }
const DIGITS = 6
const billKeyOf = (seq: number) => `bill-${String(seq).padStart(DIGITS, '0')}`

const wholeBill = async (db: Db, campaign: Campaign, bill: CampaignBill, side: Side): Promise<Wanted[]> => {
  const carried = carryOf(bill.carried, side) === 0 ? [] : await carriedFrom(db, campaign, bill, side)
  return [bill, ...carried].map((each) => ({ bill: each, items: each.items }))
}

/** Where the leads of a line (counted from 0) of an invoice are found. Throws 404 where it has no such line, or none of leads. */
export async function leadsOfLine(db: Db, payment: Payment, line: number): Promise<Source[]> {
  const { companyId, campaignId, clientId, key } = payment
  if (campaignId === null) {
    const bill = (await billsOnLines(db, payment, line + 1))[line]
    const campaign = bill && (await db.campaign.find(bill.companyId, bill.campaignId))
    if (!campaign) throw notFound('line')
    return sourcesOfBills(db, campaign, await wholeBill(db, campaign, bill, 'agency'))
  }
  const side: Side = companyId === clientId ? 'client' : 'agency'
  const head = clientPartKey({ campaignId, key: '' })
  const billKey = key.startsWith(head) ? key.slice(head.length).replace(/-agency$/, '') : ''
  const campaign = billKey && clientId ? await db.campaign.find(clientId, campaignId) : undefined
  const bill = campaign && (await db.campaignBill.find(campaign, billKey))
  const origin = bill && lineOrigins(bill, side)[line]
  if (!campaign || !bill || !origin) throw notFound('line')
  if (origin !== 'carried') return sourcesOfBills(db, campaign, [{ bill, items: origin.items }])
  const carried = await carriedFrom(db, campaign, bill, side)
  return sourcesOfBills(
    db,
    campaign,
    carried.map((each) => ({ bill: each, items: each.items })),
  )
}

/** A page of the leads of some sources. Fewer than `limit` may come although `next` says where it goes on. */
export async function billedPage(
  db: Db,
  sources: readonly Source[],
  { from, limit }: { from: BilledPlace; limit: number },
): Promise<{ rows: FoundLead[]; next: BilledPlace | undefined }> {
  const rows: FoundLead[] = []
  let { source: at, found, after } = from
  for (let source = sources[at]; source; source = sources[at]) {
    const { campaign, span, group } = source
    const missing = (group?.expected ?? AT_END) - found
    const most = Math.min(limit - rows.length, missing)
    if (most > 0) {
      const page = await db.lead.listPicked(campaign, span, source, { after, limit: most, most: MOST_LOOKED_AT })
      rows.push(...page.found.map((lead) => ({ lead, campaign: { ...campaign, whole: campaign } })))
      found += page.found.length
      if (page.next && page.found.length < missing) return { rows, next: { source: at, found, after: page.next } }
    } else if (missing > 0) return { rows, next: { source: at, found } }
    at += 1
    after = undefined
    if (sources[at]?.group !== group) found = 0
  }
  return { rows, next: undefined }
}

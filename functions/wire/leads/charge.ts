// Why a lead was charged as it was, in sentences for one reader: a client reads nothing of what its agency pays.
import type { Output } from '#shared/contracts/index.ts'
import type { PriceSource } from '#shared/leads/charge.ts'
import { type CampaignBill, countedAt } from '#shared/model/campaign-bill.ts'
import type { Lead } from '#shared/model/lead.ts'
import type { Payment } from '#shared/model/payment.ts'
import { type LeadKind, type LeadLimit, noPrice } from '#shared/money/price-list.ts'
import { priceCurrency } from '#shared/money/price-text.ts'
import { agencyPartKey, clientPartKey } from '../../domain/billing/bill-keys.ts'
import { manualInvoiceKey } from '../../domain/billing/manual-billing.ts'
import { invoiceNumber } from '../../domain/invoices/number.ts'
import type { Explained } from '../../domain/leads/explain.ts'

type Reason = Output<'leads.explainCharge'>['data']['reasons'][number]

const kindWords: Record<LeadKind, string> = { basic: 'a basic lead', advanced: 'an advanced lead', b2b: 'a B2B lead' }
const sourceWords: Record<PriceSource, string> = {
  campaign: "the campaign's own price",
  client: 'the price of this client when the campaign was made',
  agency: 'the price that new clients begin with',
}
const everyWords: Record<LeadLimit['every'], string> = { day: 'a day', month: 'a month', max: 'in all' }

type Asked = { lead: Lead; explained: Explained; timeZone: string; isClient: boolean }

function priceOf({ lead, explained }: Asked, day: (at: number) => string): string {
  const { retail, recomputed, lot } = explained
  const amount = priceCurrency(recomputed.retailCentiCents)
  const what = `${amount} for ${kindWords[lead.kind]}`
  if (lot) return `${what}, as it was bought on ${day(lot.boughtAt)}.`
  if (!retail) return 'Nobody had set a price, so it was free.'
  const since = `${sourceWords[retail.of]} since ${day(retail.effectiveAt)}`
  return lead.isAboveLimit ? `${amount} for a lead beyond the limit, by ${since}.` : `${what}, by ${since}.`
}

function limitOf({ lead, explained }: Asked): string {
  const { limit } = explained.recomputed
  if (!limit) return 'None was in force when it came.'
  const words = `${limit.count} ${everyWords[limit.every]}`
  return lead.isAboveLimit ? `It came beyond the limit of ${words}.` : `It came within the limit of ${words}.`
}

function costOf({ explained }: Asked, day: (at: number) => string): string {
  const { recomputed, costs, retail } = explained
  const amount = priceCurrency(recomputed.wholesaleCentiCents)
  const { raisedFromCentiCents } = recomputed
  if (raisedFromCentiCents !== undefined)
    return `${amount}, the least that the platform asks for this product (instead of ${priceCurrency(raisedFromCentiCents)}).`
  const term = (retail?.value ?? noPrice).term
  return costs ? `${amount}, by your costs for ${term} since ${day(costs.effectiveAt)}.` : `${amount}.`
}

type InvoiceOf = Pick<Payment, 'companyId' | 'key'>

/** The invoice of a bill that its payer was asked for; undefined where it was too small for one, or a reader may not know of it. */
function invoiceOf(bill: CampaignBill, isClient: boolean): InvoiceOf | undefined {
  const { sums, payer, companyId, agencyId, manualBillAt, items } = bill
  const isAlone = items.every((item) => item.retailCents === 0 && item.wholesaleCents === 0)
  if (payer === 'client')
    return sums.clientPaysCents > 0 || isAlone ? { companyId, key: clientPartKey(bill) } : undefined
  if (isClient || (sums.agencyPaysCents === 0 && !isAlone)) return undefined
  if (manualBillAt !== undefined)
    return { companyId: agencyId, key: manualInvoiceKey({ agencyId, startedAt: manualBillAt }) }
  return { companyId: agencyId, key: agencyPartKey(bill) }
}

function billWords(bill: CampaignBill, isClient: boolean, day: (at: number) => string): string {
  if (isClient && bill.payer === 'agency') return 'Your agency settles it.'
  const invoice = invoiceOf(bill, isClient)
  if (invoice) return `The invoice ${invoiceNumber(invoice)} of ${day(countedAt(bill))}.`
  const of = bill.payer === 'client' ? 'clientCents' : 'agencyCents'
  return bill.sums.waived[of] > 0
    ? `Nobody: the last bill, of ${day(countedAt(bill))}, was too small to be asked for.`
    : `The next invoice: the bill of ${day(countedAt(bill))} was too small to be asked for by itself, and is carried to it.`
}

function paidOf({ lead, explained, isClient }: Asked, day: (at: number) => string): string {
  const { paid } = explained
  if (!lead.retailCentiCents && (isClient || !lead.wholesaleCentiCents)) return 'Nobody: it was free.'
  switch (paid.by) {
    case 'bill':
      return billWords(paid.bill, isClient, day)
    case 'next':
      return paid.dueAt === null ? 'Not on a bill yet.' : `The next bill, on ${day(paid.dueAt)}.`
    case 'lot': {
      const words = `${paid.lot.leads} leads that were bought on ${day(paid.lot.boughtAt)}.`
      return paid.bill ? `${words} ${billWords(paid.bill, isClient, day)}` : words
    }
    case 'wallet':
      return isClient ? 'Your agency settles it.' : 'The Data Wallet, when it was sold.'
    default:
      return paid satisfies never
  }
}

/** The invoice that a lead stands on, as far as its reader may see it. */
export function invoiceOfLead({ paid }: Explained, isClient: boolean): InvoiceOf | undefined {
  const bill = paid.by === 'bill' || paid.by === 'lot' ? paid.bill : undefined
  return bill && invoiceOf(bill, isClient)
}

/** Sentences in the order in which a charge comes about. */
export function toReasons(asked: Asked): Reason[] {
  const { lead, explained, timeZone, isClient } = asked
  const day = (at: number) => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).format(at)
  return [
    { label: 'Price', text: priceOf(asked, day) },
    { label: 'Limit', text: limitOf(asked) },
    {
      label: 'Exclusion lists',
      text: lead.credit
        ? `A list came to name this person on ${day(lead.credit.at)}, after the lead was stored.`
        : 'Those of the platform, the agency, the client and the campaign were asked when it was stored. None named this person.',
    },
    ...(isClient ? [] : [{ label: 'Wholesale', text: costOf(asked, day) }]),
    { label: 'Paid by', text: paidOf(asked, day) },
    ...(lead.credit ? [{ label: 'Given back', text: `Its price was given back on ${day(lead.credit.at)}.` }] : []),
    {
      label: 'Worked out again',
      text: explained.isRight
        ? 'These prices come to exactly what was charged.'
        : 'These prices do not come to what was charged. Please tell us.',
    },
  ]
}

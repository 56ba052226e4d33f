// Why a lead was charged as it was, in sentences for one reader: a client reads nothing of what its agency pays.
import type { Output } from '#shared/contracts/index.ts'
import type { PriceSource } from '#shared/leads/charge.ts'
import type { Lead } from '#shared/model/lead.ts'
import { type LeadKind, type LeadLimit, noPrice } from '#shared/money/price-list.ts'
import { priceCurrency } from '#shared/money/price-text.ts'
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

function paidOf({ explained, isClient }: Asked, day: (at: number) => string): string {
  const { paid } = explained
  switch (paid.by) {
    case 'bill': {
      const { bill } = paid
      const isOwn = isClient || bill.payer === 'client'
      const payment = isOwn
        ? { companyId: bill.companyId, key: `${bill.campaignId}-${bill.key}` }
        : { companyId: bill.agencyId, key: `${bill.campaignId}-${bill.key}-agency` }
      if (isClient && bill.payer === 'agency') return 'Your agency settles it.'
      return `The invoice ${invoiceNumber(payment)} of ${day(bill.createdAt)}.`
    }
    case 'next':
      return paid.dueAt === null ? 'Not on a bill yet.' : `The next bill, on ${day(paid.dueAt)}.`
    case 'lot':
      return `${paid.lot.leads} leads that were bought on ${day(paid.lot.boughtAt)}.`
    case 'wallet':
      return isClient ? 'Your agency settles it.' : 'The Data Wallet, when it was sold.'
    default:
      return paid satisfies never
  }
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
    ...(isClient ? [] : [{ label: 'Your cost', text: costOf(asked, day) }]),
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

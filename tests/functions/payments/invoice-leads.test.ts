// From what was asked for to the leads that it was asked for: each line of an invoice lists exactly its leads, and each lead names its
// invoice.
import { describe, expect, it } from 'vitest'
import { billCampaign } from '#functions/domain/billing/bill-campaign.ts'
import { DAY } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Member } from '../../support/cast.ts'
import { startPurchases } from '../billing/purchase-stage.ts'
import { rolesOf } from '../roles/stage.ts'

const h = await startPurchases()
const { brightSmiles, copper } = h.cast
const began = h.services.now() + DAY
h.setClock(began)
const later = (days: number) => h.setClock(began + days * DAY)

const dear = { retailCentiCents: 15_000, wholesaleCentiCents: 5_000, rootCentiCents: 700 }
const cheap = { retailCentiCents: 12_525, wholesaleCentiCents: 4_000, rootCentiCents: 700 }
let made = 0
async function store(of: Campaign, price: typeof dear, count: number): Promise<string[]> {
  const leads = Array.from({ length: count }, () => {
    const n = ++made
    const person = { personId: `i${n}`, email: `i${n}@example.com`, firstName: 'Ann', lastName: `Lee ${n}` }
    return { id: `led_i${n}`, person, pageUrl: '', visitedAt: h.services.now() }
  })
  for (let from = 0; from < count; from += 40)
    await h.db.lead.store(of, { at: h.services.now() + from, leads: leads.slice(from, from + 40), price })
  return leads.map(({ id }) => id)
}

/** A campaign that runs and is billed afterwards. */
async function weekly(): Promise<Campaign> {
  const campaign = await h.campaign({ term: 'Weekly', platformFeeCents: 0, periodFeeCents: 0 })
  await h.db.campaignChange.setStatus(campaign, 'active', 'user')
  return h.fresh(campaign)
}

type Line = { invoice: string; line: number; companyId: string }
const ask = (who: Member, { invoice, line, companyId }: Line, more: { cursor?: string; format?: 'csv' } = {}) =>
  h.call(who, 'payments.invoiceLeads', { company_id: companyId, number: invoice, line: String(line), ...more })
/** All leads of a line, page by page, and how many there were on each. */
async function leadsOf(who: Member, line: Line) {
  const pages: number[] = []
  const rows = []
  for (let cursor: string | undefined; ; ) {
    const { status, body } = await ask(who, line, cursor === undefined ? {} : { cursor })
    expect(status).toBe(200)
    rows.push(...body.data)
    pages.push(body.data.length)
    if (body.next_cursor === null) return { rows, pages, ids: rows.map(({ id }) => id) }
    cursor = body.next_cursor
  }
}
const newest = async (companyId: string, who: Member = 'ada') => {
  const [first] = (await h.call(who, 'payments.invoices', { company_id: companyId })).body.data
  if (!first) throw new Error('There is no invoice.')
  return first
}
const sumOf = (rows: { price: number }[]) => rows.reduce((sum, { price }) => sum + Math.round(price * 10_000), 0)

describe('payments.invoiceLeads', () => {
  it('is not for whom a role leaves out leads, and neither are those of a wallet', async () => {
    const { northlight } = h.cast
    const both = async () => {
      const line = await ask('amos', { companyId: northlight.id, invoice: 'INV-0000000000', line: 0 })
      const wallet = { company_id: northlight.id, transaction_id: '202701-none' }
      return [line.status, (await h.call('amos', 'wallet.leads', wallet)).status]
    }
    expect(await both()).toEqual([404, 404])
    const roles = rolesOf(h)
    await roles.put('amos', { LeadsPeek: ['enable'] })
    expect(await both()).toEqual([403, 403])
    await roles.take('amos')
  })

  it('INT-24+ lists for each line of a bill exactly its leads, however many, and their prices come to its amount', async () => {
    const campaign = await weekly()
    // One is far from where it should be: the clock of its worker was wrong.
    later(-20)
    const wrong = await store(campaign, cheap, 1)
    later(0)
    const [first, second] = [await store(campaign, dear, 60), [...wrong, ...(await store(campaign, cheap, 2))]]
    const other = await weekly()
    await store(other, dear, 2)
    await billCampaign(h.services, campaign, { final: true })
    later(1)
    const third = await store(campaign, dear, 4)
    const [gone] = await h.db.lead.list(campaign, { start: 0, end: Number.MAX_SAFE_INTEGER }, { limit: 1 })
    if (!gone) throw new Error('There is no lead.')
    await h.db.lead.credit(campaign, gone, {
      at: h.services.now() + 1,
      level: 'client',
      companyId: brightSmiles.id,
      uploadId: 'upl_1',
    })
    later(2)
    await billCampaign(h.services, campaign, { final: true })

    const { data } = (await h.call('cleo', 'payments.invoices', { company_id: brightSmiles.id })).body
    const [after, before] = data
    expect(before?.lines.map(({ label, qty, leads }) => [label, qty, leads])).toEqual([
      ['Leads basic', 60, true],
      ['Leads basic', 3, true],
    ])
    expect(after?.lines.map(({ label, qty, amount }) => [label, qty, amount])).toEqual([
      ['Leads basic', 4, '6.00'],
      ['Credit', 1, '-1.50'],
    ])
    const of = (invoice: typeof after, line: number) => ({
      companyId: brightSmiles.id,
      invoice: invoice?.invoice_number ?? '',
      line,
    })
    const all = await leadsOf('cleo', of(before, 0))
    expect(all.pages).toEqual([50, 10])
    expect(new Set(all.ids)).toEqual(new Set(first))
    expect(all.ids).toHaveLength(60)
    expect(sumOf(all.rows)).toBe(Number(before?.lines[0]?.amount) * 10_000)
    expect(new Set((await leadsOf('cleo', of(before, 1))).ids)).toEqual(new Set(second))
    expect(new Set((await leadsOf('ada', of(after, 0))).ids)).toEqual(new Set(third))
    expect((await leadsOf('ada', of(after, 1))).ids).toEqual([gone.id])
    // No such line; of another list the place means nothing.
    expect((await ask('cleo', of(before, 2))).status).toBe(404)
    const { next_cursor: cursor } = (await ask('cleo', of(before, 0))).body
    expect((await ask('cleo', of(before, 1), { cursor: cursor ?? '' })).status).toBe(400)
    const { csv = '' } = (await ask('ada', of(before, 0), { format: 'csv' })).body
    expect(csv.trim().split(/\r?\n/)).toHaveLength(61)
  })

  it('INT-24+ tells a client no wholesale, and nobody else anything', async () => {
    const invoice = await newest(brightSmiles.id)
    const line = { companyId: brightSmiles.id, invoice: invoice.invoice_number, line: 0 }
    const [own, agency] = [await leadsOf('cleo', line), await leadsOf('ada', line)]
    expect(own.rows[0]).toMatchObject({ price: 1.5 })
    expect(own.rows[0]).not.toHaveProperty('wholesale')
    expect(agency.rows[0]).toMatchObject({ price: 1.5, wholesale: 0.5 })
    expect((await ask('cleo', line, { format: 'csv' })).body.csv).not.toContain('Cost')
    for (const who of ['sam', 'abe', 'carl'] as const) expect((await ask(who, line)).status).toBe(403)
    // Another company has no invoice of this number.
    expect((await ask('abe', { ...line, companyId: copper.id })).status).toBe(404)
  })

  it('INT-24+ lists what was too small for its own bill with the bill that it was carried to', async () => {
    later(3)
    const active = await weekly()
    const small = await store(active, { ...dear, retailCentiCents: 3_000, wholesaleCentiCents: 1_000 }, 1)
    await billCampaign(h.services, active, { final: true })
    later(4)
    const [big] = [await store(active, dear, 2)]
    await billCampaign(h.services, active, { final: true })
    const invoice = await newest(brightSmiles.id)
    expect(invoice.lines.map(({ label, amount }) => [label, amount])).toEqual([
      ['Leads basic', '3.00'],
      ['Carried over', '0.30'],
    ])
    const of = (line: number) => ({ companyId: brightSmiles.id, invoice: invoice.invoice_number, line })
    expect(new Set((await leadsOf('cleo', of(0))).ids)).toEqual(new Set(big))
    expect((await leadsOf('cleo', of(1))).ids).toEqual(small)
  })

  it('INT-24+ lists what came of leads that were bought ahead, and each of them names the invoice that bought it', async () => {
    later(5)
    const campaign = await h.campaign({ platformFeeCents: 0, periodFeeCents: 0 })
    expect((await h.begin('ada', campaign)).status).toBe(200)
    const running = await h.fresh(campaign)
    expect(await h.sell(running, 3)).toBe(3)
    const invoice = await newest(brightSmiles.id)
    expect(invoice.lines[0]).toMatchObject({ label: 'Top-up', qty: 100, amount: '150.00', leads: true })
    const line = { companyId: brightSmiles.id, invoice: invoice.invoice_number, line: 0 }
    const { rows } = await leadsOf('ada', line)
    expect(rows).toHaveLength(3)
    const [lead] = rows
    const why = await h.call('cleo', 'leads.explainCharge', {
      clientId: brightSmiles.id,
      leadspeekID: running.number,
      storedAt: lead?.created_at ?? '',
      leadId: lead?.id ?? '',
    })
    expect(why.body.data).toMatchObject({
      right: true,
      invoice: { company_id: brightSmiles.id, invoice_number: invoice.invoice_number },
    })
  })

  it('INT-24+ lists a lead that was credited days after it was stored, because the file of the list was worked off late', async () => {
    later(40)
    const campaign = await weekly()
    const [late = ''] = await store(campaign, dear, 1)
    later(42)
    const [soon = ''] = await store(campaign, dear, 1)
    await billCampaign(h.services, campaign, { final: true })
    later(43)
    await store(campaign, dear, 3)
    const leads = await h.db.lead.list(campaign, { start: 0, end: Number.MAX_SAFE_INTEGER }, { limit: 10 })
    for (const lead of leads.filter(({ id }) => id === late || id === soon))
      await h.db.lead.credit(campaign, lead, {
        at: h.services.now() + 1,
        level: 'client',
        companyId: brightSmiles.id,
        uploadId: 'upl_2',
      })
    later(44)
    await billCampaign(h.services, campaign, { final: true })
    const invoice = await newest(brightSmiles.id)
    expect(invoice.lines.map(({ label, qty }) => [label, qty])).toEqual([
      ['Leads basic', 3],
      ['Credit', 2],
    ])
    const line = { companyId: brightSmiles.id, invoice: invoice.invoice_number, line: 1 }
    expect(new Set((await leadsOf('ada', line)).ids)).toEqual(new Set([late, soon]))
  })
})

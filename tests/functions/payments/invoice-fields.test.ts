// What an invoice says, and to whom: by the calls, over bills as the run makes them.
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { leadItems } from '#shared/money/bill.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { lookAs } from '../account/view-as.ts'
import { billingStage } from '../billing/stage.ts'
import { billedOf } from './billed.ts'

const h = await harness()
h.setClock(Date.parse('2027-03-08T07:00:00Z'))
const { agency, client, cardForm } = await billingStage(h)
const { smiles } = h.cast.campaigns
const billed = billedOf(h)
const list = async (who: Member, companyId: string, invoice_number?: string) =>
  (await h.call(who, 'payments.invoices', { company_id: companyId, ...(invoice_number && { invoice_number }) })).body
const csvOf = async (who: Member, companyId: string) => {
  const { file } = (await h.call(who, 'payments.invoices', { company_id: companyId, format: 'csv' })).body
  const key = new URL(file?.url ?? '').pathname.split('/').slice(2).join('/')
  return (await h.services.files.readText(key)) ?? ''
}

// Seven leads at $1.5025, for which the client pays less than they cost: the agency pays the rest.
await billed(leadItems({ bsn15025w20050r700: 7 }))

describe('an invoice', () => {
  it('LED-14 says who asks whom, for which campaign and days, what it is made of, and what became of it', async () => {
    const { data } = await list('cleo', client.id)
    expect(data).toEqual([
      {
        invoice_number: expect.stringMatching(/^INV-[0-9A-F]{10}$/),
        type: 'client',
        issuer: agency.legalName,
        company_id: client.id,
        company_name: client.name,
        client: { id: client.id, name: client.name },
        campaigns: [{ id: smiles.id, name: smiles.name }],
        description: `Leads of ${smiles.name}`,
        term: 'Weekly',
        period_start: '2027-03-01',
        period_end: '2027-03-07',
        lines: [{ label: 'Leads basic', qty: 7, unit: '1.5025', amount: '10.52', leads: true }],
        subtotal: '10.52',
        discount: '0.00',
        total: '10.52',
        currency: 'USD',
        platform_fee: '',
        status: 'paid',
        refunded: '',
        dispute: null,
        paid_with: 'visa 4242',
        card_last4: '4242',
        payment_id: expect.stringMatching(/^pi_/),
        created_at: h.services.now(),
        paid_at: h.services.now(),
        attempts: 1,
        reason: '',
        next_try_at: null,
      },
    ])
  })

  it('LED-14 shows the agency what of it the platform keeps, and what the agency pays besides', async () => {
    expect((await list('ada', client.id)).data).toMatchObject([{ total: '10.52', platform_fee: '10.52' }])
    expect((await list('ada', agency.id)).data).toMatchObject([
      {
        type: 'agency',
        issuer: 'Leadloom, LLC',
        company_id: agency.id,
        client: { id: client.id, name: client.name },
        campaigns: [{ name: smiles.name }],
        period_start: '2027-03-01',
        lines: [
          { label: 'Leads basic', qty: 7, unit: '2.005', amount: '14.04' },
          { label: "Held in the client's payment", qty: null, unit: '', amount: '-10.52' },
        ],
        total: '3.52',
        platform_fee: '',
      },
    ])
  })

  it('LED-14 never tells a client what its agency pays, in no list and in no file', async () => {
    const told = JSON.stringify(await list('cleo', client.id)) + (await csvOf('cleo', client.id))
    for (const cost of ['2.005', '14.04', '3.52', 'Platform fee', '0.07']) expect(told).not.toContain(cost)
    expect(told).toContain('1.5025')
    expect((await h.call('cleo', 'payments.invoices', { company_id: agency.id })).status).toBe(403)
    expect(await csvOf('ada', client.id)).toContain('Platform fee of invoice')
  })

  it('LED-14 LED-16 is drawn with all of that, in the brand of the agency and without its costs', async () => {
    const [{ invoice_number: number } = { invoice_number: '' }] = (await list('cleo', client.id)).data
    const ask = () => h.call('cleo', 'payments.invoiceFile', { company_id: client.id, number })
    expect((await ask()).body.status).toBe('making')
    await h.drain()
    const { url = '' } = (await ask()).body
    const bytes = await h.services.files.readBytes(new URL(url).pathname.split('/').slice(2).join('/'))
    const pdf = await getDocumentProxy(new Uint8Array(bytes ?? []))
    const text = (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ')
    const facts = [number, agency.legalName, client.name, smiles.name, 'Weekly', 'Mar 1, 2027 to Mar 7, 2027', 'Paid']
    for (const said of [...facts, 'Leads basic', '$1.5025', '$10.52 USD']) expect(text).toContain(said)
    for (const cost of ['2.005', '14.04', '3.52', 'Leadloom']) expect(text).not.toContain(cost)
  })

  it('LED-14 is no business of a sales person, of other agencies, and of another client', async () => {
    for (const who of ['sam', 'abe', 'carl'] as const)
      expect((await h.call(who, 'payments.invoices', { company_id: client.id })).status).toBe(403)
  })

  it('LED-14 shows a person who looks as a client no more than the client sees', async () => {
    const { access_token: token } = await lookAs(h, 'cleo')
    const { body } = await h.call('olive', 'payments.invoices', { company_id: client.id }, { token })
    expect(body).toEqual(await list('cleo', client.id))
    expect((await list('olive', client.id)).data[0]?.platform_fee).toBe('10.52')
  })

  it('LED-14 is found by its number, and only among those of its payer', async () => {
    const [own] = (await list('cleo', client.id)).data
    const [other] = (await list('ada', agency.id)).data
    expect((await list('cleo', client.id, own?.invoice_number)).total).toBe(1)
    expect((await list('cleo', client.id, other?.invoice_number)).total).toBe(0)
  })

  it('LED-14 LED-15 of a set-up shows its charge and what the coupon took off', async () => {
    const { copper } = h.cast
    await h.call('olive', 'pricing.setOnboarding', { CompanyID: copper.id, amount: '100', enable_coupon: 'T' })
    await h.call('olive', 'pricing.createCoupon', { code: 'HALF', type: 'percent', value: '50', max_uses: 3 })
    const form = { ...cardForm('abe', h.stripe.card('pm_card_visa', '')), coupon_code: 'HALF' }
    expect((await h.call('abe', 'payments.createDirectCustomer', form)).status).toBe(200)
    expect((await list('abe', copper.id)).data).toMatchObject([
      {
        lines: [{ label: 'Onboarding charge', amount: '100.00' }],
        subtotal: '100.00',
        discount: '50.00',
        total: '50.00',
        status: 'paid',
      },
    ])
  })
})

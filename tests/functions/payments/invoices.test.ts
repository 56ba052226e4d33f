import { describe, expect, it } from 'vitest'
import { collect } from '#functions/domain/payments/collect.ts'
import { DAY } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { saveCard, retry } = stageOf(h)
const { northlight, copper, users } = h.cast
const start = h.services.now() + DAY
h.setClock(start)
const invoices = (
  who: 'ada' | 'abe' | 'olive' | 'carl',
  companyId: string,
  more: { page?: number; format?: 'csv' } = {},
) => h.call(who, 'payments.invoices', { company_id: companyId, ...more })

/** What the invoices of an agency say that are for no campaign. */
const ofNorthlight = {
  type: 'agency',
  issuer: 'Leadloom, LLC',
  company_id: northlight.id,
  company_name: northlight.name,
  client: null,
  campaigns: [],
  term: null,
  period_start: '',
  period_end: '',
  discount: '0.00',
  currency: 'USD',
  platform_fee: '',
}

describe('payments.invoices', () => {
  it('tells a payer what it was charged for, with what, how often it was tried and what is owed', async () => {
    await saveCard('ada')
    const demand = { company: northlight, purpose: 'invoice' }
    const lines = [
      { label: 'Minimum of 2027-01-15 to 2027-02-14', amountCents: 34_900 },
      { label: 'Spent', amountCents: -10_000 },
    ]
    await collect(h.services, { ...demand, key: 'a', amountCents: 24_900, description: 'Minimum spend true-up', lines })
    h.setClock(start + 1_000)
    await saveCard('ada', 'pm_card_chargeCustomerFail')
    await collect(h.services, { ...demand, key: 'b', amountCents: 1_250, description: '=Leads' })
    h.setClock(start + DAY + 2_000)
    await retry()
    const { status, body } = await invoices('ada', northlight.id)
    expect([status, body.total, body.current_page, body.last_page]).toEqual([200, 2, 1, 1])
    expect(body.data).toEqual([
      {
        ...ofNorthlight,
        invoice_number: expect.stringMatching(/^INV-[0-9A-F]{10}$/),
        description: '=Leads',
        created_at: start + 1_000,
        subtotal: '12.50',
        total: '12.50',
        lines: [{ label: '=Leads', qty: null, unit: '', amount: '12.50', leads: false }],
        status: 'failed',
        refunded: '',
        dispute: null,
        paid_with: '',
        card_last4: '',
        payment_id: '',
        paid_at: null,
        attempts: 2,
        reason: 'Your card was declined.',
        next_try_at: start + 1_000 + 3 * DAY,
      },
      {
        ...ofNorthlight,
        invoice_number: expect.stringMatching(/^INV-[0-9A-F]{10}$/),
        description: 'Minimum spend true-up',
        created_at: start,
        subtotal: '249.00',
        total: '249.00',
        status: 'paid',
        refunded: '',
        dispute: null,
        paid_with: 'visa 4242',
        card_last4: '4242',
        payment_id: expect.stringMatching(/^pi_/),
        paid_at: start,
        attempts: 1,
        lines: [
          { label: 'Minimum of 2027-01-15 to 2027-02-14', qty: null, unit: '', amount: '349.00', leads: false },
          { label: 'Spent', qty: null, unit: '', amount: '-100.00', leads: false },
        ],
        reason: '',
        next_try_at: null,
      },
    ])
    expect(new Set(body.data.map(({ invoice_number: number }) => number)).size).toBe(2)
    expect((await invoices('ada', northlight.id, { page: 2 })).body.data).toEqual([])
  })

  it('gives all of them as a file in which no cell runs as a formula', async () => {
    const { body } = await invoices('ada', northlight.id, { format: 'csv' })
    const key = new URL(body.file?.url ?? '').pathname.split('/').slice(2).join('/')
    const text = (await h.services.files.readText(key)) ?? ''
    const [head, ...lines] = text.trim().split(/\r?\n/)
    expect(head).toContain('Invoice')
    expect(lines).toHaveLength(3)
    expect(text).not.toMatch(/(^|,)"?=/m)
    expect(text).toContain(',349.00,')
    expect(text).toContain(',(100.00),')
  })

  it('is an agency’s own and for those above it, and for nobody else', async () => {
    expect((await invoices('olive', northlight.id)).body.total).toBe(2)
    expect((await invoices('abe', northlight.id)).status).toBe(403)
    expect((await invoices('carl', copper.id)).status).toBe(403)
    expect((await invoices('carl', users.carl.companyId)).body.total).toBe(0)
  })
})

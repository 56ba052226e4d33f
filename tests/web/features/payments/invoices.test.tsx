import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, setup } from '#tests/web/support/people.ts'

type Page = Output<'payments.invoices'>
type Row = Page['data'][number]

const row = (more: Partial<Row> = {}): Row => ({
  invoice_number: 'INV-0123456789',
  type: 'agency',
  issuer: 'Leadloom, LLC',
  company_id: 'com_north',
  company_name: 'Northlight',
  client: { id: 'com_client', name: 'Bright Smiles' },
  campaigns: [{ id: 'cmp_1', name: 'Autumn' }],
  description: 'Leads of Autumn',
  term: 'Weekly',
  period_start: '2027-03-01',
  period_end: '2027-03-07',
  created_at: 1_800_000_000_000,
  lines: [{ label: 'Leads basic', qty: 9992, unit: '0.125', amount: '1249.00', leads: false }],
  subtotal: '1249.00',
  discount: '0.00',
  total: '1249.00',
  currency: 'USD',
  platform_fee: '',
  status: 'paid',
  refunded: '',
  dispute: null,
  paid_with: 'visa 4242',
  card_last4: '4242',
  payment_id: 'pi_1',
  paid_at: 1,
  attempts: 1,
  reason: '',
  next_try_at: null,
  ...more,
})
const page = (data: Row[]): Page => ({
  current_page: 1,
  last_page: 1,
  total: data.length,
  from: 1,
  to: data.length,
  per_page: 25,
  next_cursor: null,
  data,
})
const card: Output<'payments.getCard'> = {
  result: 'success',
  message: '',
  customer_payment_id: 'cus_1',
  billing_method: 'credit_card',
  is_direct: false,
  card: { brand: 'visa', last4: '4242', exp: '12/2030' },
  cancelled_at: null,
  public_key: 'pk_test_leadloom_local',
  account: '',
  takes_cards: true,
  failed: [],
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

async function open(answer: () => Page, more: Handlers = {}) {
  const opened = await openApp('/user/card-setting', {
    as: agency(),
    handlers: {
      'account.checkSetup': () => setup(),
      'payments.getCard': () => card,
      'payments.invoices': answer,
      ...more,
    },
  })
  await opened.user.click(await screen.findByRole('button', { name: 'Invoices' }))
  return { ...opened, inside: within(await screen.findByRole('dialog', { name: 'Invoices' })) }
}

describe('what could not be taken from a Data Wallet', () => {
  it('is paid by a top-up or by the card, and says so; choosing the card frees the account at once', async () => {
    let isFailed = true
    const failed = {
      description: 'Leads of Autumn',
      campaign_id: '',
      campaign_name: '',
      amount: '40.00',
      failed_at: 1,
      reason: 'The Data Wallet holds too little for this invoice.',
      next_try_at: null,
    }
    const { user, server } = await openApp('/user/card-setting', {
      as: agency(),
      handlers: {
        'account.checkSetup': () => setup(),
        'payments.getCard': () => ({
          ...card,
          is_direct: true,
          billing_method: isFailed ? ('data_wallet' as const) : ('credit_card' as const),
          failed: isFailed ? [failed] : [],
        }),
        'payments.setBillingMethod': () => {
          isFailed = false
          return { result: 'success', message: 'Your settings have been saved.' }
        },
      },
    })
    expect(await screen.findByText(/Top up your Data Wallet, or choose the credit card below/)).toBeDefined()
    const before = server.named('account.checkSetup').length
    await user.click(screen.getByRole('radio', { name: 'Credit card' }))
    await waitFor(() => expect(screen.queryByText('A payment failed')).toBeNull())
    await waitFor(() => expect(server.named('account.checkSetup').length).toBeGreaterThan(before))
  })
})

describe('what a bank took back', () => {
  it('is paid by no card, and says so', async () => {
    const reason = "The card's owner does not recognize this payment."
    const row = { description: 'Leads', campaign_id: '', campaign_name: '', amount: '40.00', failed_at: 1, reason }
    await openApp('/user/card-setting', {
      as: agency(),
      handlers: {
        'account.checkSetup': () => setup(),
        'payments.getCard': () => ({ ...card, failed: [{ ...row, next_try_at: null, disputed: true as const }] }),
      },
    })
    expect(
      await screen.findByText(/\$40\.00 was taken back by the bank, and your campaigns are stopped\./),
    ).toBeDefined()
    expect(screen.getByText('A payment is disputed')).toBeDefined()
    expect(screen.getByText(/until you settle it with the company that you pay/)).toBeDefined()
    // The card is there to be changed as ever, but nobody is led to do so.
    expect(screen.getByRole('button', { name: 'Change card' })).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Another card' })).toBeNull()
  })
})

describe('the invoices of a payer', () => {
  it('show the leads of a line, page by page, each with what it cost and where that is explained', async () => {
    const lead = (n: number) => ({
      id: `led_${n}`,
      created_at: '2027-03-01T10:00:00.000Z',
      visited_at: '2027-03-01T10:00:00.000Z',
      leadspeek_api_id: '12345678',
      campaign_name: 'Autumn',
      company_id: 'com_client',
      company_name: 'Bright Smiles',
      leadspeek_type: 'local' as const,
      timezone: 'America/Chicago',
      firstname: 'Ann',
      lastname: `Lee ${n}`,
      email: 'ann@example.com',
      email2: '',
      phone: '',
      phone2: '',
      address1: '',
      address2: '',
      city: '',
      state: '',
      zipcode: '',
      keyword: '',
      landing_url: '',
      advanced: {},
      b2b: {},
      worksAt: '',
      price: 0.25,
      wholesale: 0.125,
    })
    const one = row({ lines: [{ label: 'Leads basic', qty: 2, unit: '0.125', amount: '0.25', leads: true }] })
    const { user, server } = await openApp('/user/invoices?invoice=INV-0123456789', {
      as: agency(),
      handlers: {
        'account.checkSetup': () => setup(),
        'payments.invoices': () => page([one]),
        'payments.invoiceLeads': ({ cursor }) =>
          cursor === 'next' ? { data: [lead(2)], next_cursor: null } : { data: [lead(1)], next_cursor: 'next' },
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Show leads of Leads basic' }))
    const inside = within(await screen.findByRole('dialog', { name: 'Leads basic on INV-0123456789' }))
    const first = await inside.findByRole('link', { name: 'Ann Lee 1' })
    expect(first.getAttribute('href')).toMatch(/\?lead=1803895200000-led_1-12345678-com_client$/)
    // The agency pays it: what a lead cost it, and not what it was sold for.
    expect(inside.getByText('$0.125')).toBeDefined()
    expect(inside.queryByText('$0.25')).toBeNull()
    await user.click(inside.getByRole('button', { name: 'Later' }))
    expect(await inside.findByRole('link', { name: 'Ann Lee 2' })).toBeDefined()
    expect(inside.getByRole('button', { name: 'Later' })).toHaveProperty('disabled', true)
    expect(server.named('payments.invoiceLeads').map(({ input }) => input)).toEqual([
      { company_id: 'com_north', number: 'INV-0123456789', line: '0' },
      { company_id: 'com_north', number: 'INV-0123456789', line: '0', cursor: 'next' },
    ])
  })

  it('are listed with amount and state, and open to their lines, tries and what paid them', async () => {
    const lines = [
      { label: 'Minimum of 2027-01-15 to 2027-02-14', qty: null, unit: '', amount: '349.00', leads: false },
      { label: 'Spent', qty: null, unit: '', amount: '-100.00', leads: false },
    ]
    const failed = row({
      invoice_number: 'INV-FFFFFFFFFF',
      description: 'Minimum spend true-up',
      total: '249.00',
      lines,
    })
    const reason = 'The Data Wallet holds too little.'
    const { inside, user } = await open(() =>
      page([{ ...failed, status: 'failed', paid_with: '', attempts: 3, reason }, row()]),
    )
    expect(await inside.findByText('$1,249.00')).toBeDefined()
    expect(inside.getByText('Paid')).toBeDefined()
    expect(inside.getByText('Failed')).toBeDefined()
    await user.click(inside.getByRole('button', { name: 'Details of INV-FFFFFFFFFF' }))
    expect(await inside.findByText('−$100.00')).toBeDefined()
    expect(inside.getByText(/Tried 3 times\. The Data Wallet holds too little\./)).toBeDefined()
    await user.click(inside.getByRole('button', { name: 'Details of INV-0123456789' }))
    expect(await inside.findAllByText('9,992 × $0.125')).toHaveLength(2)
    for (const said of ['Leadloom, LLC', 'Weekly', 'Mar 1, 2027 to Mar 7, 2027'])
      expect(inside.getAllByText(said)[0]).toBeDefined()
    expect(inside.getByText(/Tried once\. Paid with Visa ending in 4242\./)).toBeDefined()
  })

  it('LED-14 show what came off the sum, and the agency what of it is its cost', async () => {
    const { inside, user } = await open(() =>
      page([row({ subtotal: '1349.00', discount: '100.00', platform_fee: '310.50', refunded: '9.00' })]),
    )
    await user.click(await inside.findByRole('button', { name: 'Details of INV-0123456789' }))
    for (const said of ['$1,349.00', '−$100.00', '$1,249.00 USD', '$310.50'])
      expect(await inside.findByText(said)).toBeDefined()
  })

  it('open alone where an address names one, and lead to all others', async () => {
    const { user, server } = await openApp('/user/invoices?invoice=INV-0123456789', {
      as: agency(),
      handlers: { 'account.checkSetup': () => setup(), 'payments.invoices': () => page([row()]) },
    })
    expect(await screen.findAllByText('9,992 × $0.125')).toHaveLength(2)
    expect(server.named('payments.invoices')[0]?.input).toMatchObject({ invoice_number: 'INV-0123456789' })
    await user.click(screen.getByRole('button', { name: 'All invoices' }))
    await waitFor(() => expect(server.named('payments.invoices').at(-1)?.input).not.toHaveProperty('invoice_number'))
  })

  it('say what of them went back, and that one is disputed', async () => {
    const dispute = { state: 'open' as const, reason: "The card's owner does not recognize it.", amount: '1249.00' }
    const { inside, user } = await open(() =>
      page([
        row({ invoice_number: 'INV-AAAAAAAAAA', status: 'refunded', refunded: '1249.00' }),
        row({ invoice_number: 'INV-BBBBBBBBBB', status: 'disputed', dispute }),
        row({ invoice_number: 'INV-CCCCCCCCCC', refunded: '9.00' }),
      ]),
    )
    expect(await inside.findByText('Refunded')).toBeDefined()
    expect(inside.getByText('Disputed')).toBeDefined()
    expect(inside.getByText('Partly refunded')).toBeDefined()
    expect(inside.getByText('$9.00 went back')).toBeDefined()
    await user.click(inside.getByRole('button', { name: 'Details of INV-AAAAAAAAAA' }))
    expect(await inside.findByText(/\$1,249\.00 went back to the card\./)).toBeDefined()
    await user.click(inside.getByRole('button', { name: 'Details of INV-BBBBBBBBBB' }))
    expect(await inside.findByText(/its bank took it back and has not decided yet\./)).toBeDefined()
  })

  it('come as PDF, which is asked for again until it was made', async () => {
    let asked = 0
    URL.createObjectURL = vi.fn(() => 'blob:x')
    URL.revokeObjectURL = vi.fn()
    const { inside, user, server } = await open(() => page([row()]), {
      'payments.invoiceFile': () => {
        asked += 1
        const filename = 'INV-0123456789.pdf'
        if (asked === 1) return { result: 'success' as const, status: 'making' as const, filename }
        return { result: 'success' as const, status: 'done' as const, filename, url: 'https://files.example/x.pdf' }
      },
    })
    server.files.set('https://files.example/x.pdf', () => new Response('%PDF'))
    await user.click(await inside.findByRole('button', { name: 'Download INV-0123456789 as PDF' }))
    expect(await screen.findByText('Download Successful')).toBeDefined()
    expect(server.named('payments.invoiceFile').map(({ input }) => input)).toEqual([
      { company_id: 'com_north', number: 'INV-0123456789' },
      { company_id: 'com_north', number: 'INV-0123456789' },
    ])
  })

  it('say so where there are none, and can be asked for again where they could not be loaded', async () => {
    const empty = await open(() => page([]))
    expect(await empty.inside.findByText('No invoices yet')).toBeDefined()
    expect(empty.inside.getByRole('button', { name: 'Download all as CSV' })).toHaveProperty('disabled', true)
  })

  it('can be asked for again where they could not be loaded', async () => {
    let isBroken = true
    const { inside, user } = await open(() => {
      if (isBroken) throw new Refusal('internal', 'Boom')
      return page([row()])
    })
    expect(await inside.findByText('The invoices could not be loaded')).toBeDefined()
    isBroken = false
    await user.click(inside.getByRole('button', { name: /again|retry/i }))
    expect(await inside.findByText('Leads of Autumn')).toBeDefined()
  })
})

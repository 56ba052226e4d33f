import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { cleanBrowser, openWallet, row, wallet } from './stage.tsx'

cleanBrowser()

describe('automatic top-ups', () => {
  it('WAL-015 PRE-10 are stopped and go on by one button, which says what a press does', async () => {
    let stopped: 'T' | 'F' = 'F'
    const { user, inside, button, server } = await openWallet({
      'wallet.get': () => wallet({ stop_continual: stopped }),
      'wallet.stopContinual': ({ stop_continual }) => {
        stopped = stop_continual ? 'T' : 'F'
        return { result: 'success', message: 'Stored.', stop_continual: stopped }
      },
    })
    await user.click(button('Stop Continual Topup'))
    await user.click(await inside.findByRole('button', { name: 'Continual Topup' }))
    expect(await inside.findByRole('button', { name: 'Stop Continual Topup' })).toBeDefined()
    expect(server.named('wallet.stopContinual').map(({ input }) => input)).toEqual([
      { company_id: 'com_north', stop_continual: 'T' },
      { company_id: 'com_north', stop_continual: 'F' },
    ])
  })

  it('WAL-015 PRE-10 say, where they are stopped, what becomes of what the wallet pays for', async () => {
    const { inside } = await openWallet({ 'wallet.get': () => wallet({ stop_continual: 'T' }) })
    expect(
      inside.getByText(/Once it is used up, what it pays for brings no leads until it is topped up\./),
    ).toBeDefined()
  })

  it('WAL-016 say when they come and what they buy', async () => {
    const { inside } = await openWallet()
    expect(
      inside.getByText(/below 10% of the balance after the latest top-up \(\$123.46\), \$500.00 is charged/),
    ).toBeDefined()
  })

  it('keep a monthly limit', async () => {
    const { user, inside, server } = await openWallet()
    await user.type(inside.getByRole('textbox', { name: 'Monthly limit' }), '1500')
    await user.click(inside.getByRole('button', { name: 'Save limit' }))
    await waitFor(() => expect(server.named('wallet.save')).toHaveLength(1))
    expect(server.named('wallet.save')[0]?.input).toEqual({
      company_id: 'com_north',
      monthly_limit: '1500.00',
      seen: { monthly_limit: '' },
    })
    // Another amount that somebody else chose meanwhile stays.
    expect(server.named('wallet.save')[0]?.input).not.toHaveProperty('amount')
  })
})

describe('the transactions', () => {
  const rows = [
    row(),
    row({
      id: '202611-chg-1',
      title: '10 leads of Website visitors',
      amount: -12.5,
      transaction_type: 'charge',
      expired_at: null,
    }),
    row({
      id: '202611-exp-1',
      title: 'Unused credit expired',
      amount: -3,
      transaction_type: 'other',
      expired_at: null,
    }),
  ]

  it('WAL-020 WAL-021 list id, title, times, amount and kind, each kind with a look of its own', async () => {
    const { inside } = await openWallet({ 'wallet.history': () => ({ transaction_history: rows }) })
    const section = await inside.findByRole('region', { name: 'Transactions' })
    const list = await within(section).findByRole('list')
    const items = within(list).getAllByRole('listitem')
    expect(items).toHaveLength(3)
    const [bought, charged] = items
    expect(bought?.textContent).toMatch(/Top-up\+\$500\.00.*Nov 10, 2026.*expires Nov 10, 2027.*202611-top-1/)
    expect(charged?.textContent).toContain('−$12.50')
    const looks = items.map(
      (item) => `${item.dataset.type} ${item.querySelector('.mantine-Badge-root')?.getAttribute('style')}`,
    )
    expect(new Set(looks).size).toBe(3)
  })

  it('WAL-022 are chosen by month', async () => {
    // Months are those of the company, no matter where it is looked at.
    const { user, inside, server } = await openWallet({ 'wallet.get': () => wallet({ this_month: '2024-01' }) })
    const months = within(inside.getByRole('combobox', { name: 'Month' })).getAllByRole('option')
    const chosen = (months[2] as HTMLOptionElement).value
    expect([months[0]?.textContent, chosen]).toEqual(['January 2024', '2023-11'])
    await user.selectOptions(inside.getByRole('combobox', { name: 'Month' }), chosen)
    await waitFor(() =>
      expect(server.named('wallet.history').at(-1)?.input).toEqual({ company_id: 'com_north', date: chosen }),
    )
    expect(chosen).toMatch(/^\d{4}-(0[1-9]|1[0-2])$/)
    expect(await inside.findByText('Nothing in this month')).toBeDefined()
  })

  it('WAL-023 CON-005 scroll at 320 pixels', async () => {
    const { dialog } = await openWallet({ 'wallet.history': () => ({ transaction_history: rows }) })
    const area = dialog.querySelector<HTMLElement>('[data-history]')
    // 320 px in the unit of the theme, which follows the size of text that a person has chosen.
    expect(area?.style.maxHeight).toContain('20rem')
  })

  it('say why each of them is there', async () => {
    const { user, inside, server } = await openWallet({
      'wallet.history': () => ({ transaction_history: rows }),
      'wallet.explain': () => ({
        rule: 'Each lead is charged at the price of its campaign.',
        facts: [{ label: 'Leads', value: '10' }],
        campaign_number: '12345678',
        leads: [
          { count: 9, price: 0.5 },
          { count: 1, price: 0.4525 },
        ],
        invoice_number: 'INV-0123456789',
        from: 'Your Data Wallet',
        to: 'The platform',
        lots: [
          { number: 1, bought_at: '2026-11-10T15:00:00.000Z', expired_at: '2027-11-10T15:00:00.000Z', amount: 12.5 },
        ],
      }),
    })
    await user.click(await inside.findByRole('button', { name: 'Why: 10 leads of Website visitors' }))
    expect(await inside.findByText('Each lead is charged at the price of its campaign.')).toBeDefined()
    expect(inside.getByText('Leads: 10')).toBeDefined()
    expect(inside.getByText('9 leads at $0.50 each')).toBeDefined()
    expect(inside.getByText('1 lead at $0.4525 each')).toBeDefined()
    const leadsTo = (name: string) => inside.getByRole('link', { name }).getAttribute('href')
    expect(leadsTo('12345678')).toBe('/campaign?q=12345678')
    expect(leadsTo('INV-0123456789')).toBe('/user/invoices?invoice=INV-0123456789')
    expect(inside.getByText(/\$12\.50 of the credit bought/).textContent).toMatch(
      /bought on Nov 10, 2026, which expires on Nov \d+, 2027$/,
    )
    expect(server.named('wallet.explain')[0]?.input).toEqual({
      company_id: 'com_north',
      transaction_id: '202611-chg-1',
    })
    // What a link leads to stands under the dialog, where nobody would see it.
    await user.click(inside.getByRole('link', { name: 'INV-0123456789' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Data Wallet' })).toBeNull())
  })

  it('WAL-030 are downloaded for the month that is chosen', async () => {
    const { user, inside, button, server } = await openWallet({
      'wallet.download': ({ month }) => ({
        url: `https://files.example/${month}.csv`,
        filename: `data-wallet-${month}.csv`,
      }),
    })
    URL.createObjectURL = vi.fn(() => 'blob:x')
    URL.revokeObjectURL = vi.fn()
    const month = '2026-09'
    server.files.set(`https://files.example/${month}.csv`, () => new Response('id,title\r\n'))
    await user.selectOptions(inside.getByRole('combobox', { name: 'Month' }), month)
    await user.click(button('Download CSV'))
    expect(await screen.findByText('Download Successful')).toBeDefined()
    expect(server.named('wallet.download').map(({ input }) => input)).toEqual([{ companyId: 'com_north', month }])
  })
})

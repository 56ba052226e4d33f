import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, setup } from '#tests/web/support/people.ts'
import { clientRow, operator } from '../companies/stage.tsx'

type Answer = Output<'payments.margins'>
type Amounts = Answer['total']

const amounts = (more: Partial<Amounts> = {}): Amounts => ({
  charged: '100.00',
  unpaid: '0.00',
  by_hand: '0.00',
  leads: '40.00',
  fees: '10.00',
  margin: '50.00',
  ...more,
})
const invoices: Output<'payments.invoices'> = {
  current_page: 1,
  last_page: 1,
  total: 0,
  from: 0,
  to: 0,
  per_page: 25,
  next_cursor: null,
  data: [],
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

async function open(margins: () => Answer, more: Handlers = {}) {
  const opened = await openApp('/user/invoices', {
    as: agency(),
    handlers: {
      'account.checkSetup': () => setup(),
      'payments.invoices': () => invoices,
      'payments.margins': margins,
      ...more,
    },
  })
  expect(await screen.findAllByText('Your margin')).not.toHaveLength(0)
  return { ...opened, inside: screen }
}

describe('the margin of an agency', () => {
  it('shows each month and the sum of all, and only the amounts that there are', async () => {
    const { inside } = await open(() => ({
      data: [],
      months: [
        { month: '2026-11', ...amounts() },
        { month: '2026-10', ...amounts({ charged: '20.00', margin: '-30.00' }) },
      ],
      total: amounts({ charged: '120.00', leads: '80.00', fees: '15.00', margin: '25.00' }),
    }))
    expect((await inside.findByText('October 2026')).closest('tr')?.textContent).toContain('−$30.00')
    expect(inside.getByText('November 2026').closest('tr')?.textContent).toContain('$50.00')
    expect(inside.getByText(/All months: charged \$120\.00, margin/).textContent).toContain('$25.00')
    expect(inside.queryByText('Not paid yet')).toBeNull()
    expect(inside.queryByText('Billed by hand')).toBeNull()
  })

  it('names what is not paid and what the agency bills itself, where there is some', async () => {
    const { inside } = await open(() => ({
      data: [],
      months: [{ month: '2026-11', ...amounts({ unpaid: '7.00', by_hand: '9.00' }) }],
      total: amounts({ unpaid: '7.00', by_hand: '9.00' }),
    }))
    expect(await inside.findByText('Not paid yet')).toBeDefined()
    expect(inside.getByText('Billed by hand')).toBeDefined()
    expect(inside.getByText(/Leads that your Data Wallet paid/)).toBeDefined()
  })

  it('says that nothing was billed, and tries again what failed', async () => {
    let isBroken = true
    const { inside, user } = await open(() => {
      if (isBroken) throw new Refusal('unavailable', 'Please try again in a moment.')
      return { data: [], months: [], total: amounts({ charged: '0.00', leads: '0.00', fees: '0.00', margin: '0.00' }) }
    })
    expect(await inside.findByText('The margins could not be loaded')).toBeDefined()
    isBroken = false
    await user.click(inside.getByRole('button', { name: /again|retry/i }))
    expect(await inside.findByText('Nothing was billed')).toBeDefined()
  })
})

it('tells operators whose cost it is', async () => {
  const row = clientRow('Acme')
  await openApp(`/configuration/company/${row.company_id}?tab=money`, {
    as: operator(),
    handlers: {
      'companies.get': () => ({ data: row, parent: { id: 'com_northlight', name: 'Northlight' } }),
      'payments.invoices': () => invoices,
      'payments.margins': () => ({ data: [], total: amounts() }),
    },
  })
  expect(await screen.findByText(/less what its leads and fees cost its agency/)).toBeDefined()
})

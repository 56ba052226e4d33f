// Anybody who is led to the card of their company and may not touch it reads whom to ask: no dead end, and no form that is refused.
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, setup } from '#tests/web/support/people.ts'
import { freshBrowser } from '../companies/stage.tsx'

freshBrowser()

const rights = (on: 'T' | 'F', change: 'T' | 'F' = on) => ({
  report_analytics: 'F' as const,
  modules: [
    {
      module_name: 'Settings',
      enable_permission: on,
      create_permission: change,
      update_permission: change,
      delete_permission: change,
    },
  ],
})
const whom = /Please ask a default administrator of Northlight, or a colleague whose role has Settings\./
const card: Output<'payments.getCard'> = {
  result: 'success',
  message: '',
  customer_payment_id: 'cus_1',
  billing_method: 'credit_card',
  is_direct: true,
  card: { brand: 'visa', last4: '4242', exp: '12/2030' },
  cancelled_at: null,
  public_key: 'pk_test',
  account: 'acct_1',
  takes_cards: true,
  failed: [],
}

it('says whom to ask when a payment of the agency failed and the role has no Settings', async () => {
  const { server } = await openApp('/', {
    as: agency({ user_permissions: rights('F') }),
    handlers: { 'account.checkSetup': () => setup({ paymentStatusFailed: true }) },
  })
  expect(await screen.findByText(whom)).toBeDefined()
  expect(location.pathname).toBe('/user/card-setting')
  expect(server.named('payments.getCard')).toEqual([])
  expect(screen.queryByRole('button', { name: 'Invoices' })).toBeNull()
})

it('shows the card to a role that only reads, and nothing to change it', async () => {
  await openApp('/user/card-setting', {
    as: agency({ user_permissions: rights('T', 'F') }),
    handlers: { 'account.checkSetup': () => setup(), 'payments.getCard': () => card },
  })
  expect(await screen.findByText('Visa ending in 4242')).toBeDefined()
  expect(screen.getByText(whom)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Change card' })).toBeNull()
  expect(screen.queryByRole('radio')).toBeNull()
})

it('ends their own part of the set-up without a card, and says then what is missing', async () => {
  await openApp('/', {
    as: agency({ user_permissions: rights('F'), profile_setup_completed: 'T' }),
    handlers: { 'account.checkSetup': () => setup({ setupcomplete: 'F', creditcardsetup: false }) },
  })
  expect(await screen.findByText('Your own part is done.')).toBeDefined()
  expect(await screen.findByText(whom)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
})

it('says of the invoices, and not of the card, that the role does not show them', async () => {
  await openApp('/user/invoices', {
    as: agency({ user_permissions: rights('F') }),
    handlers: { 'account.checkSetup': () => setup() },
  })
  expect((await screen.findByText(whom)).textContent).toMatch(
    /^Your role does not let you see the invoices of Northlight\./,
  )
})

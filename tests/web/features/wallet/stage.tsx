import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import type { Handlers } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency } from '#tests/web/support/people.ts'

export type Wallet = Output<'wallet.get'>
export type Row = Wallet['transaction_history'][number]

export const wallet = (more: Partial<Wallet> = {}): Wallet => ({
  custom_amount: 'F',
  amount: 500,
  balance_amount: 0.3,
  total_amount: 1500.5,
  last_balance_amount: 1234.56,
  next_expiry: null,
  stop_continual: 'F',
  monthly_limit: null,
  is_enable_topup_prepaid_direct_payment: true,
  has_card: true,
  this_month: '2026-11',
  transaction_history: [],
  ...more,
})
export const row = (more: Partial<Row> = {}): Row => ({
  id: '202611-top-1',
  title: 'Top-up',
  created_at: '2026-11-10T15:00:00.000Z',
  expired_at: '2027-11-10T15:00:00.000Z',
  amount: 500,
  transaction_type: 'topup',
  ...more,
})
export const done = { result: 'success' as const, message: 'Your settings have been saved.' }
export const agreed = { status: 'T' as const, version: 1 }

/** Storage and stubs as each test finds them. */
export function cleanBrowser() {
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

export async function press(opened: Awaited<ReturnType<typeof openApp>>) {
  await opened.user.click(await screen.findByRole('button', { name: /Profile menu/ }))
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Data Wallet', hidden: true }))
}

export async function openWallet(handlers: Handlers = {}) {
  const opened = await openApp('/siteid/dashboard', {
    as: agency(),
    handlers: {
      'documents.featureAgreement': () => agreed,
      'wallet.get': () => wallet(),
      'wallet.history': () => ({ transaction_history: [] }),
      'wallet.save': () => done,
      'wallet.charge': () => ({ result: 'success', message: 'Your Data Wallet has been topped up.' }),
      ...handlers,
    },
  })
  await press(opened)
  const dialog = await screen.findByRole('dialog', { name: 'Data Wallet' })
  await within(dialog).findByRole('form', { name: 'Top up' })
  const inside = within(dialog)
  const button = (name: string | RegExp) => inside.getByRole('button', { name })
  /** Turns the custom amount on and types one, without leaving the field. */
  const type = async (text: string) => {
    const toggle = inside.getByRole('switch', { name: 'Custom amount' })
    if (!(toggle as HTMLInputElement).checked) await opened.user.click(toggle)
    const field = inside.getByRole('textbox', { name: 'Amount' })
    await opened.user.clear(field)
    await opened.user.type(field, text)
    return field as HTMLInputElement
  }
  return { ...opened, dialog, inside, button, type }
}

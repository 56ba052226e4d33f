import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, setup } from '#tests/web/support/people.ts'

const text = /You need to connect your Stripe account prior to adding any clients/
const unconnected = { 'account.checkSetup': () => setup({ accountconnected: '' as const }) }
const open = (path: string) => openApp(path, { as: agency(), handlers: unconnected })
const go = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name: /Profile menu/ }))
  await user.click(await screen.findByRole('menuitem', { name, hidden: true }))
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('notices about the payment account', () => {
  it('PAY-021 PAY-022 stay until they are dismissed, are told once a session, and again after the next sign-in', async () => {
    const first = await open('/user/profile')
    expect(await screen.findByText(text)).toBeDefined()
    // Long after other notices have gone.
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await vi.advanceTimersByTimeAsync(30_000)
    vi.useRealTimers()
    expect(screen.getByText(text)).toBeDefined()
    await first.user.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByText(text)).toBeNull())
    first.unmount()
    for (const path of ['/term-of-use', '/user/profile', '/privacy-policy', '/user/profile', '/term-of-use']) {
      const page = await open(path)
      await screen.findByRole('button', { name: /Profile menu/ })
      expect(screen.queryByText(text), path).toBeNull()
      page.unmount()
    }
    const last = await openApp('/user/profile', {
      as: agency(),
      handlers: { ...unconnected, 'session.logout': () => ({ result: 'success', message: '' }) },
    })
    await go(last.user, 'Log out')
    await waitFor(() => expect(location.pathname).toBe('/login'))
    last.unmount()
    await open('/user/profile')
    expect(await screen.findByText(text)).toBeDefined()
  })

  it('PAY-002 follow what changed meanwhile as soon as another page is opened', async () => {
    let failed = false
    const { server } = await openApp('/user/profile', {
      as: agency(),
      handlers: {
        'account.checkSetup': () => setup(failed ? { paymentStatusFailed: true } : {}),
        'payments.getCard': () => ({
          result: 'success',
          message: '',
          card: null,
          customer_payment_id: '',
          billing_method: 'credit_card',
          is_direct: false,
          cancelled_at: null,
          public_key: '',
          account: '',
          takes_cards: false,
          failed: [],
        }),
      },
    })
    await screen.findByRole('heading', { level: 1, name: 'Profile' })
    const before = server.named('account.checkSetup').length
    failed = true
    const link = document.querySelector<HTMLAnchorElement>('a[href="/siteid/dashboard"]')
    link?.click()
    await screen.findByRole('heading', { name: 'Card Setting' })
    expect([location.pathname, server.named('account.checkSetup').length]).toEqual([
      '/user/card-setting',
      expect.any(Number),
    ])
    expect(server.named('account.checkSetup').length).toBeGreaterThan(before)
  })
})

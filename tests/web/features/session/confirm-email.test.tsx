import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { fakeIndexedDb } from '#tests/web/support/indexed-db.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { client } from '#tests/web/support/people.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  fakeIndexedDb()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the page that confirms an address', () => {
  it('spends the link once and says so', async () => {
    const { server } = await openApp('/confirm-email/TOKEN', {
      as: null,
      handlers: { 'session.confirmEmail': () => ({ valid: true, reason: '' }) },
    })
    expect(await screen.findByRole('heading', { name: 'Your e-mail address is confirmed' })).toBeDefined()
    expect(server.named('session.confirmEmail').map(({ input }) => input)).toEqual([{ token: 'TOKEN' }])
    expect(screen.getByRole('link', { name: 'Log in' })).toBeDefined()
  })

  it('does not ask somebody who is signed in to confirm any more', async () => {
    let isConfirmed = false
    await openApp('/confirm-email/TOKEN', {
      as: client({ email_confirmed: 'F' }),
      handlers: {
        'account.me': () => client({ email_confirmed: isConfirmed ? 'T' : 'F' }),
        'session.confirmEmail': () => {
          isConfirmed = true
          return { valid: true, reason: '' }
        },
      },
    })
    await screen.findByRole('heading', { name: 'Your e-mail address is confirmed' })
    await waitFor(() => expect(screen.queryByText('Please confirm your e-mail address')).toBeNull())
  })

  it('has the token out of the address before anything is sent, and finds it again after a reload', async () => {
    const seen: string[] = []
    const handlers = {
      'session.confirmEmail': () => {
        seen.push(location.href)
        return { valid: true, reason: '' as const }
      },
    }
    const { unmount } = await openApp('/confirm-email/TOKEN?new=1', { as: null, handlers })
    expect(await screen.findByRole('button', { name: 'Use this address' })).toBeDefined()
    expect(location.pathname + location.search).toBe('/confirm-email/opened')
    unmount()
    const kept: unknown = history.state
    const { user, server } = await openApp('/confirm-email/opened', { as: null, handlers, state: kept })
    await user.click(await screen.findByRole('button', { name: 'Use this address' }))
    expect(await screen.findByRole('heading', { name: 'Your e-mail address is confirmed' })).toBeDefined()
    expect(server.named('session.confirmEmail').map(({ input }) => input)).toEqual([{ token: 'TOKEN' }])
    expect(seen.join()).not.toContain('TOKEN')
  })

  it('sends a new link to somebody who is signed in, and says why the old one failed', async () => {
    const { user } = await openApp('/confirm-email/OLD', {
      as: client(),
      handlers: {
        'session.confirmEmail': () => ({ valid: false, reason: 'expired' }),
        'session.resendConfirmation': () => ({ result: 'success', message: 'We have sent a mail to a@b.example.' }),
      },
    })
    expect(await screen.findByText('This link is too old.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Send a new link' }))
    expect(await screen.findByText('We have sent a mail to a@b.example.')).toBeDefined()
  })

  it('offers no new link for one that was used', async () => {
    await openApp('/confirm-email/USED', {
      as: client(),
      handlers: { 'session.confirmEmail': () => ({ valid: false, reason: 'used' }) },
    })
    expect(await screen.findByText(/Your e-mail address is confirmed already/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Send a new link' })).toBeNull()
  })

  it('lets a confirmation that failed on its way be tried again', async () => {
    let isAway = true
    const { user, server } = await openApp('/confirm-email/NEW?new=1', {
      as: null,
      handlers: {
        'session.confirmEmail': () => {
          if (isAway) throw new Refusal('unavailable', 'Try again in a moment.')
          return { valid: true, reason: '' }
        },
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Use this address' }))
    expect(await screen.findByText('Try again in a moment.')).toBeDefined()
    isAway = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/Log in with it from now on/)).toBeDefined()
    expect(server.named('session.confirmEmail')).toHaveLength(2)
  })
})

import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { fakeIndexedDb } from '#tests/web/support/indexed-db.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client } from '#tests/web/support/people.ts'
import { trioOf } from '#tests/web/support/tokens.ts'

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
const valid = (id: string, action: '' | 'replace' = '') => ({
  message: 'Access Token Valid' as const,
  action,
  ...trioOf(id),
})

describe('single sign-on', () => {
  it('AUT-026 AUT-029 RTE-004 trades the token of the address, fetches the person, and then goes where the rules say', async () => {
    const { server } = await openApp('/sso?token=SECRET', {
      as: null,
      handlers: { 'session.sso': () => valid('usr_cleo'), 'account.me': () => client({ leadspeek_type: 'locator' }) },
    })
    expect(await screen.findByRole('heading', { name: 'Search ID' })).toBeDefined()
    expect(location.pathname + location.search).toBe('/searchid/dashboard')
    expect(server.named('session.sso')[0]?.input).toEqual({
      token: 'SECRET',
      subdomain: 'northlight',
      currentUserID: '',
      device: expect.stringMatching(/^[\w-]{43}$/),
    })
    const names = server.asked.map(({ name }) => name).filter((name) => /^(session|account)\./.test(name))
    expect(names.slice(0, 2)).toEqual(['session.sso', 'account.me'])
  })

  it('takes the token out of the address at once, before anything is asked', async () => {
    let seen = ''
    await openApp('/sso?token=SECRET', {
      as: null,
      handlers: {
        'session.sso': () => {
          seen = location.href
          return valid('usr_cleo')
        },
      },
    })
    await screen.findByRole('heading', { name: 'Site ID' })
    expect(seen).not.toContain('SECRET')
  })

  it('AUT-030 AUT-056 replaces whoever was signed in, whose token is destroyed first', async () => {
    const trio = valid('usr_cleo', 'replace')
    const { server } = await openApp('/sso?token=SECRET', {
      as: agency(),
      handlers: {
        'session.sso': () => trio,
        'session.logout': () => ({ result: 'success', message: '' }),
        'account.me': ({ id }) => (id === 'usr_cleo' ? client() : agency()),
      },
    })
    await waitFor(() => expect(screen.getAllByText('cleo.client@example.com').length).toBeGreaterThan(0))
    const [sso] = server.named('session.sso')
    expect(sso?.input).toMatchObject({ currentUserID: 'usr_ada' })
    const [logout] = server.named('session.logout')
    expect(logout?.bearer).toBe(sso?.bearer)
    expect(logout?.bearer).not.toBe(trio.access_token)
    expect(localStorage.getItem('access_token')).toBe(trio.access_token)
  })

  it('AUT-057 RTE-004 goes to the login page without a token', async () => {
    await openApp('/sso', { as: null })
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined()
    expect(location.pathname).toBe('/login')
  })

  it('says so when the token is no good, with a way to the login page', async () => {
    const { user } = await openApp('/sso?token=OLD', {
      as: null,
      handlers: {
        'session.sso': () => {
          throw new Refusal('unauthenticated', 'This sign-in link is not valid any more.')
        },
      },
    })
    expect((await screen.findByRole('alert')).textContent).toBe('This sign-in link is not valid any more.')
    await user.click(screen.getByRole('link', { name: 'Log in' }))
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined()
  })

  it('ERR-017 says that the platform is being updated when the person cannot be fetched', async () => {
    await openApp('/sso?token=SECRET', {
      as: null,
      handlers: {
        'session.sso': () => valid('usr_cleo'),
        'account.me': () => {
          throw new Refusal('internal', 'Something went wrong.')
        },
      },
    })
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Sorry! There is currently an update processing on the platform. Please wait five minutes and try again.',
    )
    expect(localStorage.getItem('access_token')).toBeNull()
  })
})

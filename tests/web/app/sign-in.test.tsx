import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { fakeIndexedDb } from '#tests/web/support/indexed-db.ts'
import { noLeads } from '#tests/web/support/no-leads.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client, setup } from '#tests/web/support/people.ts'
import { putTokens, trioOf } from '#tests/web/support/tokens.ts'

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

type Opened = Awaited<ReturnType<typeof openApp>>

async function logIn({ user }: Opened, name = 'cleo.client@example.com', password = 'correct horse 42') {
  await user.type(await screen.findByLabelText('E-mail'), name)
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Log in' }))
}

describe('the login page', () => {
  it('RTE-001 RTE-002 is where a logged-out visitor of / ends', async () => {
    await openApp('/', { as: null })
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined()
    expect(location.pathname).toBe('/login')
    expect(document.title).toBe('Log in · Northlight')
  })

  it('AUT-001 TRN-024 signs in with everything the call wants, and without a bearer', async () => {
    const opened = await openApp('/login', { as: null, handlers: { 'session.login': () => trioOf('usr_cleo') } })
    await logIn(opened)
    await waitFor(() => expect(opened.server.named('session.login')).toHaveLength(1))
    const [asked] = opened.server.named('session.login')
    expect(asked?.bearer).toBeNull()
    expect(asked?.input).toMatchObject({
      username: 'cleo.client@example.com',
      password: 'correct horse 42',
      gtoken: '',
      domainName: 'localhost',
      ownedcompanyid: 'com_north',
      companyrootid: 'com_root',
      device: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  it('AUT-003 TRN-010 TRN-011 TRN-012 stores both tokens and the life as answered', async () => {
    const trio = trioOf('usr_cleo')
    const opened = await openApp('/login', { as: null, handlers: { 'session.login': () => trio } })
    await logIn(opened)
    await screen.findByRole('heading', { name: 'Site ID' })
    expect(localStorage.getItem('access_token')).toBe(trio.access_token)
    expect(localStorage.getItem('refresh_token')).toBe(trio.refresh_token)
    expect(localStorage.getItem('expires_in')).toBe('900')
  })

  it('AUT-005 TRN-014 TRN-016 fetches the user data and stores them unreadable', async () => {
    const opened = await openApp('/login', { as: null, handlers: { 'session.login': () => trioOf('usr_cleo') } })
    await logIn(opened)
    await screen.findByRole('heading', { name: 'Site ID' })
    const stored = localStorage.getItem('userData') ?? ''
    expect(stored.length).toBeGreaterThan(100)
    expect(() => JSON.parse(stored)).toThrow()
    expect(atob(stored.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')).not.toContain('cleo')
    expect(localStorage.getItem('userDataOri')).toBeNull()
  })

  it('reads the stored user data after a reload instead of asking again', async () => {
    const first = await openApp('/login', { as: null, handlers: { 'session.login': () => trioOf('usr_cleo') } })
    await logIn(first)
    await screen.findByRole('heading', { name: 'Site ID' })
    first.unmount()
    const second = await openApp('/siteid/dashboard')
    await screen.findByRole('heading', { name: 'Site ID' })
    expect(second.server.named('account.me')).toHaveLength(0)
    expect(second.server.named('account.checkSetup')).toHaveLength(1)
  })

  it('RTE-100 RTE-101 lands a client on the dashboard of its line', async () => {
    const opened = await openApp('/login', {
      as: null,
      handlers: {
        'session.login': () => trioOf('usr_cleo'),
        'account.me': () => client({ leadspeek_type: 'locator' }),
      },
    })
    await logIn(opened)
    expect(await screen.findByRole('heading', { name: 'Search ID' })).toBeDefined()
    expect(location.pathname).toBe('/searchid/dashboard')
  })

  it('RTE-075 RTE-099 sends a visitor of a deep link to the login page, and back after signing in', async () => {
    const opened = await openApp('/searchid/dashboard?days=7', {
      as: null,
      handlers: { 'session.login': () => trioOf('usr_cleo') },
    })
    await screen.findByRole('heading', { name: 'Log in' })
    expect(location.pathname).toBe('/login')
    await logIn(opened)
    expect(await screen.findByRole('heading', { name: 'Search ID' })).toBeDefined()
    expect(location.pathname + location.search).toBe('/searchid/dashboard?days=7')
  })

  it('RTE-003 RTE-071 RTE-091 is not shown to somebody who is signed in', async () => {
    await openApp('/login', { as: agency() })
    expect(await screen.findByRole('heading', { name: 'Site ID' })).toBeDefined()
    expect(location.pathname).toBe('/siteid/dashboard')
  })

  it.each([
    ['/', agency()],
    ['/nowhere/at/all', null],
  ])('is never an empty page on the way from %s', async (path, as) => {
    const empty: string[] = []
    const observer = new MutationObserver(() => {
      const isDrawn = document.querySelector('[data-surface]') !== null
      if (!isDrawn && document.body.childElementCount > 0) empty.push(location.pathname)
    })
    observer.observe(document.body, { childList: true, subtree: true })
    await openApp(path, { as })
    await screen.findByRole('heading', { level: 1, name: /Site ID|Log in|not/ })
    observer.disconnect()
    expect(empty).toEqual([])
  })

  it('AUT-011 AUT-036 says what the server says of a wrong password, and stays', async () => {
    const opened = await openApp('/login', {
      as: null,
      handlers: {
        'session.login': () => {
          throw new Refusal('unauthenticated', 'The e-mail address or the password is not right.')
        },
      },
    })
    await logIn(opened)
    expect((await screen.findByRole('alert')).textContent).toBe('The e-mail address or the password is not right.')
    expect(location.pathname).toBe('/login')
    expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'cleo.client@example.com')
  })

  it('ERR-033 shows what a server says as text, never as HTML', async () => {
    const opened = await openApp('/login', {
      as: null,
      handlers: {
        'session.login': () => {
          throw new Refusal('too_many', 'Too <b>many</b>')
        },
      },
    })
    await logIn(opened)
    expect((await screen.findByRole('alert')).textContent).toBe('Too <b>many</b>')
  })

  it('asks for what is missing before anything is sent, and puts the focus there', async () => {
    const { user, server } = await openApp('/login', { as: null })
    await user.click(await screen.findByRole('button', { name: 'Log in' }))
    expect(screen.getByText('Enter your e-mail address.')).toBeDefined()
    expect(screen.getByText('Enter your password.')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
    expect(server.named('session.login')).toHaveLength(0)
  })

  it('THM-005 carries the name of the tenant, and asks nothing of the server before a key is pressed', async () => {
    const { server, container } = await openApp('/login', { as: null })
    await screen.findByRole('heading', { name: 'Log in' })
    expect(container.textContent).toContain('to Northlight')
    expect(server.asked).toEqual([])
  })
})

describe('the session', () => {
  it('AUT-004 RTE-070 is over when the access token is gone', async () => {
    await openApp('/siteid/dashboard', { as: null })
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined()
    expect(location.pathname).toBe('/login')
  })

  it('AUT-013 is forgotten without a word when the set-up check finds it expired', async () => {
    const { server } = await openApp('/siteid/dashboard', {
      handlers: {
        'account.checkSetup': () => {
          throw new Refusal('unauthenticated', 'Please sign in again.')
        },
      },
    })
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined()
    expect(localStorage.getItem('access_token')).toBeNull()
    expect(localStorage.getItem('userData')).toBeNull()
    expect(server.named('session.refresh')).toHaveLength(0)
    expect(screen.queryByText('Session Ended')).toBeNull()
  })

  it('AUT-009 ERR-001 ERR-002 ERR-003 ends with a dialog, and then the login page', async () => {
    const { user } = await openApp('/siteid/dashboard', {
      handlers: {
        'leads.list': () => {
          throw new Refusal('unauthenticated', 'Please sign in again.')
        },
        'session.refresh': () => {
          throw new Refusal('session_ended', 'This session has ended.')
        },
      },
    })
    const dialog = await screen.findByRole('dialog', { name: 'Session Ended' })
    expect(dialog.textContent).toContain('Your session has ended. Please log in again to continue.')
    await user.click(screen.getByRole('button', { name: 'Leave this page' }))
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined()
    expect(location.pathname).toBe('/login')
    expect(localStorage.getItem('access_token')).toBeNull()
  })

  /** The page of a person who has typed something while their session ended, which another call then met. */
  async function endedWhileTyping(handlers: Handlers) {
    let isOver = false
    const opened = await openApp('/user/profile', {
      handlers: {
        'account.countNotices': () => {
          if (isOver) throw new Refusal('unauthenticated', 'Please sign in again.')
          return { unread: 0, has_news: 'F' }
        },
        'session.refresh': () => {
          throw new Refusal('session_ended', 'This session has ended.')
        },
        ...handlers,
      },
    })
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await opened.user.clear(name)
    await opened.user.type(name, 'Cleopatra')
    const { send } = await import('#web/api/client.ts')
    isOver = true
    await act(() => send('account.countNotices', {}).catch(() => undefined))
    isOver = false
    await screen.findByRole('dialog', { name: 'Session Ended' })
    return { ...opened, name: name as HTMLInputElement }
  }

  it('lets the same person log in over the page, which goes on as it was typed', async () => {
    const { user, server, name } = await endedWhileTyping({ 'session.login': () => trioOf('usr_cleo') })
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog', { name: 'Session Ended' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    expect(screen.getByText('Enter your password.')).toBeDefined()
    await user.type(screen.getByLabelText('Password'), 'correct horse 42{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Session Ended' })).toBeNull())
    expect(server.named('session.login').map(({ input }) => input.username)).toEqual(['cleo.client@example.com'])
    expect(name.isConnected && name.value).toBe('Cleopatra')
    await waitFor(() => expect(document.activeElement).toBe(name))
    expect(localStorage.getItem('access_token')).toBeTruthy()
  })

  it('says over the page why the password was refused, and asks for a code where there is a second step', async () => {
    let isRight = false
    const { user, name } = await endedWhileTyping({
      'session.login': () => {
        if (!isRight) throw new Refusal('forbidden', 'The e-mail or the password is wrong.')
        return { two_factor_auth: true as const, two_factor_auth_type: 'google' as const, otp_token: 'otp-1' }
      },
      'security.verifyLogin': () => trioOf('usr_cleo'),
    })
    await user.type(screen.getByLabelText('Password'), 'wrong{Enter}')
    expect(await screen.findByText('The e-mail or the password is wrong.')).toBeDefined()
    isRight = true
    await user.type(screen.getByLabelText('Password'), 'correct horse 42{Enter}')
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Session Ended' })).toBeNull())
    expect(name.isConnected && name.value).toBe('Cleopatra')
  })

  it('shows nothing of the former page to another person', async () => {
    let isLola = false
    const { user, name } = await endedWhileTyping({
      'session.login': () => {
        isLola = true
        return trioOf('usr_lola')
      },
      'account.me': () => (isLola ? client({ id: 'usr_lola', name: 'Lola Locator' }) : client()),
    })
    await user.type(screen.getByLabelText('Password'), 'correct horse 42{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Session Ended' })).toBeNull())
    expect(name.isConnected).toBe(false)
    expect(screen.queryByDisplayValue('Cleopatra')).toBeNull()
  })

  it('is told in the other tabs too, where something may be typed as well', async () => {
    await openApp('/siteid/dashboard')
    await screen.findByRole('button', { name: /Profile menu/ })
    localStorage.clear()
    await act(async () => {
      fireEvent(window, new StorageEvent('storage', { key: 'access_token', newValue: '' }))
    })
    expect(await screen.findByRole('dialog', { name: 'Session Ended' })).toBeDefined()
  })

  it('goes on without that dialog where the person signs in again in another tab', async () => {
    const { server } = await openApp('/siteid/dashboard', {
      handlers: {
        'leads.list': () => {
          throw new Refusal('unauthenticated', 'Please sign in again.')
        },
        'session.refresh': () => {
          throw new Refusal('session_ended', 'This session has ended.')
        },
      },
    })
    await screen.findByRole('dialog', { name: 'Session Ended' })
    Object.assign(server.handlers, noLeads)
    const { access_token } = putTokens(trioOf('usr_cleo'))
    await act(async () => {
      fireEvent(window, new StorageEvent('storage', { key: 'access_token', newValue: access_token }))
    })
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Session Ended' })).toBeNull())
    expect(screen.getByRole('button', { name: /Profile menu/ })).toBeDefined()
    expect(localStorage.getItem('access_token')).toBe(access_token)
  })

  it.each([
    ['the same person comes back to the page', 'usr_cleo', '/searchid/dashboard?days=7'],
    ['another one begins at their own', 'usr_lola', '/siteid/dashboard'],
  ])('leaves nothing on the screen once it is over in another tab: %s', async (_, id, address) => {
    const opened = await openApp('/searchid/dashboard?days=7', {
      handlers: {
        'session.login': () => trioOf(id),
      },
    })
    await screen.findByRole('heading', { name: 'Search ID' })
    const { notify } = await import('#web/ui/notify.tsx')
    act(() => void notify('danger', 'The file of Mrs Miller failed.', { timeout: 0 }))
    expect(await screen.findByText('The file of Mrs Miller failed.')).toBeDefined()
    sessionStorage.setItem('notice:told', 'shown')
    localStorage.clear()
    await act(async () => {
      fireEvent(window, new StorageEvent('storage', { key: 'access_token', newValue: null }))
    })
    await screen.findByRole('heading', { name: 'Log in' })
    expect(sessionStorage.getItem('notice:told')).toBeNull()
    // Something that the person had under way answers after they have left.
    notify('success', 'The list of Mrs Miller is there.')
    opened.server.handlers['account.me'] = () => client({ id })
    await logIn(opened)
    await screen.findByRole('button', { name: /Profile menu/ })
    await waitFor(() => expect(location.pathname + location.search).toBe(address))
    expect(screen.queryByText(/Mrs Miller/)).toBeNull()
  })

  it('is of whom another tab signed in while the page began', async () => {
    const { server } = await openApp('/siteid/dashboard', {
      handlers: {
        'account.me': (input) => {
          const { id } = input as { id: string }
          if (id === 'usr_cleo') putTokens(trioOf('usr_lola'))
          return client(id === 'usr_cleo' ? {} : { id, name: 'Lola Locator' })
        },
      },
    })
    expect(await screen.findByText('Lola Locator')).toBeDefined()
    expect(screen.queryByText('Cleo Client')).toBeNull()
    expect(server.named('account.me').map(({ input }) => input)).toEqual([{ id: 'usr_cleo' }, { id: 'usr_lola' }])
  })

  it('SHL-043 AUT-014 AUT-015 AUT-016 AUT-017 TRN-026 is ended by Log out: here, at the server, and with all its traces', async () => {
    localStorage.setItem('user-theme', 'dark-theme')
    const { user, server } = await openApp('/siteid/dashboard', {
      handlers: { 'session.logout': () => ({ result: 'success', message: '' }) },
    })
    await user.click(await screen.findByRole('button', { name: /Profile menu/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Log out', hidden: true }))
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined()
    expect(location.pathname).toBe('/login')
    expect(server.named('session.logout')[0]?.input).toEqual({})
    expect({ ...localStorage }).toEqual({ 'user-theme': 'dark-theme' })
    // The next person does not begin where this one left.
    expect(history.state?.usr ?? null).toBeNull()
  })

  it('RTE-110 opens pages with a notice when the set-up check cannot be loaded', async () => {
    let works = false
    const { user } = await openApp('/siteid/dashboard', {
      handlers: {
        'account.checkSetup': () => {
          if (works) return setup()
          throw new Refusal('internal', 'Something went wrong, please try again later.')
        },
      },
    })
    expect(await screen.findByRole('heading', { name: 'Site ID' })).toBeDefined()
    expect(screen.getByText(/could not be loaded/)).toBeDefined()
    works = true
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(/could not be loaded/)).toBeNull())
  })
})

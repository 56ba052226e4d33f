import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { fakeIndexedDb } from '#tests/web/support/indexed-db.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
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
const done = (message: string) => ({ result: 'success' as const, message })
const link = '/set-new-password/TOKEN?email=a%40b.example'
const NEW = 'fresh paint 7'

describe('the page for a forgotten password', () => {
  it('has the token and the address of a link out of the address bar before it asks whether the link works', async () => {
    const seen: string[] = []
    const { server } = await openApp(link, {
      as: null,
      handlers: {
        'session.verifyReset': () => {
          seen.push(location.href)
          return { valid: true, reason: '', is_invitation: false }
        },
      },
    })
    expect(await screen.findByLabelText('New password')).toBeDefined()
    expect(server.named('session.verifyReset').map(({ input }) => input)).toEqual([
      { token: 'TOKEN', email: 'a@b.example' },
    ])
    for (const address of [...seen, location.href]) expect(address).toMatch(/\/set-new-password\/opened$/)
  })

  it('AUT-019 AUT-020 ERR-005 sends the name and shows what the server says', async () => {
    const { user, server } = await openApp('/forgot-password', {
      as: null,
      handlers: { 'session.forgot': () => done('If there is an account, we have sent a link.') },
    })
    await user.type(await screen.findByLabelText('E-mail'), 'A@b.example')
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    expect(await screen.findByText('If there is an account, we have sent a link.')).toBeDefined()
    expect(server.named('session.forgot')[0]?.input).toEqual({
      username: 'a@b.example',
      gtoken: '',
      ownedcompanyid: 'com_north',
      companyrootid: 'com_root',
    })
  })

  it('ERR-005 shows the message of a refusal', async () => {
    const { user } = await openApp('/forgot-password', {
      as: null,
      handlers: {
        'session.forgot': () => {
          throw new Refusal('too_many', 'Too many requests. Please try again in an hour.')
        },
      },
    })
    await user.type(await screen.findByLabelText('E-mail'), 'a@b.example')
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Too many requests. Please try again in an hour.')
  })

  it('ERR-006 has a sentence for when the server says none', async () => {
    const { user } = await openApp('/forgot-password', {
      as: null,
      handlers: {
        'session.forgot': () => {
          throw new Refusal('internal', '')
        },
      },
    })
    await user.type(await screen.findByLabelText('E-mail'), 'a@b.example')
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong. Please try again later.')
  })

  it('asks for an address before anything is sent', async () => {
    const { user, server } = await openApp('/forgot-password', { as: null })
    await user.click(await screen.findByRole('button', { name: 'Send the link' }))
    expect(screen.getByText('Enter your e-mail address.')).toBeDefined()
    expect(server.named('session.forgot')).toHaveLength(0)
  })
})

describe('the page to set a new password', () => {
  it('RTE-009 AUT-023 checks the link before it shows a form', async () => {
    let answer: (value: { valid: boolean; reason: '' }) => void = () => undefined
    const { server } = await openApp(link, {
      as: null,
      handlers: {
        'session.verifyReset': () =>
          new Promise((resolve) => {
            answer = resolve
          }),
      },
    })
    await waitFor(() => expect(server.named('session.verifyReset')).toHaveLength(1))
    expect(server.named('session.verifyReset')[0]?.input).toEqual({ token: 'TOKEN', email: 'a@b.example' })
    expect(screen.queryByLabelText('New password')).toBeNull()
    answer({ valid: true, reason: '' })
    expect(await screen.findByLabelText('New password')).toBeDefined()
  })

  it.each([
    ['expired', 'This link is too old: it works for 30 minutes.'],
    ['used', 'This link was used before: it works once.'],
    ['invalid', 'This link is not valid. It may have been cut off on its way.'],
  ] as const)(
    'AUT-024 ERR-009 RTE-008 leads to the page for broken links with the reason: %s',
    async (reason, sentence) => {
      await openApp(link, { as: null, handlers: { 'session.verifyReset': () => ({ valid: false, reason }) } })
      expect(await screen.findByText(sentence)).toBeDefined()
      expect(location.pathname).toBe('/reset-password-invalid')
      expect(screen.getByText(`Reason: ${reason}`)).toBeDefined()
      expect(screen.queryByLabelText('New password')).toBeNull()
    },
  )

  it('AUT-025 takes `invalid` as the reason when none is given', async () => {
    await openApp(link, { as: null, handlers: { 'session.verifyReset': () => ({ valid: false, reason: '' }) } })
    expect(await screen.findByText('Reason: invalid')).toBeDefined()
    const { unmount } = await openApp('/reset-password-invalid', { as: null })
    expect((await screen.findAllByText('Reason: invalid')).length).toBeGreaterThan(0)
    unmount()
  })

  it.each(['nonsense', '__proto__', 'constructor'])(
    'takes no reason that only the address knows: %s',
    async (reason) => {
      await openApp(`/reset-password-invalid?reason=${reason}`, { as: null })
      expect(await screen.findByText('Reason: invalid')).toBeDefined()
      expect(screen.getByText(/may have been cut off on its way/)).toBeDefined()
    },
  )

  it('AUT-054 saves the new password and leads to the login page, which says so', async () => {
    const { user, server } = await openApp(link, {
      as: null,
      handlers: {
        'session.verifyReset': () => ({ valid: true, reason: '' }),
        'session.setPassword': () => done('Your password was changed. You can log in now.'),
      },
    })
    await user.type(await screen.findByLabelText('New password'), NEW)
    await user.type(screen.getByLabelText('Confirm new password'), NEW)
    await user.click(screen.getByRole('button', { name: 'Save the new password' }))
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined()
    expect(location.pathname).toBe('/login')
    expect(await screen.findByText('Your password was changed. You can log in now.')).toBeDefined()
    expect(server.named('session.setPassword')[0]?.input).toEqual({
      token: 'TOKEN',
      email: 'a@b.example',
      newpassword: NEW,
    })
  })

  it('welcomes an invited person, who is signed in with the first password', async () => {
    const { user, server } = await openApp(link, {
      as: null,
      handlers: {
        'session.verifyReset': () => ({ valid: true, reason: '', is_invitation: true }),
        'session.setPassword': () => done('Welcome to Northlight. Log in with the password that you chose.'),
        'session.login': () => trioOf('usr_cleo'),
      },
    })
    expect(await screen.findByRole('heading', { name: 'Welcome to Northlight' })).toBeDefined()
    await user.type(screen.getByLabelText('Password'), NEW)
    await user.type(screen.getByLabelText('Confirm password'), NEW)
    await user.click(screen.getByRole('button', { name: 'Save and log in' }))
    await waitFor(() => expect(server.named('session.login')).toHaveLength(1))
    expect(server.named('session.login')[0]?.input).toMatchObject({ username: 'a@b.example', password: NEW })
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Welcome to Northlight' })).toBeNull())
    expect(await screen.findByRole('button', { name: /Profile menu/ })).toBeDefined()
    expect(location.pathname).not.toBe('/login')
  })

  it('leads an invited person of whom more is asked to the login page, with a welcome', async () => {
    const { user } = await openApp(link, {
      as: null,
      handlers: {
        'session.verifyReset': () => ({ valid: true, reason: '', is_invitation: true }),
        'session.setPassword': () => done('Welcome to Northlight. Log in with the password that you chose.'),
        'session.login': () => {
          throw new Refusal('too_many', 'Please try again in an hour.')
        },
      },
    })
    await user.type(await screen.findByLabelText('Password'), NEW)
    await user.type(screen.getByLabelText('Confirm password'), NEW)
    await user.click(screen.getByRole('button', { name: 'Save and log in' }))
    expect(await screen.findByText('Welcome to Northlight. Log in with the password that you chose.')).toBeDefined()
    expect(location.pathname).toBe('/login')
  })

  it('AUT-050 ticks what the password has, and refuses a weak or a mistyped one', async () => {
    const { user, server } = await openApp(link, {
      as: null,
      handlers: { 'session.verifyReset': () => ({ valid: true, reason: '' }) },
    })
    await user.type(await screen.findByLabelText('New password'), 'abcdefgh')
    expect(screen.getByText('At least 8 characters').textContent).toContain('(met)')
    expect(screen.getByText('A digit').textContent).toContain('(not met yet)')
    await user.type(screen.getByLabelText('Confirm new password'), 'abcdefgi')
    await user.click(screen.getByRole('button', { name: 'Save the new password' }))
    expect(screen.getByText('Use at least 8 characters, with letters and digits.')).toBeDefined()
    expect(screen.getByText('The two passwords differ.')).toBeDefined()
    expect(server.named('session.setPassword')).toHaveLength(0)
  })

  it('offers to try again when the link could not be checked', async () => {
    await openApp(link, {
      as: null,
      handlers: {
        'session.verifyReset': () => {
          throw new Refusal('unavailable', 'The platform is busy.')
        },
      },
    })
    expect((await screen.findByRole('alert')).textContent).toBe('The platform is busy.')
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })
})

import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { trioOf } from '#tests/web/support/tokens.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function reachStep(kind: 'email' | 'google', handlers: Handlers = {}) {
  const opened = await openApp('/login', {
    as: null,
    handlers: {
      'session.login': () => ({ two_factor_auth: true as const, two_factor_auth_type: kind, otp_token: 'otp-1' }),
      ...handlers,
    },
  })
  await opened.user.type(await screen.findByLabelText('E-mail'), 'cleo.client@example.com')
  await opened.user.type(screen.getByLabelText('Password'), 'correct horse 42')
  await opened.user.click(screen.getByRole('button', { name: 'Log in' }))
  await screen.findByRole('heading', { name: 'Confirm it is you' })
  return opened
}

describe('the second step of signing in', () => {
  it('signs in with the code, and keeps no token before', async () => {
    const { user, server } = await reachStep('google', { 'security.verifyLogin': () => trioOf('usr_cleo') })
    expect(localStorage.getItem('access_token')).toBeNull()
    await user.type(screen.getByLabelText('Code'), ' 123456 ')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByRole('heading', { name: 'Site ID' })).toBeDefined()
    expect(server.named('security.verifyLogin')[0]?.input).toEqual({
      email: 'cleo.client@example.com',
      code: '123456',
      otp_token: 'otp-1',
    })
  })

  it('asks to remember this device only where somebody chose so', async () => {
    const { user, server } = await reachStep('google', { 'security.verifyLogin': () => trioOf('usr_cleo') })
    await user.click(screen.getByRole('checkbox', { name: 'Remember this device for 30 days' }))
    await user.type(screen.getByLabelText('Code'), '123456')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await screen.findByRole('heading', { name: 'Site ID' })
    expect(server.named('security.verifyLogin')[0]?.input).toMatchObject({ remember: 'T' })
  })

  it('says that a code is wrong, and lets another be tried', async () => {
    const { user } = await reachStep('google', {
      'security.verifyLogin': () => {
        throw new Refusal('unauthenticated', 'This code is not right.')
      },
    })
    await user.type(screen.getByLabelText('Code'), '000000')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('This code is not right.')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Code')))
  })

  it('sends a new code where codes are mailed, and only there', async () => {
    const { user, server, unmount } = await reachStep('email', {
      'security.resendCode': () => ({ result: 'success' as const, message: 'A new code is on its way.' }),
    })
    await user.click(screen.getByRole('button', { name: 'Send a new code' }))
    expect(await screen.findByText('A new code is on its way.')).toBeDefined()
    expect(server.named('security.resendCode')[0]?.input).toEqual({
      email: 'cleo.client@example.com',
      otp_token: 'otp-1',
    })
    unmount()
    await reachStep('google')
    expect(screen.queryByRole('button', { name: 'Send a new code' })).toBeNull()
  })

  it('leads back to the password', async () => {
    const { user } = await reachStep('google')
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByLabelText('Password')).toBeDefined()
  })
})

// The code page as it meets the limits of the server; what it does otherwise stands beside the sign-in page.
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

async function reachCode(handlers: Handlers) {
  const opened = await openApp('/login', {
    as: null,
    handlers: {
      'session.login': () => ({
        two_factor_auth: true as const,
        two_factor_auth_type: 'email' as const,
        otp_token: 'otp-1',
      }),
      ...handlers,
    },
  })
  await opened.user.type(await screen.findByLabelText('E-mail'), 'cleo.client@example.com')
  await opened.user.type(screen.getByLabelText('Password'), 'correct horse 42')
  await opened.user.click(screen.getByRole('button', { name: 'Log in' }))
  await screen.findByRole('heading', { name: 'Confirm it is you' })
  return opened
}

describe('the code page', () => {
  it('2FA-017 2FA-015 asks for the code with nothing in storage, and sends e-mail, code and token', async () => {
    const { user, server } = await reachCode({ 'security.verifyLogin': () => trioOf('usr_cleo') })
    expect(localStorage.getItem('access_token')).toBeNull()
    expect(localStorage.getItem('refresh_token')).toBeNull()
    expect(localStorage.getItem('userData')).toBeNull()
    await user.type(screen.getByLabelText('Code'), '123456')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByRole('button', { name: /Profile menu/ })).toBeDefined()
    const { email, code, otp_token } = server.named('security.verifyLogin')[0]?.input ?? {}
    expect([email, code, otp_token]).toEqual(['cleo.client@example.com', '123456', 'otp-1'])
  })

  it('2FA-016 2FA-021 makes the call, and counts down after a second click too soon', async () => {
    let sent = 0
    const { user, server } = await reachCode({
      'security.resendCode': () => {
        sent += 1
        throw new Refusal('too_many', 'Please wait 42 seconds before asking for another code.', undefined, 42)
      },
    })
    await user.click(screen.getByRole('button', { name: 'Send a new code' }))
    expect(await screen.findByText('Please wait 42 seconds before asking for another code.')).toBeDefined()
    // A busy machine may draw this some seconds after the answer: what is promised is a count that falls from there.
    const button = screen.getByRole('button', { name: /^New code in \d+ s$/ })
    const left = () => Number(/\d+/.exec(button.textContent ?? '')?.[0])
    const first = left()
    expect(first).toBeLessThanOrEqual(42)
    expect(button.hasAttribute('disabled')).toBe(true)
    await waitFor(() => expect(left()).toBeLessThan(first))
    expect([sent, server.named('security.resendCode')[0]?.input]).toEqual([
      1,
      { email: 'cleo.client@example.com', otp_token: 'otp-1' },
    ])
  })

  it('leads back to the password, and says why, when the sign-in is over', async () => {
    const { user } = await reachCode({
      'security.verifyLogin': () => {
        const why = 'This sign-in has ended. Please log in again.'
        throw new Refusal('invalid', why, { otp_token: why })
      },
    })
    await user.type(screen.getByLabelText('Code'), '123456{Enter}')
    expect(await screen.findByLabelText('Password')).toBeDefined()
    expect(screen.getByRole('alert').textContent).toBe('This sign-in has ended. Please log in again.')
  })
})

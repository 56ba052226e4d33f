import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'

type State = Output<'security.getTwoFactor'>
const off: State = { two_factor_auth: false, two_factor_auth_type: '', recovery_codes_left: 0 }
const on = (type: 'email' | 'google'): State => ({
  two_factor_auth: true,
  two_factor_auth_type: type,
  recovery_codes_left: 8,
})
const codes = Array.from({ length: 10 }, (_, at) => `${at}bcdefghjkmn`)
const secret = { qrCodeUrl: 'data:image/svg+xml;base64,PHN2Zy8+', secretKey: 'JBSWY3DPEHPK3PXP' }
const done = (message: string, recovery_codes: string[] = []) => ({
  result: 'success' as const,
  message,
  recovery_codes,
})

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function openDialog(state: State, handlers: Handlers = {}) {
  const opened = await openApp('/siteid/dashboard', {
    handlers: { 'security.getTwoFactor': () => state, 'security.getGoogleTfa': () => secret, ...handlers },
  })
  await opened.user.click(await screen.findByRole('button', { name: /Profile menu/ }))
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Two Factor Authentication', hidden: true }))
  const dialog = within(await screen.findByRole('dialog'))
  const method = (name: RegExp) => dialog.findByRole('button', { name })
  const pressed = async () =>
    (await Promise.all([method(/^E-mail/), method(/^Authenticator app/)])).map((button) =>
      button.getAttribute('aria-pressed'),
    )
  return { ...opened, dialog, method, pressed }
}
const saved = (server: Awaited<ReturnType<typeof openDialog>>['server']) => server.named('security.saveTwoFactor')

describe('the choice', () => {
  it('2FA-001 SHL-042 lists both methods', async () => {
    const { pressed } = await openDialog(off)
    expect(await pressed()).toEqual(['false', 'false'])
  })

  it('2FA-003 opens with what is saved', async () => {
    const { pressed } = await openDialog(on('email'))
    expect(await pressed()).toEqual(['true', 'false'])
  })

  it('2FA-004 2FA-005 2FA-006 selects, switches over, and turns off what is clicked again', async () => {
    const { user, method, pressed } = await openDialog(off)
    await user.click(await method(/^E-mail/))
    expect(await pressed()).toEqual(['true', 'false'])
    await user.click(await method(/^Authenticator/))
    expect(await pressed()).toEqual(['false', 'true'])
    await user.click(await method(/^Authenticator/))
    expect(await pressed()).toEqual(['false', 'false'])
  })

  it('2FA-007 2FA-012 2FA-013 2FA-014 saves e-mail directly, without a key, and shows the message', async () => {
    const { user, server, method, dialog } = await openDialog(off, {
      'security.saveTwoFactor': () => done('It is on.', codes),
    })
    await user.click(await method(/^E-mail/))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('It is on.')).toBeDefined()
    expect(saved(server).map(({ input }) => input)).toEqual([
      { userId: 'usr_cleo', two_factor_auth: true, two_factor_auth_type: 'email' },
    ])
    expect(server.named('security.getGoogleTfa')).toEqual([])
  })

  it('shows the recovery codes once, and lets nobody lose them by a stray key', async () => {
    const { user, method, dialog } = await openDialog(off, { 'security.saveTwoFactor': () => done('It is on.', codes) })
    await user.click(await method(/^E-mail/))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    const list = await dialog.findByRole('list', { name: 'Recovery codes' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toContain('0bcd-efgh-jkmn')
    await user.keyboard('{Escape}')
    expect(dialog.getByRole('list', { name: 'Recovery codes' })).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'I have kept them' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('2FA-022 turns off what was on', async () => {
    const { user, server, method, dialog } = await openDialog(on('email'), {
      'security.saveTwoFactor': () => done('It is off.'),
    })
    await user.click(await method(/^E-mail/))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('It is off.')).toBeDefined()
    expect(saved(server)[0]?.input).toEqual({
      userId: 'usr_cleo',
      two_factor_auth: false,
      two_factor_auth_type: 'email',
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('makes new recovery codes', async () => {
    const { user, dialog } = await openDialog(on('google'), {
      'security.newRecoveryCodes': () => ({ recovery_codes: codes }),
    })
    expect(await dialog.findByText(/8 of your recovery codes are left/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Make new ones' }))
    expect(await dialog.findByRole('list', { name: 'Recovery codes' })).toBeDefined()
  })

  it('ERR-007 tells why the setting could not be loaded, and tries again', async () => {
    let fails = true
    const { user, dialog, method } = await openDialog(off, {
      'security.getTwoFactor': () => {
        if (fails) throw new Refusal('unavailable', 'The setting is being looked after.')
        return off
      },
    })
    const [notice] = await screen.findAllByText('The setting is being looked after.')
    expect(notice).toBeDefined()
    expect(document.querySelector('[data-type="danger"]')?.textContent).toContain('The setting is being looked after.')
    fails = false
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await method(/^E-mail/)).toBeDefined()
  })

  it('ERR-008 tells why it could not be saved, and stays', async () => {
    const { user, method, dialog } = await openDialog(off, {
      'security.saveTwoFactor': () => {
        throw new Refusal('conflict', 'Somebody else was faster.')
      },
    })
    await user.click(await method(/^E-mail/))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(document.querySelector('[data-type="danger"]')?.textContent).toContain('Somebody else was faster.'),
    )
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDefined()
  })

  it('asks for the password where the server wants a fresh one, and then goes on', async () => {
    let isFresh = false
    const { user, server, method, dialog } = await openDialog(off, {
      'security.saveTwoFactor': () => {
        if (!isFresh) throw new Refusal('reauthenticate', 'Enter your password again to do this.')
        return done('It is on.')
      },
      'session.confirmPassword': ({ password }) => {
        if (password !== 'correct horse 42') throw new Refusal('invalid', 'This is not your password.')
        isFresh = true
        return { result: 'success' as const, message: '' }
      },
    })
    await user.click(await method(/^E-mail/))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await user.type(await dialog.findByLabelText('Password'), 'wrong{Enter}')
    expect(await dialog.findByText('This is not your password.')).toBeDefined()
    await user.clear(dialog.getByLabelText('Password'))
    await user.type(dialog.getByLabelText('Password'), 'correct horse 42{Enter}')
    expect(await screen.findByText('It is on.')).toBeDefined()
    expect(saved(server)).toHaveLength(2)
  })

  it('does nothing when the password is not given', async () => {
    const { user, server, method, dialog } = await openDialog(off, {
      'security.saveTwoFactor': () => {
        throw new Refusal('reauthenticate', 'Enter your password again to do this.')
      },
    })
    await user.click(await method(/^E-mail/))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await user.click(await dialog.findByRole('button', { name: 'Cancel' }))
    expect(await dialog.findByRole('button', { name: 'Save' })).toBeDefined()
    expect(saved(server)).toHaveLength(1)
    expect(document.querySelector('[data-type="danger"]')).toBeNull()
  })
})

describe('the set-up of an authenticator', () => {
  async function openSetup(handlers: Handlers = {}) {
    const opened = await openDialog(off, handlers)
    await opened.user.click(await opened.method(/^Authenticator/))
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Save' }))
    await opened.dialog.findByRole('img', { name: /QR code/ })
    return opened
  }

  it('2FA-008 SHL-044 shows the QR code and the key', async () => {
    const { dialog, server } = await openSetup()
    expect(dialog.getByRole('img', { name: /QR code/ }).getAttribute('src')).toBe(secret.qrCodeUrl)
    expect(dialog.getByText('JBSW Y3DP EHPK 3PXP')).toBeDefined()
    expect(saved(server)).toEqual([])
  })

  it('2FA-009 leads back to the choice by Cancel, with nothing saved', async () => {
    const { user, dialog, pressed, server } = await openSetup()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(await pressed()).toEqual(['false', 'true'])
    expect(saved(server)).toEqual([])
  })

  it('2FA-013 2FA-023 saves with the key and a first code', async () => {
    const { user, dialog, server } = await openSetup({ 'security.saveTwoFactor': () => done('It is on.', codes) })
    await user.click(dialog.getByRole('textbox', { name: 'Digit 1 of 6' }))
    await user.keyboard('123456')
    expect(await dialog.findByRole('list', { name: 'Recovery codes' })).toBeDefined()
    expect(saved(server).map(({ input }) => input)).toEqual([
      {
        userId: 'usr_cleo',
        two_factor_auth: true,
        two_factor_auth_type: 'google',
        secretKey: secret.secretKey,
        code: '123456',
      },
    ])
  })

  it('2FA-023 stays with a wrong code', async () => {
    const { user, dialog } = await openSetup({
      'security.saveTwoFactor': () => {
        throw new Refusal('invalid', 'The code is not right.', { code: 'The code is not right.' })
      },
    })
    await user.click(dialog.getByRole('textbox', { name: 'Digit 1 of 6' }))
    await user.keyboard('000000')
    expect(await dialog.findByText('The code is not right.')).toBeDefined()
    // It is said at the code, and nowhere else.
    expect(screen.getAllByText('The code is not right.')).toHaveLength(1)
    expect(dialog.getByRole('img', { name: /QR code/ })).toBeDefined()
  })

  it('asks for all six digits', async () => {
    const { user, dialog, server } = await openSetup()
    await user.click(dialog.getByRole('button', { name: 'Turn on' }))
    expect(await dialog.findByText('Enter the six digits that the app shows.')).toBeDefined()
    expect(saved(server)).toEqual([])
  })
})

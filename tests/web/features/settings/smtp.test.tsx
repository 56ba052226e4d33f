import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { toSmtpWire } from '#functions/wire/settings/smtp.ts'
import type { SmtpView } from '#shared/contracts/settings/fields.ts'
import { KEPT_PASSWORD, noSmtp } from '#shared/model/smtp.ts'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, tenant } from '#tests/web/support/people.ts'
import { faultOf, saidOf } from '#tests/web/support/said-of.ts'
import { isGuarded } from '#tests/web/support/unsaved.ts'

cleanPageEachTime()

const off: SmtpView = { ...toSmtpWire(noSmtp), state: 'off', failure: '', failedat: '', whynot: '' }
const kept: SmtpView = {
  host: 'smtp.north.example',
  port: 587,
  username: 'mail@north.example',
  password: KEPT_PASSWORD,
  security: 'tls',
  fromaddress: '',
  state: 'active',
  failure: '',
  failedat: '',
  whynot: '',
}
const open = (data: SmtpView, handlers: Handlers = {}, as = agency()) =>
  openApp('/configuration/general-setting?tab=smtp', {
    as,
    handlers: {
      'settings.get': () => ({ settingname: 'customsmtpmodule', data }),
      'settings.save': () => ({ result: 'success', message: 'Setting has been saved.' }),
      'public.domainInfo': () => tenant(),
      ...handlers,
    },
  })
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } })

describe('the mail server of an agency', () => {
  it('SET-16 is saved as it is typed', async () => {
    const { user, server } = await open(off)
    await screen.findByText(/Your mails are sent by the platform/)
    await user.click(screen.getByRole('button', { name: 'Save mail server' }))
    expect(await screen.findByText(/Enter the name of a server/)).toBeDefined()
    expect(server.named('settings.save')).toEqual([])
    type('Server', 'smtp.north.example')
    type('User name', 'mail@north.example')
    type('Password', 'hush hush')
    await user.click(screen.getByRole('button', { name: 'Save mail server' }))
    expect(await screen.findByText('Setting has been saved.')).toBeDefined()
    expect(server.named('settings.save')[0]?.input).toMatchObject({
      comsetname: 'customsmtpmodule',
      comsetval: {
        host: 'smtp.north.example',
        username: 'mail@north.example',
        password: 'hush hush',
      },
    })
  })

  it('SET-16 keeps the password unless another one is typed', async () => {
    const { user, server } = await open(kept)
    await screen.findByText(/go out by smtp.north.example/)
    type('Mails come from', 'hello@north.example')
    await user.click(screen.getByRole('button', { name: 'Save mail server' }))
    await waitFor(() =>
      // The rest may have been set by somebody else since.
      expect(server.named('settings.save')[0]?.input.comsetval).toEqual({ fromaddress: 'hello@north.example' }),
    )
  })

  it('SET-16 keeps the password of who stands in its field and saves, and asks about nothing there', async () => {
    const { user, server } = await open(kept)
    const password = await screen.findByLabelText<HTMLInputElement>('Password', { selector: 'input' })
    await user.click(password)
    expect(password.value).toBe('')
    expect(isGuarded()).toBe(false)
    // Server, user and password go together.
    type('Server', 'smtp2.north.example')
    await user.click(password)
    await user.click(screen.getByRole('button', { name: 'Save mail server' }))
    await waitFor(() => expect(server.named('settings.save')).toHaveLength(1))
    type('Server', 'smtp3.north.example')
    await user.click(password)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(server.named('settings.save')).toHaveLength(2))
    for (const { input } of server.named('settings.save'))
      expect(input).toMatchObject({ comsetval: { password: KEPT_PASSWORD } })
  })

  it('SET-17 says why the platform sends instead, and can be given up', async () => {
    const failing: SmtpView = { ...kept, state: 'failing', failure: '535 No', failedat: '2026-11-20T12:00:00.000Z' }
    const { user, server } = await open(failing)
    expect(await screen.findByText('smtp.north.example refuses mails')).toBeDefined()
    expect(screen.getByText('535 No')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Stop using it' }))
    await waitFor(() =>
      expect(server.named('settings.save')[0]?.input).toMatchObject({ comsetval: toSmtpWire(noSmtp) }),
    )
  })

  it('SET-15 is tried with what is typed, and shows what the server said', async () => {
    const answers = [
      () => ({ result: 'failed' as const, message: '535 Wrong password' }),
      () => ({ result: 'success' as const, message: 'A mail was sent to ada.agency@example.com.' }),
      () => {
        throw new Refusal('invalid', 'Please check it.', { password: 'Enter the password of this user.' })
      },
    ]
    const { user, server } = await open(kept, {
      'settings.testSmtp': () => (answers.shift() ?? answers[0])?.() as never,
    })
    const button = await screen.findByRole('button', { name: 'Send a test mail' })
    await user.click(button)
    expect(await screen.findByText('535 Wrong password')).toBeDefined()
    expect(server.named('settings.testSmtp')[0]?.input).toMatchObject({
      companyID: 'com_north',
      host: 'smtp.north.example',
      password: KEPT_PASSWORD,
      sendto: 'ada.agency@example.com',
    })
    await user.click(button)
    expect(await screen.findByText('A mail was sent to ada.agency@example.com.')).toBeDefined()
    await user.click(button)
    expect(await screen.findByText('Enter the password of this user.')).toBeDefined()
  })

  it('keeps what is typed while the server is found to refuse mails, and hides a password once it is saved', async () => {
    let now = kept
    const { user, server } = await open(kept, {
      'settings.get': () => ({ settingname: 'customsmtpmodule', data: now }),
      'settings.testSmtp': () => {
        now = { ...kept, state: 'failing', failure: '535 No', failedat: '2026-11-20T12:00:00.000Z' }
        return { result: 'failed' as const, message: '535 Wrong password' }
      },
      'settings.save': ({ comsetval }) => {
        now = { ...kept, ...(comsetval as Partial<SmtpView>), password: KEPT_PASSWORD }
        return { result: 'success', message: 'Setting has been saved.' }
      },
    })
    await screen.findByText(/go out by smtp.north.example/)
    type('Server', 'smtp.other.example')
    type('Password', 'hush hush')
    await user.click(screen.getByRole('button', { name: 'Send a test mail' }))
    expect(await screen.findByText('535 Wrong password')).toBeDefined()
    expect(await screen.findByText('smtp.north.example refuses mails')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('Server').value).toBe('smtp.other.example')
    await user.click(screen.getByRole('button', { name: 'Save mail server' }))
    expect(await screen.findByText('Setting has been saved.')).toBeDefined()
    expect(server.named('settings.save')[0]?.input.comsetval).toMatchObject({ password: 'hush hush' })
    const password = screen.getByLabelText<HTMLInputElement>('Password', { selector: 'input' })
    await waitFor(() => expect(password.value).toBe(KEPT_PASSWORD))
    expect(isGuarded()).toBe(false)
  })

  it('says of each field what the server refuses of it, and only until that field is changed', async () => {
    const { user } = await open(kept, {
      'settings.save': () => {
        throw new Refusal('invalid', 'No.', {
          'comsetval.host': 'Not this server.',
          'comsetval.username': 'Not this name.',
          'comsetval.password': 'Not this password.',
          'comsetval.fromaddress': 'Not this address.',
          'comsetval.security': 'Not this way.',
          'comsetval.port': 'Not this port.',
        })
      },
      'settings.testSmtp': () => {
        throw new Refusal('invalid', 'No.', { sendto: 'Not to this address.', username: 'Not this name.' })
      },
    })
    const field = (name: string) => screen.getByLabelText(name, { selector: 'input' })
    const said = (...names: string[]) => names.map((name) => saidOf(field(name)))
    await screen.findByText(/go out by smtp.north.example/)
    await user.click(screen.getByRole('button', { name: 'Save mail server' }))
    await waitFor(() => expect(faultOf(field('Server'))).toEqual(['true', 'Not this server.']))
    // A look into the field of the password changes nothing.
    await user.click(field('Password'))
    await user.click(field('Mails come from'))
    expect(saidOf(field('Password'))).toContain('Not this password.')
    await user.type(field('Mails come from'), 'x@y.example')
    expect(saidOf(field('Mails come from'))).not.toContain('Not this address.')
    expect(said('Server', 'User name', 'Port', 'Security')).toEqual([
      'Not this server.',
      'Not this name.',
      'Not this port.',
      'Not this way.',
    ])
    await user.type(field('Server'), 'x')
    // A kept password is kept for one server, so another server is another question.
    expect(said('Server', 'User name')).toEqual(['', 'Not this name.'])
    expect(saidOf(field('Password'))).not.toContain('Not this password.')
    await user.click(screen.getByRole('button', { name: 'Send a test mail' }))
    await waitFor(() => expect(faultOf(field('Send a mail to'))).toEqual(['true', 'Not to this address.']))
    expect(said('User name', 'Port', 'Security')).toEqual(['Not this name.', '', ''])
    await user.type(field('Send a mail to'), 'x')
    expect(said('Send a mail to', 'User name')).toEqual(['', 'Not this name.'])
  })

  it('asks for the password when the server does, and then saves what was typed', async () => {
    let isConfirmed = false
    const { user, server } = await open(kept, {
      'settings.save': () => {
        if (!isConfirmed) throw new Refusal('reauthenticate', 'Enter your password again to do this.')
        return { result: 'success', message: 'Setting has been saved.' }
      },
      'session.confirmPassword': () => {
        isConfirmed = true
        return { result: 'success', message: 'Thank you.' }
      },
    })
    await screen.findByText(/go out by smtp.north.example/)
    type('Mails come from', 'hello@north.example')
    await user.click(screen.getByRole('button', { name: 'Save mail server' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm it is you' })
    await user.type(within(dialog).getByLabelText('Password', { selector: 'input' }), 'correct horse 42')
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Setting has been saved.')).toBeDefined()
    expect(server.named('settings.save').at(-1)?.input).toMatchObject({
      comsetval: { fromaddress: 'hello@north.example' },
    })
  })

  it('says why it cannot be set by whoever may not', async () => {
    const whynot = 'Only a default administrator sets the mail server.'
    await open({ ...kept, whynot })
    expect(await screen.findByText(whynot)).toBeDefined()
    expect(screen.getByLabelText('Server').closest('fieldset')?.disabled).toBe(true)
    expect(screen.queryByRole('button', { name: /Save mail server|Send a test mail|Stop using it/ })).toBeNull()
  })

  it('is read, and no more, by whose role says so; and the platform has none', async () => {
    const flags = { create_permission: 'F', update_permission: 'F', delete_permission: 'F' } as const
    const settings = { module_name: 'Settings', enable_permission: 'T', ...flags } as const
    const { unmount } = await open(
      kept,
      {},
      agency({ user_permissions: { report_analytics: 'F', modules: [settings] } }),
    )
    expect((await screen.findByLabelText('Server')).closest('fieldset')?.disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'Save mail server' })).toBeNull()
    unmount()
    await open(off, {}, agency({ systemuser: true, rootcomp: 'T' }))
    await screen.findByRole('tab', { name: 'Branding' })
    expect(screen.queryByRole('tab', { name: 'Mail server' })).toBeNull()
  })
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { holdTimers } from '#tests/web/support/hold-timers.ts'
import { fakeIndexedDb } from '#tests/web/support/indexed-db.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { PASSWORD_NOTICE_MS } from '#web/features/account/change-password.tsx'

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
type Handlers = NonNullable<Parameters<typeof openApp>[1]>['handlers']
const NEW = 'fresh paint 7'
const success = () => ({ result: 'success' as const, message: 'your password has been updated!' })

async function openDialog(handlers: Handlers = {}) {
  const opened = await openApp('/siteid/dashboard', { handlers: { ...handlers } })
  await screen.findByRole('heading', { name: 'Site ID' })
  await opened.user.click(screen.getAllByRole('button', { name: /Profile menu/ })[0] ?? document.body)
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Change Password', hidden: true }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Password' }))
  const fill = async (current: string, next: string, confirmation = next) => {
    if (current) await opened.user.type(dialog.getByLabelText(/Current password/), current)
    if (next) await opened.user.type(dialog.getByLabelText(/^New password/), next)
    if (confirmation) await opened.user.type(dialog.getByLabelText(/Confirm new password/), confirmation)
  }
  const submit = () => opened.user.click(dialog.getByRole('button', { name: /Change Password|Reset Password/ }))
  return { ...opened, dialog, fill, submit }
}

describe('the dialog to change the password', () => {
  it('PWD-001 PWD-002 PWD-004 PWD-005 asks for every field, with nothing sent', async () => {
    const { dialog, submit, server } = await openDialog()
    expect(dialog.getByRole('button', { name: 'Change Password' })).toBeDefined()
    await submit()
    expect(dialog.getByText('Enter your current password.')).toBeDefined()
    expect(dialog.getByText('Enter a new password.')).toBeDefined()
    expect(dialog.getByText('Enter the new password once more.')).toBeDefined()
    expect(document.activeElement).toBe(dialog.getByLabelText(/Current password/))
    expect(server.named('session.changePassword')).toHaveLength(0)
  })

  it('PWD-003 wants the new password twice alike', async () => {
    const { dialog, fill, submit, server } = await openDialog()
    await fill('old', NEW, 'fresh paint 8')
    await submit()
    expect(dialog.getByText('The two passwords differ.')).toBeDefined()
    expect(server.named('session.changePassword')).toHaveLength(0)
  })

  it('PWD-006 PWD-007 says that it is busy while the call runs, and sends what the call wants', async () => {
    let finish: (value: ReturnType<typeof success>) => void = () => undefined
    const { dialog, fill, submit, server } = await openDialog({
      'session.changePassword': () =>
        new Promise((resolve) => {
          finish = resolve
        }),
    })
    await fill('old', NEW)
    await submit()
    expect(await dialog.findByRole('button', { name: 'Change new password...' })).toBeDefined()
    await waitFor(() => expect(server.named('session.changePassword')).toHaveLength(1))
    expect(server.named('session.changePassword')[0]?.input).toEqual({
      usrID: 'usr_cleo',
      newpassword: NEW,
      currpassword: 'old',
    })
    finish(success())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('PWD-009 PWD-010 PWD-012 CON-010 tells of success for two seconds, and closes', async () => {
    const { fill, submit } = await openDialog({ 'session.changePassword': success })
    await fill('old', NEW)
    expect(PASSWORD_NOTICE_MS).toBe(2000)
    const letGo = holdTimers(2000)
    await submit()
    expect(await screen.findByText('your password has been updated!')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByText('your password has been updated!')).not.toBeNull()
    act(letGo)
    await waitFor(() => expect(screen.queryByText('your password has been updated!')).toBeNull())
  })

  it('ERR-004 PWD-011 PWD-012 PWD-016 shows the fixed text for a wrong current password, and keeps what was typed', async () => {
    const { dialog, fill, submit } = await openDialog({
      'session.changePassword': () => {
        throw new Refusal('invalid', 'Something else', { currpassword: 'Something else' })
      },
    })
    await fill('old', NEW)
    await submit()
    expect(await dialog.findByText('* Sorry, your current password invalid')).toBeDefined()
    expect(dialog.getByRole('button', { name: 'Reset Password' })).toBeDefined()
    expect(dialog.getByLabelText(/^New password/)).toHaveProperty('value', NEW)
    expect(dialog.getByLabelText(/Current password/)).toHaveProperty('value', 'old')
  })

  it("PWD-014 PWD-015 shows the server's own words for everything else", async () => {
    let answer = new Refusal('invalid', '', { newpassword: 'Choose a password that differs from the current one.' })
    const { dialog, fill, submit } = await openDialog({
      'session.changePassword': () => {
        throw answer
      },
    })
    await fill('old', NEW)
    await submit()
    expect(await dialog.findByText('Choose a password that differs from the current one.')).toBeDefined()
    answer = new Refusal('too_many', 'Too many wrong passwords. Please try again in 15 minutes.')
    await submit()
    expect(await dialog.findByText('Too many wrong passwords. Please try again in 15 minutes.')).toBeDefined()
  })
})

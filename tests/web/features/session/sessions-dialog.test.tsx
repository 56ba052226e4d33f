import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { fakeIndexedDb } from '#tests/web/support/indexed-db.ts'
import { openApp } from '#tests/web/support/open-app.tsx'

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

const device = (id: string, name: string, is_current = false) => ({
  id,
  is_current,
  device: name,
  ip: '192.0.2.7',
  created_at: '2026-11-20T10:00:00.000Z',
  last_used_at: '2026-11-21T10:00:00.000Z',
})
type Handlers = NonNullable<Parameters<typeof openApp>[1]>['handlers']

async function openDialog(handlers: Handlers = {}) {
  const opened = await openApp('/siteid/dashboard', { handlers: { ...handlers } })
  await screen.findByRole('heading', { name: 'Site ID' })
  await opened.user.click(screen.getAllByRole('button', { name: /Profile menu/ })[0] ?? document.body)
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Signed-in Devices', hidden: true }))
  return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Signed-in devices' })) }
}

describe('the dialog of signed-in devices', () => {
  it('marks this device and signs another one out', async () => {
    const devices = [device('ses_1', 'Firefox on Linux', true), device('ses_2', 'Safari on iPhone')]
    const { dialog, user, server } = await openDialog({
      'session.list': () => ({ data: devices }),
      'session.end': ({ session_id }) => {
        devices.splice(
          devices.findIndex(({ id }) => id === session_id),
          1,
        )
        return { result: 'success', message: 'The device is signed out.' }
      },
    })
    expect(await dialog.findByText('Firefox on Linux')).toBeDefined()
    expect(dialog.getAllByText('This device')).toHaveLength(1)
    await user.click(dialog.getByRole('button', { name: 'Sign out Safari on iPhone' }))
    await waitFor(() => expect(dialog.queryByText('Safari on iPhone')).toBeNull())
    expect(server.named('session.end').map(({ input }) => input)).toEqual([{ session_id: 'ses_2' }])
    expect(await screen.findByText('The device is signed out.')).toBeDefined()
  })

  it('signs out everywhere only after it asked once more, and goes to the login page', async () => {
    const { dialog, user, server } = await openDialog({
      'session.list': () => ({ data: [device('ses_1', 'Firefox on Linux', true)] }),
      'session.endAll': () => ({ result: 'success', message: '' }),
    })
    await user.click(await dialog.findByRole('button', { name: 'Sign out everywhere' }))
    expect(server.named('session.endAll')).toHaveLength(0)
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined()
    expect(localStorage.getItem('access_token')).toBeNull()
  })

  it('says so when the list cannot be loaded, and tries again', async () => {
    let works = false
    const { dialog, user } = await openDialog({
      'session.list': () => {
        if (!works) throw new Refusal('internal', 'The list is not there.')
        return { data: [device('ses_1', 'Firefox on Linux', true)] }
      },
    })
    expect(await dialog.findByText('The list is not there.')).toBeDefined()
    works = true
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByText('Firefox on Linux')).toBeDefined()
  })
})

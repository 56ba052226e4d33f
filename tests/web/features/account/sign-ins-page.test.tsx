import { act, screen, waitFor, within } from '@testing-library/react'
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

const device = (id: string, name: string, is_current = false) => ({
  id,
  is_current,
  device: name,
  ip: '192.0.2.7',
  place: 'Berlin',
  created_at: '2026-11-20T10:00:00.000Z',
  last_used_at: '2026-11-21T10:00:00.000Z',
})
const entry = (id: string, outcome: 'in' | 'password' | 'code' | 'tooMany') => ({
  id,
  outcome,
  at: '2026-11-21T10:00:00.000Z',
  device: 'Chrome on Windows',
  ip: '198.51.100.*',
  place: '',
})
const TWO = [device('ses_1', 'Firefox on Linux', true), device('ses_2', 'Safari on iPhone')]
type Handlers = NonNullable<Parameters<typeof openApp>[1]>['handlers']

async function openPage(handlers: Handlers = {}) {
  const opened = await openApp('/siteid/dashboard', {
    handlers: {
      'session.list': () => ({ data: TWO }),
      'session.remembered': () => ({ data: [] }),
      'session.signIns': () => ({ data: [entry('log_1', 'password'), entry('log_2', 'in')], next_cursor: null }),
      ...handlers,
    },
  })
  await screen.findByRole('heading', { name: 'Site ID' })
  await opened.user.click(screen.getAllByRole('button', { name: /Profile menu/ })[0] ?? document.body)
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Devices and Sign-ins', hidden: true }))
  const part = async (name: string) => within(await screen.findByRole('region', { name }))
  return { ...opened, devices: await part('Signed-in devices'), recent: await part('Recent sign-ins') }
}

describe('the page of devices and sign-ins', () => {
  it('shows older sign-ins below, until there are none', async () => {
    const asked: (string | undefined)[] = []
    const { recent, user } = await openPage({
      'session.signIns': ({ cursor }) => {
        asked.push(cursor)
        return cursor
          ? { data: [entry('log_1', 'password')], next_cursor: null }
          : { data: [entry('log_2', 'in')], next_cursor: 'older' }
      },
    })
    expect(await recent.findAllByRole('listitem')).toHaveLength(1)
    await user.click(recent.getByRole('button', { name: 'Show older' }))
    await waitFor(() => expect(recent.getAllByRole('listitem')).toHaveLength(2))
    expect(recent.queryByRole('button', { name: 'Show older' })).toBeNull()
    expect(asked).toEqual([undefined, 'older'])
    // What was pressed has gone: reading goes on with what came.
    const lists = recent.getAllByRole('list')
    await waitFor(() => expect(document.activeElement).toBe(lists.at(-1)))
  })

  it('marks this device, signs another one out, and shows what failed and from where', async () => {
    const devices = [...TWO]
    const {
      devices: list,
      recent,
      user,
      server,
    } = await openPage({
      'session.list': () => ({ data: devices }),
      'session.end': ({ session_id }) => {
        devices.splice(
          devices.findIndex(({ id }) => id === session_id),
          1,
        )
        return { result: 'success', message: 'The device is signed out.' }
      },
    })
    expect(await list.findByText('Firefox on Linux')).toBeDefined()
    expect(list.getAllByText('This device')).toHaveLength(1)
    expect((await recent.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Chrome on WindowsFailedwrong password · 198\.51\.100\.\*/),
      expect.stringMatching(/^Chrome on WindowsSigned in198\.51\.100\.\*/),
    ])
    await user.click(list.getByRole('button', { name: 'Sign out Safari on iPhone' }))
    await waitFor(() => expect(list.queryByText('Safari on iPhone')).toBeNull())
    expect(server.named('session.end').map(({ input }) => input)).toEqual([{ session_id: 'ses_2' }])
    // Where there is no other one, there is nothing else to end.
    expect(list.queryByRole('button', { name: 'Sign out all other devices' })).toBeNull()
  })

  it('signs out all others after it asked once more, and stays', async () => {
    let devices = TWO
    const {
      devices: list,
      user,
      server,
    } = await openPage({
      'session.list': () => ({ data: devices }),
      'session.endAll': () => {
        devices = devices.slice(0, 1)
        return { result: 'success', message: 'All other devices are signed out.' }
      },
    })
    await user.click(await list.findByRole('button', { name: 'Sign out all other devices' }))
    expect(server.named('session.endAll')).toHaveLength(0)
    const button = list.getByRole('button', { name: 'Sign out all other devices' })
    // Pressed twice at once, it is asked once.
    act(() => {
      button.click()
      button.click()
    })
    await waitFor(() => expect(list.queryByText('Safari on iPhone')).toBeNull())
    expect(server.named('session.endAll').map(({ input }) => input)).toEqual([{ others: 'T' }])
    expect(localStorage.getItem('access_token')).not.toBeNull()
  })

  it('is done, and says so, where its token became stale while a new one was fetched already', async () => {
    let [asked, devices] = [0, TWO]
    let refresh = async (failed: string) => failed
    const { devices: list, user } = await openPage({
      'session.list': () => ({ data: devices }),
      'session.refresh': () => trioOf('usr_cleo'),
      'session.endAll': () => {
        asked++
        if (asked === 1) {
          void refresh(localStorage.getItem('access_token') ?? '')
          throw new Refusal('unauthenticated', 'Please sign in again.')
        }
        devices = devices.slice(0, 1)
        return { result: 'success', message: 'All other devices are signed out.' }
      },
    })
    // The application's own, which it was loaded with.
    ;({ refresh } = await import('#web/api/tokens.ts'))
    await user.click(await list.findByRole('button', { name: 'Sign out all other devices' }))
    await user.click(list.getByRole('button', { name: 'Sign out all other devices' }))
    expect(await screen.findByText('All other devices are signed out.')).toBeDefined()
    expect(screen.queryByText('Please sign in again.')).toBeNull()
    expect(asked).toBe(2)
  })

  it('forgets remembered devices with the others, and leaves the keyboard where it asked', async () => {
    let [devices, known] = [
      TWO,
      [{ ...device('k'.repeat(43), 'Edge on Windows'), ends_at: '2026-12-20T10:00:00.000Z' }],
    ]
    const { devices: list, user } = await openPage({
      'session.list': () => ({ data: devices }),
      'session.remembered': () => ({ data: known }),
      'session.endAll': () => {
        devices = devices.slice(0, 1)
        known = []
        return { result: 'success', message: 'All other devices are signed out.' }
      },
    })
    await screen.findByRole('region', { name: 'Remembered devices' })
    await user.click(await list.findByRole('button', { name: 'Sign out all other devices' }))
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(list.getByRole('button', { name: 'Sign out all other devices' }))
    await user.keyboard('{Enter}')
    await user.click(list.getByRole('button', { name: 'Sign out all other devices' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Remembered devices' })).toBeNull())
    await waitFor(() => expect(list.queryByText('Safari on iPhone')).toBeNull())
    expect(document.activeElement).toBe(list.getByRole('button', { name: 'Sign out everywhere' }))
  })

  it('signs out everywhere only after it asked once more, and goes to the login page', async () => {
    const {
      devices: list,
      user,
      server,
    } = await openPage({
      'session.endAll': () => ({ result: 'success', message: '' }),
    })
    await user.click(await list.findByRole('button', { name: 'Sign out everywhere' }))
    expect(server.named('session.endAll')).toHaveLength(0)
    await user.click(list.getByRole('button', { name: 'Cancel' }))
    await user.click(list.getByRole('button', { name: 'Sign out everywhere' }))
    await user.click(list.getByRole('button', { name: 'Sign out everywhere' }))
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined()
    expect(localStorage.getItem('access_token')).toBeNull()
  })

  it('shows where no code is asked for, and forgets a device', async () => {
    let known = [{ ...device('k'.repeat(43), 'Edge on Windows', true), ends_at: '2026-12-20T10:00:00.000Z' }]
    const { user, server } = await openPage({
      'session.remembered': () => ({ data: known }),
      'session.forgetDevice': () => {
        known = []
        return { result: 'success', message: 'The second step is asked for again on this device.' }
      },
    })
    expect(await screen.findByText(/until Dec 20, 2026/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Forget Edge on Windows' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Remembered devices' })).toBeNull())
    expect(server.named('session.forgetDevice').map(({ input }) => input)).toEqual([{ device_id: 'k'.repeat(43) }])
  })

  it('says so when the list cannot be loaded, and tries again', async () => {
    let works = false
    const { devices: list, user } = await openPage({
      'session.list': () => {
        if (!works) throw new Refusal('internal', 'The list is not there.')
        return { data: TWO }
      },
    })
    expect(await list.findByText('The list is not there.')).toBeDefined()
    works = true
    await user.click(list.getByRole('button', { name: 'Try again' }))
    expect(await list.findByText('Firefox on Linux')).toBeDefined()
  })
})

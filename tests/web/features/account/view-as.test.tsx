import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterRevert, afterSwitch, mayViewAs } from '#shared/access/view-as.ts'
import { defaultBrand } from '#shared/model/brand.ts'
import { agency as agencyViewer, client as clientViewer, root as rootViewer, sales } from '#tests/shared/access/cast.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { fakeIndexedDb } from '#tests/web/support/indexed-db.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client, setup, tenant } from '#tests/web/support/people.ts'
import { accessTokenOf } from '#tests/web/support/tokens.ts'

const olive = agency({
  id: 'usr_olive',
  name: 'Olive Operator',
  email: 'olive@example.com',
  company_id: 'com_root',
  company_parent: '',
  company_name: 'Leadloom',
  user_type: 'user',
  systemuser: true,
  rootcomp: 'T',
})
const ada = agency({ leadlocalname: 'Visitor Radar', leadlocalurl: 'radar', isViewMode: true })
const abe = agency({ id: 'usr_abe', name: 'Abe Agency', company_name: 'Copper', isViewMode: true })
const home = tenant({ brand: { ...defaultBrand, name: 'Northlight', shortName: 'Northlight', linkColour: '#b45309' } })
const people = { usr_olive: olive, usr_ada: ada, usr_abe: abe }
const rootTenant = tenant({ brand: { ...defaultBrand, name: 'Leadloom', shortName: 'Leadloom' }, rootcomp: 'T' })

let database: Map<string, unknown>
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  database = fakeIndexedDb()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const person = (user: typeof ada) => ({
  usrID: user.id,
  name: user.name,
  email: user.email,
  company_id: user.company_id,
  company_name: user.company_name,
  has_clients: true,
})
const handlers: Handlers = {
  'account.me': ({ id }) => people[id as keyof typeof people],
  'account.viewable': () => ({ data: [person(ada), person(abe)], total: 2 }),
  'account.switchUser': ({ usrID }) => ({ access_token: accessTokenOf(usrID, { life: 3600 }), expires_in: 3600, home }),
  'account.revertView': () => ({ result: 'success', message: '' }),
  'session.logout': () => ({ result: 'success', message: '' }),
}
const stored = (name: string) => localStorage.getItem(name)

/** Signed in as the operator, with what a browser keeps. */
async function openAsOlive(more: Handlers = {}, path = '/') {
  const opened = await openApp(path, { as: olive, tenant: rootTenant, handlers: { ...handlers, ...more } })
  await screen.findByRole('button', { name: 'View as someone' })
  await waitFor(() => expect(stored('userData')).not.toBeNull())
  const look = async (name: string) => {
    await opened.user.click(screen.getByRole('button', { name: 'View as someone' }))
    await opened.user.click(await screen.findByRole('button', { name: `View as ${name}` }))
    await screen.findByRole('region', { name: 'View mode' })
  }
  return { ...opened, look }
}
const eye = () => screen.getByRole('button', { name: /^Viewing as/ })

describe('entering view mode', () => {
  it('VAS-001 is offered to system users alone', async () => {
    expect(mayViewAs(rootViewer())).toBe(true)
    for (const viewer of [
      agencyViewer(),
      clientViewer(),
      sales(),
      sales({ isSystemUser: true }),
      rootViewer({ isViewing: true }),
    ])
      expect(mayViewAs(viewer)).toBe(false)
    await openApp('/', { as: agency() })
    await screen.findByRole('button', { name: /Profile menu/ })
    expect(screen.queryByRole('button', { name: 'View as someone' })).toBeNull()
  })

  it('VAS-002 VAS-003 keeps the own data aside as it was, and the flag is on', async () => {
    const { look } = await openAsOlive()
    const before = stored('userData')
    await look('Ada Agency')
    expect(stored('userDataOri')).toBe(before)
    expect(stored('userData')).not.toBe(before)
    const { getSession, isGlobalViewMode } = await import('#web/api/session-store.ts')
    expect(isGlobalViewMode()).toBe(true)
    const session = getSession()
    expect(session.status === 'in' && [session.user.id, session.user.isViewMode, session.view?.original.id]).toEqual([
      'usr_ada',
      true,
      'usr_olive',
    ])
  })

  it('keeps no token of the own sign-in where it could be read', async () => {
    const { look } = await openAsOlive()
    const [access, refresh] = [stored('access_token'), stored('refresh_token')]
    await look('Ada Agency')
    expect(stored('access_token')).not.toBe(access)
    expect(stored('refresh_token')).toBe('')
    const all = JSON.stringify(Object.entries(localStorage))
    for (const token of [access, refresh]) expect(all).not.toContain(String(token))
    expect(database.size).toBe(1)
  })

  it('VAS-004 RTE-103 shows menus and brand of the person at once', async () => {
    const { look } = await openAsOlive()
    await look('Ada Agency')
    const bar = within(screen.getByRole('complementary'))
    expect(await bar.findByText('Northlight')).toBeDefined()
    expect(bar.getByRole('link', { name: 'Visitor Radar' }).getAttribute('href')).toMatch(/^\/radar\//)
  })

  it('VAS-017 names whose view it is, in a banner and on the eye', async () => {
    const { look } = await openAsOlive()
    await look('Ada Agency')
    const banner = screen.getByRole('region', { name: 'View mode' })
    expect(banner.textContent).toMatch(/You are viewing as Ada Agency of Northlight, until \d+:\d\d/)
    expect(eye().getAttribute('aria-label')).toBe('Viewing as Ada Agency (Northlight). Switch back to Olive Operator')
  })

  it('VAS-018 offers neither password nor second step', async () => {
    const { look, user } = await openAsOlive()
    await look('Ada Agency')
    await user.click(screen.getByRole('button', { name: /Profile menu/ }))
    await screen.findByRole('menuitem', { name: 'Log out', hidden: true })
    expect(screen.queryByRole('menuitem', { name: 'Two Factor Authentication', hidden: true })).toBeNull()
    expect(screen.queryByRole('menuitem', { name: 'Change Password', hidden: true })).toBeNull()
  })

  it('VAS-011 WIZ-13 goes to general settings, or where the person begins when these are not theirs', () => {
    const viewing = { isViewing: true }
    expect(afterSwitch(agencyViewer(viewing))).toBe('/configuration/general-setting')
    expect(afterSwitch(clientViewer(viewing))).toBe('/siteid/dashboard')
    expect(afterSwitch(clientViewer({ ...viewing, leadType: 'locator' }))).toBe('/searchid/dashboard')
    expect(afterSwitch(agencyViewer({ ...viewing, profileSetupCompleted: false, setupComplete: false }))).toBe(
      '/user/profile-setup',
    )
  })

  it('tells why a look cannot begin, and stays', async () => {
    const { user } = await openAsOlive({
      'account.switchUser': () => {
        throw new Refusal('forbidden', 'This person cannot log in, so there is nothing to see.')
      },
    })
    await user.click(screen.getByRole('button', { name: 'View as someone' }))
    await user.click(await screen.findByRole('button', { name: 'View as Ada Agency' }))
    expect(await screen.findByText('This person cannot log in, so there is nothing to see.')).toBeDefined()
    expect(stored('userDataOri')).toBeNull()
  })

  it('finds people by words, and the clients of an agency', async () => {
    const { user, server } = await openAsOlive()
    await user.click(screen.getByRole('button', { name: 'View as someone' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(await dialog.findByLabelText('Search agencies'), 'ada')
    await waitFor(() =>
      expect(server.named('account.viewable').at(-1)?.input).toEqual({ company_id: 'com_root', search: 'ada' }),
    )
    await user.click(await screen.findByRole('button', { name: 'Clients of Northlight' }))
    await screen.findByLabelText('Search clients')
    await waitFor(() =>
      expect(server.named('account.viewable').at(-1)?.input).toEqual({ company_id: 'com_north', search: '' }),
    )
  })
})

describe('leaving view mode', () => {
  it('SHL-027 TRN-015 VAS-007 VAS-009 restores the own data byte for byte by the eye in the top bar', async () => {
    const { look, user, server } = await openAsOlive()
    const before = { user: stored('userData'), access: stored('access_token'), refresh: stored('refresh_token') }
    expect(stored('userDataOri')).toBeNull()
    await look('Ada Agency')
    expect(stored('userDataOri')).not.toBeNull()
    const viewToken = stored('access_token')
    await user.click(eye())
    await screen.findByRole('button', { name: 'View as someone' })
    expect(stored('userDataOri')).toBeNull()
    expect({ user: stored('userData'), access: stored('access_token'), refresh: stored('refresh_token') }).toEqual(
      before,
    )
    expect(server.named('account.revertView')[0]?.bearer).toBe(viewToken)
    const { isGlobalViewMode } = await import('#web/api/session-store.ts')
    expect(isGlobalViewMode()).toBe(false)
    expect(screen.queryByRole('region', { name: 'View mode' })).toBeNull()
    expect(location.pathname).toMatch(/^\/configuration\/agency-list\/?$/)
  })

  it('VAS-008 goes to the agency list', () => {
    expect(afterRevert(rootViewer())).toBe('/configuration/agency-list/')
  })

  it('VAS-010 SHL-029 is offered in the drawer of a phone', async () => {
    const { look, user } = await openAsOlive()
    await look('Ada Agency')
    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    await user.click(await screen.findByRole('button', { name: 'Switch back to Olive Operator' }))
    await screen.findByRole('button', { name: 'View as someone' })
    expect(stored('userDataOri')).toBeNull()
  })

  it('VAS-006 lives through a reload', async () => {
    const { look, unmount } = await openAsOlive()
    await look('Ada Agency')
    unmount()
    await openApp('/', { as: null, tenant: rootTenant, handlers })
    expect(await screen.findByRole('button', { name: /^Viewing as Ada Agency/ })).toBeDefined()
  })

  it('VAS-014 leads back to oneself however many looks there were', async () => {
    const { look } = await openAsOlive()
    const before = stored('userData')
    await look('Ada Agency')
    const { viewAs } = await import('#web/api/view-mode.ts')
    await viewAs('usr_abe')
    await screen.findByRole('button', { name: /^Viewing as Abe Agency/ })
    expect(stored('userDataOri')).toBe(before)
  })

  it('VAS-015 ends everything by logging out', async () => {
    const { look, user, server } = await openAsOlive()
    expect(stored('userDataOri')).toBeNull()
    await look('Ada Agency')
    expect(stored('userDataOri')).not.toBeNull()
    const viewToken = stored('access_token')
    await user.click(screen.getByRole('button', { name: /Profile menu/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Log out', hidden: true }))
    await screen.findByLabelText('Password')
    expect(server.named('session.logout')[0]?.bearer).toBe(viewToken)
    for (const name of ['access_token', 'refresh_token', 'userData', 'userDataOri']) expect(stored(name)).toBeNull()
  })

  it.each(['userData', 'userDataOri'])('VAS-016 logs out cleanly when %s cannot be read', async (name) => {
    const { look, unmount } = await openAsOlive()
    await look('Ada Agency')
    unmount()
    localStorage.setItem(name, 'broken.broken')
    await openApp('/', { as: null, tenant: rootTenant, handlers })
    expect(await screen.findByLabelText('Password')).toBeDefined()
    expect(stored('access_token')).toBeNull()
    expect(stored('userDataOri')).toBeNull()
  })

  it('comes back to oneself when the hour is over, and not to the login page', async () => {
    let isOver = false
    const { look, user } = await openAsOlive({
      'account.checkSetup': () => setup(),
      'security.getTwoFactor': () => ({ two_factor_auth: false, two_factor_auth_type: '', recovery_codes_left: 0 }),
      'account.viewable': () => {
        if (isOver) throw new Refusal('unauthenticated', 'Please sign in again.')
        return { data: [person(ada)], total: 1 }
      },
    })
    await look('Ada Agency')
    isOver = true
    const { send } = await import('#web/api/client.ts')
    await Promise.all([1, 2, 3].map(() => send('account.viewable', { companyId: 'com_root' }).catch(() => undefined)))
    isOver = false
    expect(await screen.findByRole('button', { name: 'View as someone' })).toBeDefined()
    expect(stored('userDataOri')).toBeNull()
    expect(stored('refresh_token')).not.toBe('')
    await user.click(screen.getByRole('button', { name: /Profile menu/ }))
  })

  it('VAS-005 SHL-047 takes the rights of view mode where they differ', async () => {
    const module = (module_name: string, on: 'T' | 'F') => ({
      module_name,
      enable_permission: on,
      create_permission: on,
      update_permission: on,
      delete_permission: on,
    })
    const rights = (on: 'T' | 'F') => ({
      report_analytics: 'F' as const,
      modules: [module('LeadsPeek', on), module('Settings', 'T')],
    })
    const narrow = client({
      id: 'usr_ada',
      isViewMode: true,
      user_permissions: rights('T'),
      user_permissions_view_mode: rights('F'),
    })
    const { look } = await openAsOlive({
      'account.me': ({ id }) => (id === 'usr_ada' ? narrow : olive),
      'account.viewable': () => ({ data: [{ ...person(ada), name: narrow.name }], total: 1 }),
    })
    await look(narrow.name)
    expect(within(screen.getByRole('complementary')).queryByRole('link', { name: 'Site ID' })).toBeNull()
  })
})

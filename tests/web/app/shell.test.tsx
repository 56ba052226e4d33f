import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultBrand } from '#shared/model/brand.ts'
import { fakeIndexedDb } from '#tests/web/support/indexed-db.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { ownAnswer } from '#tests/web/support/own.ts'
import { agency, client, setup, tenant } from '#tests/web/support/people.ts'
import { putTokens, trioOf } from '#tests/web/support/tokens.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  document.documentElement.className = ''
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const sidebar = () => screen.findByRole('complementary')
const linksIn = (part: HTMLElement) => within(within(part).getByRole('navigation')).getAllByRole('link')

describe('the sidebar', () => {
  it('SHL-001 SHL-002 SHL-003 THM-005 shows logo, name, links and the profile dropdown of the tenant', async () => {
    const logo = 'data:image/svg+xml,light'
    await openApp('/siteid/dashboard', {
      tenant: tenant({ brand: { ...defaultBrand, name: 'Northlight', logo, logoDark: 'data:image/svg+xml,dark' } }),
    })
    const bar = await sidebar()
    // The default sidebar is dark, so the logo for dark grounds stands on it.
    expect(bar.querySelector('img')?.getAttribute('src')).toBe('data:image/svg+xml,dark')
    expect(within(bar).getByRole('img', { name: 'Northlight' })).toBeDefined()
    expect(linksIn(bar).length).toBeGreaterThan(1)
    expect(within(bar).getByRole('button', { name: /Profile menu/ })).toBeDefined()
  })

  it('SHL-006 SHL-009 SHL-010 THM-008 has one item per product line, under the name and address of the tenant', async () => {
    const user = client({ leadlocalname: 'Visitor Radar', leadlocalurl: 'radar', leadb2bname: 'B2B', leadb2burl: '' })
    await openApp('/radar/dashboard', { as: user })
    const links = linksIn(await sidebar()).map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['Dashboard', '/radar/dashboard'],
      ['Visitor Radar', '/radar/campaign-management'],
      ['Search ID', '/searchid/campaign-management'],
    ])
  })

  it.each(['the next page', 'a reload'])(
    'SHL-051 THM-008 follows what the agency renamed meanwhile: %s',
    async (how) => {
      fakeIndexedDb()
      const radar = { name: 'Visitor Radar', url: 'radar' }
      const seen = { is: client(), menu: setup().clientsidebar }
      const handlers = {
        'account.me': () => seen.is,
        'account.checkSetup': () => setup({ clientsidebar: seen.menu }),
        'public.domainInfo': () => tenant(),
      }
      const first = await openApp('/searchid/dashboard', { handlers })
      await within(await sidebar()).findByRole('link', { name: 'Site ID' })
      seen.is = client({ leadlocalname: radar.name, leadlocalurl: radar.url })
      seen.menu = { ...seen.menu, local: radar }
      if (how === 'a reload') {
        first.unmount()
        await openApp('/searchid/dashboard', { handlers })
      } else await first.user.click(within(await sidebar()).getByRole('link', { name: 'Search ID' }))
      const link = await within(await sidebar()).findByRole('link', { name: 'Visitor Radar' })
      expect(link.getAttribute('href')).toBe('/radar/campaign-management')
      expect(within(await sidebar()).queryByRole('link', { name: 'Site ID' })).toBeNull()
    },
  )

  it('SHL-051 RTE-103 goes on at the new URL of a product whose page is open', async () => {
    const seen = { is: client(), menu: setup().clientsidebar }
    const { user } = await openApp('/searchid/dashboard?days=7', {
      handlers: {
        'account.me': () => seen.is,
        'account.checkSetup': () => setup({ clientsidebar: seen.menu }),
        'public.domainInfo': () => tenant(),
      },
    })
    const link = await within(await sidebar()).findByRole('link', { name: 'Site ID' })
    seen.is = client({ leadlocalurl: 'radar' })
    seen.menu = { ...seen.menu, local: { name: 'Site ID', url: 'radar' } }
    await user.click(link)
    await waitFor(() => expect(location.pathname).toBe('/radar/campaign-management'))
    expect(screen.queryByText(/doesn't exist/)).toBeNull()
  })

  it('SHL-019 has no lead items for a client whose agency is not connected', async () => {
    await openApp('/siteid/dashboard', {
      handlers: { 'account.checkSetup': () => setup({ accountconnected: 'pending' }) },
    })
    expect(within(await sidebar()).queryAllByRole('link')).toEqual([])
  })

  it('SHL-052 marks the one item that is open', async () => {
    await openApp('/searchid/dashboard')
    const current = linksIn(await sidebar()).filter((link) => link.getAttribute('aria-current') === 'page')
    expect(current.map((link) => link.textContent)).toEqual(['Search ID'])
    for (const page of ['campaign-management', 'campaign-management-v1']) {
      cleanup()
      await openApp(`/searchid/${page}`)
      const marked = linksIn(await sidebar()).filter((link) => link.getAttribute('aria-current') === 'page')
      expect(marked.map((link) => link.textContent)).toEqual(['Search ID'])
    }
  })

  it('SHL-052 marks a page that two groups have in one of them', async () => {
    await openApp('/Client', { as: agency() })
    const marked = linksIn(await sidebar()).filter((link) => link.getAttribute('aria-current') === 'page')
    expect(marked.map((link) => link.textContent)).toEqual(['Clients'])
  })

  it('SHL-052 opens the group of the page that was loaded, and leaves the others folded', async () => {
    await openApp('/banner/list', { as: agency(), handlers: { 'banners.list': () => ({ data: [] }) } })
    const bar = within(await sidebar())
    const link = bar.getByRole('link', { name: 'Banner List' })
    expect(link.getAttribute('aria-current')).toBe('page')
    expect(link.closest('[hidden]')).toBeNull()
    const group = (name: string) => bar.getByRole('button', { name }).getAttribute('aria-expanded')
    expect([group('Ads Design'), group('Campaign')]).toEqual(['true', 'false'])
  })

  it('links nothing that does not exist: every link opens a page', async () => {
    await openApp('/siteid/dashboard', { as: agency() })
    const paths = linksIn(await sidebar()).map((link) => link.getAttribute('href') ?? '')
    const { decide } = await import('#shared/access/guard.ts')
    const { toViewer } = await import('#web/app/viewer.ts')
    const viewer = toViewer(
      ownAnswer('account.me', agency()),
      ownAnswer('account.checkSetup', setup()),
      ownAnswer('public.domainInfo', tenant()),
    )
    expect(paths.map((path) => decide(viewer, path, viewer.modules).kind)).toEqual(paths.map(() => 'show'))
  })
})

describe('the profile dropdown', () => {
  it('SHL-041 offers Change Password to everybody, and opens it', async () => {
    for (const person of [client(), agency(), agency({ user_type: 'sales' }), agency({ user_type: 'administrator' })]) {
      const { user, unmount } = await openApp('/', { as: person })
      await user.click(await screen.findByRole('button', { name: /Profile menu/ }))
      await user.click(await screen.findByRole('menuitem', { name: 'Change Password', hidden: true }))
      expect(await screen.findByRole('dialog', { name: 'Change Password' })).toBeDefined()
      unmount()
    }
  })
})

describe('light and dark', () => {
  it('SHL-026 THM-001 THM-004 TRN-013 is toggled in the top bar, marked on the page and kept', async () => {
    const { user } = await openApp('/siteid/dashboard')
    await user.click(await screen.findByRole('button', { name: 'Switch to dark theme' }))
    expect(document.documentElement.className).toContain('dark-theme')
    expect(localStorage.getItem('user-theme')).toBe('dark-theme')
    await user.click(screen.getByRole('button', { name: 'Switch to light theme' }))
    expect(document.documentElement.className).toContain('light-theme')
    expect(document.documentElement.className).not.toContain('dark-theme')
    expect(localStorage.getItem('user-theme')).toBe('light-theme')
  })

  it('THM-002 begins with what was kept', async () => {
    localStorage.setItem('user-theme', 'dark-theme')
    await openApp('/siteid/dashboard')
    expect(await screen.findByRole('button', { name: 'Switch to light theme' })).toBeDefined()
    expect(document.documentElement.className).toContain('dark-theme')
  })
})

describe('on a phone', () => {
  it('SHL-028 the drawer holds logo, links, theme and profile, and closes when a page is chosen', async () => {
    const { user } = await openApp('/siteid/dashboard')
    await user.click(await screen.findByRole('button', { name: 'Open menu' }))
    const drawer = await screen.findByRole('dialog', { name: 'Menu' })
    expect(within(drawer).getByText('Northlight')).toBeDefined()
    expect(within(drawer).getByRole('button', { name: /Switch to/ })).toBeDefined()
    expect(within(drawer).getByRole('button', { name: /Profile menu/ })).toBeDefined()
    await user.click(within(drawer).getByRole('link', { name: 'Search ID' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(location.pathname).toBe('/searchid/campaign-management')
  })
})

describe('at an address above the own', () => {
  it('SHL-002 SHL-024 THM-005 shows the brand and the banner of who lives at the own address, and the own one after leaving', async () => {
    const text = 'Action Required: Update your Stripe connected account'
    const top = tenant({
      ownedcompanyid: 'com_root',
      rootcomp: 'T',
      brand: { ...tenant().data.brand, name: 'Leadloom' },
    })
    const home = tenant({ account_requirements: ['company.tax_id'] })
    const { user } = await openApp('/siteid/dashboard', {
      as: agency({ charges_enabled: false, home }),
      tenant: top,
      handlers: { 'account.checkSetup': () => setup({ charges_enabled: false }) },
    })
    expect(await screen.findByText(text)).toBeDefined()
    expect(within(await sidebar()).getByText('Northlight')).toBeDefined()
    expect(screen.queryByText('Leadloom')).toBeNull()
    await waitFor(() => expect(document.title).toMatch(/· Northlight$/))
    await user.click(await screen.findByRole('button', { name: /Profile menu/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Log out', hidden: true }))
    expect(await screen.findByLabelText('E-mail')).toBeDefined()
    await waitFor(() => expect(document.title).toMatch(/· Leadloom$/))
    expect(screen.queryByText('Northlight')).toBeNull()
  })
})

describe('notices', () => {
  it('SHL-024 SHL-025 tells an agency what its connected account lacks, and nobody else', async () => {
    const text = 'Action Required: Update your Stripe connected account'
    const needy = tenant({ account_requirements: ['company.tax_id'] })
    const handlers = { 'account.checkSetup': () => setup({ charges_enabled: false }) }
    const { unmount } = await openApp('/siteid/dashboard', { as: agency(), tenant: needy, handlers })
    expect(await screen.findByText(text)).toBeDefined()
    unmount()
    const second = await openApp('/siteid/dashboard', { as: agency(), tenant: needy })
    await sidebar()
    expect(screen.queryByText(text)).toBeNull()
    second.unmount()
    await openApp('/siteid/dashboard', { as: client(), tenant: needy, handlers })
    await sidebar()
    expect(screen.queryByText(text)).toBeNull()
  })

  it('SHL-024 lays a banner that comes after the page over it, and gives it its place on the next one', async () => {
    let isHealthy = true
    const { user } = await openApp('/siteid/dashboard', {
      as: agency(),
      tenant: tenant({ account_requirements: ['company.tax_id'] }),
      handlers: { 'account.checkSetup': () => setup({ charges_enabled: isHealthy }) },
    })
    const menu = within(await sidebar())
    await user.click(await menu.findByRole('link', { name: 'Search ID' }))
    isHealthy = false
    await user.click(await menu.findByRole('link', { name: 'Site ID' }))
    const banner = () => screen.findByRole('link', { name: /^Action Required/ })
    expect((await banner()).closest('[data-late]')).not.toBeNull()
    await user.click(await menu.findByRole('link', { name: 'Search ID' }))
    await waitFor(async () => expect((await banner()).closest('[data-late]')).toBeNull())
  })

  it('tells a client once per session that its agency is not set up', async () => {
    const handlers = { 'account.checkSetup': () => setup({ accountconnected: 'pending' }) }
    const { unmount } = await openApp('/siteid/dashboard', { handlers })
    expect(await screen.findByText(/agency account is not fully set up/)).toBeDefined()
    unmount()
    await openApp('/siteid/dashboard', { handlers })
    await sidebar()
    expect(screen.queryByText(/agency account is not fully set up/)).toBeNull()
  })
})

describe('moving between pages', () => {
  it('names the page in the title and aloud, and moves the focus to its heading', async () => {
    const { user } = await openApp('/siteid/dashboard')
    await screen.findByRole('heading', { name: 'Site ID' })
    await waitFor(() => expect(document.title).toBe('Site ID · Northlight'))
    await user.click(within(await sidebar()).getByRole('link', { name: 'Search ID' }))
    const heading = await screen.findByRole('heading', { name: 'Search ID campaigns' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(document.title).toBe('Search ID campaigns · Northlight')
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Search ID campaigns')
  })

  it('names it also where the page as a whole has the focus, because what was pressed is gone', async () => {
    await openApp('/siteid/dashboard')
    await screen.findByRole('heading', { name: 'Site ID' })
    await waitFor(() => expect(document.title).toBe('Site ID · Northlight'))
    const link = within(await sidebar()).getByRole('link', { name: 'Search ID' })
    screen.getByRole('main').focus()
    fireEvent.click(link)
    const heading = await screen.findByRole('heading', { name: 'Search ID campaigns' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })

  it('becomes the person whom another tab signed in', async () => {
    const { server } = await openApp('/siteid/dashboard')
    await sidebar()
    server.handlers['account.me'] = () => client({ id: 'usr_lola', name: 'Lola Locator' })
    const trio = putTokens(trioOf('usr_lola'))
    await act(async () => {
      fireEvent(window, new StorageEvent('storage', { key: 'access_token', newValue: trio.access_token }))
    })
    expect(await screen.findByText('Lola Locator')).toBeDefined()
    expect(screen.queryByText('Cleo Client')).toBeNull()
  })

  it('signs out here when another tab signed out', async () => {
    await openApp('/siteid/dashboard')
    await sidebar()
    localStorage.clear()
    await act(async () => {
      fireEvent(window, new StorageEvent('storage', { key: 'access_token', newValue: null }))
    })
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined()
  })
})

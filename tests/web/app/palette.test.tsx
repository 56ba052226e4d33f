import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, setup, tenant } from '#tests/web/support/people.ts'

cleanPageEachTime()

const box = () => screen.findByRole('textbox', { name: 'Go to a page, or do something' })
const labels = () =>
  within(screen.getByRole('dialog', { name: 'Search' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

describe('the palette', () => {
  it('opens with mod+K, finds a page by a part of its name, and goes there with Enter', async () => {
    const { user } = await openApp('/siteid/dashboard')
    await screen.findByRole('heading', { name: 'Site ID' })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await box(), 'search i')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/searchid/campaign-management'))
  })

  it('goes with Enter to the first of what only the server found', async () => {
    const { user } = await openApp('/configuration/client-management', {
      as: agency(),
      handlers: {
        'companies.find': () => ({
          companies: [
            { id: 'com_1', name: 'Harbor Roofing', kind: 'client', person: 'Lola', email: 'lola@example.com' },
            { id: 'com_2', name: 'Harbor Dental', kind: 'client', person: 'Dan', email: 'dan@example.com' },
          ],
          people: [],
        }),
      },
    })
    await screen.findByRole('heading', { level: 1 })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await box(), 'harbor')
    await screen.findByText('Harbor Roofing')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/configuration/company/com_1'))
  })

  it('offers what fits what was typed and nothing else, also where two menus lead to the same page', async () => {
    const { user } = await openApp('/configuration/client-management', { as: agency() })
    await user.click(await screen.findByRole('button', { name: /^Search/ }))
    await user.type(await box(), 'clients')
    expect(labels()).toEqual(expect.arrayContaining(['Ads Design: Clients', 'Campaign: Clients']))
    await user.clear(await box())
    await user.type(await box(), 'create campaign')
    expect(labels()).toEqual(['Campaign: Create Campaign'])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/campaign-setup'))
  })

  it('opens by its button, and offers what the menus offer and nothing else', async () => {
    const { user } = await openApp('/siteid/dashboard')
    await user.click(await screen.findByRole('button', { name: /^Search/ }))
    await box()
    const found = labels()
    expect(found).toContain('Dashboard')
    expect(found).toContain('Change Password')
    expect(found).toContain('Take the guided tour')
    expect(found).not.toContain('General Settings')
    expect(found).not.toContain('Agency List')
  })

  it('does what is chosen, and opens again after it was closed', async () => {
    const { user } = await openApp('/siteid/dashboard')
    const button = await screen.findByRole('button', { name: /^Search/ })
    await user.click(button)
    await user.type(await box(), 'light and dark')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.documentElement.className).toContain('dark-theme'))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Go to a page, or do something' })).toBeNull())
    await user.click(button)
    expect(await box()).toBeDefined()
  })
})

describe('the settings menu', () => {
  it("SHL-023 repeats the sidebar's configuration links under 'System Settings'", async () => {
    const { user } = await openApp('/siteid/dashboard', { as: agency() })
    await user.click(await screen.findByRole('button', { name: 'System Settings' }))
    const menu = await screen.findByRole('menu', { hidden: true })
    const items = within(menu).getAllByRole('menuitem', { hidden: true })
    expect(within(menu).getByText('System Settings')).toBeDefined()
    const side = within(screen.getByRole('complementary')).getAllByRole('link')
    const shown = new Set(side.map((link) => link.getAttribute('href')))
    expect(items.length).toBeGreaterThan(0)
    for (const item of items) expect(shown).toContain(item.getAttribute('href'))
    await user.click(within(menu).getByRole('menuitem', { name: 'General Settings', hidden: true }))
    await waitFor(() => expect(location.pathname).toBe('/configuration/general-setting'))
  })

  it('SHL-023 is not there for people without any', async () => {
    await openApp('/siteid/dashboard')
    await screen.findByRole('button', { name: /^Search/ })
    expect(screen.queryByRole('button', { name: 'System Settings' })).toBeNull()
  })
})

describe('support and banner', () => {
  const side = async () => within(await screen.findByRole('complementary'))

  it('SHL-004 SHL-005 SHL-049 links help in a new tab for agencies on the root, where the root names a place', async () => {
    const help = { support_url: 'https://help.example.com', agencyplatformroot: 'T' as const }
    const { unmount } = await openApp('/siteid/dashboard', { as: agency(), tenant: tenant(help) })
    const link = (await side()).getByRole('link', { name: /Support/ })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://help.example.com', '_blank'])
    unmount()
    const others = [
      { as: agency(), tenant: tenant({ ...help, agencyplatformroot: 'F' }) },
      { as: agency(), tenant: tenant({ ...help, support_url: '' }) },
      { tenant: tenant(help) },
    ]
    for (const other of others) {
      const opened = await openApp('/siteid/dashboard', other)
      expect((await side()).queryByRole('link', { name: /Support/ })).toBeNull()
      opened.unmount()
    }
  })

  it('SHL-050 leads from the banner to the part of the settings where the account is completed', async () => {
    const { user } = await openApp('/siteid/dashboard', {
      as: agency(),
      tenant: tenant({ account_requirements: ['company.tax_id'] }),
      handlers: { 'account.checkSetup': () => setup({ charges_enabled: false }) },
    })
    const banner = await screen.findByRole('link', { name: 'Action Required: Update your Stripe connected account' })
    expect(banner.getAttribute('href')).toBe('/configuration/general-setting?tab=payment')
    await user.click(banner)
    expect((await screen.findByRole('tab', { name: 'Payment account' })).getAttribute('aria-selected')).toBe('true')
  })
})

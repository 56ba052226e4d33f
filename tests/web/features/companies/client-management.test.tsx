import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client, setup } from '#tests/web/support/people.ts'
import {
  AGENCIES,
  asked,
  broken,
  CLIENTS,
  clientRow,
  freshBrowser,
  lists,
  openAgencies,
  openClients,
  pageOf,
  rowNamed,
  rowOf,
  salesPerson,
  tree,
} from './stage.tsx'

freshBrowser()

const some = [
  clientRow('Elm', { card_status: 'failed', active_campaigns: 3, campaign_status: 'active' }),
  clientRow('Fir', { phonenum: '', card_status: 'active' }),
  clientRow('Gum', { is_invited: true }),
]

describe('who sees the clients', () => {
  it('CLI-01 agencies do, and a system user ends at the agency list', async () => {
    const { unmount } = await openClients({ 'companies.list': () => pageOf(some) })
    expect(location.pathname).toBe(CLIENTS)
    unmount()
    await openAgencies({ 'companies.list': lists(tree) }, undefined, CLIENTS)
    expect(location.pathname).toBe(AGENCIES)
  })

  it('CLI-02 clients do not', async () => {
    await openApp(CLIENTS, { as: client() })
    expect(await screen.findByText(/doesn't exist or has been moved/)).toBeDefined()
  })

  it('CLI-03 of sales people, account executives alone do; settings and administrators are for none of them', async () => {
    const handlers = {
      'account.checkSetup': () => setup({ accountconnected: 'completed' }),
      'companies.salesDownline': () => pageOf([rowOf('Cedar')]),
      'companies.list': () => pageOf(some),
    }
    const open = async (path: string, isAccExecutive: boolean) => {
      const { unmount } = await openApp(path, { as: salesPerson({ isAccExecutive }), handlers })
      const found = await screen.findByText(/^(Client Management|Page not found)$/, { selector: 'h1' })
      const name = found.textContent
      unmount()
      localStorage.clear()
      return name
    }
    expect(await open(`${CLIENTS}?agency=com_Cedar`, true)).toBe('Client Management')
    expect(await open(CLIENTS, false)).toBe('Page not found')
    for (const path of ['/configuration/general-setting', '/configuration/administrator-list'])
      for (const executive of [true, false])
        expect([path, await open(path, executive)]).toEqual([path, 'Page not found'])
  })
})

describe('the list of clients', () => {
  it('CLI-05 AGL-41 has its columns, sorts as the tree does, and counts below', async () => {
    const { server, user } = await openClients({ 'companies.list': () => pageOf(some) })
    await screen.findByText('Elm')
    const table = within(screen.getByRole('table', { name: 'Clients' }))
    expect(table.getAllByRole('columnheader').flatMap((head) => head.textContent || [])).toEqual([
      ...['Company/E-mail', 'Full name', 'Phone', 'Card status', 'Active campaigns', 'Created', 'Actions'],
    ])
    expect((await rowNamed('Elm')).getByText('312-555-0123')).toBeDefined()
    expect((await rowNamed('Elm')).getByText('Failed')).toBeDefined()
    expect((await rowNamed('Elm')).getByText('3')).toBeDefined()
    expect((await rowNamed('Fir')).getByText('000-000-0000')).toBeDefined()
    expect(screen.getByText('Showing 1 to 3 of 3 entries')).toBeDefined()
    const last = () => asked(server.named('companies.list')).at(-1)
    for (const order of ['asc', 'desc', 'none']) {
      await user.click(table.getByRole('button', { name: 'Company' }))
      if (order !== 'none') await waitFor(() => expect([last()?.sort, last()?.order]).toEqual(['company_name', order]))
    }
    expect(table.getByRole('columnheader', { name: /^Company/ }).getAttribute('aria-sort')).toBe('none')
    for (const name of ['Phone', 'Card status', 'Active campaigns'])
      expect(table.queryByRole('button', { name })).toBeNull()
  })

  it('is set up by each person for themselves: hidden columns and views are there again, and go with the sign-out', async () => {
    const list = { 'companies.list': () => pageOf(some) }
    const { user, unmount } = await openClients(list, undefined, `${CLIENTS}?card=failed`)
    await screen.findByText('Elm')
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Phone', hidden: true }))
    expect(screen.queryByRole('columnheader', { name: 'Phone', hidden: true })).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Views' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name of the view', hidden: true }), 'Failed{Enter}')
    unmount()

    const other = await openClients(list, agency({ id: 'usr_other' }))
    await screen.findByText('Elm')
    expect(screen.getByRole('columnheader', { name: 'Phone' })).toBeDefined()
    other.unmount()

    const again = await openClients(list)
    await screen.findByText('Elm')
    expect(screen.queryByRole('columnheader', { name: 'Phone' })).toBeNull()
    await again.user.click(screen.getByRole('button', { name: 'Views' }))
    await again.user.click(await screen.findByRole('button', { name: 'Failed', hidden: true }))
    await waitFor(() => expect(location.search).toBe('?card=failed'))
    const { clearStorage } = await import('#web/api/storage.ts')
    clearStorage()
    expect(localStorage.length).toBe(0)
  })

  it('CLI-06 filters by card and by campaigns, each shown as a chip that can be cleared, and keeps them in the address', async () => {
    const { server, user } = await openClients(
      { 'companies.list': () => pageOf(some) },
      undefined,
      `${CLIENTS}?card=failed&campaigns=active`,
    )
    await screen.findByText('Elm')
    const last = () => asked(server.named('companies.list')).at(-1)
    expect([last()?.CardStatus, last()?.CampaignStatus]).toEqual(['failed', 'active'])
    expect(screen.getByText('Card: Failed card')).toBeDefined()
    await user.click(screen.getByRole('button', { name: /Clear all/ }))
    await waitFor(() => expect(last()?.CardStatus ?? '').toBe(''))
    expect(location.search).toBe('')
  })

  it('AGL-17 CLI-05 searches once, 300 ms after the last letter, from the first page', async () => {
    const many = Array.from({ length: 25 }, (_, i) => clientRow(`Client ${i + 1}`))
    const { server, user } = await openClients({ 'companies.list': lists({ com_north: many }) })
    await screen.findByText('Showing 1 to 10 of 25 entries')
    await user.click(screen.getByRole('button', { name: 'Page 3' }))
    await screen.findByText('Showing 21 to 25 of 25 entries')
    const before = server.named('companies.list').length
    await user.type(screen.getByLabelText('Search clients'), 'client 1')
    await screen.findByText('Showing 1 to 10 of 11 entries')
    expect(
      asked(server.named('companies.list'))
        .slice(before)
        .map(({ search, Page }) => [search, Page]),
    ).toEqual([['client 1', '1']])
  })

  it('AGL-17 says at its search how a list is searched that is too long to look inside of words', async () => {
    const long = { ...pageOf(some), by_beginnings: true as const }
    const { unmount } = await openClients({ 'companies.list': () => long })
    await screen.findByText('Elm')
    const described = () => document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent
    const field = () => screen.getByLabelText('Search clients')
    expect(described()).toMatch(/^Words are found by their beginnings/)
    unmount()
    await openClients({ 'companies.list': () => pageOf(some) })
    await screen.findByText('Elm')
    expect(field().getAttribute('aria-describedby')).toBeNull()
  })

  it('CLI-19 invites again whoever has no password yet, and says why not when it cannot', async () => {
    const { server, user } = await openClients({
      'companies.list': () => pageOf(some),
      'companies.resendInvitation': () => ({ result: 'success', message: 'The invitation was sent again.' }),
    })
    const open = async (name: string) => {
      const more = (await rowNamed(name)).queryByRole('button', { name: `More actions ${name}` })
      if (more) await user.click(more)
      return (
        screen.queryAllByText('Send invitation again').length +
        screen.queryAllByRole('button', { name: `Send invitation again ${name}` }).length
      )
    }
    expect(await open('Gum')).toBeGreaterThan(0)
    const button =
      screen.queryByRole('button', { name: 'Send invitation again Gum' }) ??
      screen.getByRole('menuitem', { name: 'Send invitation again', hidden: true })
    await user.click(button)
    expect(await screen.findByText('The invitation was sent again.')).toBeDefined()
    expect(server.named('companies.resendInvitation')[0]?.input).toEqual({ companyID: 'com_Gum', userID: 'usr_Gum' })
  })

  it('says what failed, and tries again; and offers to add the first when there is none', async () => {
    let fails = true
    const { user } = await openClients({ 'companies.list': () => (fails ? broken() : pageOf([])) })
    expect(await screen.findByText('The clients could not be loaded')).toBeDefined()
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No clients yet')).toBeDefined()
    expect(screen.getAllByRole('button', { name: 'Add client' })).toHaveLength(2)
    await user.type(screen.getByLabelText('Search clients'), 'nobody')
    expect(await screen.findByText('No client matches')).toBeDefined()
  })

  it('RTE-051 has its name for an account executive who has chosen no agency yet', async () => {
    await openApp(CLIENTS, {
      as: salesPerson({ isAccExecutive: true }),
      handlers: {
        'account.checkSetup': () => setup({ accountconnected: 'completed' }),
        'companies.salesDownline': () => pageOf([rowOf('Cedar')]),
      },
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'Client Management' })).toBeDefined()
    expect(screen.getByText('Choose an agency', { selector: ':not(input)' })).toBeDefined()
    await waitFor(() => expect(document.title).toMatch(/^Client Management/))
  })

  it('shows an account executive the clients of the agency that they choose', async () => {
    const { server } = await openApp(`${CLIENTS}?agency=com_Cedar`, {
      as: salesPerson({ isAccExecutive: true }),
      handlers: {
        'account.checkSetup': () => setup({ accountconnected: 'completed' }),
        'companies.salesDownline': () => pageOf([rowOf('Cedar')]),
        'companies.list': () => pageOf(some),
      },
    })
    await screen.findByText('Elm')
    expect(asked(server.named('companies.list'))[0]?.companyId).toBe('com_Cedar')
  })
})

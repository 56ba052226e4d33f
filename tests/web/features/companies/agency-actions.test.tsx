import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { agency, tenant } from '#tests/web/support/people.ts'
import { accessTokenOf } from '#tests/web/support/tokens.ts'
import {
  asked,
  broken,
  clientRow,
  freshBrowser,
  lists,
  openAgencies,
  operator,
  pageOf,
  root,
  rowNamed,
  salesPerson,
  tree,
} from './stage.tsx'

freshBrowser()

describe('an agency that is opened', () => {
  it('AGL-18 AGL-19 AGL-20 COB-01 loads its clients once, ten to a page', async () => {
    const { server, user } = await openAgencies({ 'companies.list': lists(tree) })
    await user.click(await screen.findByRole('button', { name: 'Clients of Aurora' }))
    const clients = within(await screen.findByRole('table', { name: 'Clients of Aurora' }))
    expect(clients.getAllByText(/^Client \d+$/)).toHaveLength(10)
    const calls = asked(server.named('companies.list')).filter(({ companyId }) => companyId === 'com_Aurora')
    expect(calls.map(({ inAgencyList, Page }) => [inAgencyList, Page])).toEqual([['T', '1']])
    const pages = within(screen.getByRole('navigation', { name: 'Pages of the clients of Aurora' }))
    await user.click(pages.getByRole('button', { name: 'Page 2' }))
    expect(await screen.findByText('Showing 11 to 11 of 11 entries')).toBeDefined()
  })

  it('AGL-23 keeps its clients while it is closed', async () => {
    let isSlow = false
    const { user } = await openAgencies({
      'companies.list': async (input) => {
        if (isSlow) await new Promise(() => undefined)
        return lists(tree)(input)
      },
    })
    const toggle = () => user.click(screen.getByRole('button', { name: 'Clients of Aurora' }))
    await screen.findByText('Aurora')
    await toggle()
    await screen.findByRole('table', { name: 'Clients of Aurora' })
    isSlow = true
    await toggle()
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Clients of Aurora' })).toBeNull())
    await toggle()
    expect(screen.queryByText('Loading Data')).toBeNull()
    expect(within(screen.getByRole('table', { name: 'Clients of Aurora' })).getByText('Client 1')).toBeDefined()
  })

  it('AGL-21 says Loading Data meanwhile', async () => {
    let answer: () => void = () => undefined
    const { user } = await openAgencies({
      'companies.list': async (input) => {
        if (input.companyId !== 'com_root')
          await new Promise<void>((resolve) => {
            answer = resolve
          })
        return lists(tree)(input)
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Clients of Aurora' }))
    expect(await screen.findByText('Loading Data')).toBeDefined()
    answer()
    expect(await screen.findByRole('table', { name: 'Clients of Aurora' })).toBeDefined()
  })

  it('AGL-22 says Client No Data when it has none', async () => {
    const { user } = await openAgencies({ 'companies.list': lists(tree) })
    await user.click(await screen.findByRole('button', { name: 'Clients of Cedar' }))
    expect(await screen.findByText('Client No Data')).toBeDefined()
  })

  it('AGL-23 closes again with a notice when they cannot be loaded', async () => {
    const { user } = await openAgencies({
      'companies.list': (input) => (input.companyId === 'com_root' ? lists(tree)(input) : broken()),
    })
    const button = await screen.findByRole('button', { name: 'Clients of Aurora' })
    await user.click(button)
    expect(await screen.findByText('Server might be busy please try again later')).toBeDefined()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Clients of Aurora' }).getAttribute('aria-expanded')).toBe('false'),
    )
  })

  it('AGL-44 marks a client that sales people brought', async () => {
    const brought = ['salesrepid', 'accountexecutiveid', 'accountrefid'].map((field, at) =>
      clientRow(`Brought ${at}`, { [field]: 'usr_sam' }),
    )
    const { user } = await openAgencies({
      'companies.list': lists({ com_root: root, com_Cedar: [...brought, clientRow('Came')] }),
    })
    await user.click(await screen.findByRole('button', { name: 'Clients of Cedar' }))
    for (const at of [0, 1, 2])
      expect((await rowNamed(`Brought ${at}`)).getByRole('img', { name: 'Best sales' })).toBeDefined()
    expect((await rowNamed('Came')).queryByRole('img', { name: 'Best sales' })).toBeNull()
  })
})

describe('the actions of an agency', () => {
  it('AGL-45 view as asks for the switch, and opens the general settings', async () => {
    const people = [
      operator(),
      agency({ id: 'usr_Aurora', name: 'Person Aurora', company_name: 'Aurora', isViewMode: true }),
    ]
    const { server, user } = await openAgencies({
      'companies.list': lists(tree),
      'account.me': ({ id }) => people.find((person) => person.id === id) ?? operator(),
      'account.switchUser': ({ usrID }) => ({
        access_token: accessTokenOf(usrID, { life: 3600 }),
        expires_in: 3600,
        home: tenant(),
      }),
    })
    await waitFor(() => expect(localStorage.getItem('userData')).not.toBeNull())
    await user.click((await rowNamed('Aurora')).getByRole('button', { name: 'View as Aurora' }))
    await waitFor(() => expect(server.named('account.switchUser')[0]?.input).toEqual({ usrID: 'usr_Aurora' }))
    await waitFor(() => expect(location.pathname).toBe('/configuration/general-setting'))
    const banner = await screen.findByRole('region', { name: 'View mode' })
    expect(banner.textContent).toContain('You are viewing as Person Aurora of Aurora')
  })

  it('AGL-48 AGL-39 ERB-24 delete says what will be, and is not offered while a campaign runs', async () => {
    const campaign = {
      leadspeek_api_id: 'cmp_1',
      campaign_name: 'Spring',
      company_name: 'Client 1',
      leadspeek_type: 'local' as const,
      is_scheduled: 'F' as const,
    }
    let status: 'active' | 'stopped' = 'active'
    const { server, user } = await openAgencies({
      'companies.list': lists(tree),
      'companies.showCampaigns': () => ({ is_cut: false, data: [{ ...campaign, status }] }),
      'companies.remove': () => ({ result: 'success', message: 'Deleted!' }),
    })
    const openDialog = async (name: string) => {
      await user.click((await rowNamed(name)).getByRole('button', { name: `More actions ${name}` }))
      await user.click(await screen.findByRole('menuitem', { name: 'Delete', hidden: true }))
      return within(await screen.findByRole('dialog', { name: `Delete ${name}?` }))
    }
    const refused = await openDialog('Aurora')
    expect(await refused.findByText('Spring (Client 1)')).toBeDefined()
    expect(refused.queryByRole('button', { name: 'Delete' })).toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    status = 'stopped'
    const dialog = await openDialog('Cedar')
    expect(await dialog.findByText(/can no longer log in/)).toBeDefined()
    expect(dialog.getByText(/Leads, people and files are erased after 90 days/)).toBeDefined()
    expect(dialog.getByText(/not even leads that are paid for and did not come/)).toBeDefined()
    // An agency goes with all of its clients, so its name is asked for.
    expect(dialog.getByRole('button', { name: 'Delete' })).toHaveProperty('disabled', true)
    await user.type(dialog.getByRole('textbox', { name: /Type the agency's name/ }), 'cedar')
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Deleted!')).toBeDefined()
    expect(server.named('companies.remove')[0]?.input).toEqual({ companyId: 'com_Cedar', userId: 'usr_Cedar' })
  })

  it('AGL-49 delete is not offered while a payment is owed, and says so', async () => {
    const { user } = await openAgencies({
      'companies.list': lists(tree),
      'companies.showCampaigns': () => ({ is_cut: false, data: [] }),
    })
    await user.click((await rowNamed('Brightwell')).getByRole('button', { name: 'More actions Brightwell' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete', hidden: true }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Brightwell?' }))
    expect(await dialog.findByText(/failed and is still owed\. Settle it first\./)).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Delete' })).toBeNull()
  })

  it('AGL-68 follows the flags of the settings menu', async () => {
    const flags = {
      module_name: 'Settings',
      enable_permission: 'T',
      create_permission: 'F',
      update_permission: 'T',
      delete_permission: 'F',
    } as const
    const { user } = await openAgencies(
      { 'companies.list': lists(tree) },
      { ...operator(), user_permissions: { report_analytics: 'F', modules: [flags] } },
    )
    const row = await rowNamed('Cedar')
    expect(screen.queryByRole('button', { name: 'Add agency' })).toBeNull()
    expect(row.getByRole('button', { name: 'Edit Cedar' })).toBeDefined()
    await user.click(row.getByRole('button', { name: 'More actions Cedar' }))
    expect(await screen.findByRole('menuitem', { name: 'Download agreement', hidden: true })).toBeDefined()
    for (const name of ['Delete', 'Add client'])
      expect(screen.queryByRole('menuitem', { name, hidden: true })).toBeNull()
  })

  it('shows sales people neither delete nor view as', async () => {
    await openAgencies({ 'companies.salesDownline': () => pageOf(root) }, salesPerson())
    const row = await rowNamed('Cedar')
    expect(row.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Clients of Cedar',
      'Edit Cedar',
      'Add client Cedar',
      'More actions Cedar',
    ])
    expect(screen.queryByRole('button', { name: 'Add agency' })).toBeNull()
  })
})

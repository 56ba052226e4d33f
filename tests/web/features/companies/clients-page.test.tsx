import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client } from '#tests/web/support/people.ts'
import { broken, clientRow, freshBrowser, pageOf, rowNamed } from './stage.tsx'

freshBrowser()

const rows = [clientRow('Elm', { campaign_status: 'active', active_campaigns: 2 }), clientRow('Fir')]
const campaign = {
  leadspeek_api_id: 'cmp_1',
  campaign_name: 'Spring',
  company_name: 'Elm',
  leadspeek_type: 'local' as const,
  is_scheduled: 'F' as const,
}

describe('the page of clients', () => {
  it('RTE-032 lists the clients of an agency with their campaigns, and leads to where they are kept', async () => {
    const { server, user } = await openApp('/Client', {
      as: agency(),
      handlers: {
        'companies.list': () => pageOf(rows),
        'companies.showCampaigns': () => ({ is_cut: false, data: [{ ...campaign, status: 'active' }] }),
      },
    })
    await screen.findByRole('heading', { name: 'Clients' })
    expect((await rowNamed('Elm')).getByText('Running')).toBeDefined()
    expect((await rowNamed('Elm')).getByText('2')).toBeDefined()
    expect((await rowNamed('Fir')).getByText('No campaign')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Campaigns of Elm' }))
    const list = within(await screen.findByRole('list', { name: 'Campaigns of Elm' }))
    expect(list.getByText('Spring')).toBeDefined()
    expect(list.getByText('local product')).toBeDefined()
    expect(list.getByText('Active')).toBeDefined()
    expect(server.named('companies.showCampaigns')[0]?.input).toEqual({ companyID: 'com_Elm' })
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Client Management' }).getAttribute('href')).toBe(
      '/configuration/client-management',
    )
  })

  it('says that a campaign is scheduled in the words of the list of campaigns', async () => {
    const { user } = await openApp('/Client', {
      as: agency(),
      handlers: {
        'companies.list': () => pageOf(rows),
        'companies.showCampaigns': () => ({
          is_cut: false,
          data: [{ ...campaign, status: 'active', is_scheduled: 'T' }],
        }),
      },
    })
    await rowNamed('Elm')
    await user.click(screen.getByRole('button', { name: 'Campaigns of Elm' }))
    const list = within(await screen.findByRole('list', { name: 'Campaigns of Elm' }))
    expect(list.getByText('Scheduled')).toBeDefined()
    expect(list.queryByText('Active')).toBeNull()
  })

  it('searches the campaigns of a client that has more than one answer holds', async () => {
    const { user } = await openApp('/Client', {
      as: agency(),
      handlers: {
        'companies.list': () => pageOf(rows),
        'companies.showCampaigns': ({ search }) => ({
          is_cut: !search,
          data: search === 'oldest' ? [{ ...campaign, campaign_name: 'The oldest', status: 'stopped' }] : [],
        }),
      },
    })
    await rowNamed('Elm')
    await user.click(screen.getByRole('button', { name: 'Campaigns of Elm' }))
    await user.type(await screen.findByRole('searchbox', { name: 'Search campaigns of Elm' }), 'oldest')
    const list = within(await screen.findByRole('list', { name: 'Campaigns of Elm' }))
    expect(list.getByText('The oldest')).toBeDefined()
  })

  it("SHL-046 keeps the groups of campaigns: made, renamed, deleted after a question, with the server's own words", async () => {
    let groups = [
      { companyGroupID: 'grp_1', companyGroupName: 'Spring', moduleID: '', id: 'grp_1', group_name: 'Spring' },
    ]
    const toGroup = (id: string, name: string) => ({
      companyGroupID: id,
      companyGroupName: name,
      moduleID: '',
      id,
      group_name: name,
    })
    const { server, user } = await openApp('/Client', {
      as: agency(),
      handlers: {
        'companies.list': () => pageOf(rows),
        'campaigns.listGroups': () => ({ result: 'success', params: groups }),
        'campaigns.saveGroup': ({ companyGroupName, companyGroupID }) => {
          if (companyGroupName === 'Taken')
            throw new Refusal('invalid', 'Please check it.', {
              companyGroupName: 'There is a group of this name already.',
            })
          const group = toGroup(companyGroupID || 'grp_2', companyGroupName)
          groups = [...groups.filter(({ id }) => id !== group.id), group]
          return { result: 'success', message: 'Data has been added successfully', params: group }
        },
        'campaigns.removeGroup': () => {
          groups = groups.slice(1)
          return { result: 'success', message: 'Deleted!' }
        },
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Groups' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Groups of campaigns' }))
    expect(await dialog.findByText('Spring')).toBeDefined()
    expect(server.named('campaigns.listGroups')[0]?.input).toEqual({ companyID: 'com_north', userModule: 'LeadsPeek' })
    await user.type(dialog.getByLabelText('New group'), 'Taken')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('There is a group of this name already.')).toBeDefined()
    await user.clear(dialog.getByLabelText('New group'))
    await user.type(dialog.getByLabelText('New group'), 'Summer')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Summer')).toBeDefined()
    // The keyboard is never left on something that is gone.
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('New group')))
    await user.click(dialog.getByRole('button', { name: 'Rename Summer' }))
    expect(document.activeElement).toBe(dialog.getByLabelText('Name of the group'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Rename Summer' })))
    await user.click(dialog.getByRole('button', { name: 'Delete Spring' }))
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }))
    expect(server.named('campaigns.removeGroup')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(dialog.queryByText('Spring')).toBeNull())
    expect(server.named('campaigns.removeGroup')[0]?.input).toEqual({ companyGroupID: 'grp_1' })
    expect(document.activeElement).toBe(dialog.getByLabelText('New group'))
  })

  it('says what could not be loaded, and is not there for clients', async () => {
    const { unmount } = await openApp('/Client', { as: agency(), handlers: { 'companies.list': () => broken() } })
    expect(await screen.findByText('The clients could not be loaded')).toBeDefined()
    unmount()
    localStorage.clear()
    await openApp('/Client', { as: client() })
    expect(await screen.findByText(/doesn't exist or has been moved/)).toBeDefined()
  })
})

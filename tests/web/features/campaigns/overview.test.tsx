import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { agency, client } from '#tests/web/support/people.ts'
import { openList, pageOf, rowOf } from './stage.tsx'

cleanPageEachTime()

const line = (leadspeek_type: 'local' | 'locator', more: object = {}) => ({
  leadspeek_type,
  active: 2,
  paused: 1,
  stopped: 0,
  archived: 4,
  leads_today: 7,
  leads_week: 50,
  ...more,
})
const rows = [rowOf('Spring'), rowOf('Searches', { leadspeek_type: 'locator' })]
const both = {
  'campaigns.list': () => pageOf(rows),
  'campaigns.overview': () => ({ data: [line('local'), line('locator', { leads_today: 1 })] }),
}

describe('the campaigns of all products', () => {
  it('CMP-03 CMP-04+ RTE-029 counts them by state and product, and leads to the lists behind the figures', async () => {
    const { server, user } = await openList(both, agency(), '/campaign')
    const active = await screen.findByRole('link', { name: 'Active: 4' })
    expect(screen.getByRole('link', { name: 'Leads today: 8' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Leads in 7 days: 100' })).toBeDefined()
    const table = within(screen.getByRole('table', { name: 'By product' }))
    expect(table.getByRole('link', { name: 'Search ID, Leads today: 1' }).getAttribute('href')).toBe(
      '/campaign?product=locator&sort=-leadsToday',
    )
    expect(screen.getByRole('table', { name: 'Campaigns' }).textContent).toContain('Search ID')
    await user.click(active)
    await waitFor(() => expect(server.named('campaigns.list').at(-1)?.input.CampaignStatus).toBe('active'))
    expect(server.named('campaigns.list').at(-1)?.input.type).toBe('none')
    await user.click(table.getByRole('link', { name: 'Site ID, Archived: 4' }))
    await waitFor(() =>
      expect(server.named('campaigns.list').at(-1)?.input).toMatchObject({ type: 'local', CampaignStatus: 'archived' }),
    )
  })

  it('is for clients too, of their own campaigns alone', async () => {
    const { server } = await openList(both, client(), '/campaign')
    await screen.findByText('Spring')
    expect(server.named('campaigns.overview')[0]?.input).toEqual({ companyId: 'com_smiles' })
  })
})

describe('the palette', () => {
  it('finds campaigns by name or number, and leads to them in the list', async () => {
    const { server, user } = await openList(
      {
        ...both,
        'companies.find': () => ({ companies: [], people: [] }),
        'campaigns.find': () => ({
          campaigns: [
            {
              id: 'cmp_1',
              leadspeek_api_id: '12345678',
              campaign_name: 'Spring',
              company_id: 'com_smiles',
              company_name: 'Bright Smiles Dental',
              leadspeek_type: 'local',
              status: 'active',
            },
          ],
        }),
      },
      agency(),
      '/campaign',
    )
    await screen.findByText('Searches')
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('textbox', { name: 'Go to a page, or do something' }), '12345678')
    const dialog = within(screen.getByRole('dialog', { name: 'Search' }))
    await user.click(await dialog.findByRole('button', { name: /Spring.*12345678 · Bright Smiles Dental/ }))
    await waitFor(() => expect(location.pathname + location.search).toBe('/campaign?q=12345678'))
    expect(server.named('campaigns.find').at(-1)?.input).toEqual({ companyID: 'com_north', search: '12345678' })
  })
})

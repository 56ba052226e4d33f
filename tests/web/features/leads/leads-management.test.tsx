import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { pageOf, rowOf } from '#tests/web/features/campaigns/stage.tsx'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client } from '#tests/web/support/people.ts'

cleanPageEachTime()

const PATH = '/siteid/leads-management'
const spring = rowOf('Spring')
const summer = rowOf('Summer', { company_id: 'com_peak', company_name: 'Peak Fitness' })
const nobody = {
  current_page: 1,
  last_page: 1,
  total: 0,
  from: 0,
  to: 0,
  per_page: 10,
  next_cursor: null,
  data: [],
}
const handlers = {
  'campaigns.list': ({ search }: { search: string }) =>
    pageOf(search === 'none' ? [spring, summer] : search === summer.leadspeek_api_id ? [summer] : []),
  'leads.list': () => nobody,
  'leads.chart': () => ({
    labels: [],
    series: [{ name: 'Total', data: [] }],
    totals: { leads: 0, spend: 0, average: 0 },
    company_name: 'Northlight',
  }),
  'leads.initDates': () => ({
    startdate: '2026-01-01',
    enddate: '2026-01-02',
    timezone: 'America/Chicago',
    has_leads: 'T' as const,
    next: null,
  }),
}
const administrator = () => agency({ user_type: 'administrator', user_type_ori: 'administrator' })

describe('leads management', () => {
  it('LED-13 ROL-14 CMP-01 RTE-040 shows administrators the leads of any campaign of the product', async () => {
    const { server, user } = await openApp(PATH, { as: administrator(), handlers })
    await screen.findByRole('heading', { level: 1, name: 'Site ID leads' })
    await screen.findByText('No leads in the last 30 days')
    await user.click(screen.getByRole('combobox', { name: 'Campaign' }))
    await user.click(await screen.findByRole('option', { name: /Summer · Peak Fitness/, hidden: true }))
    await waitFor(() => expect(location.search).toBe(`?campaign=${summer.leadspeek_api_id}`))
    await waitFor(() =>
      expect(server.named('leads.list').at(-1)?.input).toMatchObject({
        clientId: 'all',
        campaignID: summer.leadspeek_api_id,
      }),
    )
  })

  it.each([
    ['agencies', agency()],
    ['clients', client()],
  ])('ROL-14 RTE-040 RTE-044 is no page for %s, and stands in no menu', async (_, as) => {
    const { unmount } = await openApp(PATH, { as, handlers })
    expect(await screen.findByText(/doesn't exist or has been moved/)).toBeDefined()
    for (const link of screen.queryAllByRole('link')) expect(link.getAttribute('href')).not.toMatch(/leads-management$/)
    unmount()
  })
})

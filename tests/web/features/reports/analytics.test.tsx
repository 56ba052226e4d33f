import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Input, Output } from '#shared/contracts/index.ts'
import { addDays } from '#shared/dates.ts'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency } from '#tests/web/support/people.ts'

type Funnel = Output<'reports.analytics'>
type Revenue = Output<'reports.revenue'>['data']

const figures = {
  pixel_visits: 200,
  provider_matches: 120,
  leads: 90,
  unmatched: 80,
  incomplete: 10,
  excluded: 5,
  duplicate: 15,
  limit: 0,
  no_funds: 0,
  delivery_failed: 3,
  cap: 0,
  inactive: 0,
  elsewhere: 0,
  converted: 0,
}
const funnel = ({ startDate }: Input<'reports.analytics'>): Funnel => ({
  result: 'success',
  totals: figures,
  data: [
    { date: startDate, ...figures },
    { date: addDays(startDate, 1), ...figures, pixel_visits: 0, leads: 0 },
  ],
})
const sums = {
  retail: 100,
  wholesale: 60.5,
  root_cost: 10,
  root_revenue: 75.5,
  onboarding: 0,
  developer_fee: 12.5,
  true_up: 25,
  refunds: 0,
}
const revenue: Revenue = {
  ...sums,
  by_product: { local: sums, none: { ...sums, root_revenue: 25 } },
  by_agency: [{ ...sums, company_id: 'com_north', company_name: 'Northlight' }],
  by_day: [],
}
const weak: Output<'reports.underPerforming'>['data'] = [
  {
    leadspeek_api_id: '12345678',
    campaign_name: 'Autumn',
    company_name: 'Bright Smiles',
    agency: 'Northlight',
    minimumLimitLeads: 5,
    leads_last_7_days: 2,
  },
]

cleanPageEachTime()

const withRight = () =>
  agency({
    systemuser: true,
    rootcomp: 'T',
    company_id: 'com_root',
    company_parent: '',
    user_permissions: { report_analytics: 'T', modules: [] },
  })
async function open(query = '', handlers: Handlers = {}) {
  const opened = await openApp(`/configuration/report-analytics${query}`, {
    as: withRight(),
    handlers: {
      'reports.analytics': funnel,
      'reports.revenue': () => ({ result: 'success' as const, data: revenue }),
      'reports.underPerforming': () => ({ result: 'success' as const, data: weak }),
      ...handlers,
    },
  })
  await screen.findByRole('heading', { name: 'Report Analytics', level: 1 })
  return opened
}

describe('the report analytics', () => {
  it('LED-27 shows how many were seen, and what became of them with its share', async () => {
    await open()
    const table = await screen.findByRole('table', { name: 'What became of them' })
    const row = await within(table).findByRole('row', { name: /^Unknown/ })
    expect(row.textContent).toContain('80')
    expect(row.textContent).toContain('40.0%')
    expect(within(table).getByRole('row', { name: /^Leads/ }).textContent).toContain('45.0%')
  })

  it('asks for the product, company, campaign and days that stand in the address', async () => {
    const asked: Input<'reports.analytics'>[] = []
    await open('?product=b2b&agency=com_north&campaign=12345678&from=2026-03-01&to=2026-03-31', {
      'reports.analytics': (input) => {
        asked.push(input)
        return funnel(input)
      },
    })
    await waitFor(() =>
      expect(asked).toContainEqual({
        startDate: '2026-03-01',
        endDate: '2026-03-31',
        companyId: 'com_north',
        campaignId: '12345678',
        module: 'b2b',
      }),
    )
  })

  it('says that a number is none, and takes days that are none for the usual ones', async () => {
    const asked: Input<'reports.analytics'>[] = []
    await open('?campaign=1234&from=2026-13-01&to=x', {
      'reports.analytics': (input) => {
        asked.push(input)
        return funnel(input)
      },
    })
    expect(await screen.findByText('Enter its 8 digits. These figures are of all campaigns.')).toBeDefined()
    await waitFor(() => expect(asked).not.toEqual([]))
    expect(asked[0]).toMatchObject({ campaignId: 'all', startDate: expect.stringMatching(/^20\d\d-[01]\d-/) })
    expect(asked[0]?.startDate).not.toBe('2026-13-01')
  })

  it('LED-29 shows what the platform earned, by product and by agency', async () => {
    await open('?tab=revenue')
    const agencies = await screen.findByRole('table', { name: 'Revenue by agency' })
    expect((await within(agencies).findByRole('row', { name: /^Northlight/ })).textContent).toContain('$75.50')
    const products = screen.getByRole('table', { name: 'Revenue by product' })
    expect(within(products).getByRole('row', { name: /^Of no product/ }).textContent).toContain('$25.00')
    // All that the revenue is made of stands beside it.
    expect(within(products).getByRole('row', { name: /^Of no product/ }).textContent).toContain('$12.50')
  })

  it('LED-31 lists campaigns that find too little', async () => {
    await open('?tab=weak')
    const table = await screen.findByRole('table', { name: 'Campaigns with too few leads' })
    expect((await within(table).findByRole('row', { name: /^Autumn/ })).textContent).toContain('Northlight')
  })

  it('says that figures could not be loaded, and loads them again', async () => {
    let fails = true
    const { user } = await open('?tab=weak', {
      'reports.underPerforming': () => {
        if (fails) throw new Refusal('unavailable', 'Please try again in a moment.')
        return { result: 'success' as const, data: weak }
      },
    })
    await screen.findByText('The campaigns could not be loaded')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('row', { name: /^Autumn/ })
  })
})

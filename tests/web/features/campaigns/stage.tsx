// Lists of campaigns over a server of the test's own.
import { screen, within } from '@testing-library/react'
import type { Output } from '#shared/contracts/index.ts'
import type { Handlers } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency } from '#tests/web/support/people.ts'

export type Row = Output<'campaigns.list'>['data'][number]

export const LIST = '/siteid/campaign-management'

let made = 0
export const rowOf = (name: string, more: Partial<Row> = {}): Row => {
  const number = String(10_000_000 + ++made)
  return {
    id: `cmp_${name.replaceAll(/\W+/g, '_')}`,
    leadspeek_api_id: number,
    campaign_name: name,
    company_id: 'com_smiles',
    company_name: 'Bright Smiles Dental',
    leadspeek_type: 'local',
    status: 'paused',
    status_reason: 'new',
    is_scheduled: 'F',
    cap_reached: null,
    payment_term: 'Weekly',
    leads_today: 0,
    leads_total: 0,
    leads_remaining: null,
    leads_bought: null,
    last_lead_at: null,
    start: '',
    end: '',
    timezone: 'America/Chicago',
    group_id: '',
    group_name: '',
    created_at: '2026-11-01T12:00:00.000Z',
    ...more,
  }
}

/** A page cut out of all rows, as the server would. */
export function pageOf(all: readonly Row[], page = 1, perPage = 10): Output<'campaigns.list'> {
  const data = all.slice((page - 1) * perPage, page * perPage)
  const last = Math.max(1, Math.ceil(all.length / perPage))
  return {
    data: [...data],
    current_page: page,
    last_page: last,
    total: all.length,
    per_page: perPage,
    from: data.length > 0 ? (page - 1) * perPage + 1 : 0,
    to: (page - 1) * perPage + data.length,
    next_cursor: page < last ? `after-${page}` : null,
  }
}

/** What a start of a campaign costs. */
export const costs = (more: Partial<Output<'campaigns.startCharge'>['data']> = {}) => ({
  result: 'success' as const,
  data: {
    payment_term: 'Weekly' as const,
    charge_now: 0,
    lines: [],
    paid_by: 'client' as const,
    paid_with: 'Visa ending in 4242',
    agency_pays: 0,
    later: [],
    ...more,
  },
})

export const group = (name: string) => ({
  companyGroupID: `grp_${name}`,
  companyGroupName: name,
  moduleID: '',
  id: `grp_${name}`,
  group_name: name,
})

type Person = ReturnType<typeof agency>

export const openList = (handlers: Handlers, as: Person = agency(), path = LIST) =>
  openApp(path, {
    as,
    handlers: {
      'campaigns.list': () => pageOf([]),
      'campaigns.listGroups': () => ({ result: 'success', params: [] }),
      'campaigns.overview': () => ({ data: [] }),
      'campaigns.startCharge': () => costs(),
      ...handlers,
    },
  })

/** What stands in the row of a name. */
export async function rowNamed(name: string) {
  const cell = await screen.findByText(name)
  const row = cell.closest('tr')
  if (!row) throw new Error(`${name} stands in no row.`)
  return within(row)
}

// The dashboard of a company without leads, for tests whose subject is another one.
import type { Output } from '#shared/contracts/index.ts'
import type { Handlers } from './fake-server.ts'
import { onePage } from './one-page.ts'

const empty = { leads: 0, spend: 0 }

const chart: Output<'leads.chart'> = {
  labels: [],
  series: [{ name: 'Total', data: [] }],
  totals: { ...empty, average: 0 },
  company_name: 'Bright Smiles',
}
const begun: Output<'leads.initDates'> = {
  startdate: '2027-01-01',
  enddate: '2027-01-30',
  timezone: 'America/Chicago',
  has_leads: 'F',
  next: null,
}

export const noLeads: Handlers = {
  'leads.chart': () => chart,
  'leads.list': () => onePage([]),
  'leads.initDates': () => begun,
}

// Lists of companies over a server of the test's own: rows, pages, and the people who look at them.
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Input, Output } from '#shared/contracts/index.ts'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { fakeIndexedDb } from '#tests/web/support/indexed-db.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, setup, tenant } from '#tests/web/support/people.ts'

type Row = Output<'companies.list'>['data'][number]
type Handlers = NonNullable<NonNullable<Parameters<typeof openApp>[1]>['handlers']>

const lines = ['local', 'locator', 'enhance', 'b2b'] as const
const terms = ['Weekly', 'Monthly', 'One Time', 'Prepaid'] as const

export const rowOf = (name: string, more: Partial<Row> = {}): Row => ({
  id: `usr_${name}`,
  company_id: `com_${name}`,
  company_root_id: 'com_root',
  company_name: name,
  name: `Person ${name}`,
  email: `${name.toLowerCase().replace(/\W+/g, '.')}@example.com`,
  phonenum: '3125550123',
  phone_country_code: 'US',
  phone_country_calling_code: '+1',
  user_type: 'userdownline',
  package_id: '',
  external_organizationid: '',
  subdomain: `${name.toLowerCase()}.localhost`,
  orisubdomain: name.toLowerCase().replace(/\W+/g, '-'),
  domain: '',
  manual_bill: 'F',
  is_whitelabeling: 'T',
  api_mode: 'F',
  isBeta: 'F',
  is_user_generate_api: false,
  is_marketing_services_agreement_developer: 'F',
  exclude_minimum_spend: 0,
  exclude_onboard_charge: 'F',
  is_onboard_charged: 'F',
  customer_payment_id: '',
  payment_status: '',
  plan_minspend_id: '',
  company_agreement_file: '',
  salesrep: '',
  salesrepid: '',
  accountexecutive: '',
  accountexecutiveid: '',
  accountref: '',
  accountrefid: '',
  created_at: '2026-11-01T12:00:00.000Z',
  status_acc: '',
  role_id: '',
  leadspeek_type: '',
  profile_setup_completed: 'T',
  is_invited: false,
  card_status: 'none',
  campaign_status: 'none',
  active_campaigns: 0,
  disable_client_add_campaign: 'F',
  disabledreceivedemail: 'F',
  enablephonenumber: 'T',
  editorspreadsheet: 'F',
  pending_email: '',
  why_not_sign_in: '',
  may_unlock: false,
  selected_modules: lines.map((type) => ({ type, status: type === 'local' || type === 'locator' })),
  selected_payment_term: terms.map((term) => ({ term, status: term === 'Weekly' })),
  rootmodules: lines.map((value) => ({ value, label: `${value} product` })),
  rootpaymentterm: terms.map((value) => ({ value, label: value })),
  ...more,
})
export const clientRow = (name: string, more: Partial<Row> = {}) =>
  rowOf(name, { user_type: 'client', subdomain: '', orisubdomain: '', ...more })

const allFilters = ['direct_payment', 'payment_failed', 'api_key_generated', 'developer_mode'] as const

/** A page cut out of all rows, as the server would. */
export function pageOf(all: readonly Row[], page = 1, filters: readonly (typeof allFilters)[number][] = allFilters) {
  const data = all.slice((page - 1) * 10, page * 10)
  const last_page = Math.max(1, Math.ceil(all.length / 10))
  return {
    data,
    current_page: page,
    last_page,
    total: all.length,
    per_page: 10,
    is_cut: false,
    filters: [...filters],
    from: data.length ? (page - 1) * 10 + 1 : 0,
    to: (page - 1) * 10 + data.length,
    next_cursor: page < last_page ? `at-${page + 1}` : null,
    cursor: page > 1 ? `at-${page}` : null,
  } satisfies Output<'companies.list'>
}

/** Lists by company; a company that is not named has no companies below it. */
export const lists =
  (all: Record<string, readonly Row[]>) => (input: { companyId: string; Page: number; search: string }) => {
    const search = input.search.toLowerCase()
    const found = (all[input.companyId] ?? []).filter(
      ({ company_name }) => search === 'none' || company_name.toLowerCase().includes(search),
    )
    return pageOf(found, input.Page)
  }

type User = ReturnType<typeof agency>
export const operator = (more: Partial<User> = {}) =>
  agency({
    id: 'usr_olive',
    name: 'Olive Operator',
    company_id: 'com_root',
    company_parent: '',
    company_name: 'Leadloom',
    user_type: 'user',
    user_type_ori: 'user',
    systemuser: true,
    rootcomp: 'T',
    ...more,
  })
export const salesPerson = (more: Partial<User> = {}) =>
  agency({
    id: 'usr_sam',
    name: 'Sam Sales',
    company_id: 'com_root',
    company_parent: '',
    company_name: 'Leadloom',
    user_type: 'sales',
    user_type_ori: 'sales',
    systemuser: false,
    rootcomp: 'T',
    ...more,
  })

const rootTenant = () =>
  tenant({ domain: 'root.localhost:8787', subdomain: 'root', rootcomp: 'T', ownedcompanyid: 'com_root' })

export const AGENCIES = '/configuration/agency-list'
export const CLIENTS = '/configuration/client-management'

/** Opens the list of agencies as an operator, or as somebody else. */
export async function openAgencies(handlers: Handlers = {}, as: User = operator(), path = AGENCIES) {
  const opened = await openApp(path, {
    as,
    tenant: rootTenant(),
    handlers: { 'account.checkSetup': () => setup({ accountconnected: 'completed' }), ...handlers },
  })
  await screen.findByRole('heading', { name: 'Agency List' })
  return opened
}

export async function openClients(handlers: Handlers = {}, as: User = agency(), path = CLIENTS) {
  const opened = await openApp(path, { as, handlers })
  await screen.findByRole('heading', { name: 'Client Management' })
  return opened
}

export const saved = (row: Row, message: string) => ({ result: 'success' as const, message, data: [row] })
export const broken = () => {
  throw new Refusal('internal', 'Something went wrong, please try again later.')
}
/** What the calls of a list were asked, in the words that tell one from another. */
export const asked = (list: readonly { input: Record<string, unknown> }[]) =>
  list.map(({ input }) => input as Input<'companies.list'>)

/** The row of a table that holds this name. */
export const rowNamed = async (name: string) =>
  within((await screen.findByText(name, { selector: 'td *' })).closest('tr') ?? document.body)

/** Three agencies, the first of which has eleven clients. */
export const root = [
  rowOf('Aurora', {
    salesrep: 'Sam Sales',
    salesrepid: 'usr_sam',
    accountref: 'Rita Referrer',
    accountrefid: 'usr_rita',
  }),
  rowOf('Brightwell', { payment_status: 'failed' }),
  rowOf('Cedar'),
]
export const tree = {
  com_root: root,
  com_Aurora: Array.from({ length: 11 }, (_, i) => clientRow(`Client ${i + 1}`)),
}

/** A browser that was never here, and a console that says nothing of what is tried on purpose. */
export function freshBrowser() {
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
    fakeIndexedDb()
    for (const level of ['error', 'warn', 'log'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

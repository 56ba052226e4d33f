import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { logActions } from '#shared/audit-log.ts'
import type { Output } from '#shared/contracts/index.ts'
import { dayIn } from '#shared/dates.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency } from '#tests/web/support/people.ts'
import { freshBrowser, lists, openAgencies, pageOf, root, rowNamed, salesPerson } from '../companies/stage.tsx'

freshBrowser()
afterEach(() => vi.restoreAllMocks())

type LogPage = Output<'audit.list'>
const entry = (more: Partial<LogPage['data'][number]> = {}): LogPage['data'][number] => ({
  name: 'Ada Agency',
  type_user: 'Admin',
  location: 'Chicago',
  user_ip: '203.0.113.7',
  action: 'Refund',
  description: 'Short',
  company_name: 'Cedar',
  create_date: '2026-11-01T12:00:00.000Z',
  ...more,
})
const logPage = (data: LogPage['data'], total = data.length): LogPage => ({
  data,
  current_page: 1,
  last_page: Math.max(1, Math.ceil(total / 10)),
  total,
  from: 1,
  to: data.length,
  per_page: 10,
  next_cursor: null,
  is_cut: false,
})
type Handlers = NonNullable<Parameters<typeof openAgencies>[0]>

async function open(handlers: Handlers = {}) {
  const opened = await openAgencies({
    'companies.list': lists({ com_root: root }),
    'audit.list': () => logPage([entry()]),
    'audit.categories': () => ({ data: logActions.map((action) => ({ action })) }),
    'companies.showUser': () => ({
      data: [{ id: 'usr_ada', name: 'Ada Agency', company_name: 'Cedar', type_user_tx: 'Agency' }],
    }),
    'companies.showCampaigns': () => ({
      is_cut: false,
      data: [
        {
          leadspeek_api_id: 'cmp_1',
          campaign_name: 'Spring',
          company_name: 'Client 1',
          leadspeek_type: 'local' as const,
          status: 'active' as const,
          is_scheduled: 'F' as const,
        },
      ],
    }),
    ...handlers,
  })
  const { user } = opened
  await user.click((await rowNamed('Cedar')).getByRole('button', { name: 'More actions Cedar' }))
  await user.click(await screen.findByRole('menuitem', { name: 'User logs', hidden: true }))
  return { ...opened, dialog: within(await screen.findByRole('dialog', { name: "Agency User's Logs: Cedar" })) }
}
const spring = (leadspeek_api_id: string, campaign_name: string) => ({
  leadspeek_api_id,
  campaign_name,
  company_name: 'Client 1',
  leadspeek_type: 'local' as const,
  status: 'active' as const,
  is_scheduled: 'F' as const,
})
const option = (name: string) => screen.findByRole('option', { name, hidden: true })

describe("Agency User's Logs", () => {
  it('finds a campaign that is not among the first ones', async () => {
    const { server, user, dialog } = await open({
      'companies.showCampaigns': ({ search }) =>
        search
          ? { is_cut: false, data: [spring('cmp_99', 'Late one')] }
          : { is_cut: true, data: [spring('cmp_1', 'First')] },
    })
    await user.click(dialog.getByRole('button', { name: 'Filter' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Filter the logs' }))
    await user.type(drawer.getByRole('combobox', { name: 'Campaign' }), 'late')
    await user.click(await option('Late one (Client 1)'))
    expect(server.named('companies.showCampaigns').at(-1)?.input).toEqual({ companyID: 'com_Cedar', search: 'late' })
    await user.click(drawer.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(server.named('audit.list').at(-1)?.input).toMatchObject({ campaignID: 'cmp_99' }))
  })

  it('LOG-01 AGL-50 opens from an agency with a table, a filter and a download', async () => {
    const { dialog } = await open()
    const table = within(await dialog.findByRole('table', { name: 'User logs' }))
    expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      ...['Name', 'User type', 'Location', 'IP address', 'Action', 'Description', 'Company', 'Date'],
    ])
    expect(dialog.getByRole('button', { name: 'Filter' })).toBeDefined()
    expect(dialog.getByRole('button', { name: 'Download' })).toBeDefined()
  })

  it('says on a phone what was done, and not its kind alone', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
      Object.assign(new EventTarget(), {
        matches: media.includes('max-width'),
        media,
        onchange: null,
        addListener: () => {},
        removeListener: () => {},
      }),
    )
    const handlers: Handlers = { 'audit.list': () => logPage([entry({ description: 'Gave $5.00 back' })]) }
    await openApp('/configuration/audit-log', { as: agency(), handlers })
    expect(await screen.findByText('Gave $5.00 back')).toBeDefined()
    expect(screen.queryByRole('table', { name: 'User logs' })).toBeNull()
  })

  it('LOG-03 COB-10 cuts a description at 30 characters, and shows the rest to whoever asks', async () => {
    const thirty = 'x'.repeat(30)
    const { dialog, user } = await open({
      'audit.list': () => logPage([entry({ description: thirty }), entry({ description: `${thirty}yz` })]),
    })
    expect(await dialog.findByText(thirty)).toBeDefined()
    const cut = dialog.getByText(`${thirty}…`)
    await user.hover(cut)
    expect(await screen.findByText(`${thirty}yz`)).toBeDefined()
  })

  it('LOG-04 ERB-11 says No Data when nothing matches', async () => {
    const { dialog } = await open({ 'audit.list': () => ({ ...logPage([]), from: 0, to: 0 }) })
    expect(await dialog.findByText('No Data')).toBeDefined()
  })

  it('LOG-07 LOG-08 LOG-10 COB-08 narrows by type, person, action and campaign at once, from page 1, and resets', async () => {
    const { server, user, dialog } = await open({ 'audit.list': () => logPage([entry()], 25) })
    await user.click(await dialog.findByRole('button', { name: 'Page 2' }))
    await waitFor(() => expect(server.named('audit.list').at(-1)?.input.page).toBe(2))
    await user.click(dialog.getByRole('button', { name: 'Filter' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Filter the logs' }))
    await user.click(drawer.getByRole('combobox', { name: 'User type' }))
    const types = (await screen.findAllByRole('option', { hidden: true })).map((each) => each.textContent)
    expect(types).toEqual(expect.arrayContaining(['Select All', 'Enterprise', 'Admin', 'Client']))
    await user.click(await option('Admin'))
    await user.type(drawer.getByRole('combobox', { name: 'User' }), 'ada')
    await user.click(await option('Ada Agency (Cedar)'))
    expect(server.named('companies.showUser')[0]?.input).toEqual({ companyID: 'com_Cedar', searchUser: 'ada' })
    await user.click(drawer.getByRole('combobox', { name: 'Action' }))
    await user.click(await option('Refund'))
    await user.click(drawer.getByRole('combobox', { name: 'Campaign' }))
    await user.click(await option('Spring (Client 1)'))
    await user.click(drawer.getByRole('button', { name: 'Apply' }))
    const asked = {
      companyID: 'com_Cedar',
      userType: 'admin',
      userID: 'usr_ada',
      action: 'Refund',
      campaignID: 'cmp_1',
    }
    await waitFor(() =>
      expect(server.named('audit.list').at(-1)?.input).toEqual({ ...asked, logDateRange: 'all', page: 1 }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Filter the logs' })).toBeNull())
    await user.click(dialog.getByRole('button', { name: 'Clear Action' }))
    await waitFor(() => expect(server.named('audit.list').at(-1)?.input).toMatchObject({ ...asked, action: 'all' }))
    await user.click(dialog.getByRole('button', { name: 'Filter' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Filter the logs' })).getByRole('button', { name: 'Reset' }),
    )
    // The list without filters was loaded before, so it may be shown again without being asked for.
    await waitFor(() => expect(dialog.queryByRole('button', { name: /^Clear / })).toBeNull())
  })

  it.each([
    ['Last week', 7],
    ['Last month', 30],
    ['Last 3 months', 90],
  ])('LOG-09 sends the days of %s from the drawer', async (label, days) => {
    const { server, user, dialog } = await open()
    await user.click(dialog.getByRole('button', { name: 'Filter' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Filter the logs' }))
    await user.click(drawer.getByRole('button', { name: 'Days: Any time' }))
    await user.click(await screen.findByRole('button', { name: label, hidden: true }))
    await user.click(drawer.getByRole('button', { name: 'Apply' }))
    const sent = () => String(server.named('audit.list').at(-1)?.input.logDateRange ?? '')
    await waitFor(() => expect(sent()).toMatch(/^\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d$/))
    const [from = '', to = ''] = sent().split(',')
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000 + 1).toBe(days)
    expect(to).toBe(dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, Date.now()))
  })

  it('LOG-11 downloads by opening the signed address with its six segments', async () => {
    const opened: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      opened.push(this.getAttribute('href') ?? '')
    })
    const url = '/api/configuration/download-log-user/com_Cedar/9999/9999/all/all/all?token=x'
    const { server, user, dialog } = await open({ 'audit.download': () => ({ url }) })
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(opened).toEqual([url]))
    expect(server.named('audit.download')[0]?.input).toEqual({
      companyID: 'com_Cedar',
      userType: '9999',
      userID: '9999',
      action: 'all',
      logDateRange: 'all',
      campaignID: 'all',
    })
  })

  it('LOG-16 is not offered to sales people', async () => {
    const { user } = await openAgencies({ 'companies.salesDownline': () => pageOf(root) }, salesPerson())
    await rowNamed('Cedar')
    const more = screen.queryByRole('button', { name: 'More actions Cedar' })
    if (more) await user.click(more)
    expect(screen.queryByText('User logs')).toBeNull()
  })
})

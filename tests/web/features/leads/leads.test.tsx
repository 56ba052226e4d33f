import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { addDays, countDays, dayIn } from '#shared/dates.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { onePage } from '#tests/web/support/one-page.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency } from '#tests/web/support/people.ts'

type Campaigns = Output<'campaigns.list'>
type Campaign = Campaigns['data'][number]
type Page = Output<'leads.list'>

/** Where a figure says what it counts. */
const FIGURE = { selector: 'section > p' }

const row = (more: Partial<Campaign> = {}): Campaign => ({
  id: 'cmp_1',
  leadspeek_api_id: '40817733',
  campaign_name: 'Website visitors',
  company_id: 'com_smiles',
  company_name: 'Bright Smiles',
  leadspeek_type: 'local',
  status: 'active',
  status_reason: 'user',
  is_scheduled: 'F',
  cap_reached: null,
  payment_term: 'Weekly',
  leads_today: 2,
  leads_total: 60,
  leads_remaining: null,
  leads_bought: null,
  last_lead_at: null,
  start: '',
  end: '',
  timezone: 'Pacific/Auckland',
  group_id: '',
  group_name: '',
  created_at: '2026-01-01T00:00:00.000Z',
  ...more,
})
/** A page's clock stands still for a minute, so what is on the hour by now was a moment less by it. */
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const lead = (n: number): Page['data'][number] => ({
  id: `led_${n}`,
  created_at: hoursAgo(3),
  visited_at: hoursAgo(3.2),
  leadspeek_api_id: '40817733',
  campaign_name: 'Website visitors',
  company_id: 'com_smiles',
  company_name: 'Bright Smiles',
  leadspeek_type: 'local',
  timezone: 'Pacific/Auckland',
  firstname: 'Nora',
  lastname: `Fields ${n}`,
  email: `nora${n}@example.com`,
  email2: '',
  phone: '+13125550111',
  phone2: '',
  address1: '',
  address2: '',
  city: 'Chicago',
  state: 'IL',
  zipcode: '',
  keyword: '',
  landing_url: 'https://brightsmiles.example/pricing',
  advanced: {},
  b2b: {},
  worksAt: '',
  price: 1.25,
})
type ChartInput = { startDate: string; endDate: string; campaignID?: string; series: string }
/** Two leads on the last day, one on the first. */
const chart = ({ startDate, endDate, campaignID, series }: ChartInput): Output<'leads.chart'> => {
  const labels = Array.from({ length: countDays(startDate, endDate) }, (_, at) => addDays(startDate, at))
  const data = labels.map((_, at) => (at === 0 ? 1 : 0) + (at === labels.length - 1 ? 2 : 0))
  return {
    labels,
    series: [
      ...(series === 'T' ? [{ name: 'Website visitors', leadspeek_api_id: '40817733', data }] : []),
      { name: 'Total', data },
    ],
    totals: { leads: 3, spend: 3.75, average: 3 / labels.length },
    before: { startdate: startDate, enddate: endDate, leads: 2, spend: 2.5 },
    company_name: 'Bright Smiles',
    ...(campaignID && {
      campaign: {
        id: 'cmp_1',
        leadspeek_api_id: '40817733',
        campaign_name: 'Website visitors',
        company_id: 'com_smiles',
        company_name: 'Bright Smiles',
        status: 'active',
        timezone: 'Pacific/Auckland',
      },
    }),
  }
}
const begun: Output<'leads.initDates'> = {
  startdate: '2026-01-01',
  enddate: '2026-11-20',
  timezone: 'America/Chicago',
  has_leads: 'T',
  next: null,
}
const pageOf = (leads: Page['data'], more: Partial<Page> = {}): Page => ({ ...onePage(leads), ...more })

const answered: Output<'leads.get'> = {
  result: 'success',
  data: {
    id: 'led_1',
    first_name: 'Nora',
    last_name: 'Fields 1',
    email: 'nora1@example.com',
    phone: '',
    city: 'Chicago',
    state: 'IL',
    page_url: 'https://brightsmiles.example/pricing',
    keyword: '',
    created_at: hoursAgo(3),
    visited_at: hoursAgo(3.2),
    referrer: 'https://search.example/',
    other_emails: [],
    other_phones: [],
    address: '1 Loom Street',
    zip: '60601',
    advanced: [],
    b2b: [],
  },
  leadspeek_api_id: '40817733',
  campaign_name: 'Website visitors',
  company_name: 'Bright Smiles',
  timezone: 'Pacific/Auckland',
  timeline: [],
}
const added = { result: 'success' as const, message: 'It is added.', jobID: null }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const open = (handlers: Handlers, path = '/siteid/dashboard', as?: ReturnType<typeof agency>) =>
  openApp(path, {
    ...(as && { as }),
    handlers: {
      'campaigns.list': () => onePage([row()]),
      'leads.list': () => pageOf([lead(1)]),
      'leads.chart': chart,
      'leads.initDates': () => begun,
      ...handlers,
    },
  })

describe('the leads page', () => {
  it('saves the leads of the range that is shown as a file', async () => {
    let saved: Blob | undefined
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved = blob
      return 'blob:file'
    })
    const csv = 'Stored,First name\r\n2026,Nora\r\n'
    const { server, user } = await open({
      'leads.download': () => ({ result: 'success', filename: 'leads.csv', csv }),
    })
    await screen.findByText('Nora Fields 1')
    await user.click(screen.getByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(saved).toBeDefined())
    expect(await saved?.text()).toBe(csv)
    const [{ startDate, endDate } = {}] = server.named('leads.list').map(({ input }) => input as Record<string, string>)
    expect(server.named('leads.download')[0]?.input).toMatchObject({
      clientId: 'all',
      moduleType: 'local',
      startDate,
      endDate,
    })
  })

  it('LED-11 RTE-037 shows what the last 30 days brought in all campaigns of the line, in one call', async () => {
    const { server } = await open({ 'leads.chart': (input) => ({ ...chart(input), leads: pageOf([lead(1)]) }) })
    const table = await screen.findByRole('table', { name: 'Leads' })
    expect(await within(table).findByText('Nora Fields 1')).toBeDefined()
    expect(within(table).getByText('Chicago, IL')).toBeDefined()
    const figure = (label: string) => screen.getByText(label, FIGURE).closest('section')?.textContent
    expect(figure('Leads')).toContain('3+50% against the 30 days before')
    expect(figure('Spend')).toContain('$3.75+50%')
    expect(figure('Average a day')).toContain('0.1')
    expect(screen.queryByText('Costs you', FIGURE)).toBeNull()
    expect(server.named('leads.chart')).toHaveLength(1)
    expect(server.named('leads.chart')[0]?.input).toMatchObject({ clientId: 'all', moduleType: 'local', leads: 'T' })
    for (const name of ['leads.list', 'campaigns.list', 'leads.initDates'] as const)
      expect(server.named(name)).toHaveLength(0)
  })

  it('shows an agency what leads cost it, and asks for one of its clients', async () => {
    const answer = (input: ChartInput) => {
      const { totals, ...rest } = chart(input)
      return { ...rest, totals: { ...totals, wholesale: 1.5 } }
    }
    const { server } = await open({ 'leads.chart': answer }, '/siteid/dashboard?client=com_smiles', agency())
    expect((await screen.findByText('Costs you', FIGURE)).closest('section')?.textContent).toContain('$1.50')
    expect(screen.getByRole('combobox', { name: 'Client' })).toHaveProperty('value', 'Bright Smiles')
    expect(server.named('leads.list')[0]?.input).toMatchObject({ clientId: 'com_smiles' })
  })

  it('shows no figures of one client under the name of another', async () => {
    let free: () => void = () => undefined
    const waits = new Promise<void>((resolve) => {
      free = resolve
    })
    const { user } = await open(
      {
        'leads.chart': async (input) => {
          if (input.clientId === 'all') await waits
          const { totals, ...rest } = chart(input)
          return { ...rest, totals: { ...totals, wholesale: input.clientId === 'all' ? 9 : 1.5 } }
        },
      },
      '/siteid/dashboard?client=com_smiles',
      agency(),
    )
    const costs = async () => (await screen.findByText('Costs you', FIGURE)).closest('section')
    expect((await costs())?.textContent).toContain('$1.50')
    await user.click(screen.getByRole('button', { name: 'Show all clients' }))
    await waitFor(async () => expect((await costs())?.textContent).not.toContain('$1.50'))
    free()
    await waitFor(async () => expect((await costs())?.textContent).toContain('$9.00'))
  })

  it('names the company of each person of B2B ID, and of no other product', async () => {
    const people = [
      { ...lead(1), leadspeek_type: 'b2b' as const, worksAt: 'Lakeside Dental' },
      { ...lead(2), leadspeek_type: 'b2b' as const },
    ]
    const ada = { ...agency(), leadb2bname: 'B2B ID', leadb2burl: 'b2bid' }
    const shown = await open({ 'leads.list': () => pageOf(people) }, '/b2bid/dashboard', ada)
    expect(await screen.findByRole('columnheader', { name: 'Company' })).toBeDefined()
    expect(await screen.findByRole('row', { name: /Nora Fields 1.*Lakeside Dental/ })).toBeDefined()
    shown.unmount()
    await open({}, '/siteid/dashboard', agency())
    await screen.findByText('Nora Fields 1')
    expect(screen.queryByRole('columnheader', { name: 'Company' })).toBeNull()
  })

  it('shows the days behind the bars as a table, with zeros', async () => {
    const { user } = await open({})
    await user.click(await screen.findByRole('radio', { name: 'Table' }))
    const rows = within(await screen.findByRole('table', { name: 'Leads by day' })).getAllByRole('row')
    expect(rows).toHaveLength(31)
    expect(rows.at(-1)?.textContent).toMatch(/2$/)
    expect(rows[2]?.textContent).toMatch(/0$/)
  })

  it('tells campaigns apart where somebody asks for it', async () => {
    const { user, server } = await open({})
    await user.click(await screen.findByRole('switch', { name: 'By campaign' }))
    await waitFor(() => expect(location.search).toBe('?by=campaign'))
    await waitFor(() => expect(server.named('leads.chart').at(-1)?.input.series).toBe('T'))
  })

  it('shows one campaign, found by its name, in the days of its own zone', async () => {
    const { user, server } = await open({})
    await user.click(await screen.findByRole('combobox', { name: 'Campaign' }))
    await user.click(await screen.findByRole('option', { name: 'Website visitors', hidden: true }))
    await waitFor(() => expect(location.search).toBe('?campaign=40817733'))
    const today = dayIn('Pacific/Auckland', Date.now())
    await waitFor(() =>
      expect(server.named('leads.list').at(-1)?.input).toMatchObject({ campaignID: '40817733', endDate: today }),
    )
    expect(await screen.findByRole('table', { name: 'Leads of Website visitors' })).toBeDefined()
  })

  it('takes days, search and order from its address, and puts them there', async () => {
    const { user, server } = await open({}, '/siteid/dashboard?from=2026-03-01&to=2026-03-10&q=nora&sort=-price')
    await screen.findByText('Nora Fields 1')
    const asked = {
      startDate: '2026-03-01',
      endDate: '2026-03-10',
      searchQuery: 'nora',
      sortby: 'price',
      order: 'desc',
    }
    expect(server.named('leads.list')[0]?.input).toMatchObject(asked)
    await user.click(screen.getByRole('button', { name: /^Name/ }))
    await waitFor(() =>
      expect(server.named('leads.list').at(-1)?.input).toMatchObject({ sortby: 'name', order: 'asc' }),
    )
    await user.clear(screen.getByRole('searchbox', { name: 'Search leads' }))
    await waitFor(() => expect(new URLSearchParams(location.search).get('q')).toBeNull())
  })

  it("tells how long ago a visit was, and exactly when in the campaign's zone", async () => {
    await open({})
    const time = await screen.findByText('3 hours ago')
    expect(time.getAttribute('title')).toMatch(/GMT\+1[23]|NZ[DS]T/)
  })

  it('says which list came to name a person whose lead was given back, and when, and who was erased', async () => {
    const at = new Date(Date.now() - 2 * 3_600_000).toISOString()
    const credited = { ...lead(1), credit: { at, level: 'agency' as const } }
    const erased = { ...lead(2), firstname: '', lastname: '', email: '', erased_at: at }
    const { user } = await open({ 'leads.list': () => pageOf([credited, erased, lead(3)]) })
    expect(await screen.findAllByText('Credited')).toHaveLength(1)
    await user.hover(screen.getByText('Credited'))
    expect((await screen.findByText(/The agency's exclusion list named the person/)).textContent).toContain(
      '2 hours ago',
    )
    expect(screen.getByText('Erased person')).toBeDefined()
  })

  it('CMP-59+ opens a lead with what happened to it, by keyboard too, and its address shows it again', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString()
    const answer: Handlers = {
      'leads.get': () => ({
        ...answered,
        data: {
          ...answered.data,
          phone: '+13125550111',
          credit: { at: at(9), level: 'agency' },
          b2b: [{ id: 'industry', name: 'Industry', value: '' }],
        },
        timeline: [
          { step: 'visited', at: at(0), message: 'https://brightsmiles.example/pricing' },
          { step: 'priced', at: at(1), message: '', retail: 1.25 },
          { step: 'tried', at: at(2), message: 'No room', destination: 'CRM', integration_slug: 'zapier', status: 500 },
          { step: 'delivered', at: at(3), message: '', destination: 'CRM', integration_slug: 'zapier', status: 200 },
        ],
      }),
      'leads.explainCharge': () => ({
        result: 'success',
        data: {
          retail: 1.25,
          right: true,
          reasons: [{ label: 'Paid by', text: 'The next bill, on Jan 8, 2026.' }],
        },
      }),
    }
    const { user, server } = await open(answer)
    const name = await screen.findByRole('button', { name: 'Nora Fields 1' })
    name.focus()
    await user.keyboard('{Enter}')
    const panel = await screen.findByRole('dialog', { name: 'Nora Fields 1' })
    const titles = (await within(panel).findAllByRole('listitem')).map(({ textContent }) => textContent ?? '')
    // Written to and called by one press.
    const linkTo = (name: string) => within(panel).getByRole('link', { name }).getAttribute('href')
    expect(linkTo('nora1@example.com')).toBe('mailto:nora1@example.com')
    expect(linkTo('312-555-0111')).toBe('tel:+13125550111')
    expect(titles[0]).toContain('Delivered')
    expect(titles[0]).toContain('CRM')
    expect(titles[0]).toContain('3 minutes after the visit')
    expect(titles[1]).toContain('Answer 500 · No room')
    expect(titles[2]).toContain('Price $1.25')
    expect(titles[3]).toContain('/pricing')
    expect(within(panel).getByText('1 Loom Street, Chicago, IL 60601')).toBeDefined()
    expect(within(panel).getByText('https://search.example/')).toBeDefined()
    expect(within(panel).getByText("The agency's exclusion list named the person.")).toBeDefined()
    // Of a lead that carries nothing more, nothing is listed as missing.
    expect(within(panel).queryByText('Industry')).toBeNull()
    expect(new URLSearchParams(location.search).get('lead')).toMatch(/^\d+-led_1-40817733-com_smiles$/)
    // Nobody pays for an answer that nobody asked for.
    expect(server.named('leads.explainCharge')).toHaveLength(0)
    await user.click(within(panel).getByRole('button', { name: 'Show how the price came about' }))
    expect(await within(panel).findByText('The next bill, on Jan 8, 2026.')).toBeDefined()
    expect(server.named('leads.get')[0]?.input).toMatchObject({ clientId: 'com_smiles', leadId: 'led_1' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(new URLSearchParams(location.search).get('lead')).toBeNull())
  })

  it('opens the lead that its address names', async () => {
    const answer: Handlers = {
      'leads.get': () => {
        throw new Refusal('not_found', 'This lead was not found.')
      },
    }
    await open(answer, '/siteid/dashboard?lead=1767268800000-led_9-40817733-com_smiles')
    expect(await screen.findByText('The lead could not be loaded')).toBeDefined()
  })

  it('turns pages by cursors, there and back', async () => {
    const { user, server } = await open({
      'leads.list': ({ cursor }) =>
        cursor === 'second'
          ? pageOf([lead(11)], { total: 20, current_page: 2, last_page: 2 })
          : pageOf([lead(1)], { total: 20, last_page: 2, next_cursor: 'second' }),
    })
    await screen.findByText('Nora Fields 1')
    expect(screen.getByText('Showing 1 to 10 of 20 entries')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(await screen.findByText('Nora Fields 11')).toBeDefined()
    expect(location.search).toBe('?page=2')
    await user.click(screen.getByRole('button', { name: 'Previous page' }))
    expect(await screen.findByText('Nora Fields 1')).toBeDefined()
    const cursors = server.named('leads.list').map(({ input }) => input.cursor)
    expect(cursors).toEqual([undefined, 'second', undefined].slice(0, cursors.length))
  })

  it('takes more rows to a page, from the first page again', async () => {
    const { server, user } = await open({
      'leads.list': ({ cursor }) =>
        pageOf([lead(1)], {
          total: 60,
          last_page: 6,
          current_page: cursor ? 2 : 1,
          next_cursor: cursor ? null : 'second',
        }),
    })
    await user.click(await screen.findByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(server.named('leads.list').at(-1)?.input.cursor).toBe('second'))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '50')
    await waitFor(() => expect(server.named('leads.list').at(-1)?.input).toMatchObject({ Page: '1', PerPage: '50' }))
    expect(server.named('leads.list').at(-1)?.input.cursor).toBeUndefined()
    expect(location.search).toBe('?rows=50')
  })

  it('LED-12 orders a file of many leads, says how far it is, and saves it once it is there', async () => {
    const file = { id: 'exp_1', filename: 'leads.csv', current_row: 4000, total_row: 20_000, reason: null }
    const told = (status: 'running' | 'done') => ({
      result: 'success' as const,
      filename: 'leads.csv',
      file: { ...file, status },
    })
    const { user, server } = await open({ 'leads.download': () => told('running') })
    await screen.findByText('Nora Fields 1')
    await user.click(screen.getByRole('button', { name: 'Download CSV' }))
    expect(await screen.findByText('4,000 of 20,000')).toBeDefined()
    expect(location.search).toBe('?file=exp_1')
    server.handlers['leads.download'] = () => told('done')
    expect(await screen.findByRole('button', { name: 'Save it' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Close the file' }))
    await waitFor(() => expect(location.search).toBe(''))
  })

  it('says what would be here while there are no leads, and offers a longer time', async () => {
    const { user, server } = await open({ 'leads.list': () => pageOf([]) })
    expect(await screen.findByText('No leads in the last 30 days')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Show the last 90 days' }))
    await waitFor(() => expect(server.named('leads.list')).toHaveLength(2))
    expect(await screen.findByText('No leads in the last 90 days')).toBeDefined()
    expect(screen.queryByRole('button', { name: /Show the last/ })).toBeNull()
  })

  it.each([
    ['make', 'No campaigns yet'],
    ['start', 'No campaign runs'],
    ['pixel', 'Waiting for the pixel'],
    ['visit', 'Waiting for the first visitor'],
    ['pull', 'Looking for the first people'],
  ] as const)('says what happens next before the first lead: %s', async (what, title) => {
    const next = { what, at: null, leadspeek_api_id: '40817733', campaign_name: 'Spring', company_id: 'com_smiles' }
    const nothing = (input: ChartInput) => {
      const { before = { leads: 0, startdate: '', enddate: '' }, ...rest } = chart(input)
      return { ...rest, totals: { leads: 0, average: 0 }, before: { ...before, leads: 0 } }
    }
    await open({
      'leads.initDates': () => ({ ...begun, has_leads: 'F', next }),
      'leads.chart': nothing,
      'leads.list': () => pageOf([]),
    })
    expect(await screen.findByText(title)).toBeDefined()
    expect(screen.queryByRole('table')).toBeNull()
    const link = screen.queryByRole('link', { name: /^Go to the campaign/ })
    expect(link?.getAttribute('href') ?? null).toBe(
      what === 'visit' || what === 'pull' ? null : '/siteid/campaign-management?q=40817733',
    )
  })

  it('shows no noughts before it is known whether there ever was a lead', async () => {
    let answer = () => {}
    const waits = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { server } = await open({
      'leads.initDates': async () => {
        await waits
        return { ...begun, has_leads: 'F', next: null }
      },
      'leads.chart': (input) => ({
        ...chart(input),
        totals: { leads: 0, average: 0 },
        before: { leads: 0, startdate: '', enddate: '' },
      }),
      'leads.list': () => pageOf([]),
    })
    await waitFor(() => expect(server.named('leads.initDates')).toHaveLength(1))
    expect(screen.getByText('Leads', FIGURE).parentElement?.getAttribute('aria-busy')).toBe('true')
    expect(screen.queryByText('No leads in the last 30 days')).toBeNull()
    answer()
    expect(await screen.findByText('No leads yet')).toBeDefined()
  })

  it('rounds half a cent as mails and bills do', async () => {
    await open({ 'leads.chart': (input) => ({ ...chart(input), totals: { leads: 3, spend: 1.005, average: 1 } }) })
    expect(await screen.findByText('$1.01')).toBeDefined()
  })

  it('TRN-017 says what failed where the list would be, and tries again', async () => {
    const { user, server } = await open({
      'leads.list': () => {
        throw new Refusal('internal', 'Something went wrong, please try again later.')
      },
    })
    expect(await screen.findByText('The leads could not be loaded')).toBeDefined()
    expect(await screen.findByText('$3.75')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(console.error).toHaveBeenCalledWith('leads.list failed', expect.anything())
    server.handlers['leads.list'] = () => pageOf([lead(1)])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Nora Fields 1')).toBeDefined()
  })

  it('does the same for the figures and the chart', async () => {
    const { user, server } = await open({
      'leads.chart': () => {
        throw new Refusal('unavailable', 'Please try again in a moment.')
      },
    })
    expect(await screen.findByText('Leads by day could not be loaded')).toBeDefined()
    expect(screen.getByText('Please try again in a moment.')).toBeDefined()
    expect(await screen.findByText('Nora Fields 1')).toBeDefined()
    server.handlers['leads.chart'] = chart
    await user.click(screen.getAllByRole('button', { name: 'Try again' })[0] ?? document.body)
    expect(await screen.findByText('$3.75')).toBeDefined()
  })

  it('puts a person onto the exclusion list of their client, once it is confirmed', async () => {
    const { user, server } = await open({ 'leads.get': () => answered, 'exclusions.addEntry': () => added })
    await user.click(await screen.findByRole('button', { name: 'Nora Fields 1' }))
    const panel = await screen.findByRole('dialog', { name: 'Nora Fields 1' })
    await user.click(await within(panel).findByRole('button', { name: 'Exclude this person' }))
    const question = await screen.findByRole('dialog', { name: 'Exclude this person?' })
    expect(question.textContent).toContain('nora1@example.com')
    expect(server.named('exclusions.addEntry')).toHaveLength(0)
    await user.click(within(question).getByRole('button', { name: 'Exclude' }))
    await waitFor(() =>
      expect(server.named('exclusions.addEntry')[0]?.input).toMatchObject({
        companyId: 'com_smiles',
        campaignType: 'client',
        record: 'nora1@example.com',
      }),
    )
  })
})

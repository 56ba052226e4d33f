import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { dayIn } from '#shared/dates.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { onePage } from '#tests/web/support/one-page.ts'
import { openApp } from '#tests/web/support/open-app.tsx'

type Campaigns = Output<'campaigns.list'>
type Campaign = Campaigns['data'][number]
type Page = Output<'leads.list'>

const campaign = (more: Partial<Campaign> = {}): Campaign => ({
  id: 'cmp_1',
  leadspeek_api_id: '40817733',
  campaign_name: 'Website visitors',
  company_id: 'com_smiles',
  company_name: 'Bright Smiles',
  leadspeek_type: 'local',
  status: 'active',
  status_reason: 'user',
  is_scheduled: 'F',
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
const lead = (n: number): Page['data'][number] => ({
  id: `led_${n}`,
  first_name: 'Nora',
  last_name: `Fields ${n}`,
  email: `nora${n}@example.com`,
  phone: '+13125550111',
  city: 'Chicago',
  state: 'IL',
  page_url: 'https://brightsmiles.example/pricing',
  keyword: '',
  created_at: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  visited_at: new Date(Date.now() - 3 * 3_600_000).toISOString(),
})
const pageOf = (leads: Page['data'], more: Partial<Page> = {}): Page => ({ ...onePage(leads), ...more })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const open = (handlers: Handlers, path = '/siteid/dashboard') =>
  openApp(path, {
    handlers: {
      'campaigns.list': () => onePage([campaign()]),
      'leads.list': () => pageOf([lead(1)]),
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
    const named = { clientId: 'com_smiles', leadspeekID: 'cmp_1', startDate, endDate }
    expect(server.named('leads.download')[0]?.input).toEqual(named)
  })

  it('RTE-037 lists the leads of the first campaign of the line', async () => {
    const { server } = await open({})
    const table = await screen.findByRole('table')
    expect(await within(table).findByText('Nora Fields 1')).toBeDefined()
    expect(within(table).getByText('Chicago, IL')).toBeDefined()
    expect(within(table).getByText('/pricing')).toBeDefined()
    expect(server.named('campaigns.list')[0]?.input).toMatchObject({ companyId: 'com_smiles', type: 'local' })
  })

  it('shows status and totals of each campaign, and another when it is chosen', async () => {
    const second = campaign({ id: 'cmp_2', campaign_name: 'Spring offer', status: 'paused', leads_total: 1 })
    const { user, server } = await open({ 'campaigns.list': () => onePage([campaign(), second]) })
    const tab = await screen.findByRole('tab', { name: /Spring offer/ })
    expect(tab.textContent).toContain('Paused')
    expect(tab.textContent).toContain('1 lead')
    expect(screen.getByRole('tab', { name: /Website visitors/ }).textContent).toContain('60 leads')
    await user.click(tab)
    await waitFor(() =>
      expect(server.named('leads.list').at(-1)?.input).toMatchObject({ leadspeekID: 'cmp_2', clientId: 'com_smiles' }),
    )
    expect(location.search).toContain('campaign=cmp_2')
  })

  it('opens the leads of a campaign that a link names although no list has it any more', async () => {
    const gone = campaign({ id: 'cmp_9', leadspeek_api_id: '90909090', campaign_name: 'Gone', status: 'removed' })
    const { server } = await open(
      {
        'campaigns.list': ({ search, CampaignStatus }) =>
          onePage(search === '90909090' ? (CampaignStatus === 'removed' ? [gone] : []) : [campaign()]),
      },
      '/siteid/dashboard?campaign=90909090&status=removed',
    )
    const tab = await screen.findByRole('tab', { name: /Gone/ })
    expect(tab.textContent).toContain('Removed')
    expect(tab.getAttribute('aria-selected')).toBe('true')
    await waitFor(() => expect(server.named('leads.list').at(-1)?.input).toMatchObject({ leadspeekID: 'cmp_9' }))
  })

  it('says by what somebody was found who searched, and whose campaign it is where there are several clients', async () => {
    const search = campaign({ leadspeek_type: 'locator' })
    const other = campaign({ id: 'cmp_2', company_id: 'com_maple', company_name: 'Maple Dental' })
    await open({
      'campaigns.list': () => onePage([search, other]),
      'leads.list': () => pageOf([{ ...lead(1), page_url: '', keyword: 'invisible braces' }]),
    })
    const table = within(await screen.findByRole('table'))
    expect(await table.findByText('invisible braces')).toBeDefined()
    expect(table.getByRole('columnheader', { name: /Keyword/ })).toBeDefined()
    expect(table.queryByRole('columnheader', { name: /Page/ })).toBeNull()
    expect(screen.getAllByRole('tab')[1]?.textContent).toContain('Maple Dental')
  })

  it('opens with the campaign that found somebody last', async () => {
    const found = campaign({ id: 'cmp_2', campaign_name: 'Spring offer', last_lead_at: '2026-11-02T10:00:00.000Z' })
    const before = campaign({ id: 'cmp_3', campaign_name: 'Autumn offer', last_lead_at: '2026-10-02T10:00:00.000Z' })
    const { server } = await open({ 'campaigns.list': () => onePage([campaign(), before, found]) })
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map(({ textContent }) => /Spring|Autumn|Website/.exec(textContent ?? '')?.[0])).toEqual([
      'Spring',
      'Autumn',
      'Website',
    ])
    await waitFor(() => expect(server.named('leads.list').at(-1)?.input).toMatchObject({ leadspeekID: 'cmp_2' }))
  })

  it("asks for the days of the campaign's own zone", async () => {
    const { user, server } = await open({})
    const today = dayIn('Pacific/Auckland', Date.now())
    await waitFor(() => expect(server.named('leads.list')).toHaveLength(1))
    expect(server.named('leads.list')[0]?.input.endDate).toBe(today)
    await user.click(screen.getByRole('radio', { name: '7 days' }))
    await waitFor(() => expect(location.search).toBe('?days=7'))
    await waitFor(() => expect(server.named('leads.list')).toHaveLength(2))
    const { startDate, endDate } = Object(server.named('leads.list')[1]?.input)
    expect((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000).toBe(6)
  })

  it("tells how long ago a visit was, and exactly when in the campaign's zone", async () => {
    await open({})
    const time = await screen.findByText('3 hours ago')
    expect(time.getAttribute('title')).toMatch(/GMT\+1[23]|NZ[DS]T/)
  })

  it('says which list came to name a person whose lead was given back, and when, and who was erased', async () => {
    const at = new Date(Date.now() - 2 * 3_600_000).toISOString()
    const credited = { ...lead(1), credit: { at, level: 'agency' as const } }
    const erased = { ...lead(2), first_name: '', last_name: '', email: '', erased_at: at }
    await open({ 'leads.list': () => pageOf([credited, erased, lead(3)]) })
    expect(await screen.findAllByText('Credited')).toHaveLength(1)
    expect(screen.getByText(/The agency's exclusion list named the person/).textContent).toContain('2 hours ago')
    expect(screen.getByText('Erased person')).toBeDefined()
  })

  it('CMP-59+ opens a lead with what happened to it, by keyboard too, and its address shows it again', async () => {
    const detail = {
      ...lead(1),
      referrer: 'https://search.example/',
      other_emails: [],
      other_phones: [],
      address: '1 Loom Street',
      zip: '60601',
      advanced: [],
      b2b: [],
    }
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString()
    const answer: Handlers = {
      'leads.get': () => ({
        result: 'success',
        data: detail,
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
    expect(titles[0]).toContain('Delivered')
    expect(titles[0]).toContain('CRM')
    expect(titles[0]).toContain('180.0 s after the visit')
    expect(titles[1]).toContain('Answer 500 · No room')
    expect(titles[2]).toContain('Price $1.25')
    expect(titles[3]).toContain('/pricing')
    expect(within(panel).getByText('1 Loom Street, Chicago, IL 60601')).toBeDefined()
    expect(within(panel).getByText('https://search.example/')).toBeDefined()
    expect(new URLSearchParams(location.search).get('lead')).toMatch(/^\d+-led_1$/)
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
    await open(answer, '/siteid/dashboard?lead=1767268800000-led_9')
    expect(await screen.findByText('The lead could not be loaded')).toBeDefined()
  })

  it('turns pages by cursors, there and back', async () => {
    const { user, server } = await open({
      'leads.list': ({ cursor }) =>
        cursor === 'second'
          ? pageOf([lead(11)], { total: 20, current_page: 2 })
          : pageOf([lead(1)], { total: 20, next_cursor: 'second' }),
    })
    await screen.findByText('Nora Fields 1')
    expect(screen.getByText('Showing 1 to 10 of 20 entries')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(await screen.findByText('Nora Fields 11')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Previous page' }))
    expect(await screen.findByText('Nora Fields 1')).toBeDefined()
    expect(server.named('leads.list').map(({ input }) => input.cursor)).toEqual(
      [undefined, 'second', undefined].slice(0, server.named('leads.list').length),
    )
  })

  it('takes more rows to a page, from the first page again', async () => {
    const { server, user } = await open({
      'leads.list': ({ cursor }) => pageOf([lead(1)], { total: 60, next_cursor: cursor ? null : 'second' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(server.named('leads.list').at(-1)?.input.cursor).toBe('second'))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '50')
    await waitFor(() => expect(server.named('leads.list').at(-1)?.input).toMatchObject({ Page: '1', PerPage: '50' }))
    expect(server.named('leads.list').at(-1)?.input.cursor).toBeUndefined()
    expect(location.search).toBe('?rows=50')
  })

  it('says what would be here while there are no leads, and offers a longer time', async () => {
    const { user, server } = await open({ 'leads.list': () => pageOf([]) })
    expect(await screen.findByText('No leads in the last 30 days')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Show the last 90 days' }))
    await waitFor(() => expect(server.named('leads.list')).toHaveLength(2))
    expect(await screen.findByText('No leads in the last 90 days')).toBeDefined()
    expect(screen.queryByRole('button', { name: /Show the last/ })).toBeNull()
  })

  it('says what would be here while there is no campaign', async () => {
    await open({ 'campaigns.list': () => onePage([]) })
    expect(await screen.findByText('No campaigns yet')).toBeDefined()
  })

  it('TRN-017 says what failed where the list would be, and tries again', async () => {
    const { user, server } = await open({
      'leads.list': () => {
        throw new Refusal('internal', 'Something went wrong, please try again later.')
      },
    })
    expect(await screen.findByText('The leads could not be loaded')).toBeDefined()
    expect(screen.getByRole('tab', { name: /Website visitors/ })).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(console.error).toHaveBeenCalledWith('leads.list failed', expect.anything())
    server.handlers['leads.list'] = () => pageOf([lead(1)])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Nora Fields 1')).toBeDefined()
  })

  it('does the same for the campaigns', async () => {
    const { user, server } = await open({
      'campaigns.list': () => {
        throw new Refusal('unavailable', 'Please try again in a moment.')
      },
    })
    expect(await screen.findByText('The campaigns could not be loaded')).toBeDefined()
    expect(screen.getByText('Please try again in a moment.')).toBeDefined()
    server.handlers['campaigns.list'] = () => onePage([campaign()])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('tab', { name: /Website visitors/ })).toBeDefined()
  })
})

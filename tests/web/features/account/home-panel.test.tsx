import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { attentionKinds } from '#shared/model/home.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency } from '#tests/web/support/people.ts'
import { hasWords } from '#web/features/account/home/lines.ts'
import { openAgencies, operator, pageOf, salesPerson } from '../companies/stage.tsx'

type Home = Output<'account.home'>
type Attention = Home['attention'][number]

const about = (kind: Attention['kind'], more: Partial<Attention> = {}): Attention => ({
  kind,
  name: '',
  leadspeek_api_id: '',
  slug: '',
  company_id: '',
  reasons: [],
  at: null,
  total: 1,
  is_cut: false,
  ...more,
})
const nothing: Home = { steps: [], attention: [], activity: [], figures: [], newcomers: [] }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const open = async (home: Home | (() => Home), as?: ReturnType<typeof agency>, more: Handlers = {}) => {
  const app = await openApp('/siteid/dashboard', {
    ...(as && { as }),
    handlers: { 'account.home': () => (typeof home === 'function' ? home() : home), ...more },
  })
  return { ...app, panel: await screen.findByRole('region', { name: 'What waits for you' }) }
}

describe('what waits for a person', () => {
  it('leads from each line to the place where it is mended', async () => {
    const { panel } = await open({
      ...nothing,
      attention: [
        about('payment_failed', { reasons: ['Campaigns are stopped until it is paid.'] }),
        about('card_expires', { name: 'Visa 4242', at: new Date(Date.now() + 9 * 86_400_000).toISOString() }),
        about('wallet_low', { reasons: ['It is used up: no leads come until it is topped up.'] }),
        about('pixel_silent', { name: 'Visitors', leadspeek_api_id: '40817733' }),
        about('receiver_lost', { name: 'Kartra', slug: 'kartra' }),
        about('receiver_failing', { name: 'the webhook at hooks.example', company_id: 'com_1' }),
      ],
    })
    await within(panel).findByRole('tab', { name: /Needs attention\s*6/, selected: true })
    const links = within(panel)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['A payment failed', '/user/card-setting'],
      ['The card Visa 4242 expires', '/user/card-setting'],
      ['The Data Wallet has to be topped up', '/user/data-wallet'],
      ['The pixel of Visitors is silent', '/siteid/campaign-management?q=40817733'],
      ['Kartra is not connected any more', '/integrations/kartra'],
      ['Leads do not reach the webhook at hooks.example', '/configuration/company/com_1?tab=campaigns'],
    ])
    within(panel).getByText(/Campaigns are stopped until it is paid/)
  })

  it('has words for every kind, and leaves out what only a later version of the server says', () => {
    expect(attentionKinds.every((kind) => hasWords({ kind }))).toBe(true)
    expect(hasWords({ kind: 'moon_full' })).toBe(false)
    expect(hasWords({ kind: 'toString' })).toBe(false)
  })

  it('leads sales people to those of their agencies whose payments failed, in the list below', async () => {
    const seen = vi.spyOn(Element.prototype, 'scrollIntoView')
    const { user } = await openAgencies(
      {
        'account.home': () => ({ ...nothing, attention: [about('agencies_unpaid', { total: 3 })] }),
        'companies.salesDownline': () => pageOf([]),
      },
      salesPerson(),
    )
    await user.click(await screen.findByRole('link', { name: '3 of your agencies have payments that failed' }))
    expect(`${location.pathname}${location.search}`).toBe('/configuration/agency-list?filter=payment_failed')
    expect(seen.mock.contexts).toEqual([document.querySelector('search')])
  })

  it('opens with what is to be set up where nothing needs attention, and with what was done where all is set up', async () => {
    const steps: Home['steps'] = [
      { step: 'card', done: 'T' },
      { step: 'logo', done: 'F' },
    ]
    const activity = [
      { at: new Date().toISOString(), what: 'Started a campaign', who: 'Ada Agency', company: 'Bright' },
    ]
    const { panel, user } = await open({ ...nothing, steps, activity }, agency())
    await within(panel).findByRole('tab', { name: /Set up\s*1\/2/, selected: true })
    within(panel).getByText('Save a card (done)')
    expect(within(panel).getByRole('link', { name: 'Set your logo' }).getAttribute('href')).toBe(
      '/configuration/general-setting?tab=branding',
    )
    await user.click(within(panel).getByRole('tab', { name: 'Recent' }))
    // A list that is longer than its room is moved by keys, also by those who have no link in it.
    expect((await within(panel).findByRole('tabpanel', { name: 'Recent' })).tabIndex).toBe(0)
    within(panel).getByText('Started a campaign · Bright')
    expect(within(panel).getByRole('link', { name: 'All changes' }).getAttribute('href')).toBe(
      '/configuration/audit-log',
    )
  })

  it('opens with the set-up beside an open invitation, and with what failed beside the set-up', async () => {
    const steps: Home['steps'] = [{ step: 'logo', done: 'F' }]
    const invited = about('invitations', { name: 'Union' })
    const { panel, unmount } = await open({ ...nothing, steps, attention: [invited] }, agency())
    await within(panel).findByRole('tab', { name: /Set up\s*0\/1/, selected: true })
    within(panel).getByRole('tab', { name: /Needs attention\s*1/, selected: false })
    unmount()
    const second = await open({ ...nothing, steps, attention: [invited, about('payment_failed')] }, agency())
    await within(second.panel).findByRole('tab', { name: /Needs attention\s*2/, selected: true })
  })

  it('counts several clients, and names one alone', async () => {
    const { panel } = await open(
      {
        ...nothing,
        attention: [about('clients_unpaid', { total: 3 }), about('invitations', { name: 'Union & Sons' })],
      },
      agency(),
    )
    expect(
      (await within(panel).findByRole('link', { name: '3 clients have payments that failed' })).getAttribute('href'),
    ).toBe('/configuration/client-management?card=failed')
    expect(
      within(panel).getByRole('link', { name: 'Union & Sons has not accepted the invitation' }).getAttribute('href'),
    ).toBe('/configuration/client-management?q=Union%20%26%20Sons')
  })

  it('leaves the figures alone when it cannot be loaded, and is asked again by a press', async () => {
    let isDown = true
    const { panel, user, server } = await open(() => {
      if (isDown) throw new Refusal('internal', 'Something went wrong, please try again later.')
      return nothing
    })
    const again = await within(panel).findByRole('button', { name: 'Try again' })
    screen.getByText('Leads by day')
    isDown = false
    await user.click(again)
    await within(panel).findByRole('tab', { name: 'Recent', selected: true })
    expect(server.named('account.home')).toHaveLength(2)
  })

  it('steps back while one client is looked at', async () => {
    await openApp('/siteid/dashboard?client=com_smiles', { as: agency() })
    await screen.findByText('Leads by day')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'What waits for you' })).toBeNull())
  })
})

describe('the first page of a list of agencies', () => {
  const figures: Home['figures'] = [
    { figure: 'agencies', value: 24, before: 20, is_cut: false },
    { figure: 'commissions', value: 12.5, before: 10, is_cut: false },
    { figure: 'commissions_owed', value: 35, before: null, is_cut: true },
    { figure: 'commissions_back', value: 0, before: 0, is_cut: false },
    { figure: 'unpaid_companies', value: 3, before: null, is_cut: false },
  ]
  const board = async (as: Output<'account.me'>, home: Partial<Home>, handlers: Handlers = {}) => {
    const app = await openAgencies(
      { 'account.home': () => ({ ...nothing, figures, ...home }), 'companies.list': () => pageOf([]), ...handlers },
      as,
    )
    return { ...app, panel: await screen.findByRole('region', { name: 'What waits for you' }) }
  }

  it('shows operators how the platform does, and opens what is owed', async () => {
    const { panel, user } = await board(
      operator(),
      {
        attention: [about('companies_unpaid', { total: 3 }), about('refunds_unknown', { total: 50, is_cut: true })],
        newcomers: [{ company_id: 'com_new', name: 'Kestrel', at: new Date().toISOString() }],
      },
      { 'payments.listUnpaid': () => ({ data: [], next_cursor: null }) },
    )
    await screen.findByText('24')
    screen.getByText('Companies that owe')
    await user.click(within(panel).getByRole('tab', { name: 'Newest' }))
    expect(within(panel).getByRole('link', { name: 'Kestrel' }).getAttribute('href')).toBe(
      '/configuration/company/com_new',
    )
    await user.click(within(panel).getByRole('tab', { name: /Needs attention/ }))
    const refunds = within(panel).getByRole('link', {
      name: '50 or more refunds that could not go, or of which nobody knows whether they did',
    })
    expect(refunds.getAttribute('href')).toBe('/configuration/agency-list?show=unpaid')
    await user.click(within(panel).getByRole('link', { name: '3 companies owe payments that failed' }))
    await screen.findByRole('dialog')
    expect(location.search).toBe('?show=unpaid')
  })

  it('shows sales people what they got, in dollars, and what of it is more than was counted', async () => {
    await board(salesPerson(), {})
    await screen.findByText('$12.50')
    screen.getByText('$35.00+')
    expect(screen.queryByText('Companies that owe')).toBeNull()
  })
})

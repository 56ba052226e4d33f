import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency } from '#tests/web/support/people.ts'

type Home = Output<'account.home'>
type Attention = Home['attention'][number]

const about = (kind: Attention['kind'], more: Partial<Attention> = {}): Attention => ({
  kind,
  name: '',
  leadspeek_api_id: '',
  slug: '',
  reasons: [],
  at: null,
  total: 1,
  ...more,
})
const nothing: Home = { steps: [], attention: [], activity: [] }

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
        about('pixel_silent', { name: 'Visitors', leadspeek_api_id: '40817733' }),
        about('tool_lost', { name: 'Kartra', slug: 'kartra' }),
      ],
    })
    await within(panel).findByRole('tab', { name: /Needs attention\s*4/, selected: true })
    const links = within(panel)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['A payment failed', '/user/card-setting'],
      ['The card Visa 4242 expires', '/user/card-setting'],
      ['The pixel of Visitors is silent', '/siteid/campaign-management?q=40817733'],
      ['Kartra is not connected any more', '/integrations/kartra'],
    ])
    within(panel).getByText(/Campaigns are stopped until it is paid/)
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
    within(panel).getByText('Started a campaign · Bright')
    expect(within(panel).getByRole('link', { name: 'All changes' }).getAttribute('href')).toBe(
      '/configuration/audit-log',
    )
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

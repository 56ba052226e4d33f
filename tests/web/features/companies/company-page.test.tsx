import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { addDays, countDays } from '#shared/dates.ts'
import { eventNames, type WebhookEvent, webhookEvents } from '#shared/model/webhook.ts'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency } from '#tests/web/support/people.ts'
import { discardChanges, isGuarded, keepEditing, noQuestion } from '#tests/web/support/unsaved.ts'
import { personRow, staffPage } from '../staff/stage.tsx'
import { clientRow, operator, pageOf, rowOf } from './stage.tsx'

cleanPageEachTime()

const row = clientRow('Acme')
const one = () => ({ data: row, parent: { id: 'com_northlight', name: 'Northlight' } })
type ChartInput = { startDate: string; endDate: string; series: string }
/** Three leads, on the last day. */
const chart = ({ startDate, endDate, series }: ChartInput): Output<'leads.chart'> => {
  const labels = Array.from({ length: countDays(startDate, endDate) }, (_, at) => addDays(startDate, at))
  const data = labels.map((_, at) => (at === labels.length - 1 ? 3 : 0))
  return {
    labels,
    series: [...(series === 'T' ? [{ name: 'Website visitors', data }] : []), { name: 'Total', data }],
    totals: { leads: 3, spend: 7.5, wholesale: 2.4, average: 3 / labels.length },
    before: { startdate: startDate, enddate: endDate, leads: 2, spend: 5, wholesale: 1.6 },
    company_name: row.company_name,
  }
}
const open = (query = '', more: Handlers = {}) =>
  openApp(`/configuration/company/${row.company_id}${query}`, {
    as: agency(),
    handlers: {
      'companies.get': one,
      'companies.showCampaigns': () => ({ is_cut: false, data: [] }),
      'leads.chart': chart,
      ...more,
    },
  })

describe('the page of a company', () => {
  it('says who it is, where it stands, and opens its parts by their address', async () => {
    const { user } = await open()
    expect(await screen.findByRole('heading', { level: 1, name: row.company_name })).toBeDefined()
    const bar = within(screen.getByRole('region', { name: 'Top bar' }))
    const way = within(bar.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(way.getByRole('link', { name: 'Client Management' }).getAttribute('href')).toBe(
      '/configuration/client-management',
    )
    const linkOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(linkOf(row.email)).toBe(`mailto:${row.email}`)
    expect(linkOf('312-555-0123')).toBe('tel:+13125550123')
    await user.click(screen.getByRole('tab', { name: 'Campaigns' }))
    expect(await screen.findByText('No campaigns yet')).toBeDefined()
    expect(location.search).toBe('?tab=campaigns')
  })

  it('shows its agency what its campaigns brought, asked for beside the company and on no other part', async () => {
    const gate = Promise.withResolvers<void>()
    const { user, server } = await open('?tab=settings', {
      'companies.get': async () => {
        await gate.promise
        return one()
      },
      'leads.chart': chart,
    })
    const asked = () => server.named('leads.chart').map(({ input }) => input)
    await waitFor(() => expect(server.named('companies.get')).toHaveLength(1))
    expect(asked()).toEqual([])
    gate.resolve()
    await user.click(await screen.findByRole('tab', { name: 'Overview' }))
    const part = within(await screen.findByRole('region', { name: 'The last 30 days' }))
    expect(await part.findByText('$7.50')).toBeDefined()
    expect(part.getByText('$2.40')).toBeDefined()
    await user.click(part.getByRole('switch', { name: 'By campaign' }))
    await waitFor(() => expect(asked().map(({ series }) => series)).toEqual(['F', 'T']))
    for (const input of asked())
      expect(input).toMatchObject({ clientId: row.company_id, companyId: agency().company_id })
  })

  it('asks for the leads of a client beside the client, and offers to try again', async () => {
    const gate = Promise.withResolvers<void>()
    let isDown = true
    const { user, server } = await open('', {
      'companies.get': async () => {
        await gate.promise
        return one()
      },
      'leads.chart': (input) => {
        if (isDown) throw new Refusal('not_found', 'There is no such campaign.')
        return chart(input)
      },
    })
    await waitFor(() => expect(server.named('leads.chart')).toHaveLength(1))
    gate.resolve()
    expect(await screen.findByText('There is no such campaign.')).toBeDefined()
    isDown = false
    await user.click(
      within(screen.getByRole('region', { name: 'Leads by day' })).getByRole('button', { name: 'Try again' }),
    )
    expect(await screen.findByText('$7.50')).toBeDefined()
  })

  it('asks for no leads where the viewer is no agency', async () => {
    const { server } = await openApp(`/configuration/company/${row.company_id}`, {
      as: operator(),
      handlers: { 'companies.get': one },
    })
    expect(await screen.findByRole('heading', { level: 1, name: row.company_name })).toBeDefined()
    expect(screen.queryByRole('region', { name: 'The last 30 days' })).toBeNull()
    expect(server.named('leads.chart')).toEqual([])
  })

  it('is named in the title, aloud and by the focus once its name is known', async () => {
    const answer = Promise.withResolvers<void>()
    const { user } = await open('', {
      'companies.get': async () => {
        await answer.promise
        return one()
      },
      'companies.list': () => pageOf([row]),
    })
    await user.click(await screen.findByRole('link', { name: 'Client Management' }))
    await screen.findByRole('heading', { level: 1, name: 'Client Management' })
    await waitFor(() => expect(document.title).toBe('Client Management · Northlight'))
    act(() => history.back())
    await waitFor(() => expect(location.pathname).toContain('/company/'))
    await waitFor(() => expect(document.title).toBe('Northlight'))
    answer.resolve()
    const heading = await screen.findByRole('heading', { level: 1, name: row.company_name })
    await waitFor(() => expect(document.title).toBe(`${row.company_name} · Northlight`))
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(row.company_name)
  })

  it('opens at the tab that its address names, and edits in its place', async () => {
    await open('?tab=settings')
    expect(await screen.findByRole('form', { name: `Edit ${row.company_name}` })).toBeDefined()
    expect(screen.getByRole('region', { name: 'Delete' })).toBeDefined()
  })

  it('shows in its form what was saved, and not what stood there before', async () => {
    let name = row.company_name
    const { user } = await open('?tab=settings', {
      'companies.get': () => ({ ...one(), data: { ...row, company_name: name } }),
      'companies.update': () => {
        name = 'Acme Again'
        return { result: 'success', message: 'Data has been updated successfully', data: [] }
      },
    })
    const field = await screen.findByLabelText<HTMLInputElement>(/^Company name/)
    await user.clear(field)
    await user.type(field, 'Acme Again')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('form', { name: 'Edit Acme Again' })).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>(/^Company name/).value).toBe('Acme Again')
  })

  it('saves a name that is put back before the page has loaded what was saved', async () => {
    const sent: unknown[] = []
    let answers = 0
    const { user } = await open('?tab=settings', {
      // The first look answers; those after a save take their time.
      'companies.get': () => (answers++ === 0 ? one() : new Promise<never>(() => undefined)),
      'companies.update': (input) => {
        sent.push((input as { ClientCompanyName?: unknown }).ClientCompanyName)
        return { result: 'success', message: 'Data has been updated successfully', data: [] }
      },
    })
    const field = await screen.findByLabelText<HTMLInputElement>(/^Company name/)
    for (const name of ['Acme Again', row.company_name]) {
      await user.clear(field)
      await user.type(field, name)
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(sent.at(-1)).toBe(name))
    }
    expect(sent).toEqual(['Acme Again', row.company_name])
  })

  it('WAL-031 lets operators switch the top-ups of an agency, and says what that means', async () => {
    const northlight = rowOf('Northlight')
    let isOn = true
    const { user, server } = await openApp(`/configuration/company/${northlight.company_id}?tab=money`, {
      as: operator(),
      handlers: {
        'companies.get': () => ({
          data: northlight,
          parent: { id: 'com_root', name: 'Leadloom' },
          is_enable_topup_prepaid_direct_payment: isOn,
        }),
        'payments.invoices': () => ({ ...emptyPage, data: [], next_cursor: null }),
        'wallet.enableTopUp': ({ is_enable_topup_prepaid_direct_payment }) => {
          isOn = is_enable_topup_prepaid_direct_payment
          return { result: 'success', message: 'Setting successfully saved.' }
        },
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Switch top-ups off' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Switch off top-ups of Northlight?' }))
    expect(asked.getByText(/neither by hand nor automatically/)).toBeDefined()
    expect(server.named('wallet.enableTopUp')).toEqual([])
    await user.click(asked.getByRole('button', { name: 'Switch off' }))
    expect(await screen.findByText(/^Top-ups are switched off\./)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Switch top-ups on' }))
    const again = within(await screen.findByRole('dialog', { name: 'Switch on top-ups of Northlight?' }))
    await user.click(again.getByRole('button', { name: 'Switch on' }))
    expect(await screen.findByText(/^Top-ups are on/)).toBeDefined()
    expect(server.named('wallet.enableTopUp').map(({ input }) => input)).toEqual(
      [false, true].map((is_enable_topup_prepaid_direct_payment) => ({
        company_id: northlight.company_id,
        is_enable_topup_prepaid_direct_payment,
      })),
    )
  })

  it('CRD-22 lets operators bring a cancelled subscription back, and says what that brings', async () => {
    const northlight = rowOf('Northlight')
    let isCancelled = true
    const { user, server } = await openApp(`/configuration/company/${northlight.company_id}`, {
      as: operator(),
      handlers: {
        'companies.get': () => ({
          data: northlight,
          parent: { id: 'com_root', name: 'Leadloom' },
          ...(isCancelled && { cancelled: { at: '2026-11-01T12:00:00.000Z', reason: 'Closing down.' } }),
        }),
        'payments.cancelSubscription': () => {
          isCancelled = false
          return { result: 'success', message: 'The subscription goes on.' }
        },
      },
    })
    expect(await screen.findByText('Reason given: Closing down.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Bring it back' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Bring back the subscription of Northlight?' }))
    expect(asked.getByText(/stay so until somebody starts them/)).toBeDefined()
    await user.click(asked.getByRole('button', { name: 'Bring it back' }))
    expect(await screen.findByText('The subscription goes on.')).toBeDefined()
    await waitFor(() => expect(screen.queryByText('Subscription cancelled')).toBeNull())
    expect(server.named('payments.cancelSubscription').map(({ input }) => input)).toEqual([
      { company_id: northlight.company_id, undo: true },
    ])
  })

  it('asks about nothing that was saved, and keeps what is typed before the page has loaded that', async () => {
    const reads = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let name = row.company_name
    let answers = 0
    const { user } = await open('?tab=settings', {
      'companies.get': async () => {
        await reads[answers++ - 1]?.promise
        return { ...one(), data: { ...row, company_name: name } }
      },
      'companies.update': ({ ClientCompanyName }) => {
        name = ClientCompanyName ?? name
        return { result: 'success', message: 'Data has been updated successfully', data: [] }
      },
    })
    const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
    await screen.findByLabelText(/^Company name/)
    fireEvent.change(field(/^Company name/), { target: { value: 'Acme Again' } })
    expect(isGuarded()).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Data has been updated successfully')
    expect(isGuarded()).toBe(false)
    fireEvent.change(field(/^Full name/), { target: { value: 'Somebody Else' } })
    expect(isGuarded()).toBe(true)
    for (const each of reads) each.resolve()
    expect(await screen.findByRole('heading', { level: 1, name: 'Acme Again' })).toBeDefined()
    expect(field(/^Full name/).value).toBe('Somebody Else')
    expect(isGuarded()).toBe(true)
  })

  it('2FA-025 lets operators unlock the people of an agency whom they may', async () => {
    const northlight = rowOf('Northlight')
    const why = 'They sign in with this.'
    const people = [personRow('Ada'), personRow('Wide', { why_not_sign_in: why, why_not: why })]
    const message = 'Ada can log in with the password alone now.'
    const { user, server } = await openApp(`/configuration/company/${northlight.company_id}?tab=people`, {
      as: operator(),
      handlers: {
        'companies.get': () => ({ data: northlight, parent: { id: 'com_root', name: 'Leadloom' } }),
        // The list says of all of them that they may be neither edited nor deleted here.
        'staff.list': () => staffPage(people.map((person) => ({ ...person, why_not: why }))),
        'security.unlock': () => ({ result: 'success', message }),
      },
    })
    const table = within(await screen.findByRole('table', { name: 'People of Northlight' }))
    await user.click(await table.findByRole('button', { name: 'Unlock sign-in Ada' }))
    expect(table.queryByRole('button', { name: /Wide/ })).toBeNull()
    const asked = within(await screen.findByRole('dialog', { name: 'Unlock the sign-in of Ada?' }))
    await user.click(asked.getByRole('button', { name: 'Unlock' }))
    expect(await screen.findByText(message)).toBeDefined()
    expect(server.named('security.unlock').map(({ input }) => input)).toEqual([{ userId: 'usr_Ada' }])
  })

  it('2FA-025 lets who may unlock the person of a client', async () => {
    const message = 'They can try to log in again. They were signed out everywhere.'
    const { user, server } = await open('', {
      'companies.get': () => ({ ...one(), data: { ...row, may_unlock: true } }),
      'security.unlock': () => ({ result: 'success', message }),
    })
    await user.click(await screen.findByRole('button', { name: /More actions/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Unlock sign-in', hidden: true }))
    const asked = within(await screen.findByRole('dialog', { name: `Unlock the sign-in of ${row.name}?` }))
    await user.click(asked.getByRole('button', { name: 'Unlock' }))
    expect(await screen.findByText(message)).toBeDefined()
    expect(server.named('security.unlock').map(({ input }) => input)).toEqual([{ userId: row.id }])
  })

  it('2FA-025 offers no unlocking where the server would refuse it', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: /More actions/ }))
    expect(await screen.findByRole('menuitem', { name: 'Delete', hidden: true })).toBeDefined()
    expect(screen.queryByRole('menuitem', { name: 'Unlock sign-in', hidden: true })).toBeNull()
  })

  it('INT-46 keeps the webhooks of the whole client, whose secret is shown once', async () => {
    const webhook = {
      id: 'hook_1',
      url: 'https://hooks.example/••••ab12',
      label: '',
      events: ['lead.created' as const],
      enabled: 'T' as const,
      off_reason: '',
      old_secret_until: null as string | null,
      failing_since: null as string | null,
      off_since: null as string | null,
      created_at: '2026-11-01T12:00:00.000Z',
    }
    const added: (typeof webhook)[] = []
    const { user, server } = await open('?tab=webhooks', {
      'integrations.agencyWebhooks': () => ({ webhooks: added, tags: [], inherited: 'F' }),
      'integrations.addWebhook': () => {
        added.push(webhook)
        return { result: 'success', message: 'Added.', data: webhook, secret: 'whsec_abc' }
      },
      'integrations.removeWebhook': () => {
        added.pop()
        return { result: 'success', message: 'Removed.' }
      },
    })
    expect(await screen.findByText(/There is none yet/)).toBeDefined()
    await user.type(screen.getByRole('textbox', { name: 'Address of a webhook' }), 'https://hooks.example/ab12')
    await user.click(screen.getByRole('button', { name: 'Add webhook' }))
    const secret = await screen.findByText('whsec_abc')
    expect(document.activeElement?.contains(secret)).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
    const named = { company_id: row.company_id, campaign_id: 'all' }
    expect(server.named('integrations.addWebhook')[0]?.input).toMatchObject(named)
    await user.click(await screen.findByRole('button', { name: /^Remove https/ }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
    await waitFor(() =>
      expect(server.named('integrations.removeWebhook')[0]?.input).toMatchObject({ ...named, webhook_id: 'hook_1' }),
    )
    expect(await screen.findByText(/There is none yet/)).toBeDefined()
  })

  it('saves what a webhook is told of one choice after the other, and stays open for the next', async () => {
    const wait = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let webhook = {
      id: 'hook_1',
      url: 'https://hooks.example/ab12',
      label: 'CRM',
      events: ['lead.created'] as WebhookEvent[],
      enabled: 'T' as const,
      off_reason: '',
      old_secret_until: null,
      failing_since: null,
      off_since: null,
      created_at: '2026-11-01T12:00:00.000Z',
    }
    const sent: unknown[] = []
    const { user } = await open('?tab=webhooks', {
      'integrations.agencyWebhooks': () => ({ webhooks: [webhook], tags: [], inherited: 'F' }),
      'integrations.changeWebhook': async ({ events = [] }) => {
        sent.push(events)
        await wait[sent.length - 1]?.promise
        if (sent.length === 3) throw new Refusal('internal', 'It was not saved.')
        webhook = { ...webhook, events }
        return { result: 'success', message: 'Changed.' }
      },
    })
    const field = await screen.findByRole('combobox', { name: 'Is told of (CRM)' })
    await user.click(field)
    const list = () => within(document.getElementById(field.getAttribute('aria-controls') ?? '') ?? document.body)
    const choose = async (event: WebhookEvent) =>
      user.click(await list().findByRole('option', { name: eventNames[event], hidden: true }))
    await choose('exclusion_upload.finished')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(document.activeElement).toBe(field)
    // The first is on its way: the second waits for it, and takes nothing of it back.
    const [third] = webhookEvents.filter((event) => !['lead.created', 'exclusion_upload.finished'].includes(event))
    if (!third) throw new Error('There are more than two events.')
    await choose(third)
    expect(sent).toHaveLength(1)
    for (const each of wait) each.resolve()
    await waitFor(() => expect(sent).toHaveLength(2))
    const three = webhookEvents.filter((event) => ['lead.created', 'exclusion_upload.finished', third].includes(event))
    expect(sent[1]).toEqual(three)
    await waitFor(() => expect(webhook.events).toEqual(three))
    // What was refused is not shown as if it were kept.
    await choose(third)
    expect(await screen.findByText('It was not saved.')).toBeDefined()
    const shown = within(field.closest<HTMLElement>('.mantine-MultiSelect-root') ?? document.body)
    await waitFor(() => expect(shown.getByText(eventNames[third])).toBeDefined())
  })

  it('INT-06+ has the tools of a client, one of which is opened and changed by its agency', async () => {
    const tool = {
      slug: 'gohighlevel' as const,
      name: 'GoHighLevel v1',
      logo: '/tool-gohighlevel.svg',
      description: 'Adds contacts.',
      connected: 'F' as const,
      available: 'T' as const,
      lost_reason: '',
      failing_since: null,
      off_since: null,
      beta: 'F' as const,
    }
    const field = { name: 'api_key', label: 'API key', secret: 'T' as const, help: '', value: '' }
    const note = 'GoHighLevel has retired this version.'
    const nobodysDates = { connected_at: null, lost_at: null, unseen_reason: '', menu: null }
    const { user, server } = await open('?tab=integrations', {
      'integrations.tools': () => ({ data: [tool] }),
      'integrations.tool': () => ({ data: { ...tool, way: 'keys', note, fields: [field], ...nobodysDates } }),
    })
    await user.click(await screen.findByRole('link', { name: 'GoHighLevel v1' }))
    expect(await screen.findByText(note)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Connect GoHighLevel v1' })).toBeDefined()
    expect(new URLSearchParams(location.search).get('tool')).toBe('gohighlevel')
    const asked = { company_id: row.company_id, integration_id: 'gohighlevel' }
    expect(server.named('integrations.tool')[0]?.input).toEqual(asked)
    expect(server.named('integrations.tools')[0]?.input).toEqual({ company_id: row.company_id })
    await user.click(screen.getByRole('link', { name: 'All integrations of this client' }))
    expect(await screen.findByRole('link', { name: 'GoHighLevel v1' })).toBeDefined()
    await user.click(screen.getByRole('tab', { name: 'Campaigns' }))
    expect(location.search).toBe('?tab=campaigns')
  })

  it('keeps the keys of a tool that are typed over its tabs, and asks before a link takes them', async () => {
    const tool = {
      slug: 'sendgrid' as const,
      name: 'SendGrid',
      logo: '/tool-sendgrid.svg',
      description: 'Adds contacts.',
      connected: 'F' as const,
      available: 'T' as const,
      lost_reason: '',
      failing_since: null,
      off_since: null,
      beta: 'F' as const,
    }
    const field = { name: 'api_key', label: 'API key', secret: 'F' as const, help: '', value: '' }
    const { user } = await open('?tab=integrations&tool=sendgrid', {
      'integrations.tools': () => ({ data: [tool] }),
      'integrations.tool': () => ({
        data: {
          ...tool,
          way: 'keys',
          note: '',
          fields: [field],
          connected_at: null,
          lost_at: null,
          unseen_reason: '',
          menu: null,
        },
      }),
    })
    await user.type(await screen.findByRole('textbox', { name: 'API key' }), 'SG.typed')
    await user.click(screen.getByRole('tab', { name: 'Campaigns' }))
    await noQuestion()
    await user.click(screen.getByRole('tab', { name: 'Integrations' }))
    expect(screen.getByDisplayValue('SG.typed')).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'All integrations of this client' }))
    await keepEditing(user)
    expect(screen.getByDisplayValue('SG.typed')).toBeDefined()
    act(() => history.back())
    await waitFor(() => expect(location.search).toContain('campaigns'))
    act(() => history.back())
    await waitFor(() => expect(location.search).toContain('integrations'))
    expect(screen.getByDisplayValue('SG.typed')).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'All integrations of this client' }))
    await discardChanges(user)
    expect(await screen.findByRole('link', { name: 'SendGrid' })).toBeDefined()
  })

  it('keeps the place of each list, also of one that is not in view', async () => {
    const entry = (at: number) => ({
      name: `Person ${at}`,
      type_user: 'Client',
      location: '',
      user_ip: '',
      action: 'Sign In' as const,
      description: `Signed in ${at}`,
      company_name: row.company_name,
      create_date: '2026-11-01T12:00:00.000Z',
    })
    const { user, server } = await openApp('/configuration/company/com_Aurora?tab=clients', {
      as: operator(),
      handlers: {
        'companies.get': () => ({ data: rowOf('Aurora'), parent: { id: 'com_root', name: 'Root' } }),
        'companies.list': () => pageOf([clientRow('One')]),
        'audit.list': ({ page }) => ({
          ...emptyPage,
          current_page: page ?? 1,
          last_page: 2,
          total: 12,
          is_cut: false,
          data: [entry(page ?? 1)],
        }),
        'audit.categories': () => ({ data: [] }),
      },
    })
    await screen.findByText('One')
    await user.click(screen.getByRole('tab', { name: 'Audit log' }))
    await user.click(await screen.findByRole('button', { name: 'Page 2' }))
    expect(await screen.findByText('Person 2')).toBeDefined()
    expect(location.search).toContain('logpage=2')
    expect(server.named('audit.list').at(-1)?.input).toMatchObject({ page: 2 })
  })

  it('says so where the company cannot be reached', async () => {
    await open('', {
      'companies.get': () => {
        throw new Refusal('forbidden', 'You may not reach this account.')
      },
    })
    expect(await screen.findByText('This company is not yours to open')).toBeDefined()
    // Asked again, it would answer the same.
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})

describe('the palette', () => {
  const searched = {
    'companies.find': () => ({
      companies: [
        { id: row.company_id, name: row.company_name, kind: 'client' as const, person: row.name, email: row.email },
      ],
      people: [{ id: 'usr_amos', name: 'Amos Assistant', email: 'amos@example.com' }],
    }),
  }
  const box = () => screen.findByRole('textbox', { name: 'Go to a page, or do something' })

  it('finds companies and people with the server, leads to the page, and recalls it', async () => {
    const { user, server } = await open('', searched)
    await screen.findByRole('heading', { level: 1 })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await box(), 'zz')
    const dialog = within(screen.getByRole('dialog', { name: 'Search' }))
    await dialog.findByRole('button', { name: /Amos Assistant/ })
    // What was found for the former words does not pass for what other words find.
    const find = server.handlers['companies.find']
    server.handlers['companies.find'] = () => new Promise(() => undefined)
    await user.type(await box(), 'q')
    expect(dialog.queryByRole('button', { name: /Amos Assistant/ })).toBeNull()
    await waitFor(() => expect(server.named('companies.find')).toHaveLength(2))
    expect(dialog.queryByRole('button', { name: /Amos Assistant/ })).toBeNull()
    if (find) server.handlers['companies.find'] = find
    await user.type(await box(), '{Backspace}')
    await user.click(await dialog.findByRole('button', { name: /Amos Assistant/ }))
    await waitFor(() =>
      expect(location.pathname + location.search).toContain('/configuration/administrator-list?q=Amos'),
    )
    expect(server.named('companies.find').map(({ input }) => input)).toEqual([
      { companyID: agency().company_id, search: 'zz' },
      { companyID: agency().company_id, search: 'zzq' },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull())
    await user.keyboard('{Control>}k{/Control}')
    await box()
    const names = within(screen.getByRole('dialog', { name: 'Search' })).getAllByRole('button')
    expect(names.slice(0, 2).map(({ textContent }) => textContent)).toEqual(['Amos Assistant', row.company_name])
  })

  it('says when the server could not be asked, and shows the keys that help', async () => {
    const { user } = await open('', {
      'companies.find': () => {
        throw new Refusal('internal', 'no')
      },
    })
    await screen.findByRole('heading', { level: 1 })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await box(), 'zzz')
    expect(
      await screen.findByText('Campaigns, companies and people could not be searched. Try again in a moment.'),
    ).toBeDefined()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull())
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined()
  })
})

describe('pages of one’s own company', () => {
  it('keep what is shown of the audit log in the address', async () => {
    const { server } = await openApp('/configuration/audit-log?type=admin&days=2026-01-01,2026-01-31&logpage=2', {
      as: agency(),
      handlers: { 'audit.list': () => ({ ...emptyPage, is_cut: false }), 'audit.categories': () => ({ data: [] }) },
    })
    await screen.findByRole('heading', { level: 1, name: 'Audit Log' })
    await waitFor(() => expect(server.named('audit.list').length).toBeGreaterThan(0))
    expect(server.named('audit.list')[0]?.input).toMatchObject({
      userType: 'admin',
      logDateRange: '2026-01-01,2026-01-31',
      page: 2,
    })
  })

  it('show the invoices at an address of their own', async () => {
    await openApp('/user/invoices', { as: agency(), handlers: { 'payments.invoices': () => emptyPage } })
    expect(await screen.findByText('No invoices yet')).toBeDefined()
  })
})

const emptyPage = {
  current_page: 1,
  last_page: 1,
  total: 0,
  from: 0,
  to: 0,
  per_page: 10,
  next_cursor: null,
  data: [],
}

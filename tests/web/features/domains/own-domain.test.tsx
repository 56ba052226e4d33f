import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency } from '#tests/web/support/people.ts'
import { freshBrowser, openAgencies, pageOf, root, rowNamed, salesPerson } from '../companies/stage.tsx'

freshBrowser()

type State = Output<'domains.get'>
const HOST = `leads.${'a-very-long-label-of-a-domain-that-has-to-wrap.'.repeat(3)}example.com`
const record = (name: string) => ({ type: 'CNAME' as const, name, value: 'sites.leadloom.example', ttl: 300 })
const proof = (host: string) => ({
  type: 'TXT' as const,
  name: `_domain-verification.${host}`,
  value: 'domain-verification=4f',
  ttl: 300,
})
const none: State = {
  domain: '',
  status: '',
  phase: '',
  reason: '',
  checked_at: null,
  serves: 'aurora.localhost',
  dns_records: [],
  leaving: [],
  is_whitelabeling: 'F',
  whynot: '',
}
const waiting = (domain = HOST): State => ({
  ...none,
  domain,
  status: 'pending',
  phase: 'waiting_dns',
  reason: 'There is no DNS record for this domain yet.',
  checked_at: '2026-11-21T12:00:00.000Z',
  dns_records: [record(domain), proof(domain)],
})
const saved = (state: State) => ({ result: 'success' as const, message: 'Setting has been saved.', ...state })

async function edit(handlers: Parameters<typeof openAgencies>[0]) {
  const opened = await openAgencies({
    'companies.list': () => pageOf(root),
    'pricing.listPlans': () => ({ data: [] }),
    ...handlers,
  })
  await opened.user.click((await rowNamed('Aurora')).getByRole('button', { name: 'Edit Aurora' }))
  return { ...opened, part: within(await screen.findByRole('region', { name: 'Own domain' })) }
}
const inSettings = (state: State, handlers: object = {}) =>
  openApp('/configuration/general-setting?tab=domain', {
    as: agency(),
    handlers: { 'domains.get': () => state, ...handlers },
  })

describe('the own domain in the form of an agency', () => {
  it('SET-12 is asked for by itself, and shows the record to set with buttons that copy it', async () => {
    let state = none
    const { part, server, user } = await edit({
      'domains.get': () => state,
      'domains.save': ({ DownlineDomain }) => {
        state = waiting(DownlineDomain)
        return saved(state)
      },
    })
    expect(await part.findByText('People log in at aurora.localhost.')).toBeDefined()
    await user.type(part.getByLabelText('Domain'), `${HOST}{Enter}`)
    expect(await part.findByText('Waiting for DNS')).toBeDefined()
    expect(part.getByText('There is no DNS record for this domain yet.')).toBeDefined()
    const shown = part.getByLabelText('DNS record to set')
    expect(shown.textContent).toContain(HOST)
    expect(shown.textContent).toContain('300 seconds (5 minutes)')
    await user.click(part.getByRole('button', { name: 'Copy the value' }))
    expect(await navigator.clipboard.readText()).toBe('sites.leadloom.example')
    await user.click(part.getByRole('button', { name: 'Copy the name' }))
    expect(await navigator.clipboard.readText()).toBe(HOST)
    expect(part.getByLabelText('DNS record that shows whose the domain is').textContent).toContain('TXT')
    await user.click(part.getByRole('button', { name: 'Copy the value of the text' }))
    expect(await navigator.clipboard.readText()).toBe('domain-verification=4f')
    await user.click(part.getByRole('button', { name: 'Copy the name of the text' }))
    expect(await navigator.clipboard.readText()).toBe(`_domain-verification.${HOST}`)
    expect(server.named('domains.save').map(({ input }) => input)).toEqual([
      { companyID: 'com_Aurora', DownlineDomain: HOST },
    ])
    // Enter was the domain's, and not the form's.
    expect(server.named('companies.update')).toEqual([])
  })

  it('says at the field what is wrong with a domain', async () => {
    const { part, user } = await edit({
      'domains.get': () => none,
      'domains.save': () => {
        throw new Refusal('invalid', 'This domain is already in use.', {
          DownlineDomain: 'This domain is already in use.',
        })
      },
    })
    await user.click(await part.findByRole('button', { name: 'Set the domain' }))
    expect(part.getByLabelText('Domain').getAttribute('aria-invalid')).toBe('true')
    await user.type(part.getByLabelText('Domain'), 'leads.taken.example')
    await user.click(part.getByRole('button', { name: 'Set the domain' }))
    expect(await part.findByText('This domain is already in use.')).toBeDefined()
  })

  it('is asked for by the button of the form too where it was typed and not asked for', async () => {
    let refusals = 1
    const { part, server, user } = await edit({
      'domains.get': () => none,
      'companies.update': () => {
        const sentence = 'This domain is already in use.'
        if (refusals-- > 0) throw new Refusal('invalid', sentence, { DownlineDomain: sentence })
        return { result: 'success', message: 'Data has been updated successfully', data: [] }
      },
    })
    const form = screen.getByRole('form', { name: 'Edit Aurora' })
    await user.type(await part.findByLabelText('Domain'), ' leads.new.example ')
    await user.click(within(form).getByRole('button', { name: 'Save' }))
    expect(await part.findByText('This domain is already in use.')).toBeDefined()
    expect(document.activeElement).toBe(part.getByLabelText('Domain'))
    await user.click(within(form).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Data has been updated successfully')).toBeDefined()
    expect(server.named('companies.update').map(({ input }) => input.DownlineDomain)).toEqual([
      ...['leads.new.example', 'leads.new.example'],
    ])
    expect(server.named('domains.save')).toEqual([])
  })

  it('is not removed by emptying its field: the form says so and saves nothing; left alone it is not sent', async () => {
    const { part, server, user } = await edit({
      'domains.get': () => waiting('leads.acme.example'),
      'companies.update': () => ({ result: 'success', message: 'Data has been updated successfully', data: [] }),
    })
    const form = screen.getByRole('form', { name: 'Edit Aurora' })
    await user.clear(await part.findByLabelText('Domain'))
    await user.click(within(form).getByRole('button', { name: 'Save' }))
    expect(await part.findByText('Enter a domain, or press “Remove” below it. Nothing is saved yet.')).toBeDefined()
    expect(server.named('companies.update')).toEqual([])
    await user.type(part.getByLabelText('Domain'), 'leads.acme.example')
    expect(part.queryByText(/Nothing is saved yet/)).toBeNull()
    await user.click(within(form).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.named('companies.update')).toHaveLength(1))
    expect(server.named('companies.update')[0]?.input).not.toHaveProperty('DownlineDomain')
  })

  it('is not shown to sales people, who keep other parts of the agency', async () => {
    const { user } = await openAgencies({ 'companies.salesDownline': () => pageOf(root) }, salesPerson())
    await user.click((await rowNamed('Aurora')).getByRole('button', { name: 'Edit Aurora' }))
    await screen.findByRole('form', { name: 'Edit Aurora' })
    expect(screen.queryByRole('region', { name: 'Own domain' })).toBeNull()
  })
})

describe('the own domain among the settings of an agency', () => {
  it.each([
    ['issuing_certificate', 'pending', 'Issuing the certificate'],
    ['deploying', 'verified', 'Going online'],
    ['active', 'active', 'Serving'],
  ] as const)('SET-12 shows %s', async (phase, status, label) => {
    await inSettings({ ...waiting('leads.acme.example'), reason: '', phase, status })
    expect(await screen.findByText(label)).toBeDefined()
    expect(screen.getByLabelText('DNS record to set')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says why it failed, and tries again with the same domain', async () => {
    let state: State = {
      ...waiting('leads.acme.example'),
      phase: 'failed',
      status: 'failed',
      reason: 'The certificate was refused. Check the DNS record and try again.',
    }
    const { server, user } = await inSettings(state, {
      'domains.get': () => state,
      'domains.save': () => {
        state = waiting('leads.acme.example')
        return saved(state)
      },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('The certificate was refused.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Waiting for DNS')).toBeDefined()
    expect(server.named('domains.save')[0]?.input).toEqual({
      companyID: 'com_north',
      DownlineDomain: 'leads.acme.example',
    })
  })

  it('is removed only after a word of what happens then; what still serves is said', async () => {
    let state: State = { ...waiting('leads.acme.example'), phase: 'active', status: 'active', reason: '' }
    const { server, user } = await inSettings(state, {
      'domains.get': () => state,
      'domains.save': () => {
        state = {
          ...none,
          leaving: [{ domain: 'leads.acme.example', until: '2026-01-01T00:00:00.000Z', is_down: 'F' }],
        }
        return saved(state)
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    const ask = within(await screen.findByRole('dialog', { name: 'Remove leads.acme.example?' }))
    await user.click(ask.getByRole('button', { name: 'Cancel' }))
    expect(server.named('domains.save')).toEqual([])
    // One question goes before the next is asked.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    const again = within(await screen.findByRole('dialog', { name: 'Remove leads.acme.example?' }))
    await user.click(again.getByRole('button', { name: 'Remove the domain' }))
    expect(await screen.findByText('leads.acme.example was given up and is being taken down.')).toBeDefined()
    expect(server.named('domains.save')[0]?.input).toMatchObject({
      DownlineDomain: '',
      gives_up: 'leads.acme.example',
    })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull())
  })

  it('keeps the browser from leaving while a domain is typed and not asked for', async () => {
    const isGuarded = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const { user } = await inSettings(none)
    const field = await screen.findByLabelText('Domain')
    expect(isGuarded()).toBe(false)
    await user.type(field, 'leads')
    expect(isGuarded()).toBe(true)
    await user.clear(field)
    expect(isGuarded()).toBe(false)
  })

  it('tells before it takes back one that waits that the one that serves goes on', async () => {
    const { user } = await inSettings({ ...waiting('leads.new.example'), serves: 'leads.acme.example' })
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    const ask = within(await screen.findByRole('dialog', { name: 'Remove leads.new.example?' }))
    expect(ask.getByText(/^leads.new.example does not serve yet/).textContent).toContain(
      'People go on logging in at leads.acme.example.',
    )
    expect(ask.queryByText(/stop working/)).toBeNull()
  })

  it('says what keeps one that is taken down', async () => {
    const leaving = [{ domain: 'old.acme.example', until: '2026-01-01T00:00:00.000Z', is_down: 'T' as const }]
    await inSettings({ ...none, leaving })
    expect((await screen.findByText(/^old.acme.example was given up and is taken down/)).textContent).toContain(
      'delete the record to let it go',
    )
  })
})

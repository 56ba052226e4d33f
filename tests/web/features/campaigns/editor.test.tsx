import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { messages } from '#shared/messages.ts'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { lookAs } from '#tests/web/support/look.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client } from '#tests/web/support/people.ts'
import { discardChanges, isGuarded, keepEditing } from '#tests/web/support/unsaved.ts'
import { campaign, canary, heading, next, openEditor, server } from './editor-stage.tsx'

cleanPageEachTime()

const field = (name: string | RegExp) =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: 'input:not([type=hidden])' })
const type = (name: string | RegExp, value: string) => fireEvent.change(field(name), { target: { value } })
const step = (name: RegExp) => screen.getByRole('button', { name })
const drafts = () =>
  Object.values(
    JSON.parse(localStorage.getItem('campaign_drafts') ?? '{}') as Record<string, { values: { campaignName: string } }>,
  )

const site = (more = {}) => campaign({ leadspeek_type: 'local', urlCode: 'https://www.smiles.example/', ...more })
const resource = {
  pixel_snippet: '<script async src="https://a.example/px/12345678.js"></script>',
  gtm_snippet: '<script>/* gtm 12345678 */</script>',
  thank_you_snippet: '<script>/* thanks 12345678 */</script>',
  code_origin: 'https://a.example',
  pixel_seen_at: null as string | null,
  sheet_url: '',
  keywords: [],
  contextual_keywords: [],
  creatives: [],
}
const withCode = (more = {}) => ({
  ...server(site(more)),
  'campaigns.getResource': () => ({ result: 'success' as const, data: resource }),
})

describe('the editor of campaigns', () => {
  it('RTE-030 CMP-09 makes a Site ID campaign step by step, and starts it', async () => {
    const backend = withCode({ urlCode: '' })
    const { user, server: asked } = await openEditor('', backend)
    await next(user)
    expect(await screen.findByText('Enter a name.')).toBeDefined()
    expect(screen.getByText('Choose a client.', { selector: '[class*=error]' })).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(field(/^Name of the campaign/)))
    type(/^Name of the campaign/, 'Spring 🌷 ربيع')
    await user.click(screen.getByRole('combobox', { name: /^Client/ }))
    await user.click(await screen.findByRole('option', { name: 'Smiles', hidden: true }))
    await next(user)
    const who = await heading('Whose visitors?')
    await waitFor(() => expect(document.activeElement).toBe(who))
    type(/^Page/, 'www.smiles.example/book')
    fireEvent.blur(field(/^Page/))
    expect(field(/^Page/).value).toBe('https://www.smiles.example/book')
    await next(user)
    await heading('When, and how many?')
    expect(await screen.findByText('Saved as a paused campaign. Nothing runs before you start it.')).toBeDefined()
    expect(asked.named('campaigns.create')[0]?.input).toMatchObject({
      companyID: 'com_Smiles',
      leadspeekType: 'local',
      campaignName: 'Spring 🌷 ربيع',
      urlCode: 'https://www.smiles.example/book',
    })
    // What the other products have, a Site ID campaign does not say.
    expect(Object.keys(asked.named('campaigns.create')[0]?.input ?? {})).not.toContain('locatorkeyword')
    expect(location.search).toBe('?campaign=cmp_1')
    await next(user)
    await heading('What is delivered, and to whom?')
    await next(user)
    await heading('What does it cost?')
    await screen.findByLabelText('Platform fee')
    await next(user)
    await heading('Summary')
    expect(screen.getByText('Finds people who visit https://www.smiles.example/book.')).toBeDefined()
    await user.click(await screen.findByRole('button', { name: 'Start' }))
    expect(await screen.findByText('The campaign was started.')).toBeDefined()
    expect(asked.named('campaigns.setActive')[0]?.input).toMatchObject({ leadspeekID: 'cmp_1', status: 'T' })
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeDefined()
    expect(isGuarded()).toBe(false)
  })

  it('CMP-19 CMP-18 KEY-22 WID-069 asks a Search ID campaign for words and places, and names what is wrong', async () => {
    const { user, server: asked } = await openEditor('?line=locator&client=com_Smiles', server())
    expect(screen.queryByRole('radio', { name: /Search ID/ })).toBeNull()
    expect(screen.queryByRole('combobox', { name: /^Client/ })).toBeNull()
    type(/^Name of the campaign/, 'Roofs')
    await next(user)
    await heading('Who, and where?')
    await next(user)
    expect(await screen.findByText('Enter at least one keyword.')).toBeDefined()
    expect(screen.getByText('Choose an area: the whole country, states, cities or zip codes.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Download CSV of states and cities' })).toBeDefined()
    await user.type(field(/^Keywords/), 'roof repair,')
    // Where no place was chosen, the field of the open tab is what is wrong.
    await next(user)
    await waitFor(() => expect(document.activeElement).toBe(field('States')))
    await user.click(screen.getByRole('tab', { name: 'Zip codes' }))
    expect(screen.getAllByText(/^Choose an area:/)).toHaveLength(1)
    const zips = screen.getByLabelText('Zip codes', { selector: 'textarea' })
    fireEvent.change(zips, { target: { value: '60601\n123' } })
    await next(user)
    expect(await screen.findByText(/Not valid: 123/)).toBeDefined()
    expect(asked.named('campaigns.create')).toEqual([])
    fireEvent.change(zips, { target: { value: '60601, 60602' } })
    await next(user)
    await heading('When, and how many?')
    expect(asked.named('campaigns.create')[0]?.input).toMatchObject({
      locatorkeyword: ['roof repair'],
      locatorzip: ['60601', '60602'],
      nationaltargeting: 'F',
      locationtarget: 'zips',
    })
    expect(Object.keys(asked.named('campaigns.create')[0]?.input ?? {})).not.toContain('urlCode')
  })

  it('says that there is no such campaign, and leads to those that there are', async () => {
    const gone = () => {
      throw new Refusal('not_found', 'This campaign was not found.')
    }
    const handlers = { ...server(), 'campaigns.get': gone }
    await openApp('/campaign-setup?campaign=12345678', { as: agency(), handlers })
    const link = await screen.findByRole('link', { name: 'See all campaigns' })
    expect(link.getAttribute('href')).toBe('/campaign')
    expect(screen.getByText('There is no such campaign')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('opens at the step that a link names', async () => {
    await openApp('/campaign-setup?campaign=cmp_1&step=when', { as: agency(), handlers: server() })
    expect(await heading('When, and how many?')).toBeDefined()
  })

  it('CMP-20 CMP-25 refuses days that are over or the wrong way round before it asks', async () => {
    const { user } = await openEditor('?campaign=cmp_1', server())
    await user.click(step(/^.?\d?When/))
    await heading('When, and how many?')
    type('First day', '2020-01-01')
    expect(screen.queryByText('The first day has passed.')).toBeNull()
    fireEvent.blur(field('First day'))
    expect(await screen.findByText('The first day has passed.')).toBeDefined()
    await next(user)
    expect(await screen.findByText('The first day has passed.')).toBeDefined()
    type('First day', '2099-02-01')
    type('Last day', '2099-01-01')
    await next(user)
    expect(await screen.findByText('The last day lies before the first.')).toBeDefined()
    type('Last day', '2099-03-01')
    await waitFor(() => expect(screen.queryByText('The last day lies before the first.')).toBeNull())
  })

  it('CMP-10 CMP-14 CMP-16 CMP-21 CMP-24 changes what differs alone, with the version it was made from', async () => {
    const { user, server: asked } = await openEditor(
      '?campaign=cmp_1',
      server(campaign({ answers: { other: 'kept' } })),
    )
    await user.click(step(/Data/))
    await heading('What is delivered, and to whom?')
    await user.click(screen.getByRole('checkbox', { name: 'Phone numbers' }))
    await user.type(field('Reports to'), 'ada@example.com,')
    await user.type(field('Organization'), 'org-7')
    await user.click(screen.getByRole('radio', { name: 'Appointments' }))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Changes saved successfully')).toBeDefined()
    expect(asked.named('campaigns.update')[0]?.input).toEqual({
      leadspeekID: 'cmp_1',
      version: 3,
      phoneenabled: 'F',
      reportSentTo: ['ada@example.com'],
      clientOrganizationID: 'org-7',
      answers: { other: 'kept', goal: 'appointments' },
    })
    await waitFor(() => expect(isGuarded()).toBe(false))
  })

  it('CMP-11 CMP-12 CMP-13 changes pages and keywords through the call of the product', async () => {
    const {
      user,
      server: asked,
      unmount,
    } = await openEditor('?campaign=cmp_1', server(campaign({ leadspeek_type: 'enhance' })))
    await user.click(step(/Who/))
    await heading('Who, and where?')
    await user.click(screen.getByRole('radio', { name: 'The whole country' }))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(asked.named('campaigns.updateSearch')).toHaveLength(1))
    expect(asked.named('campaigns.updateSearch')[0]?.input).toMatchObject({
      nationaltargeting: 'T',
      locationtarget: 'national',
    })
    unmount()
    localStorage.clear()
    const other = await openEditor('?campaign=cmp_1', withCode({ urlCode: 'https://a.example/' }))
    await other.user.click(step(/Who/))
    await heading('Whose visitors?')
    await other.user.click(screen.getByRole('switch', { name: /Google Tag Manager/ }))
    await other.user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(other.server.named('campaigns.updateSite')).toHaveLength(1))
  })

  it('CMP-25 shows what the server refuses at its field, and opens its step', async () => {
    const { user } = await openEditor('?campaign=cmp_1', {
      ...server(),
      'campaigns.update': () => {
        throw new Refusal('invalid', 'Please check it.', { 'adminNotifyTo.0': 'This address is not known.' })
      },
    })
    type(/^Name of the campaign/, 'Roofs again')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await heading('What is delivered, and to whom?')
    expect(await screen.findByText('This address is not known.')).toBeDefined()
    expect(screen.getByText('One answer needs your attention.')).toBeDefined()
    expect(step(/Data.*needs your attention/)).toBeDefined()
  })

  it('tells the second of two who save at once, and loses nothing of either', async () => {
    const theirs = campaign({ version: 4, reidentificationtype: '1 month' })
    let kept = campaign()
    const { user, server: asked } = await openEditor('?campaign=cmp_1', {
      ...server(),
      'campaigns.get': () => ({ result: 'success', data: kept, cap_reached: null }),
      'campaigns.update': ({ version, campaignName }) => {
        kept = version === 3 ? theirs : { ...theirs, campaignName: campaignName ?? '', version: 5 }
        if (version === 3) throw new Refusal('conflict', 'This was changed.', { version: 'This was changed.' })
        return { result: 'success', message: 'Data has been updated successfully', data: kept }
      },
    })
    type(/^Name of the campaign/, 'Mine')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText(/They changed: When a person counts again\./)).toBeDefined()
    expect(field(/^Name of the campaign/).value).toBe('Mine')
    await user.click(screen.getByRole('button', { name: 'Save my changes on top' }))
    expect(await screen.findByText('Changes saved successfully')).toBeDefined()
    expect(asked.named('campaigns.update').at(-1)?.input).toEqual({
      leadspeekID: 'cmp_1',
      version: 4,
      campaignName: 'Mine',
    })
    expect(screen.queryByText(/They changed/)).toBeNull()
    await user.click(step(/When/))
    await heading('When, and how many?')
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'A person is a lead again' }).value).toBe(
      'After one month',
    )
  })

  it('keeps what was typed in the browser, for the person who typed it, until it is saved or given up', async () => {
    const { unmount } = await openEditor('?line=locator&client=com_Smiles', server())
    type(/^Name of the campaign/, 'Half a name')
    await waitFor(() => expect(drafts().map(({ values }) => values.campaignName)).toEqual(['Half a name']))
    const kept = localStorage.getItem('campaign_drafts') ?? ''
    unmount()
    localStorage.clear()
    localStorage.setItem('campaign_drafts', kept)
    const other = await openEditor('?line=locator&client=com_Smiles', server(), agency({ id: 'usr_other' }))
    expect(field(/^Name of the campaign/).value).toBe('')
    other.unmount()
    localStorage.clear()
    localStorage.setItem('campaign_drafts', kept)
    const { user } = await openEditor('?line=locator&client=com_Smiles', server())
    expect(field(/^Name of the campaign/).value).toBe('Half a name')
    expect(screen.getByText('What you typed before is still here')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Start over' }))
    expect(field(/^Name of the campaign/).value).toBe('')
    expect(drafts()).toEqual([])
    expect(isGuarded()).toBe(false)
  })

  it('keeps a client that is chosen a second time, and forgets it where one starts over', async () => {
    const first = await openEditor('?line=locator', server())
    type(/^Name of the campaign/, 'Half a name')
    const choose = async (user: typeof first.user) => {
      await user.click(field(/^Client/))
      await user.click(await screen.findByRole('option', { name: 'Smiles', hidden: true }))
      expect(field(/^Client/).value).toBe('Smiles')
    }
    await choose(first.user)
    await choose(first.user)
    first.unmount()
    const { user } = await openEditor('?line=locator', server())
    await user.click(screen.getByRole('button', { name: 'Start over' }))
    await waitFor(() => expect(field(/^Client/).value).toBe(''))
  })

  it('keeps nothing of somebody who only looked at the places of a campaign', async () => {
    const backend = server()
    const { user, server: asked } = await openEditor('?campaign=cmp_1', backend)
    // What is typed and taken back is no draft.
    const name = field(/^Name of the campaign/).value
    type(/^Name of the campaign/, 'Something else')
    await waitFor(() => expect(drafts()).toHaveLength(1))
    type(/^Name of the campaign/, name)
    await waitFor(() => expect(drafts()).toEqual([]))
    await user.click(step(/Who/))
    for (const name of [/^States/, /^Cities/, /^Radius/, /^States/])
      await user.click(await screen.findByRole('tab', { name, hidden: true }))
    expect(isGuarded()).toBe(false)
    expect(drafts()).toEqual([])
    // What is chosen says where it was chosen.
    await user.click(screen.getByRole('combobox', { name: /^States/ }))
    await user.click(await screen.findByRole('option', { name: 'Ohio', hidden: true }))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(asked.named('campaigns.updateSearch')).toHaveLength(1))
    expect(backend.kept()).toMatchObject({ locationtarget: 'states', locatorstate: ['OH'] })
  })

  it('begins anew when another campaign is asked for from here, and forgets drafts with the sign-out', async () => {
    const { user } = await openEditor('', server())
    const link = async () =>
      (await screen.findAllByRole('link', { name: 'Create Campaign', hidden: true }))[0] ?? document.body
    type(/^Name of the campaign/, 'First')
    await user.click(screen.getByRole('combobox', { name: /^Client/ }))
    await user.click(await screen.findByRole('option', { name: 'Smiles', hidden: true }))
    await next(user)
    await heading('Whose visitors?')
    type(/^Page/, 'https://a.example/')
    await next(user)
    await heading('When, and how many?')
    await user.click(await link())
    await heading('What is it called?')
    expect(field(/^Name of the campaign/).value).toBe('')
    expect(location.search).toBe('')
    type(/^Name of the campaign/, 'Second')
    await user.click(await link())
    expect(await screen.findByText('What you typed before is still here')).toBeDefined()
    expect(field(/^Name of the campaign/).value).toBe('Second')
    expect(drafts()).toHaveLength(1)
    const { clearStorage } = await import('#web/api/storage.ts')
    clearStorage()
    expect(localStorage.getItem('campaign_drafts')).toBeNull()
  })

  it('asks before changes are left behind: by a link, by Back and by closing', async () => {
    const { user } = await openApp('/Audience', { as: agency(), handlers: server() })
    const link = async (name: RegExp) =>
      (await screen.findAllByRole('link', { name, hidden: true }))[0] ?? document.body
    await screen.findByRole('heading', { level: 1, name: 'Audiences' })
    await user.click(await link(/Create Campaign/))
    await heading('What is it called?')
    expect(isGuarded()).toBe(false)
    type(/^Name of the campaign/, 'Changed')
    expect(isGuarded()).toBe(true)
    act(() => history.back())
    await keepEditing(user)
    await user.click(await link(/Audience List/))
    await keepEditing(user)
    expect(field(/^Name of the campaign/).value).toBe('Changed')
    await waitFor(() => expect(drafts()).toHaveLength(1))
    await user.click(await link(/Audience List/))
    await discardChanges(user)
    await screen.findByRole('heading', { level: 1, name: 'Audiences' })
    expect(drafts()).toEqual([])
  })

  it('begins a copy with everything but number, state and days that are over', async () => {
    const original = campaign({
      campaignName: 'Roofs',
      status: 'active',
      startdatecampaign: '2020-01-01',
      enddatecampaign: '2099-01-01',
      answers: { goal: 'sales' },
      locatorkeywordcontextual: ['storm'],
    })
    const { user, server: asked } = await openEditor('?copy=cmp_1', server(original))
    expect(field(/^Name of the campaign/).value).toBe('Roofs (copy)')
    expect(isGuarded()).toBe(false)
    await next(user)
    await heading('Who, and where?')
    await next(user)
    await heading('When, and how many?')
    const sent = asked.named('campaigns.create')[0]?.input
    expect(sent).toMatchObject({
      companyID: 'com_smiles',
      leadspeekType: 'locator',
      campaignName: 'Roofs (copy)',
      startdatecampaign: '',
      enddatecampaign: '2099-01-01',
      locatorkeywordcontextual: ['storm'],
      answers: { goal: 'sales' },
    })
    expect(Object.keys(sent ?? {})).not.toContain('leadspeek_api_id')
  })

  it('CLI-31 inserts an audience that was saved, and saves one', async () => {
    const audience = {
      id: 'aud_1',
      name: 'Storm',
      leadspeek_type: 'locator' as const,
      keywords: ['hail damage'],
      area: 'states' as const,
      states: ['TX'],
      zip_codes: [],
      updated_at: '2026-11-20T12:00:00.000Z',
    }
    const { user, server: asked } = await openEditor('?campaign=cmp_1', {
      ...server(),
      'audiences.list': () => ({ data: [audience] }),
      'audiences.save': () => ({ result: 'success', message: 'Data has been added successfully', data: audience }),
    })
    await user.click(step(/Who/))
    await heading('Who, and where?')
    await user.click(screen.getByRole('button', { name: 'Insert audience' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Insert an audience' }))
    await user.click(await dialog.findByRole('combobox', { name: 'Audience' }))
    await user.click(await screen.findByRole('option', { name: 'Storm', hidden: true }))
    expect(dialog.getByText(/1 keyword: hail damage\. Area: Texas\./)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText('hail damage')).toBeDefined()
    expect(screen.getByText('roof repair')).toBeDefined()
    expect(screen.getByRole('tab', { name: 'States (1)' })).toBeDefined()
    expect(screen.getByRole('tab', { name: 'Zip codes (1)' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Save as audience' }))
    const naming = within(await screen.findByRole('dialog', { name: 'Save as audience' }))
    expect(naming.getByText(/Not saved with it: 1 zip code\./)).toBeDefined()
    await user.type(naming.getByLabelText(/^Name of the audience/), 'Both')
    await user.click(naming.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(asked.named('audiences.save')).toHaveLength(1))
    expect(asked.named('audiences.save')[0]?.input).toMatchObject({
      name: 'Both',
      keywords: ['roof repair', 'hail damage'],
      area: 'states',
      states: ['TX'],
    })
  })

  it('shows beside each step how many people there are, what they cost, and the margin of the agency', async () => {
    await openEditor('?campaign=cmp_1', server())
    const panel = within(screen.getByRole('region', { name: 'Estimate' }))
    expect(await panel.findByText('140')).toBeDefined()
    // Ten a day are seventy a week, at two dollars, and a fee of ten.
    expect(await panel.findByText('about 70')).toBeDefined()
    expect(panel.getByText('$150.00')).toBeDefined()
    // 70 × $0.7317 + $13.13
    expect(await panel.findByText('$64.35')).toBeDefined()
    expect(panel.getByText('$85.65')).toBeDefined()
  })

  it('counts no leads that the bound of a month would not pay for', async () => {
    await openEditor('?campaign=cmp_1', server(campaign({ monthlySpendCapCents: 10_000 })))
    const panel = within(screen.getByRole('region', { name: 'Estimate' }))
    expect(await panel.findByText('about 11')).toBeDefined()
    expect(panel.getByText('Most a month').nextElementSibling?.textContent).toBe('$100.00')
  })

  it('takes addresses as mail programs write them, each once', async () => {
    const { user } = await openEditor('?campaign=cmp_1', server())
    await user.click(step(/^.?\d?Data/))
    await heading('What is delivered, and to whom?')
    await user.click(field(/^Reports to/))
    await user.paste('ann@example.com; bob@example.com\nann@example.com cy@example.com')
    for (const email of ['ann@example.com', 'bob@example.com', 'cy@example.com'])
      expect(screen.getAllByText(email)).toHaveLength(1)
    expect(screen.queryByText(/Enter a valid e-mail address/)).toBeNull()
  })

  it('goes on without an estimate while the provider is away', async () => {
    const { user } = await openEditor('?campaign=cmp_1', {
      ...server(),
      'keywords.estimate': () => {
        throw new Refusal('unavailable', 'Nobody counts just now.')
      },
    })
    const panel = within(screen.getByRole('region', { name: 'Estimate' }))
    expect(await panel.findByText('There is no estimate at the moment. You can go on without it.')).toBeDefined()
    await next(user)
    await heading('Who, and where?')
  })

  it('never shows a client what the agency pays, and asks for none of it', async () => {
    const {
      user,
      server: asked,
      container,
    } = await openEditor('?campaign=cmp_1', server(), client({ leadspeek_type: '' }))
    const panel = within(screen.getByRole('region', { name: 'Estimate' }))
    expect(await panel.findByText('$150.00')).toBeDefined()
    for (const name of ['Who, and where?', 'When, and how many?', 'What is delivered, and to whom?', 'Summary']) {
      await next(user)
      await heading(name)
      const text = container.ownerDocument.body.textContent ?? ''
      for (const amount of [...Object.values(canary), '64.35', '85.65']) expect(text).not.toContain(amount)
      expect(text).not.toMatch(/wholesale|margin/i)
    }
    expect(screen.getByText('A lead costs $2.00, paid every week.')).toBeDefined()
    expect(screen.queryByRole('button', { name: /price/i })).toBeNull()
    expect(asked.asked.map(({ name }) => name)).not.toContain('pricing.getPrice')
    expect(asked.asked.map(({ name }) => name)).not.toContain('companies.get')
  })

  it('CMP-33 says what is missing for a start, and leads to where it is mended', async () => {
    const missing = { what: 'endDate' as const, message: 'The last day of this campaign is over. Choose a later one.' }
    const { user } = await openEditor('?campaign=cmp_1', {
      ...server(campaign({ missing })),
      'campaigns.setActive': () => {
        throw new Refusal('invalid', 'x', {
          connection: 'The agency has no connected payment account yet. Connect one first.',
        })
      },
    })
    await user.click(step(/Review/))
    await heading('Summary')
    expect(await screen.findByText(missing.message)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Start' }))
    expect(await screen.findByText(/no connected payment account/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Connect a payment account' }).getAttribute('href')).toBe(
      '/configuration/general-setting?tab=payment',
    )
  })

  it('CMP-22 CMP-23 CMP-15 keeps windows, information and the minimum', async () => {
    const { user, server: asked } = await openEditor('?campaign=cmp_1', server(campaign({ leadspeek_type: 'enhance' })))
    await user.click(step(/When/))
    await heading('When, and how many?')
    await user.click(screen.getByRole('radio', { name: /^Advanced/ }))
    await user.click(await screen.findByRole('combobox', { name: 'Advanced information' }))
    await user.click(await screen.findByRole('option', { name: 'Income', hidden: true }))
    await user.click(screen.getByRole('switch', { name: 'Tell me when there are too few leads' }))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Enter from how many leads a week you want to be told.')).toBeDefined()
    await user.type(field('Fewer than this many a week'), '5')
    await user.type(field('The most that its leads may cost in a month'), '250')
    await user.click(screen.getByRole('checkbox', { name: /another campaign of this client/ }))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(asked.named('campaigns.update')).toHaveLength(1))
    expect(asked.named('campaigns.update')[0]?.input).toMatchObject({
      campaign_information_type: 'advanced',
      listAdvanceInformationId: ['inf_1'],
      enableMinimumLimitLeads: 'T',
      minimumLimitLeads: 5,
      monthlySpendCapCents: 25_000,
      applyreidentificationall: 'T',
    })
  })

  it('saves prices that were changed on the way on, and asks on the way back', async () => {
    const { user, server: asked } = await openEditor('?campaign=cmp_1', server())
    await user.click(step(/Price/))
    const fee = await screen.findByLabelText('Platform fee')
    await user.clear(fee)
    await user.type(fee, '99')
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    await keepEditing(user)
    await next(user)
    await heading('Summary')
    expect(asked.named('pricing.savePrice')[0]?.input).toMatchObject({ leadspeekID: 'cmp_1', PlatformFee: '99' })
  })

  it('says in the summary what the client pays, and leads to where it is set', async () => {
    const { user } = await openEditor('?campaign=cmp_1', server())
    await user.click(step(/Review/))
    const part = within(await screen.findByRole('region', { name: 'Price' }))
    expect(await part.findByText('A lead costs $2.00, paid every week.')).toBeDefined()
    expect(part.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'A lead costs $2.00, paid every week.',
      'The campaign fee is $10.00 per week.',
      'The platform fee is $50.00, once.',
    ])
    const when = within(screen.getByRole('region', { name: 'When, and how many' }))
    expect(when.getAllByRole('listitem').at(-1)?.textContent).toBe('Limit of leads: 10 a day.')
    await user.click(part.getByRole('button', { name: 'Change the price' }))
    await heading('What does it cost?')
  })

  it('CMP-40 gives the code of a Site ID campaign to be copied, with what to do with it', async () => {
    const { user, server: asked } = await openEditor(
      '?campaign=cmp_1',
      withCode({ urlCodeThankyou: 'https://www.smiles.example/thanks' }),
    )
    await user.click(step(/Who/))
    expect(await screen.findByText(resource.pixel_snippet)).toBeDefined()
    expect(asked.named('campaigns.getResource')[0]?.input).toEqual({ orgId: 'com_smiles', campaignId: 'cmp_1' })
    expect(screen.getByText(resource.thank_you_snippet)).toBeDefined()
    expect(screen.getByText(/No visit was reported yet/)).toBeDefined()
    expect(screen.getByText(/must name https:\/\/a\.example twice: as script-src and as connect-src/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Copy Code for every page' }))
    expect(await navigator.clipboard.readText()).toBe(resource.pixel_snippet)
    await user.click(screen.getByRole('combobox', { name: 'The site is built with' }))
    for (const name of ['WordPress', 'Shopify', 'Wix', 'Squarespace', 'Webflow', 'Google Tag Manager'])
      expect(await screen.findByRole('option', { name, hidden: true })).toBeDefined()
    await user.click(screen.getByRole('option', { name: 'Google Tag Manager', hidden: true }))
    expect(await screen.findByText(resource.gtm_snippet)).toBeDefined()
    expect(screen.getByText(/Choose the trigger/)).toBeDefined()
  })

  it('CMP-47 says when a visit was last reported', async () => {
    const seen = { ...resource, pixel_seen_at: new Date(Date.now() - 3 * 3_600_000).toISOString() }
    const { user } = await openEditor('?campaign=cmp_1', {
      ...withCode(),
      'campaigns.getResource': () => ({ result: 'success' as const, data: seen }),
    })
    await user.click(step(/Who/))
    expect((await screen.findByText(/Last visit reported/)).textContent).toMatch(/3 (h|hours?) ago/)
  })

  it('CMP-48 gives the code of a page of thanks also where its address is not known', async () => {
    const { user } = await openEditor('?campaign=cmp_1', withCode({ urlCodeThankyou: '' }))
    await user.click(step(/Who/))
    expect(await screen.findByText(resource.thank_you_snippet)).toBeDefined()
    expect(screen.getByText(/Paste it there in place of the other code/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Is it on your thank-you page?' })).toBeNull()
  })

  it('ERB-13 says whether the code is on the page, is not, or the page would not be read', async () => {
    let say: () => 'exist' | 'not exist' = () => 'exist'
    const { user, server: asked } = await openEditor('?campaign=cmp_1', {
      ...withCode(),
      'campaigns.checkEmbedCode': () => {
        const status = say()
        const message = status === 'exist' ? messages.tagFound : messages.tagMissing
        return { result: 'success', status, message }
      },
    })
    await user.click(step(/Who/))
    const check = await screen.findByRole('button', { name: 'Is it on your page?' })
    await user.click(check)
    expect(await screen.findByText(messages.tagFound)).toBeDefined()
    expect(asked.named('campaigns.checkEmbedCode')[0]?.input).toEqual({
      leadspeekID: 'cmp_1',
      url: 'https://www.smiles.example/',
      type: 'page',
    })
    say = () => 'not exist'
    await user.click(check)
    expect(await screen.findByText(messages.tagMissing)).toBeDefined()
    say = () => {
      throw new Refusal('crawl_failed', 'The page took too long.')
    }
    await user.click(check)
    expect(await screen.findByText('Blocked from crawling (Needs manual review at your url)')).toBeDefined()
    // What is typed and not saved is not what is looked at.
    expect(screen.queryByText(/as it was saved/)).toBeNull()
    await user.type(screen.getByLabelText(/^Page/), 'shop')
    expect(screen.getByText(/Looks at https:\/\/www\.smiles\.example\/, as it was saved/)).toBeDefined()
  })

  it('INT-46 CMP-59+ adds a webhook, shows its secret once, and sends again what could not be delivered', async () => {
    const webhook = {
      id: 'whk_1',
      url: 'https://hooks.example.com/••••1234',
      label: '',
      events: ['lead.created' as const],
      off_reason: '',
      old_secret_until: null as string | null,
      failing_since: null as string | null,
      off_since: null as string | null,
      created_at: '',
    }
    const added: (typeof webhook & { enabled: 'T' })[] = []
    const delivery = {
      id: 'led_1-whk_1',
      lead_id: 'led_1',
      lead_created_at: '2026-11-20T10:00:00.000Z',
      lead_name: 'Lena Lead',
      event: 'lead.created' as const,
      kind: 'webhook' as const,
      destination: 'CRM',
      state: 'failed' as const,
      attempts: [{ at: new Date().toISOString(), status: 500, ms: 3, message: 'No room' }],
      next_at: null,
    }
    const { user, server: asked } = await openEditor('?campaign=cmp_1', {
      ...server(),
      'integrations.campaignWebhooks': () => ({ webhooks: added, tags: [], inherited: 'F' }),
      'integrations.addWebhook': ({ url }) => {
        if (!url.startsWith('https://')) throw new Refusal('invalid', 'Use https.', { url: 'Use https.' })
        added.push({ ...webhook, enabled: 'T' })
        return { result: 'success', message: 'Added.', data: { ...webhook, enabled: 'T' }, secret: 'whsec_abc' }
      },
      'integrations.rollWebhook': () => {
        const rolled = { ...webhook, enabled: 'T' as const, old_secret_until: '2026-11-24T12:00:00.000Z' }
        added.splice(0, 1, rolled)
        return { result: 'success', message: 'Rolled.', data: rolled, secret: 'whsec_new' }
      },
      'integrations.failedDeliveries': () => ({ data: [delivery], next_cursor: null }),
      'integrations.replayDeliveries': () => ({ result: 'success', message: 'Again.', replayed: 1, has_more: 'F' }),
    })
    await user.click(step(/Review/))
    const field = await screen.findByRole('textbox', { name: 'Address of a webhook' })
    await user.type(field, 'http://hooks.example.com/x')
    await user.click(screen.getByRole('button', { name: 'Add webhook' }))
    expect(await screen.findByText('Use https.')).toBeDefined()
    await user.clear(field)
    await user.type(field, 'https://hooks.example.com/abcdefgh1234')
    await user.click(screen.getByRole('button', { name: 'Add webhook' }))
    expect(await screen.findByText('whsec_abc')).toBeDefined()
    expect(await screen.findByRole('switch', { name: /hooks\.example\.com/ })).toBeDefined()
    expect(screen.getByText(/No room/)).toBeDefined()
    const lead = screen.getByRole('link', { name: 'Lena Lead' }).getAttribute('href') ?? ''
    expect(new URL(lead, 'http://x').searchParams.get('lead')).toMatch(
      new RegExp(`^${Date.parse(delivery.lead_created_at)}-led_1-`),
    )
    await user.click(screen.getByRole('button', { name: 'Send again' }))
    await waitFor(() =>
      expect(asked.named('integrations.replayDeliveries')[0]?.input).toEqual({
        leadspeekID: 'cmp_1',
        delivery_id: 'led_1-whk_1',
      }),
    )
    // The first secret is kept before there is another one.
    await user.click(screen.getByRole('checkbox', { name: 'I keep it in a safe place' }))
    await user.click(screen.getAllByRole('button', { name: 'Done' })[0] ?? document.body)
    // Another secret: asked first, shown once, and until when the one before signs too.
    expect(screen.queryByText(/The secret before signs until/)).toBeNull()
    await user.click(screen.getByRole('button', { name: /^New secret/ }))
    await user.click(await screen.findByRole('button', { name: 'Make a new secret' }))
    expect(await screen.findByText('whsec_new')).toBeDefined()
    expect(screen.queryByText('whsec_abc')).toBeNull()
    expect(await screen.findByText(/The secret before signs until .*Nov 24/)).toBeDefined()
    expect(asked.named('integrations.rollWebhook')[0]?.input).toMatchObject({ webhook_id: 'whk_1' })
  })

  it('starts nothing for those who look through other eyes, says why beside the button, and offers no test', async () => {
    const { user } = await openEditor('?campaign=cmp_1', server())
    await lookAs()
    await user.click(step(/Review/))
    const start = await screen.findByRole('button', { name: 'Start' })
    expect(start).toHaveProperty('disabled', true)
    expect(document.getElementById(start.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
      /not started while you look as somebody else/,
    )
    expect(screen.queryByRole('heading', { name: 'Test' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Send test lead' })).toBeNull()
  })

  it('CMP-44 ERB-12 WID-073 sends a test lead, and says when it is too soon for another', async () => {
    let isSoon = false
    const { user, server: asked } = await openEditor('?campaign=cmp_1', {
      ...server(),
      'campaigns.sendTestLead': () => {
        if (isSoon) throw new Refusal('too_many', 'Wait.', undefined, 60)
        isSoon = true
        return {
          result: 'success',
          message: 'Sent.',
          data: [
            { integration_slug: 'sheet', id: 'one', name: 'sheet', status: 'failed', message: 'It does not answer.' },
            { integration_slug: 'kartra', id: 'two', name: 'Kartra', status: 'failed', message: 'Kartra is closed.' },
          ],
        }
      },
    })
    await user.click(step(/Review/))
    const send = await screen.findByRole('button', { name: 'Send test lead' })
    await user.click(send)
    expect(await screen.findByText('sheet: It does not answer.')).toBeDefined()
    expect(screen.getByText('Kartra is closed.')).toBeDefined()
    expect(screen.getByText(/^A test lead goes to these tools and webhooks, and is no lead/)).toBeDefined()
    expect(asked.named('campaigns.sendTestLead')[0]?.input).toEqual({ company_id: 'com_smiles', campaign_id: 'cmp_1' })
    await user.click(send)
    expect(
      await screen.findByText('You can only attempt this test once every minute. Please try again later.'),
    ).toBeDefined()
  })
})

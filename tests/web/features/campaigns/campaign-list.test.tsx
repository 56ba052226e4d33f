import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { agency, client } from '#tests/web/support/people.ts'
import { campaign } from './editor-stage.tsx'
import { costs, group, LIST, openList, pageOf, type Row, rowNamed, rowOf } from './stage.tsx'

cleanPageEachTime()

const some = [
  rowOf('Spring', { status: 'active', status_reason: 'user', leads_today: 3, leads_total: 1200 }),
  rowOf('Summer', { status: 'active', is_scheduled: 'T', start: '2099-06-01' }),
  rowOf('Autumn', { status: 'stopped', status_reason: 'payment_failed', group_id: 'grp_North', group_name: 'North' }),
  rowOf('Winter', { status: 'paused', status_reason: 'new', end: '2026-12-31' }),
]
const texts = (head: HTMLElement[]) => head.flatMap(({ textContent }) => textContent || [])
const done = (status: Row['status'], status_reason: Row['status_reason'] = 'user') => ({
  result: 'success' as const,
  message: 'Data has been updated successfully',
  data: { status, status_reason },
})
const refuse = (fields: Record<string, string>) => () => {
  throw new Refusal('invalid', 'Please check what you entered.', fields)
}

describe('the list of campaigns', () => {
  it('CMP-01 CMP-08+ CMP-30+ RTE-038 shows how each campaign of the product stands, and why', async () => {
    const { server } = await openList({ 'campaigns.list': () => pageOf(some) })
    const spring = await rowNamed('Spring')
    expect(spring.getByText('Active')).toBeDefined()
    expect(spring.getByText('1,200')).toBeDefined()
    // Cut by itself, in its own direction: a name that is read from the right keeps its beginning.
    const name = spring.getByText('Bright Smiles Dental')
    expect([name.tagName, name.dir, name.className]).toEqual(['BDI', 'auto', expect.stringContaining('name')])
    const [first] = some
    expect(spring.getByText(new RegExp(String(first?.leadspeek_api_id)))).toBeDefined()
    expect((await rowNamed('Autumn')).getByText('A payment failed')).toBeDefined()
    expect((await rowNamed('Winter')).getByText('Not started yet')).toBeDefined()
    expect((await rowNamed('Winter')).getByText('Dec 31, 2026')).toBeDefined()
    const [asked] = server.named('campaigns.list')
    expect(asked?.input).toMatchObject({ companyId: 'com_north', type: 'local', search: 'none', sort: 'none' })
    expect(screen.getByText('Showing 1 to 4 of 4 entries')).toBeDefined()
  })

  it('CMP-34+ says when a scheduled campaign begins', async () => {
    await openList({ 'campaigns.list': () => pageOf(some) })
    const summer = await rowNamed('Summer')
    expect(summer.getByText('Scheduled')).toBeDefined()
    expect(summer.getByText('Begins Jun 1, 2099')).toBeDefined()
  })

  it('says whose monthly bound is reached, and when leads come again', async () => {
    const rows = [
      rowOf('Own', { status: 'active', cap_reached: { of: 'campaign', clears_on: '2099-02-01' } }),
      rowOf('Shared', { status: 'active', cap_reached: { of: 'client', clears_on: '2099-02-01' } }),
    ]
    await openList({ 'campaigns.list': () => pageOf(rows) })
    expect(
      (await rowNamed('Own')).getByText(/^Its monthly bound is reached: leads again from Feb 1, 2099$/),
    ).toBeDefined()
    expect((await rowNamed('Shared')).getByText(/^The client’s monthly bound is reached/)).toBeDefined()
  })

  it('says so in the older layout, and to the client itself', async () => {
    const rows = [rowOf('Shared', { status: 'active', cap_reached: { of: 'client', clears_on: '2099-02-01' } })]
    await openList({ 'campaigns.list': () => pageOf(rows) }, client(), `${LIST}-v1`)
    expect((await rowNamed('Shared')).getByText(/^Your monthly bound is reached/)).toBeDefined()
  })

  it('CMP-04+ RTE-039 has an older layout of the same data, with a column for everything', async () => {
    await openList({ 'campaigns.list': () => pageOf(some) }, agency(), `${LIST}-v1`)
    await screen.findByText('Spring')
    const heads = texts(within(screen.getByRole('table', { name: 'Campaigns' })).getAllByRole('columnheader'))
    expect(heads).toEqual([
      ...['Campaign', 'Client', 'Number', 'Status', 'Leads today', 'In all', 'Last lead', 'Term'],
      ...['Start', 'End', 'Reason', 'Actions'],
    ])
    expect((await rowNamed('Spring')).getByRole('link', { name: 'Bright Smiles Dental' }).getAttribute('href')).toBe(
      '/configuration/company/com_smiles',
    )
    expect(screen.getByRole('link', { name: 'Usual table' }).getAttribute('href')).toBe(LIST)
  })

  it('CMP-02 RTE-041 RTE-042 RTE-043 exists for the products that have a name and an address, and for no others', async () => {
    const handlers = { 'campaigns.list': () => pageOf(some) }
    const open = async (path: string, more: Parameters<typeof agency>[0]) => {
      const { unmount } = await openList(handlers, agency(more), path)
      const found = await screen.findByRole('heading', { level: 1 })
      await waitFor(() => expect(found.textContent).toMatch(/campaigns$|not found$/))
      const name = screen.getByRole('heading', { level: 1 }).textContent
      unmount()
      localStorage.clear()
      return name
    }
    const both = {
      leadenhancename: 'Enhance ID',
      leadenhanceurl: 'enhanceid',
      leadb2bname: 'B2B ID',
      leadb2burl: 'b2bid',
    }
    expect(await open('/searchid/campaign-management', {})).toBe('Search ID campaigns')
    for (const page of ['campaign-management', 'campaign-management-v1']) {
      expect(await open(`/enhanceid/${page}`, both)).toBe('Enhance ID campaigns')
      expect(await open(`/b2bid/${page}`, both)).toBe('B2B ID campaigns')
      expect(await open(`/b2bid/${page}`, { ...both, leadb2bname: '' })).toBe('Page not found')
      expect(await open(`/enhanceid/${page}`, { ...both, leadenhanceurl: '' })).toBe('Page not found')
    }
  })

  it('CMP-07 keeps status, group, client, search and sort in the address, and asks the server for them', async () => {
    const { server, user } = await openList(
      {
        'campaigns.list': () => pageOf(some),
        'campaigns.listGroups': () => ({ result: 'success', params: [group('North')] }),
      },
      agency(),
      `${LIST}?status=archived&group=grp_North&client=com_smiles&q=spr&sort=-leadsToday`,
    )
    await screen.findByText('Spring')
    const last = () => server.named('campaigns.list').at(-1)?.input
    expect(last()).toMatchObject({
      CampaignStatus: 'archived',
      archived: 'T',
      group: 'grp_North',
      clientId: 'com_smiles',
      search: 'spr',
      sort: 'leadsToday',
      order: 'desc',
    })
    for (const chip of ['Status: Archived', 'Client: Bright Smiles Dental', 'Group: North'])
      expect(await screen.findByText(chip)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(location.search).toBe('?q=spr&sort=-leadsToday'))
    await user.click(screen.getByRole('button', { name: 'Status' }))
    await waitFor(() => expect(location.search).toContain('sort=status'))
    history.back()
    await waitFor(() => expect(location.search).toContain('sort=-leadsToday'))
  })

  it('CMP-08+ turns pages by their cursors, and leaves out what an address makes up', async () => {
    const many = Array.from({ length: 11 }, (_, at) => rowOf(`Campaign ${at + 1}`))
    const { server, user } = await openList(
      { 'campaigns.list': ({ Page }) => pageOf(many, Page) },
      agency(),
      `${LIST}?sort=money&status=lost`,
    )
    await screen.findByText('Campaign 1')
    expect(server.named('campaigns.list')[0]?.input).toMatchObject({ sort: 'none', CampaignStatus: '' })
    await user.click(screen.getByRole('button', { name: 'Page 2' }))
    expect(await screen.findByText('Campaign 11')).toBeDefined()
    expect(server.named('campaigns.list').at(-1)?.input).toMatchObject({ Page: '2', cursor: 'after-1' })
    expect(location.search).toContain('page=2')
  })

  it('leads to the editor where there is nothing yet, and to nothing for clients whose agency makes their campaigns', async () => {
    const { unmount } = await openList({})
    await screen.findByText('No campaigns yet')
    const news = screen.getAllByRole('link', { name: 'New campaign' })
    expect(news.map((link) => link.getAttribute('href'))).toEqual(Array(2).fill('/campaign-setup?line=local'))
    unmount()
    await openList({}, client({ disable_client_add_campaign: 'T' }), '/campaign')
    await screen.findByText('No campaigns yet')
    expect(screen.queryByRole('link', { name: 'New campaign' })).toBeNull()
  })

  it('takes back what was searched for where nothing matches, and says so where the list failed', async () => {
    let isBroken = false
    const { user } = await openList(
      {
        'campaigns.list': () => {
          if (isBroken) throw new Refusal('internal', 'Broken')
          return pageOf([])
        },
      },
      agency(),
      `${LIST}?q=zzz`,
    )
    await screen.findByText('No campaign matches')
    isBroken = true
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('The campaigns could not be loaded')).toBeDefined()
    expect(location.search).toBe('')
  })
})

describe('the switch in the row', () => {
  it('CMP-27 starts and pauses at once', async () => {
    let row = rowOf('Winter')
    const { server, user } = await openList({
      'campaigns.list': () => pageOf([row]),
      'campaigns.setActive': ({ status }) => {
        row = { ...row, status: status === 'T' ? 'active' : 'paused', status_reason: 'user' }
        return done(row.status)
      },
    })
    const control = async () => (await rowNamed('Winter')).getByRole<HTMLInputElement>('switch', { name: 'Run Winter' })
    await user.click(await control())
    await waitFor(async () => expect((await control()).checked).toBe(true))
    expect((await rowNamed('Winter')).getByText('Active')).toBeDefined()
    await screen.findByText('Started Winter.')
    await user.click(await control())
    expect((await control()).checked).toBe(false)
    await screen.findByText('Paused Winter.')
    expect(server.named('campaigns.setActive').map(({ input }) => [input.leadspeekID, input.status])).toEqual([
      ['cmp_Winter', 'T'],
      ['cmp_Winter', 'F'],
    ])
  })

  it.each([
    ['means', '/configuration/company/com_smiles', {}],
    ['means', '/user/card-setting', { manual_bill: 'T' as const }],
    ['connection', '/configuration/general-setting?tab=payment', {}],
    ['payment', '/configuration/company/com_smiles?tab=money', {}],
    ['prices', '&step=price', {}],
    ['limit', '&step=price', {}],
    ['target', '&step=who', {}],
    ['endDate', '&step=when', {}],
  ])(
    'CMP-33+ goes back where %s is missing, and says at the row what and where it is mended: %s',
    async (field, to, more) => {
      const { user } = await openList(
        {
          'campaigns.list': () => pageOf([rowOf('Winter')]),
          'campaigns.setActive': refuse({ [field]: 'This is missing.' }),
        },
        agency(more),
      )
      const control = (await rowNamed('Winter')).getByRole<HTMLInputElement>('switch', { name: 'Run Winter' })
      await user.click(control)
      const note = within(await screen.findByText(/This is missing\./))
      await waitFor(() => expect(control.checked).toBe(false))
      expect(note.getByRole('link').getAttribute('href')).toContain(to)
      expect((await rowNamed('Winter')).getByText('Paused')).toBeDefined()
      await user.click(screen.getByRole('button', { name: 'Close what is said of Winter' }))
      expect(screen.queryByText(/This is missing/)).toBeNull()
    },
  )

  it('CMP-33+ sends clients to their own card, and to their agency for what only it can mend', async () => {
    let field = 'means'
    const { user } = await openList(
      {
        'campaigns.list': () => pageOf([rowOf('Winter')]),
        'campaigns.setActive': () => refuse({ [field]: 'This is missing.' })(),
      },
      client(),
    )
    const control = (await rowNamed('Winter')).getByRole('switch', { name: 'Run Winter' })
    await user.click(control)
    expect((await screen.findByRole('link', { name: 'Add a card' })).getAttribute('href')).toBe('/user/card-setting')
    field = 'prices'
    await user.click(control)
    expect(await screen.findByText(/This is missing\. Please ask your agency\./)).toBeDefined()
  })

  it('CMP-33+ sends no client to its own card for a payment of its agency', async () => {
    const { user } = await openList(
      {
        'campaigns.list': () => pageOf([rowOf('Winter')]),
        'campaigns.setActive': refuse({ contract: 'A payment of the agency has failed.' }),
      },
      client(),
    )
    await user.click((await rowNamed('Winter')).getByRole('switch', { name: 'Run Winter' }))
    const note = within(await screen.findByText(/has failed\. Please ask your agency\./))
    expect(note.queryByRole('link')).toBeNull()
  })

  it('CMP-32+ says that the server is busy where no answer can be had', async () => {
    const { user } = await openList({
      'campaigns.list': () => pageOf([rowOf('Winter')]),
      'campaigns.setActive': () => {
        throw new Refusal('internal', 'no')
      },
    })
    await user.click((await rowNamed('Winter')).getByRole('switch', { name: 'Run Winter' }))
    expect(await screen.findByText(/Server might be busy please try again later/)).toBeDefined()
  })

  it('starts nothing for those who look through other eyes, and says why; pausing costs nobody anything', async () => {
    const { server, user } = await openList({
      'campaigns.list': () => pageOf(some),
      'campaigns.setActive': () => done('paused'),
    })
    await screen.findByText('Winter')
    const store = await import('#web/api/session-store.ts')
    const session = store.getSession()
    if (session.status !== 'in') throw new Error('Nobody is signed in.')
    act(() => store.setSession({ ...session, user: { ...session.user, isViewMode: true } }))
    const winter = (await rowNamed('Winter')).getByRole('switch', { name: 'Run Winter' })
    expect(winter.getAttribute('aria-description')).toBe('This cannot be done while viewing as someone else.')
    await user.click(winter)
    await user.click((await rowNamed('Spring')).getByRole('switch', { name: 'Run Spring' }))
    await waitFor(() => expect(server.named('campaigns.setActive')).toHaveLength(1))
    expect(server.named('campaigns.setActive')[0]?.input).toMatchObject({ leadspeekID: 'cmp_Spring', status: 'F' })
  })
})

it('CMP-29 shows what was removed where somebody asks for it, with nothing to do but to read its leads', async () => {
  const gone = rowOf('Gone', { status: 'removed', status_reason: 'user' })
  const { user, server } = await openList(
    { 'campaigns.list': () => pageOf([gone]) },
    agency(),
    `${LIST}?status=removed`,
  )
  const row = await rowNamed('Gone')
  expect(server.named('campaigns.list')[0]?.input).toMatchObject({ CampaignStatus: 'removed' })
  expect(row.getByText('Removed')).toBeDefined()
  expect(row.queryByRole('link', { name: 'Gone' })).toBeNull()
  expect(row.queryByRole('switch')).toBeNull()
  expect(row.queryByRole('button', { name: /Edit|Copy/ })).toBeNull()
  await user.click(row.getByRole('button', { name: /Show its leads/ }))
  await waitFor(() => expect(location.pathname).toBe('/siteid/dashboard'))
  expect(location.search).toBe(`?campaign=${gone.leadspeek_api_id}&status=removed`)
})

describe('the actions of a row', () => {
  const actionsOf = async (name: string, user: Awaited<ReturnType<typeof openList>>['user']) => {
    await user.click((await rowNamed(name)).getByRole('button', { name: `More actions ${name}` }))
    return within(await screen.findByRole('menu', { hidden: true }))
  }

  it('CMP-28 CMP-31+ archive what does not run, restore it, and say of what runs that it is paused first', async () => {
    const { server, user } = await openList({
      'campaigns.list': () => pageOf([...some, rowOf('Old', { status: 'archived', status_reason: 'user' })]),
      'campaigns.setArchived': ({ status }) => done(status === 'T' ? 'archived' : 'paused'),
    })
    await user.click((await actionsOf('Winter', user)).getByRole('menuitem', { name: 'Archive', hidden: true }))
    // What comes of it is said first, and nothing happens where somebody would rather not.
    const question = within(await screen.findByRole('dialog', { name: 'Archive Winter?' }))
    question.getByText(/can be restored at any time/)
    expect(server.named('campaigns.setArchived')).toEqual([])
    await user.click(question.getByRole('button', { name: 'Archive' }))
    await screen.findByText(/^Archived Winter/)
    await user.click((await actionsOf('Old', user)).getByRole('menuitem', { name: 'Restore', hidden: true }))
    await screen.findByText('Restored Old.')
    expect(server.named('campaigns.setArchived').map(({ input }) => [input.leadspeekID, input.status])).toEqual([
      ['cmp_Winter', 'T'],
      ['cmp_Old', 'F'],
    ])
    const running = await actionsOf('Spring', user)
    await user.click(running.getByRole('menuitem', { name: /^Archive/, hidden: true }))
    expect(running.getAllByText('It is running. Pause it first.')).toHaveLength(2)
    expect(server.named('campaigns.setArchived')).toHaveLength(2)
    expect((await rowNamed('Old')).queryByRole('switch')).toBeNull()
  })

  it('CMP-29 CMP-35+ remove only once what becomes of leads and money was read and the name was typed', async () => {
    let rows = [rowOf('Winter', { leads_total: 12 })]
    const { server, user } = await openList({
      'campaigns.list': () => pageOf(rows),
      'campaigns.remove': () => {
        rows = []
        return done('removed')
      },
    })
    await user.click((await actionsOf('Winter', user)).getByRole('menuitem', { name: 'Remove', hidden: true }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Winter?' }))
    expect(dialog.getByText('Its 12 leads stay in reports, and its invoices stay readable.')).toBeDefined()
    expect(dialog.getByText(/not billed yet are still billed/)).toBeDefined()
    const remove = dialog.getByRole('button', { name: 'Remove' })
    expect(remove).toHaveProperty('disabled', true)
    await user.type(dialog.getByRole('textbox'), 'winter')
    await user.click(remove)
    await screen.findByText('Removed Winter.')
    expect(server.named('campaigns.remove')[0]?.input).toMatchObject({ leadspeekID: 'cmp_Winter' })
    expect(await screen.findByText('No campaigns yet')).toBeDefined()
  })

  it('open the page of the client', async () => {
    const { user } = await openList({ 'campaigns.list': () => pageOf(some) })
    await screen.findByText('Winter')
    await user.click((await actionsOf('Winter', user)).getByRole('menuitem', { name: 'Open the client', hidden: true }))
    await waitFor(() => expect(location.pathname).toBe('/configuration/company/com_smiles'))
  })

  it('open the editor with the campaign, or with a copy of it', async () => {
    const { user } = await openList({ 'campaigns.list': () => pageOf(some) })
    const winter = await rowNamed('Winter')
    expect(winter.getByRole('link', { name: 'Winter' }).getAttribute('href')).toBe(
      `/campaign-setup?line=local&campaign=${some[3]?.leadspeek_api_id}`,
    )
    await user.click(winter.getByRole('button', { name: 'Copy Winter' }))
    await waitFor(() =>
      expect(location.pathname + location.search).toBe('/campaign-setup?line=local&copy=cmp_Winter&client=com_smiles'),
    )
  })

  it('ROL-18+ move a campaign to a group of the agency, and out of it', async () => {
    const { server, user } = await openList({
      'campaigns.list': () => pageOf(some),
      'campaigns.listGroups': () => ({ result: 'success', params: [group('North'), group('South')] }),
      'campaigns.update': () => {
        throw new Refusal('conflict', 'Somebody else changed this campaign meanwhile.')
      },
    })
    await screen.findByText('Autumn')
    await user.click((await actionsOf('Autumn', user)).getByRole('menuitem', { name: 'Move to a group', hidden: true }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Move Autumn to a group' }))
    await user.click(dialog.getByRole('combobox', { name: 'Group' }))
    await user.click(await screen.findByRole('option', { name: 'No group', hidden: true }))
    await user.click(dialog.getByRole('button', { name: 'Move' }))
    expect(await dialog.findByText('Somebody else changed this campaign meanwhile.')).toBeDefined()
    expect(server.named('campaigns.update')[0]?.input).toEqual({ leadspeekID: 'cmp_Autumn', companyGroupID: '' })
  })
})

it('MBL-09+ says of what stopped with manual billing what follows, to clients as well, who know nothing of it', async () => {
  const stopped = rowOf('Winter', { status: 'stopped', status_reason: 'manual_bill_stop' })
  await openList({ 'campaigns.list': () => pageOf([stopped]) }, client())
  expect((await rowNamed('Winter')).getByText('Its client pays from now on')).toBeDefined()
})

describe('many campaigns at once', () => {
  it('shows who will and who will not, does it one after the other, and names what failed', async () => {
    const order: string[] = []
    const { user } = await openList({
      'campaigns.list': () => pageOf(some),
      'campaigns.get': ({ id }) => ({ result: 'success', data: campaign({ id }), cap_reached: null }),
      'campaigns.setActive': ({ leadspeekID }) => {
        order.push(leadspeekID)
        if (leadspeekID === 'cmp_Autumn') throw new Refusal('invalid', 'Check', { payment: 'A payment has failed.' })
        return done('active')
      },
    })
    await screen.findByText('Spring')
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    const bar = within(screen.getByRole('region', { name: 'Chosen campaigns' }))
    await user.click(bar.getByRole('button', { name: 'Start' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Start campaigns' }))
    const changes = dialog.getByRole('list', { name: 'What will change' })
    expect(texts(within(changes).getAllByRole('listitem'))).toEqual([
      'Autumn (Bright Smiles Dental)Stopped → Active',
      'Winter (Bright Smiles Dental)Paused → Active',
    ])
    expect(dialog.getByText('2 campaigns stay as they are.')).toBeDefined()
    expect(await dialog.findByText('Nothing is charged now.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Start (2 campaigns)' }))
    expect(await dialog.findByText('1 campaign could not be changed')).toBeDefined()
    expect(dialog.getByText('A payment has failed.')).toBeDefined()
    expect(order).toEqual(['cmp_Autumn', 'cmp_Winter'])
    expect(dialog.getByRole('button', { name: 'Try 1 campaign again' })).toBeDefined()
  })

  it('leaves out of a start what lacks something, and says what all others charge together', async () => {
    const missing = { what: 'means' as const, message: 'There is no card of Bright Smiles Dental on file.' }
    const { user, server } = await openList({
      'campaigns.list': () => pageOf(some),
      'campaigns.get': ({ id }) => ({
        result: 'success',
        data: campaign({ id, missing: id === 'cmp_Autumn' ? missing : null }),
        cap_reached: null,
      }),
      'campaigns.startCharge': () => costs({ charge_now: 175 }),
    })
    await screen.findByText('Spring')
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(screen.getByRole('button', { name: 'Start' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Start campaigns' }))
    expect(await dialog.findByText('$175.00 are charged now.')).toBeDefined()
    expect(dialog.getByText('1 campaign will be left out')).toBeDefined()
    expect(dialog.getByText(missing.message)).toBeDefined()
    const changes = within(dialog.getByRole('list', { name: 'What will change' }))
    expect(texts(changes.getAllByRole('listitem'))).toEqual(['Winter (Bright Smiles Dental)Paused → Active'])
    expect(dialog.getByRole('button', { name: 'Start (1 campaign)' })).toHaveProperty('disabled', false)
    expect(server.named('campaigns.startCharge').map(({ input }) => input.id)).toEqual(['cmp_Winter'])
  })

  it('does not say that nothing is charged where nobody knows', async () => {
    const { user } = await openList({
      'campaigns.list': () => pageOf(some),
      'campaigns.get': () => {
        throw new Refusal('internal', 'Something went wrong.')
      },
    })
    await screen.findByText('Spring')
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(screen.getByRole('button', { name: 'Start' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Start campaigns' }))
    expect(await dialog.findByText(/^What 2 of them charge could not be looked up\.$/)).toBeDefined()
    expect(dialog.queryByText(/Nothing is charged/)).toBeNull()
  })

  it('leaves out of archiving what runs', async () => {
    const { user } = await openList({ 'campaigns.list': () => pageOf(some) })
    await screen.findByText('Spring')
    await user.click(screen.getByRole('checkbox', { name: 'Select Spring' }))
    await user.click(screen.getByRole('button', { name: 'Archive' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Archive campaigns' }))
    expect(dialog.getByText('1 campaign will be left out')).toBeDefined()
    expect(dialog.getByText('It is running. Pause it first.')).toBeDefined()
    expect(dialog.getByRole('button', { name: 'Archive (0 campaigns)' })).toHaveProperty('disabled', true)
  })
})

describe('who sees what', () => {
  it('RTE-047 sends clients who may not add campaigns to the dashboard', async () => {
    await openList({}, client({ disable_client_add_campaign: 'T' }))
    await waitFor(() => expect(location.pathname).toBe('/siteid/dashboard'))
  })

  it('RTE-048 shows other clients their own campaigns, without clients, groups and wholesale', async () => {
    const { server } = await openList({ 'campaigns.list': () => pageOf(some) }, client())
    await screen.findByText('Spring')
    expect(server.named('campaigns.list')[0]?.input.companyId).toBe('com_smiles')
    expect(server.named('campaigns.listGroups')).toHaveLength(0)
    expect(screen.queryByRole('button', { name: 'Groups' })).toBeNull()
    expect(screen.queryByRole('combobox', { name: 'Client' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Bright Smiles Dental' })).toBeNull()
  })

  it('RTE-046 sends system users to the Agency List, also from the campaigns of all products', async () => {
    const olive = agency({
      company_id: 'com_root',
      company_parent: '',
      user_type: 'user',
      systemuser: true,
      rootcomp: 'T',
    })
    for (const path of [LIST, `${LIST}-v1`, '/campaign']) {
      const { unmount } = await openList({}, olive, path)
      await waitFor(() => expect(location.pathname).toBe('/configuration/agency-list'))
      unmount()
      localStorage.clear()
    }
  })

  it('RTE-072 leads a role without the module Campaign to no editor, which has no page for it', async () => {
    const flags = { enable_permission: 'T', create_permission: 'T', update_permission: 'T', delete_permission: 'T' }
    const as = agency({
      user_permissions: { report_analytics: 'F', modules: [{ module_name: 'LeadsPeek', ...flags } as never] },
    })
    await openList({ 'campaigns.list': () => pageOf(some) }, as)
    await screen.findByText('Spring')
    expect(screen.getAllByRole('switch').length).toBeGreaterThan(0)
    expect(screen.queryByRole('button', { name: /^Edit|^Copy Spring/ })).toBeNull()
    for (const link of screen.queryAllByRole('link')) expect(link.getAttribute('href')).not.toMatch(/^\/campaign-setup/)
  })

  it('shows a role that only reads no switch, no ticks and no actions', async () => {
    const leads = {
      module_name: 'LeadsPeek',
      enable_permission: 'T',
      create_permission: 'F',
      update_permission: 'F',
      delete_permission: 'F',
    }
    const as = agency({ user_permissions: { report_analytics: 'F', modules: [leads as never] } })
    await openList({ 'campaigns.list': () => pageOf(some) }, as)
    await screen.findByText('Spring')
    expect(screen.queryByRole('switch')).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Edit|^Copy Spring/ })).toBeNull()
    expect(screen.queryByRole('link', { name: 'New campaign' })).toBeNull()
  })
})

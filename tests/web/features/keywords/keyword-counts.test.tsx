import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { MINUTE } from '#shared/dates.ts'
import { pageOf, rowOf } from '#tests/web/features/campaigns/stage.tsx'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client } from '#tests/web/support/people.ts'

cleanPageEachTime()

const row = (more: object) => ({
  id: 'lkp_1',
  leadspeekID: '',
  target_location: 'National Targeting' as const,
  states: '',
  cities: '',
  zip_code: '',
  keyword: 'roof repair',
  count_without_geo: null,
  count: 300,
  status: 'success' as const,
  api_version: 2,
  created_at: '2026-11-20T18:05:00.000Z',
  ...more,
})
type Row = ReturnType<typeof row>
const page = (data: readonly object[], more: object = {}) => ({
  current_page: 1,
  last_page: 1,
  total: data.length,
  from: data.length > 0 ? 1 : 0,
  to: data.length,
  per_page: 10,
  next_cursor: null,
  running: [],
  data: data as Row[],
  ...more,
})
const open = (data: readonly object[], more: object = {}, address = '') =>
  openApp(`/keyword-counts${address}`, {
    as: agency(),
    handlers: {
      'keywords.countHistory': () => page(data, more),
      'keywords.queueCount': () => ({
        result: 'success',
        message: 'The count was queued.',
        id: 'lkp_9',
        data: row({}),
      }),
      'keywords.applyCount': () => ({ result: 'success', message: 'Data has been updated successfully' }),
    },
  })
const lineOf = async (keyword: string) => within((await screen.findByText(keyword)).closest('tr') ?? document.body)
const zips = Array.from({ length: 12 }, (_, at) => String(75_201 + at))

describe('the table of keyword counts', () => {
  it('KEY-01 has its seven columns', async () => {
    await open([row({})])
    await screen.findByText('roof repair')
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
    expect(heads.slice(0, 7)).toEqual([
      'No',
      'Target Location',
      'Keyword',
      'Keyword Found',
      'Historical Count',
      'Status',
      'Created',
    ])
  })

  it('KEY-02 KEY-03 names each kind of area, and shows all zip codes on hover and by a press', async () => {
    const { user } = await open([
      row({ id: 'a', keyword: 'everywhere' }),
      row({ id: 'b', keyword: 'in Texas', target_location: 'State', states: 'TX, OK', cities: 'Reno, NV' }),
      row({ id: 'c', keyword: 'in zips', target_location: 'Zip Code', zip_code: zips.join('\n') }),
    ])
    expect((await lineOf('everywhere')).getByText('National Targeting')).toBeDefined()
    const texas = await lineOf('in Texas')
    expect([texas.getByText('State'), texas.getByText('Reno, NV, TX, OK')]).toHaveLength(2)
    const line = await lineOf('in zips')
    expect(line.getByText('Zip Code')).toBeDefined()
    const few = line.getByText(/^75201, 75202, 75203/)
    expect([few.textContent, few.getAttribute('title')]).toEqual(['75201, 75202, 75203 and 9 more', zips.join(', ')])
    await user.click(line.getByRole('button', { name: 'and 9 more', expanded: false }))
    expect(line.getByText(new RegExp(`^${zips.join(', ')}`))).toBeDefined()
    await user.click(line.getByRole('button', { name: 'show fewer', expanded: true }))
    expect(line.queryByText(new RegExp(zips.join(', ')))).toBeNull()
  })

  it('KEY-04 COB-20 says in its head that counts are of seven days, each person once', async () => {
    const { user } = await open([row({})])
    await user.hover(await screen.findByRole('button', { name: 'Historical Count' }))
    expect((await screen.findByRole('tooltip')).textContent).toContain('last 7 days, each counted once')
  })

  it('KEY-05 sorts by count up, down, and then as it was', async () => {
    const { server, user } = await open([row({})])
    const asked = () => server.named('keywords.countHistory').at(-1)?.input
    const head = async () => user.click(await screen.findByRole('button', { name: 'Historical Count' }))
    const shown = () => screen.getByRole('columnheader', { name: 'Historical Count' }).getAttribute('aria-sort')
    await head()
    await waitFor(() => expect(asked()).toMatchObject({ sort: 'count', order: 'asc' }))
    await head()
    await waitFor(() => expect(asked()).toMatchObject({ sort: 'count', order: 'desc' }))
    await head()
    // The answer of the first order is at hand.
    await waitFor(() => expect(shown()).toBe('none'))
    expect(Object(server.named('keywords.countHistory')[0]?.input).sort).toBeUndefined()
  })

  it('KEY-06 KEY-07 KEY-08 says whether the keyword is found at all', async () => {
    await open([
      row({ id: 'a', keyword: 'one', count: 3 }),
      row({ id: 'b', keyword: 'two', count: 0, count_without_geo: 1, status: 'no_result' }),
      row({ id: 'c', keyword: 'three', count: 0, count_without_geo: 0, status: 'no_result' }),
      row({ id: 'd', keyword: 'four', count: 0, count_without_geo: 5200, status: 'no_result', api_version: 1 }),
      row({ id: 'e', keyword: 'five', count: null, status: 'pending' }),
      row({ id: 'f', keyword: 'six', count: null, status: 'error' }),
    ])
    const found = async (keyword: string) => (await lineOf(keyword)).getAllByRole('cell')[3]?.textContent
    const all = []
    for (const keyword of ['one', 'two', 'three', 'four', 'five', 'six']) all.push(await found(keyword))
    expect(all).toEqual(['Yes', 'Yes', 'No', '5,200', '—', '—'])
  })

  it('KEY-09 filters by status', async () => {
    const { server, user } = await open([row({})])
    for (const [label, status] of [
      ['Success', 'success'],
      ['No Result', 'no_result'],
      ['Failed', 'error'],
      ['Pending', 'pending'],
    ] as const) {
      await user.click(await screen.findByRole('combobox', { name: 'Status' }))
      await user.click(await screen.findByRole('option', { name: label, hidden: true }))
      await waitFor(() => expect(server.named('keywords.countHistory').at(-1)?.input).toMatchObject({ status }))
    }
  })

  it('KEY-10 KEY-11 KEY-12 ERB-15 ERR-031 says what a state means', async () => {
    const { user } = await open([
      row({ id: 'a', keyword: 'one', count: null, status: 'pending' }),
      row({ id: 'b', keyword: 'two', count: null, status: 'error' }),
      row({ id: 'c', keyword: 'three', count: 3 }),
      row({ id: 'd', keyword: 'four', count: 0, status: 'no_result' }),
    ])
    expect((await lineOf('three')).getByText('Success')).toBeDefined()
    expect((await lineOf('four')).getByText('No Result')).toBeDefined()
    await user.hover((await lineOf('one')).getByRole('button', { name: 'Pending' }))
    expect((await screen.findByRole('tooltip')).textContent).toMatch(/Heavy usage.*over an hour.*e-mail/)
    await user.unhover((await lineOf('one')).getByRole('button', { name: 'Pending' }))
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
    await user.hover((await lineOf('two')).getByRole('button', { name: 'Failed' }))
    expect((await screen.findByRole('tooltip')).textContent).toBe('Server might be busy. Please try again later.')
  })

  it('KEY-13 tries again only while no count of the campaign is under way', async () => {
    const failed = row({ status: 'error', count: null, target_location: 'State', states: 'TX' })
    const first = await open([failed, row({ id: 'p', keyword: 'other', status: 'pending', count: null })], {
      running: [''],
    })
    const blocked = (await lineOf('roof repair')).getByRole('button', { name: /^Retry/ })
    expect(blocked.getAttribute('aria-disabled') ?? blocked.getAttribute('data-disabled')).toBe('true')
    await first.user.click(blocked)
    expect(first.server.named('keywords.queueCount')).toEqual([])
    first.unmount()
    localStorage.clear()
    const { server, user } = await open([failed])
    await user.click((await lineOf('roof repair')).getByRole('button', { name: /^Retry/ }))
    await waitFor(() =>
      expect(server.named('keywords.queueCount').at(-1)?.input).toMatchObject({
        keyword: 'roof repair',
        nationaltargeting: 'F',
        states: 'TX',
      }),
    )
  })

  it('asks for another count once, however often Retry is pressed before it is queued', async () => {
    const { user, server } = await open([row({ status: 'error' })])
    const { promise, resolve } = Promise.withResolvers<void>()
    const queue = server.handlers['keywords.queueCount']
    server.handlers['keywords.queueCount'] = async (...asked) => {
      await promise
      return queue?.(...asked) as never
    }
    const retry = (await lineOf('roof repair')).getByRole('button', { name: /^Retry/ })
    await user.click(retry)
    await waitFor(() => expect(server.named('keywords.queueCount')).toHaveLength(1))
    await user.click(retry)
    // As long as a call takes to be sealed and sent.
    await new Promise((done) => setTimeout(done, 100))
    resolve()
    await screen.findByText('The count was queued.')
    expect(server.named('keywords.queueCount')).toHaveLength(1)
  })

  it('KEY-15 looks again every 30 seconds while a count is under way', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      // On a busy machine the clock goes on while the page is opened: the time of the look lies between these two.
      const asked = Date.now()
      const { server } = await open([row({ status: 'pending', count: null })], { running: [''] })
      await screen.findByText('roof repair')
      const shown = Date.now()
      const before = server.named('keywords.countHistory').length
      await vi.advanceTimersByTimeAsync(asked + 29_000 - Date.now())
      expect(server.named('keywords.countHistory')).toHaveLength(before)
      await vi.advanceTimersByTimeAsync(shown + 31_000 - Date.now())
      await waitFor(() => expect(server.named('keywords.countHistory').length).toBe(before + 1))
    } finally {
      vi.useRealTimers()
    }
  })

  it('looks no more once nothing is under way', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const { server } = await open([row({})])
      await screen.findByText('roof repair')
      await vi.advanceTimersByTimeAsync(2 * MINUTE)
      expect(server.named('keywords.countHistory')).toHaveLength(1)
    } finally {
      vi.useRealTimers()
    }
  })

  it('KEY-17 numbers rows over all pages, and shows when they were made', async () => {
    const { server } = await open([row({})], { from: 11, to: 11, total: 11, current_page: 2, last_page: 2 }, '?page=2')
    const cells = (await lineOf('roof repair')).getAllByRole('cell')
    expect(cells[0]?.textContent).toBe('11')
    expect(cells[6]?.textContent).toMatch(/Nov 20, 2026/)
    expect(server.named('keywords.countHistory').at(-1)?.input).toMatchObject({ Page: '2' })
  })

  it('KEY-18 KEY-19 asks for a count of zip codes, five rows of digits', async () => {
    const { server, user } = await open([])
    await user.click((await screen.findAllByRole('button', { name: 'Count keywords' }))[0] ?? document.body)
    const panel = within(await screen.findByRole('dialog', { name: 'Count keywords' }))
    await user.click(panel.getByLabelText('Zip codes'))
    await user.click(panel.getByRole('button', { name: 'Count' }))
    expect(await panel.findByText('Enter at least one keyword.')).toBeDefined()
    expect(panel.getByText('Enter at least one zip code.')).toBeDefined()
    const area = panel.getByLabelText('Zip codes', { selector: 'textarea' })
    expect(area.getAttribute('rows')).toBe('5')
    fireEvent.change(area, { target: { value: '75001,75002 a75003' } })
    expect(area).toHaveProperty('value', '75001\n75002\n75003')
    await user.type(panel.getByLabelText(/^Keywords/, { selector: 'input:not([type=hidden])' }), 'roofs,')
    await user.click(panel.getByRole('button', { name: 'Count' }))
    await waitFor(() =>
      expect(server.named('keywords.queueCount').at(-1)?.input).toMatchObject({
        company_id: 'com_north',
        keyword: 'roofs',
        nationaltargeting: 'F',
        zip_code: '75001\n75002\n75003',
      }),
    )
  })

  it('DAT-05 applies a count to a campaign', async () => {
    const { server, user } = await open([row({ leadspeekID: 'cmp_1' })])
    await user.click((await lineOf('roof repair')).getByRole('button', { name: /^Apply to a campaign/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Apply to a campaign' }))
    await user.click(dialog.getByLabelText('Area'))
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    await waitFor(() =>
      expect(server.named('keywords.applyCount').at(-1)?.input).toEqual({
        id: 'lkp_1',
        type: 'area',
        leadspeekID: 'cmp_1',
      }),
    )
  })

  it('DAT-05 finds the campaign among any number by its letters, and names the one that was counted for', async () => {
    const many = Array.from({ length: 140 }, (_, at) =>
      rowOf(`Search ${at}`, { id: `cmp_${at}`, leadspeek_type: 'locator' }),
    )
    const { server, user } = await openApp('/keyword-counts', {
      as: agency(),
      handlers: {
        'keywords.countHistory': () => page([row({})]),
        'keywords.applyCount': () => ({ result: 'success', message: 'Data has been updated successfully' }),
        'campaigns.list': ({ search }) => {
          const found = many.filter(({ campaign_name }) => search === 'none' || campaign_name.includes(search))
          return { ...pageOf(found, 1, 25), next_cursor: null }
        },
      },
    })
    await user.click((await lineOf('roof repair')).getByRole('button', { name: /^Apply to a campaign/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Apply to a campaign' }))
    const field = dialog.getByRole('combobox', { name: /^Campaign/ })
    await user.click(field)
    expect(await screen.findByRole('option', { name: /^Search 0 /, hidden: true })).toBeDefined()
    expect(dialog.getByText(/Type a name or a number to find the others/)).toBeDefined()
    expect(screen.queryByRole('option', { name: /^Search 139 /, hidden: true })).toBeNull()
    await user.type(field, 'Search 139')
    await user.click(await screen.findByRole('option', { name: /^Search 139 /, hidden: true }))
    expect(server.named('campaigns.list').at(-1)?.input).toMatchObject({ searchesOnly: 'T', search: 'Search 139' })
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    await waitFor(() =>
      expect(server.named('keywords.applyCount').at(-1)?.input).toMatchObject({ leadspeekID: 'cmp_139' }),
    )
  })

  it('opens for clients too', async () => {
    await openApp('/keyword-counts', {
      as: client(),
      handlers: { 'keywords.countHistory': () => page([]) },
    })
    expect(await screen.findByText('No counts yet')).toBeDefined()
  })
})

// The page of notifications as people use it: what is new to them, what fits a filter, marking as read, and nothing of it in view mode.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ADDED_BY_HAND } from '#shared/constants.ts'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { fakeIndexedDb } from '#tests/web/support/indexed-db.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client, tenant } from '#tests/web/support/people.ts'
import { accessTokenOf } from '#tests/web/support/tokens.ts'
import { isGuarded } from '#tests/web/support/unsaved.ts'

cleanPageEachTime()

const AT = '2026-11-21T10:00:00.000Z'
const failed = {
  id: 'n'.repeat(16),
  kind: 'paymentFailed' as const,
  at: AT,
  unread: 'T' as const,
  facts: { number: 'INV-7', amount: '$12.00', what: 'Leads', reason: 'Your card was declined.' },
}
const lost = { ...failed, id: 'l'.repeat(16), kind: 'toolLost' as const, facts: { tool: 'Zapier', slug: 'zapier' } }
const title = 'Invoice INV-7 was not paid: $12.00'

/** A server that remembers what was read. */
function reading(): Handlers {
  let rows = [failed, lost].map((row) => ({ ...row, unread: 'T' as 'T' | 'F' }))
  return {
    'account.notices': ({ topic, unread }) => ({
      data: rows.filter((row) => {
        const fits = topic === undefined || (topic === 'tools') === (row.kind === 'toolLost')
        return fits && (!unread || row.unread === 'T')
      }),
      next_cursor: null,
    }),
    'account.countNotices': () => ({ unread: rows.filter(({ unread }) => unread === 'T').length, has_news: 'F' }),
    'account.readNotices': ({ ids = [], until }) => {
      rows = rows.map((row) => (until !== undefined || ids.includes(row.id) ? { ...row, unread: 'F' } : row))
      return { result: 'success', message: '' }
    },
  }
}
const open = (handlers: Handlers = reading()) => openApp('/user/notifications', { as: agency(), handlers })

describe('the page of notifications', () => {
  it('marks one as read, and then all, and counts what is left', async () => {
    const { user, server } = await open()
    await user.click(await screen.findByRole('button', { name: `Mark as read: ${title}` }))
    await waitFor(() => expect(screen.queryByRole('button', { name: `Mark as read: ${title}` })).toBeNull())
    expect(server.named('account.readNotices').map(({ input }) => input)).toEqual([{ ids: [failed.id] }])
    expect(screen.getByRole('link', { name: 'Zapier is not connected any more' }).getAttribute('href')).toBe(
      '/integrations/zapier',
    )
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Mark/ })).toBeNull())
    expect(server.named('account.readNotices').at(-1)?.input).toEqual({ until: AT })
  })

  it('tells a bound of one campaign from that of all, and leads to where it is', async () => {
    const kind = 'capReached' as const
    const bound = { who: 'Bright Smiles', amount: '$2.50', clearsOn: '2027-01-01' }
    const rows = [
      { ...failed, id: 'a'.repeat(16), kind, facts: { ...bound, campaign: 'Roofs', number: '10023', line: 'locator' } },
      { ...failed, id: 'b'.repeat(16), kind, facts: { ...bound, campaign: '', number: '', line: '' } },
    ]
    await open({ ...reading(), 'account.notices': () => ({ data: rows, next_cursor: null }) })
    const linkOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
    expect(await linkOf('The campaign Roofs of Bright Smiles reached the bound of $2.50 for this month')).toBe(
      '/searchid/campaign-management?q=10023',
    )
    expect(await linkOf('Bright Smiles reached the bound of $2.50 for this month')).toBe('/campaign')
    expect(screen.getAllByText(/Leads come again from .*2027 on\./)).toHaveLength(2)
  })

  it('leads from a silent pixel to its campaign, and who has no editor to the list', async () => {
    const silent = { ...failed, kind: 'pixelSilent' as const, facts: { campaign: 'Spring', campaignId: 'cmp_1' } }
    const handlers = { ...reading(), 'account.notices': () => ({ data: [silent], next_cursor: null }) }
    const linkFor = async (as: ReturnType<typeof agency>) => {
      const { unmount } = await openApp('/user/notifications', { as, handlers })
      const link = await screen.findByRole('link', { name: 'The pixel of Spring is silent' })
      const to = link.getAttribute('href')
      unmount()
      return to
    }
    expect(await linkFor(agency())).toBe('/campaign-setup?campaign=cmp_1')
    const flags = { enable_permission: 'T', create_permission: 'T', update_permission: 'T', delete_permission: 'T' }
    const leads = { module_name: 'LeadsPeek', ...flags } as never
    expect(await linkFor(agency({ user_permissions: { report_analytics: 'F', modules: [leads] } }))).toBe(
      '/siteid/campaign-management',
    )
    expect(await linkFor(client({ disable_client_add_campaign: 'T' }))).toBe('/siteid/campaign-management')
  })

  it('says of an enrichment that ended unpaid what is so, and not that it failed', async () => {
    const facts = { file: 'people.csv', reason: 'This was not paid while its result was kept.' }
    await open({
      ...reading(),
      'account.notices': () => ({
        data: [{ ...failed, kind: 'enrichmentFailed' as const, facts }],
        next_cursor: null,
      }),
    })
    expect(await screen.findByText('The enrichment of people.csv has no result')).toBeDefined()
    expect(screen.getByText(/not paid while its result was kept/)).toBeDefined()
  })

  it('says of one entry of an exclusion list that it is one, and of a file what became of its rows', async () => {
    const done = (letter: string, file: string) => ({
      ...failed,
      id: letter.repeat(16),
      kind: 'exclusionsDone' as const,
      facts: { file, accepted: '2', rejected: '0' },
    })
    await open({
      ...reading(),
      'account.notices': () => ({ data: [done('h', ADDED_BY_HAND), done('f', 'customers.csv')], next_cursor: null }),
    })
    const [one, file] = [
      await screen.findByText('One entry was added to an exclusion list'),
      screen.getByText('The exclusion file customers.csv was taken in'),
    ].map((title) => title.closest('li')?.textContent)
    expect(one).not.toMatch(/row/)
    expect(file).toMatch(/2 rows taken, none left out\./)
  })

  it('leaves the keyboard in the list, no matter what is marked or shown in it', async () => {
    const second = { ...lost, id: 'o'.repeat(16), facts: { tool: 'Kartra', slug: 'kartra' } }
    const { 'account.notices': notices, ...handlers } = reading()
    const { user } = await open({
      ...handlers,
      'account.notices': async (input, asked) => {
        if (input.cursor) return { data: [second], next_cursor: null }
        const first = await notices?.(input, asked)
        return { data: first?.data ?? [], next_cursor: 'older' }
      },
    })
    const mark = await screen.findByRole('button', { name: `Mark as read: ${title}` })
    mark.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(mark.isConnected).toBe(false))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Mark as read: Zapier/ }))
    const list = screen.getByRole('link', { name: /Zapier/ }).closest('ul')
    screen.getByRole('button', { name: 'Mark all as read' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Mark/ })).toBeNull())
    expect(document.activeElement).toBe(list)
    screen.getByRole('button', { name: 'Show older' }).focus()
    await user.keyboard('{Enter}')
    const older = await screen.findByRole('link', { name: /Kartra/ })
    await waitFor(() => expect(document.activeElement).toBe(older.closest('ul')))
  })

  it('shows one topic or what is new alone, by its address, and says when nothing fits', async () => {
    const { user } = await open()
    await screen.findByText(title)
    await user.click(screen.getByRole('combobox', { name: 'Topic' }))
    await user.click(await screen.findByRole('option', { name: 'Tools and webhooks', hidden: true }))
    await waitFor(() => expect(screen.queryByText(title)).toBeNull())
    expect(new URLSearchParams(location.search).get('topic')).toBe('tools')
    await user.click(screen.getByRole('button', { name: /^Mark as read: Zapier/ }))
    await user.click(screen.getByRole('checkbox', { name: 'New only' }))
    expect(await screen.findByText('Nothing fits these filters')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText(title)).toBeDefined()
    expect(location.search).toBe('')
  })

  it('says what will stand here while nothing happened, and when it cannot be loaded', async () => {
    let works = false
    const { user } = await open({
      'account.notices': () => {
        if (!works) throw new Refusal('internal', 'They are not there.')
        return { data: [], next_cursor: null }
      },
    })
    expect(await screen.findByText('They are not there.')).toBeDefined()
    works = true
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Nothing happened yet')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
  })

  it('keeps what was not taken, and says why', async () => {
    const { user } = await open({
      ...reading(),
      'account.readNotices': () => {
        throw new Refusal('internal', 'It was not noted.')
      },
    })
    await user.click(await screen.findByRole('button', { name: `Mark as read: ${title}` }))
    expect(await screen.findByText('It was not noted.')).toBeDefined()
    expect(screen.getByRole('button', { name: `Mark as read: ${title}` })).toBeDefined()
  })

  it('VAS-018+ offers nothing to mark to somebody who looks through the eyes of another person', async () => {
    fakeIndexedDb()
    const root = { company_id: 'com_root', company_parent: '', user_type: 'user', systemuser: true, rootcomp: 'T' }
    const olive = agency({ id: 'usr_olive', name: 'Olive Operator', ...root } as Parameters<typeof agency>[0])
    const ada = agency({ isViewMode: true })
    const { user, server } = await openApp('/', {
      as: olive,
      tenant: tenant({ rootcomp: 'T' }),
      handlers: {
        ...reading(),
        'account.me': ({ id }) => (id === 'usr_olive' ? olive : ada),
        'account.viewable': () => ({
          data: [
            {
              usrID: ada.id,
              name: ada.name,
              email: ada.email,
              company_id: ada.company_id,
              company_name: ada.company_name,
              has_clients: true,
            },
          ],
          total: 1,
        }),
        'account.switchUser': ({ usrID }) => ({
          access_token: accessTokenOf(usrID, { life: 3600 }),
          expires_in: 3600,
          home: tenant(),
        }),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'View as someone' }))
    await user.click(await screen.findByRole('button', { name: `View as ${ada.name}` }))
    await screen.findByRole('region', { name: 'View mode' })
    await user.click(screen.getByRole('button', { name: /^Notifications/ }))
    const link = await screen.findByText(title)
    expect(screen.queryByRole('button', { name: /^Mark/, hidden: true })).toBeNull()
    // Following one marks nothing either.
    await user.click(link)
    expect(server.named('account.readNotices')).toEqual([])
  })
})

describe('what also comes by mail', () => {
  const topic = (name: 'payments' | 'tools', mail: 'T' | 'F') => ({ topic: name, mail })

  it('keeps what is switched or chosen while it is being saved, and asks about that', async () => {
    const wait = { choices: Promise.withResolvers<void>(), reports: Promise.withResolvers<void>() }
    let kept = [topic('payments', 'T'), topic('tools', 'T')]
    const reports = { next: null, time_zone: 'America/Chicago', why_none: '' }
    let rhythm: 'off' | 'daily' | 'weekly' | 'monthly' = 'off'
    const { user } = await openApp('/user/notifications?tab=mails', {
      as: agency(),
      handlers: {
        ...reading(),
        'account.mailChoices': () => ({ data: kept }),
        'account.reportMails': () => ({ rhythm, ...reports }),
        'account.saveMailChoices': async ({ without = [], with: chosen = [] }) => {
          await wait.choices.promise
          kept = kept.map((each) => {
            if (without.includes(each.topic)) return topic(each.topic, 'F')
            return chosen.includes(each.topic) ? topic(each.topic, 'T') : each
          })
          return { result: 'success', message: 'It is chosen.' }
        },
        'account.saveReportMails': async (input) => {
          await wait.reports.promise
          rhythm = input.rhythm
          return { result: 'success', message: 'It is reported.' }
        },
      },
    })
    const [payments, tools] = await screen.findAllByRole<HTMLInputElement>('switch')
    if (!payments || !tools) throw new Error('There are two switches.')
    const form = (name: string) => within(screen.getByRole('form', { name }))
    await user.click(payments)
    await user.click(form('Notifications by mail').getByRole('button', { name: 'Save' }))
    await user.click(tools)
    wait.choices.resolve()
    expect(await screen.findByText('It is chosen.')).toBeDefined()
    await waitFor(() => expect([payments.checked, tools.checked]).toEqual([false, false]))
    expect(isGuarded()).toBe(true)
    await user.click(tools)
    expect(isGuarded()).toBe(false)

    await user.click(screen.getByRole('radio', { name: 'Every Monday' }))
    await user.click(form('Reports by mail').getByRole('button', { name: 'Save' }))
    await user.click(screen.getByRole('radio', { name: 'Every day' }))
    wait.reports.resolve()
    expect(await screen.findByText('It is reported.')).toBeDefined()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Every day' }).checked).toBe(true)
    expect(isGuarded()).toBe(true)
  })

  it('is not left unsaved without a question, and keeps what another tab chose since', async () => {
    let kept = [topic('payments', 'T'), topic('tools', 'T')]
    const { user, server } = await openApp('/user/notifications?tab=mails', {
      as: agency(),
      handlers: {
        ...reading(),
        'account.mailChoices': () => ({ data: kept }),
        'account.reportMails': () => ({ rhythm: 'off', next: null, time_zone: 'America/Chicago', why_none: '' }),
        'account.saveMailChoices': ({ without = [] }) => {
          kept = kept.map((each) => topic(each.topic, without.includes(each.topic) ? 'F' : each.mail))
          return { result: 'success', message: 'It is chosen.' }
        },
      },
    })
    const [payments, tools] = await screen.findAllByRole('switch')
    if (!payments || !tools) throw new Error('There are two switches.')
    await user.click(tools)
    expect(isGuarded()).toBe(true)
    await user.click(tools)
    expect(isGuarded()).toBe(false)
    await user.click(screen.getByRole('radio', { name: 'Every Monday' }))
    expect(isGuarded()).toBe(true)
    await user.click(screen.getByRole('radio', { name: 'Never' }))
    expect(isGuarded()).toBe(false)
    await user.click(tools)
    kept = [topic('payments', 'F'), topic('tools', 'T')]
    const form = within(screen.getByRole('form', { name: 'Notifications by mail' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('It is chosen.')).toBeDefined()
    expect(server.named('account.saveMailChoices').map(({ input }) => input)).toEqual([
      { without: ['tools'], with: [] },
    ])
    await waitFor(() => expect(isGuarded()).toBe(false))
  })
})

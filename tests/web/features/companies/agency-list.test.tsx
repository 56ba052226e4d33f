import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client } from '#tests/web/support/people.ts'
import {
  AGENCIES,
  asked,
  freshBrowser,
  lists,
  openAgencies,
  pageOf,
  root,
  rowNamed,
  rowOf,
  salesPerson,
  tree,
} from './stage.tsx'

freshBrowser()

const table = async () => within(await screen.findByRole('table', { name: 'Agencies' }))
describe('who sees the list of agencies', () => {
  it('AGL-01 is open to system users and sales people, and is not there for others', async () => {
    const shown = await openAgencies({ 'companies.list': lists(tree) })
    shown.unmount()
    const sales = await openAgencies({ 'companies.salesDownline': () => pageOf(root) }, salesPerson())
    sales.unmount()
    for (const person of [agency(), client()]) {
      const { unmount } = await openApp(AGENCIES, { as: person })
      expect(await screen.findByText(/doesn't exist or has been moved/)).toBeDefined()
      unmount()
    }
  })

  it('AGL-02 is where a system user ends who opens a product line', async () => {
    await openAgencies({ 'companies.list': lists(tree) }, undefined, '/siteid/dashboard')
    expect(location.pathname).toBe(AGENCIES)
  })
})

describe('the list of agencies', () => {
  it('AGL-03 AGL-08 has its six columns in order, of which Action and Sales sort nothing', async () => {
    await openAgencies({ 'companies.list': lists(tree) })
    await screen.findByText('Aurora')
    const heads = (await table()).getAllByRole('columnheader')
    expect(heads.map((head) => head.textContent)).toEqual([
      'Open',
      'Company name',
      'Full name',
      'E-mail',
      'Action',
      'Sales',
      'Created',
    ])
    const buttons = (await table()).getAllByRole('columnheader').filter((head) => within(head).queryByRole('button'))
    expect(buttons.map((head) => head.textContent)).toEqual(['Company name', 'Full name', 'E-mail', 'Created'])
  })

  it('AGL-04 AGL-05 AGL-06 AGL-07 AGL-09 sorts ascending, descending, and not at all', async () => {
    const { server, user } = await openAgencies({ 'companies.list': lists(tree) })
    await screen.findByText('Aurora')
    const last = () => asked(server.named('companies.list')).at(-1)
    expect([last()?.sort, last()?.order]).toEqual(['none', 'none'])
    for (const [name, sort] of [
      ['Company name', 'company_name'],
      ['Full name', 'full_name'],
      ['E-mail', 'email'],
      ['Created', 'created_at'],
    ] as const) {
      for (const order of ['asc', 'desc', 'none']) {
        await user.click((await table()).getByRole('button', { name }))
        // The first order is still known, so nothing need be asked for it.
        if (order !== 'none') await waitFor(() => expect([last()?.sort, last()?.order]).toEqual([sort, order]))
        const head = (await table()).getByRole('columnheader', { name })
        const spoken = { asc: 'ascending', desc: 'descending', none: 'none' }[order]
        expect(head.getAttribute('aria-sort')).toBe(spoken)
      }
    }
    expect(location.search).toBe('')
  })

  it('AGL-12 AGL-13 AGL-14 AGL-15 filters by what the server offers, and shows each as a chip', async () => {
    const { server, user, unmount } = await openAgencies({ 'companies.list': lists(tree) })
    await screen.findByText('Aurora')
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    expect(
      (await screen.findAllByRole('checkbox', { hidden: true }))
        .map((box) => (box as HTMLInputElement).value)
        // Those that choose rows have no value of their own.
        .filter((value) => value !== 'on'),
    ).toEqual(['direct_payment', 'payment_failed', 'api_key_generated', 'developer_mode'])
    await user.click(screen.getByRole('checkbox', { name: 'Direct Payment', hidden: true }))
    await user.click(screen.getByRole('checkbox', { name: 'Payment Failed', hidden: true }))
    await waitFor(() =>
      expect(asked(server.named('companies.list')).at(-1)?.Filters).toBe('direct_payment,payment_failed'),
    )
    expect(screen.getByText('Filter: Payment Failed')).toBeDefined()
    unmount()
    const two = ['direct_payment', 'payment_failed'] as const
    const other = await openAgencies({ 'companies.list': () => pageOf(root, 1, two) })
    await screen.findByText('Aurora')
    await other.user.click(screen.getByRole('button', { name: 'Filters' }))
    await screen.findByRole('checkbox', { name: 'Direct Payment', hidden: true })
    expect(screen.queryByRole('checkbox', { name: 'API Key Generated', hidden: true })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: 'Developer Mode Enabled', hidden: true })).toBeNull()
    // AGL-64 lies in the same answer: who is not offered the filters sees no indicator.
    expect(screen.queryByRole('img', { name: /Developer API/ })).toBeNull()
  })

  it('searches once, 300 ms after the last letter, from the first page', async () => {
    const many = Array.from({ length: 25 }, (_, i) => rowOf(`Agency ${i + 1}`))
    const { server, user } = await openAgencies({ 'companies.list': lists({ com_root: many }) })
    await screen.findByText('Showing 1 to 10 of 25 entries')
    await user.click(screen.getByRole('button', { name: 'Page 2' }))
    await screen.findByText('Showing 11 to 20 of 25 entries')
    const before = server.named('companies.list').length
    await user.type(screen.getByLabelText('Search agencies'), 'agency 1')
    await screen.findByText('Showing 1 to 10 of 11 entries')
    expect(
      asked(server.named('companies.list'))
        .slice(before)
        .map(({ search, Page }) => [search, Page]),
    ).toEqual([['agency 1', '1']])
    expect(location.search).toBe('?q=agency+1')
  })

  it('AGL-23 pages by ten, and goes on from the place that the server told', async () => {
    const many = Array.from({ length: 11 }, (_, i) => rowOf(`Agency ${i + 1}`))
    const { server, user } = await openAgencies({ 'companies.list': lists({ com_root: many }) })
    await screen.findByText('Showing 1 to 10 of 11 entries')
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await screen.findByText('Showing 11 to 11 of 11 entries')
    const last = asked(server.named('companies.list')).at(-1)
    expect([last?.Page, last?.cursor]).toEqual(['2', 'at-2'])
  })

  it('goes back through what was shown, clears what finds nothing, and takes more rows to a page', async () => {
    const many = Array.from({ length: 30 }, (_, i) => rowOf(`Agency ${i + 1}`))
    const { server, user } = await openAgencies({ 'companies.list': lists({ com_root: many }) })
    await screen.findByText('Showing 1 to 10 of 30 entries')
    await user.click(screen.getByRole('button', { name: 'Page 3' }))
    await screen.findByText('Showing 21 to 30 of 30 entries')
    await user.type(screen.getByLabelText('Search agencies'), 'nothing')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    await screen.findByText('Showing 1 to 10 of 30 entries')
    history.back()
    expect(await screen.findByText('No agency matches')).toBeDefined()
    history.back()
    expect(await screen.findByText('Showing 21 to 30 of 30 entries')).toBeDefined()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '25')
    await waitFor(() => expect(location.search).toBe('?rows=25'))
    // Pages that were shown before may be asked for anew meanwhile, so it need not be the last question.
    await waitFor(() => {
      const pages = asked(server.named('companies.list')).map(({ Page, PerPage }) => [Page, PerPage])
      expect(pages).toContainEqual(['1', '25'])
    })
  })

  it('AGL-57 shows a red card where a payment failed, and nowhere else', async () => {
    await openAgencies({ 'companies.list': lists(tree) })
    expect((await rowNamed('Brightwell')).getByRole('img', { name: 'Payment failed' }).dataset.colour).toBe('red')
    expect((await rowNamed('Cedar')).queryByRole('img', { name: 'Payment failed' })).toBeNull()
  })

  it('marks an agency whose contract was cancelled, as its own page does', async () => {
    await openAgencies({ 'companies.list': () => pageOf([rowOf('Aurora', { is_cancelled: true }), rowOf('Cedar')]) })
    expect((await rowNamed('Aurora')).getByText('Cancelled')).toBeDefined()
    expect((await rowNamed('Cedar')).queryByText('Cancelled')).toBeNull()
  })

  it('AGL-43 names the sales people of an agency', async () => {
    await openAgencies({ 'companies.list': lists(tree) })
    expect((await rowNamed('Aurora')).getByText('Sam Sales, Rita Referrer')).toBeDefined()
  })

  it('AGL-58 AGL-59 AGL-60 AGL-61 AGL-62 AGL-63 tells by colour and words how an agency stands with the API', async () => {
    const on = { api_mode: 'T', is_marketing_services_agreement_developer: 'T', customer_payment_id: 'cus_1' } as const
    const cases = [
      ['No agreement', { ...on, is_marketing_services_agreement_developer: 'F' }, 'orange'],
      [
        'Not agreed but key',
        { ...on, is_marketing_services_agreement_developer: 'F', is_user_generate_api: true },
        'orange',
      ],
      ['No payment', { ...on, customer_payment_id: '' }, 'orange'],
      ['Failed', { ...on, payment_status: 'failed', is_user_generate_api: true }, 'orange'],
      ['Key while off', { is_user_generate_api: true }, 'orange'],
      ['All there', { ...on, is_user_generate_api: true }, 'green'],
      ['No key', on, 'blue'],
      ['Off', {}, 'gray'],
    ] as const
    await openAgencies({ 'companies.list': lists({ com_root: cases.map(([name, more]) => rowOf(name, more)) }) })
    for (const [name, , colour] of cases) {
      const mark = (await rowNamed(name)).getByRole('img', { name: /^Developer API: \w/ })
      expect([name, mark.dataset.colour]).toEqual([name, colour])
    }
  })

  it('gives sales people the link by which agencies become theirs, and explains what they may do', async () => {
    const url = 'http://root.localhost/agency-register/ABCDEFGH23'
    const { user } = await openAgencies(
      {
        'companies.salesDownline': () => pageOf(root),
        'sales.referralLink': () => ({ result: 'success', code: 'ABCDEFGH23', url }),
      },
      salesPerson(),
    )
    await user.click(await screen.findByRole('button', { name: 'Copy referral link' }))
    await screen.findByText(/Your referral link was copied/)
    expect(await navigator.clipboard.readText()).toBe(url)
    await user.click(screen.getByRole('button', { name: 'About this list' }))
    const actions = within(await screen.findByRole('region', { name: 'Actions' }))
    expect(actions.getAllByRole('rowheader').map((head) => head.textContent)).toEqual([
      'Edit',
      'Add client',
      'Send invitation again',
      'Cost setting',
    ])
  })

  it('AGL-72 AGL-73 explains every sign, colour and term in a dialog that closes', async () => {
    const { user } = await openAgencies({ 'companies.list': lists(tree) })
    await user.click(screen.getByRole('button', { name: 'About this list' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'About this list' }))
    const words = [
      'View as',
      'Edit',
      'Add client',
      'Set price',
      'Exclude from minimum spend',
      'Include in minimum spend',
      'Delete',
      'Send invitation again',
      'Set price',
      'Cost setting',
      'Manual billing',
      'Onboarding charge',
      'Settle failed payments',
      'Set Sales Person',
      'User logs',
      'Download agreement',
      'Red card',
      'Star',
      'Orange',
      'Green',
      'Blue',
      'Grey',
      'Weekly',
      'Monthly',
      'One Time',
      'Prepaid',
    ]
    for (const word of words) expect(dialog.getByRole('rowheader', { name: word })).toBeDefined()
    const row = (name: string) => within(dialog.getByRole('rowheader', { name }).closest('tr') ?? document.body)
    // The colours stand as the list paints them, each beside what the list means by it.
    const painted = [
      ['Orange', 'orange', /agreement or the payment is missing/],
      ['Green', 'green', /with an active key/],
      ['Blue', 'blue', /without a key yet/],
      ['Grey', 'gray', /^Switched off\.$/],
      ['Red card', 'red', /latest payment failed/],
      ['Star', 'yellow', /sales person brought/],
    ] as const
    for (const [name, colour, meaning] of painted) {
      expect([name, row(name).getByRole('img').dataset.colour]).toEqual([name, colour])
      expect(row(name).getByText(meaning)).toBeDefined()
    }
    const terms = [
      ['Weekly', /charged every week/],
      ['Monthly', /charged every month/],
      ['One Time', /whole campaign/],
      ['Prepaid', /balance that is topped up/],
    ] as const
    for (const [name, meaning] of terms) expect(row(name).getByText(meaning)).toBeDefined()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { agency } from '#tests/web/support/people.ts'
import {
  broken,
  clientRow,
  freshBrowser,
  lists,
  openAgencies,
  openClients,
  operator,
  pageOf,
  root,
  rowNamed,
  rowOf,
  salesPerson,
  saved,
  tree,
} from './stage.tsx'

freshBrowser()

type Opened = Awaited<ReturnType<typeof openAgencies>>
const put = (label: string | RegExp, value: string) => {
  const field = screen.getByLabelText(label, { selector: 'input' })
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}
const form = (name: string) => screen.findByRole('form', { name })
async function edit({ user }: Opened, name: string) {
  await user.click((await rowNamed(name)).getByRole('button', { name: `Edit ${name}` }))
  return form(`Edit ${name}`)
}
const save = (user: Opened['user'], of: HTMLElement) => user.click(within(of).getByRole('button', { name: 'Save' }))
const updated = (more = {}) => ({
  'companies.list': lists(tree),
  'companies.update': () => saved(rowOf('Cedar'), 'Data has been updated successfully'),
  ...more,
})

describe('the form that edits an agency', () => {
  it('AGL-24 AGL-47 stands in the place of its row, and Cancel brings the row back with nothing sent', async () => {
    const opened = await openAgencies(updated())
    const shown = await edit(opened, 'Cedar')
    expect(shown.closest('td[data-instead]')).not.toBeNull()
    expect(screen.queryByRole('button', { name: 'Edit Cedar' })).toBeNull()
    put(/Company name/, 'Something else')
    await opened.user.click(within(shown).getByRole('button', { name: 'Cancel' }))
    await opened.user.click(await screen.findByRole('button', { name: 'Discard changes' }))
    expect((await rowNamed('Cedar')).getByText('cedar@example.com')).toBeDefined()
    expect(opened.server.named('companies.update')).toEqual([])
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit Cedar'))
  })

  it('AGL-79 sends what was typed, tells of it in the exact words, and shows the new row', async () => {
    let name = 'Cedar'
    const opened = await openAgencies(
      updated({
        'companies.list': () => pageOf([rowOf('Cedar', { company_name: name })]),
        'companies.update': () => {
          name = 'Cedar & Sons'
          return saved(rowOf('Cedar', { company_name: name }), 'Data has been updated successfully')
        },
      }),
    )
    const shown = await edit(opened, 'Cedar')
    put(/Company name/, 'Cedar & Sons')
    put(/E-mail/, 'Office@Cedar.example')
    await save(opened.user, shown)
    expect(await screen.findByText('Data has been updated successfully')).toBeDefined()
    // Nothing else: somebody may have changed it meanwhile.
    expect(opened.server.named('companies.update')[0]?.input).toEqual({
      ClientID: 'usr_Cedar',
      action: 'downline',
      ClientCompanyName: 'Cedar & Sons',
      ClientEmail: 'office@cedar.example',
    })
    expect(await screen.findByText('Cedar & Sons')).toBeDefined()
  })

  it('AGL-35 AGL-36 ticks the terms and products that the agency has, out of those of the root', async () => {
    const row = rowOf('Cedar', {
      rootpaymentterm: ['Weekly', 'Monthly', 'Prepaid'].map((value) => ({ value, label: `${value} pay` })),
      selected_payment_term: [
        { term: 'Weekly', status: false },
        { term: 'Monthly', status: true },
        { term: 'Prepaid', status: true },
      ],
      rootmodules: ['local', 'b2b'].map((value) => ({ value, label: `${value} product` })),
      selected_modules: [
        { type: 'local', status: false },
        { type: 'b2b', status: true },
      ],
    })
    const opened = await openAgencies(updated({ 'companies.list': () => pageOf([row]) }))
    const shown = await edit(opened, 'Cedar')
    const ticks = (name: string) =>
      within(within(shown).getByRole('group', { name }))
        .getAllByRole('checkbox')
        .map((box) => [(box as HTMLInputElement).labels?.[0]?.textContent, (box as HTMLInputElement).checked])
    expect(ticks('Payment terms')).toEqual([
      ['Weekly pay', false],
      ['Monthly pay', true],
      ['Prepaid pay', true],
    ])
    expect(ticks('Products')).toEqual([
      ['local product', false],
      ['b2b product', true],
    ])
    await opened.user.click(within(shown).getByRole('checkbox', { name: 'local product' }))
    await save(opened.user, shown)
    await waitFor(() => expect(opened.server.named('companies.update')).toHaveLength(1))
    expect(opened.server.named('companies.update')[0]?.input).toEqual({
      ClientID: 'usr_Cedar',
      action: 'downline',
      selectedmodules: [{ type: 'local', status: true }],
    })
  })

  it('leaves the sub-domain of an agency alone where a sales person edits it', async () => {
    const opened = await openAgencies(
      { ...updated(), 'companies.salesDownline': () => pageOf([rowOf('Cedar')]) },
      salesPerson(),
    )
    const shown = await edit(opened, 'Cedar')
    expect(within(shown).queryByLabelText(/^Sub-domain/)).toBeNull()
    put(/Full name/, 'Cedric Cedar')
    await save(opened.user, shown)
    await waitFor(() => expect(opened.server.named('companies.update')).toHaveLength(1))
    expect(opened.server.named('companies.update')[0]?.input).not.toHaveProperty('DownlineSubDomain')
  })

  it('AGL-26 AGL-27 AGL-28 AGL-29 AGL-31 AGL-32 AGL-34 says under each field what is wrong, and sends nothing', async () => {
    const opened = await openAgencies(updated())
    const shown = await edit(opened, 'Cedar')
    put(/Company name/, ' ')
    put(/Full name/, '')
    put(/E-mail/, 'abc')
    put(/Sub-domain/, '-a')
    await opened.user.click(within(shown).getByRole('checkbox', { name: 'Weekly' }))
    await save(opened.user, shown)
    for (const text of ['Enter the name of the company.', 'Enter a full name.', 'Enter a valid e-mail address.'])
      expect(await within(shown).findByText(text)).toBeDefined()
    expect(within(shown).getByText('Please select payment term')).toBeDefined()
    expect(shown.querySelectorAll('[aria-invalid="true"]').length).toBeGreaterThanOrEqual(4)
    expect((within(shown).getByLabelText(/E-mail/) as HTMLInputElement).maxLength).toBe(70)
    await waitFor(() => expect(document.activeElement).toBe(within(shown).getByLabelText(/Company name/)))
    expect(opened.server.named('companies.update')).toEqual([])
  })

  it('AGL-38 AGL-39 ERB-10 keeps a product ticked that campaigns run in, and names them', async () => {
    const opened = await openAgencies(
      updated({
        'companies.checkCampaignActive': ({ leadspeek_type }: { leadspeek_type: string }) => ({
          result: 'success' as const,
          active_campaign_id: leadspeek_type === 'local' ? ['cmp_7', 'cmp_9'] : [],
        }),
      }),
    )
    const shown = await edit(opened, 'Cedar')
    const local = within(shown).getByRole('checkbox', { name: 'local product' }) as HTMLInputElement
    await opened.user.click(local)
    await waitFor(() =>
      expect(shown.textContent).toMatch(
        /Unable to disable the product due to active campaigns\. .*local product: cmp_7, cmp_9\./,
      ),
    )
    expect(local.checked).toBe(true)
    const locator = within(shown).getByRole('checkbox', { name: 'locator product' }) as HTMLInputElement
    await opened.user.click(locator)
    await waitFor(() => expect(locator.checked).toBe(false))
    expect(opened.server.named('companies.checkCampaignActive')[0]?.input).toEqual({
      company_id: 'com_Cedar',
      leadspeek_type: 'local',
      user_type: 'agency',
    })
  })

  it('takes one product off and keeps what was ticked while it was asked about', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const opened = await openAgencies(
      updated({
        'companies.checkCampaignActive': async ({ leadspeek_type }: { leadspeek_type: string }) => {
          if (leadspeek_type === 'local') await promise
          return { result: 'success' as const, active_campaign_id: [] }
        },
      }),
    )
    const shown = await edit(opened, 'Cedar')
    const box = (line: string) => within(shown).getByRole<HTMLInputElement>('checkbox', { name: `${line} product` })
    await opened.user.click(box('local'))
    await opened.user.click(box('locator'))
    await waitFor(() => expect(box('locator').checked).toBe(false))
    // As long as its own answer is not there, it is not asked about again.
    expect(box('local').disabled).toBe(true)
    resolve()
    await waitFor(() => expect(box('local').checked).toBe(false))
    expect(box('locator').checked).toBe(false)
  })
})

describe('the form that adds a company', () => {
  it('AGL-25 AGL-37 AGL-77 makes an agency above the list, once name and e-mail are there', async () => {
    const { server, user } = await openAgencies({
      'companies.list': lists(tree),
      'companies.create': () => saved(rowOf('Dune'), 'Data has been added successfully'),
    })
    await user.click(await screen.findByRole('button', { name: 'Add agency' }))
    const shown = await form('New agency')
    expect(within(shown).getByText('An invitation to choose a password is sent there.')).toBeDefined()
    put(/Company name/, 'Dune')
    await save(user, shown)
    expect(await within(shown).findByText('Enter a full name.')).toBeDefined()
    expect(within(shown).getByText('Enter an e-mail address.')).toBeDefined()
    expect(server.named('companies.create')).toEqual([])
    put(/Full name/, 'Dora Dune')
    put(/E-mail/, 'dora@dune.example')
    await save(user, shown)
    expect(await screen.findByText('Data has been added successfully')).toBeDefined()
    expect(server.named('companies.create')[0]?.input).toMatchObject({
      companyID: 'com_root',
      ClientCompanyName: 'Dune',
      ClientFullName: 'Dora Dune',
      ClientEmail: 'dora@dune.example',
      DownlineSubDomain: '',
    })
    await waitFor(() => expect(screen.queryByRole('form', { name: 'New agency' })).toBeNull())
  })

  it('CLI-12 sends that signing in asks for a code once it is switched on, and nothing of it otherwise', async () => {
    const { server, user } = await openAgencies({
      'companies.list': lists(tree),
      'companies.create': () => saved(rowOf('Fern'), 'Data has been added successfully'),
    })
    for (const isOn of [false, true]) {
      await user.click(await screen.findByRole('button', { name: 'Add agency' }))
      const shown = await form('New agency')
      put(/Company name/, 'Fern')
      put(/Full name/, 'Fay Fern')
      put(/E-mail/, 'fay@fern.example')
      if (isOn) await user.click(within(shown).getByLabelText('Ask for a code by mail at each sign-in'))
      await save(user, shown)
      await waitFor(() => expect(screen.queryByRole('form', { name: 'New agency' })).toBeNull())
    }
    const [off, on] = server.named('companies.create').map(({ input }) => input)
    expect(off).not.toHaveProperty('twoFactorAuth')
    expect(on).toMatchObject({ ClientCompanyName: 'Fern', twoFactorAuth: 'T' })
  })

  it('AGL-25 AGL-42 makes a client below an agency, with a phone of the United States unless another is chosen', async () => {
    const { server, user } = await openAgencies({
      'companies.list': lists(tree),
      'companies.create': () => saved(clientRow('Elm'), 'Data has been added successfully'),
    })
    await user.click((await rowNamed('Cedar')).getByRole('button', { name: /More actions Cedar|Add client Cedar/ }))
    const item = screen.queryByRole('menuitem', { name: 'Add client', hidden: true })
    if (item) await user.click(item)
    const shown = await form('New client')
    await waitFor(() =>
      expect(within(shown).getByRole('button', { name: /Country: United States/ })).toHaveProperty('disabled', false),
    )
    put(/Company name/, 'Elm')
    put(/Full name/, 'Ella Elm')
    put(/E-mail/, 'ella@elm.example')
    await user.type(within(shown).getByLabelText(/^Phone/), '3125550199')
    await save(user, shown)
    await waitFor(() => expect(server.named('companies.create')).toHaveLength(1))
    expect(server.named('companies.create')[0]?.input).toMatchObject({
      companyID: 'com_Cedar',
      ClientCompanyName: 'Elm',
      ClientPhoneCountryCode: 'US',
      ClientPhone: expect.stringContaining('312'),
    })
  })

  it('RTE-083 asks whose dashboard a client starts at', async () => {
    const handlers: Handlers = {
      'companies.list': () => pageOf([clientRow('Elm')]),
      'companies.update': () => saved(clientRow('Elm'), 'Data has been updated successfully'),
    }
    const opened = await openClients(handlers)
    const shown = await edit(opened, 'Elm')
    const field = within(shown).getByLabelText<HTMLInputElement>('Starts at', { selector: 'input' })
    expect(field.value).toBe('Site ID')
    await opened.user.click(field)
    await opened.user.click(await screen.findByRole('option', { name: 'Search ID', hidden: true }))
    await save(opened.user, shown)
    await waitFor(() => expect(opened.server.named('companies.update')).toHaveLength(1))
    expect(opened.server.named('companies.update')[0]?.input).toEqual({
      ClientID: 'usr_Elm',
      action: 'downline',
      leadspeek_type: 'locator',
    })
  })

  it('RTE-083 does not ask an agency that has one of the products alone', async () => {
    const me = agency({ leadlocatorname: '', leadlocatorurl: '' })
    const opened = await openClients({ 'companies.list': () => pageOf([clientRow('Elm')]) }, me)
    expect(within(await edit(opened, 'Elm')).queryByLabelText('Starts at', { selector: 'input' })).toBeNull()
  })

  it('CLI-27 ERB-01 says what the server says of bad input, and a fixed sentence when it breaks', async () => {
    const answers = [
      broken,
      () => {
        throw new Refusal('invalid', 'Please check it.', { ClientEmail: 'This email already exists' })
      },
      () => {
        throw new Refusal('conflict', 'The company was changed meanwhile.')
      },
    ]
    const { user } = await openClients({
      'companies.list': () => pageOf([clientRow('Elm')]),
      'companies.create': () => answers.shift()?.() as never,
    })
    await user.click((await screen.findAllByRole('button', { name: 'Add client' }))[0] ?? document.body)
    const shown = await form('New client')
    put(/Company name/, 'Fir')
    put(/Full name/, 'Fay Fir')
    put(/E-mail/, 'fay@fir.example')
    await save(user, shown)
    expect(await screen.findByText('Server might be busy please try again later')).toBeDefined()
    await save(user, shown)
    expect(await within(shown).findByText('This email already exists')).toBeDefined()
    await save(user, shown)
    expect(await screen.findByText('The company was changed meanwhile.')).toBeDefined()
    // What was typed is still there.
    expect((within(shown).getByLabelText(/Company name/) as HTMLInputElement).value).toBe('Fir')
  })

  it('gives the focus back to the button that opened it, given up or saved', async () => {
    const { user } = await openClients({
      'companies.list': () => pageOf([clientRow('Elm')]),
      'companies.create': () => saved(clientRow('Fir'), 'Data has been added successfully'),
    })
    // The page is whole: what still loads may take the focus.
    await rowNamed('Elm')
    const [button] = await screen.findAllByRole('button', { name: 'Add client' })
    if (!button) throw new Error('There is no such button.')
    await user.click(button)
    await user.click(within(await form('New client')).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(document.activeElement).toBe(button))
    await user.keyboard('{Enter}')
    await form('New client')
    put(/Company name/, 'Fir')
    put(/Full name/, 'Fay Fir')
    put(/E-mail/, 'fay@fir.example')
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Data has been added successfully')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(button))
  })
})

describe('after a change', () => {
  it('AGL-71 sales people ask for their own agencies again, others for all', async () => {
    const answers = { 'companies.update': () => saved(rowOf('Cedar'), 'Data has been updated successfully') }
    const sales = await openAgencies({ 'companies.salesDownline': () => pageOf(root), ...answers }, salesPerson())
    const editing = await edit(sales, 'Cedar')
    const before = sales.server.named('companies.salesDownline').length
    await save(sales.user, editing)
    await waitFor(() => expect(sales.server.named('companies.salesDownline').length).toBeGreaterThan(before))
    expect(sales.server.named('companies.list')).toEqual([])
    expect(sales.server.named('companies.update')[0]?.input).not.toHaveProperty('selectedterms')
    sales.unmount()
    localStorage.clear()
    const operators = await openAgencies({ 'companies.list': lists(tree), ...answers }, operator())
    const form = await edit(operators, 'Cedar')
    const asked = operators.server.named('companies.list').length
    await save(operators.user, form)
    await waitFor(() => expect(operators.server.named('companies.list').length).toBeGreaterThan(asked))
    expect(operators.server.named('companies.salesDownline')).toEqual([])
  })

  it('CLI-26 shows neither Add, Edit nor Delete to whose role takes them away', async () => {
    const flags = { create_permission: 'F', update_permission: 'F', delete_permission: 'F' } as const
    const settings = { module_name: 'Settings', enable_permission: 'T', ...flags } as const
    const { unmount } = await openClients(
      { 'companies.list': () => pageOf([clientRow('Elm')]) },
      agency({ user_permissions: { report_analytics: 'F', modules: [settings] } }),
    )
    const row = await rowNamed('Elm')
    expect(screen.queryByRole('button', { name: 'Add client' })).toBeNull()
    for (const name of [/^Edit/, /^Delete/]) expect(row.queryByRole('button', { name })).toBeNull()
    unmount()
    localStorage.clear()
    await openClients({ 'companies.list': () => pageOf([clientRow('Elm')]) })
    expect((await rowNamed('Elm')).getByRole('button', { name: 'Edit Elm' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Add client' })).toBeDefined()
  })
})

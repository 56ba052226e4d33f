import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Input, Output } from '#shared/contracts/index.ts'
import { toCostSetting } from '#shared/contracts/pricing/cost-wire.ts'
import { type Costs, noCosts } from '#shared/money/price-list.ts'
import type { Handlers } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { setup, tenant } from '#tests/web/support/people.ts'
import { discardChanges, isGuarded } from '#tests/web/support/unsaved.ts'
import {
  broken,
  freshBrowser,
  lists,
  openAgencies,
  operator,
  pageOf,
  rowNamed,
  rowOf,
  salesPerson,
} from '../companies/stage.tsx'

freshBrowser()

const YOUNG_MS = 2100

type Answer = Extract<Output<'settings.get'>, { settingname: 'costagency' }>
const lead = (perLeadCentiCents: number) => ({ ...noCosts.costs.local.Weekly, perLeadCentiCents })
const costs = (more: Partial<Costs> = {}): Costs => ({ ...noCosts.costs, ...more })
const answer = (own: Costs = costs(), root: Costs = costs(), dpay: Answer['dpay'] = 'Weekly'): Answer => ({
  settingname: 'costagency',
  data: toCostSetting(own),
  rootcostagency: toCostSetting(root),
  dpay,
})
const saved = () => ({ result: 'success' as const, message: 'Setting has been saved.' })
const all = ['local', 'locator', 'enhance', 'b2b'] as const
const withAll = rowOf('Aurora', { selected_modules: all.map((type) => ({ type, status: true })) })
const withTwo = rowOf('Cedar')

async function openCosts(
  given: Answer,
  handlers: Parameters<typeof openAgencies>[0] = {},
  name = 'Aurora',
  as = operator(),
) {
  const opened = await openAgencies(
    {
      'companies.list': lists({ com_root: [withAll, withTwo] }),
      'settings.get': () => given,
      'settings.save': saved,
      ...handlers,
    },
    as,
  )
  await opened.user.click((await rowNamed(name)).getByRole('button', { name: `More actions ${name}` }))
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Cost setting', hidden: true }))
  const dialog = within(await screen.findByRole('dialog', { name: /^(Set )?Cost for Agency$/ }))
  // While one product's panel goes and another's comes, there may be two.
  await dialog.findAllByLabelText('Platform fee')
  return { ...opened, dialog }
}
type Dialog = Awaited<ReturnType<typeof openCosts>>['dialog']
const panel = (dialog: Dialog) => within(dialog.getByRole('tabpanel'))
const field = (dialog: Dialog, name: string | RegExp) => panel(dialog).getByLabelText<HTMLInputElement>(name)

async function choose(user: Awaited<ReturnType<typeof openCosts>>['user'], term: string) {
  await user.click(screen.getByRole('combobox', { name: 'Payment term' }))
  await user.click(await screen.findByRole('option', { name: term, hidden: true }))
}

describe('Set Cost for Agency', () => {
  it('CST-01 AGL-51 COB-07 holds the payment term and a tab for each product', async () => {
    const { dialog, server } = await openCosts(answer())
    expect(dialog.getByRole('combobox', { name: 'Payment term' })).toBeDefined()
    expect(dialog.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(all.map((line) => `${line} product`))
    expect(server.named('settings.get')[0]?.input).toEqual({
      companyID: 'com_Aurora',
      settingname: 'costagency',
      idSys: 'com_root',
    })
  })

  it('CST-02 shows enhance and b2b only where the agency has them', async () => {
    const { dialog } = await openCosts(answer(), {}, 'Cedar')
    expect(dialog.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['local product', 'locator product'])
  })

  it('CST-05 COB-06 offers the four terms, Weekly first', async () => {
    const { user } = await openCosts(answer())
    const term = screen.getByRole<HTMLInputElement>('combobox', { name: 'Payment term' })
    expect(term.value).toBe('Weekly')
    await user.click(term)
    const options = await screen.findAllByRole('option', { hidden: true })
    expect(options.map((option) => option.textContent)).toEqual(['Weekly', 'Monthly', 'One Time', 'Prepaid'])
  })

  it('CST-04 opens with the term that was kept', async () => {
    await openCosts(answer(costs(), costs(), 'Monthly'))
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Payment term' }).value).toBe('Monthly')
  })

  it('CST-06 CST-07 CST-08 CST-09 CST-10 changes fees and words with the term', async () => {
    const fees = { Weekly: lead(10_000), Monthly: lead(20_000), OneTime: lead(30_000), Prepaid: lead(40_000) }
    const { dialog, user } = await openCosts(answer(costs({ local: fees })))
    for (const [term, price, label] of [
      ['Weekly', '$1.00', 'Campaign fee per week'],
      ['Monthly', '$2.00', 'Campaign fee per month'],
      ['One Time', '$3.00', 'Campaign fee'],
      ['Prepaid', '$4.00', 'Campaign fee per month'],
    ] as const) {
      if (term !== 'Weekly') await choose(user, term)
      expect([term, field(dialog, 'Cost per lead, basic data').value]).toEqual([term, price])
      expect(field(dialog, label)).toBeDefined()
    }
  })

  it('CST-12 CST-13 CST-14 CST-15 CST-16 has four fields for local and three for each other product, all 0', async () => {
    const { dialog, user } = await openCosts(answer())
    for (const line of all) {
      await user.click(dialog.getByRole('tab', { name: `${line} product` }))
      const inputs = panel(dialog).getAllByRole<HTMLInputElement>('textbox')
      expect([line, inputs.map((input) => input.value)]).toEqual([line, Array(line === 'local' ? 4 : 3).fill('$0.00')])
    }
  })

  it('CST-18 takes digits and one dot, and lets Backspace, arrows and Tab work', async () => {
    const { dialog, user } = await openCosts(answer())
    const input = field(dialog, 'Platform fee')
    await user.clear(input)
    await user.type(input, '1a2.3.4')
    expect(input.value).toBe('12.34')
    await user.type(input, '{ArrowLeft}{Backspace}')
    expect(input.value).toBe('12.4')
    await user.tab()
    expect(document.activeElement).not.toBe(input)
    expect(input.value).toBe('$12.40')
  })

  it('replaces the price that stands there when one is typed after a Tab', async () => {
    const { dialog, user } = await openCosts(answer())
    field(dialog, 'Platform fee').focus()
    await user.tab()
    await user.keyboard('7')
    expect(field(dialog, 'Campaign fee per week').value).toBe('7')
  })

  it.each(['copy', 'cut', 'paste'] as const)('CST-19 blocks %s', async (way) => {
    const { dialog } = await openCosts(answer())
    expect(fireEvent[way](field(dialog, 'Platform fee'))).toBe(false)
  })

  it('CST-20 CST-21 makes 0 of what is no number, and currency of what is', async () => {
    const { dialog, user } = await openCosts(answer())
    const input = field(dialog, 'Platform fee')
    await user.clear(input)
    await user.type(input, '.')
    await user.tab()
    expect(input.value).toBe('$0.00')
    await user.clear(input)
    await user.type(input, '1234.5')
    await user.tab()
    expect(input.value).toBe('$1,234.50')
  })

  it.each([
    { id: 'CST-22 ERB-29', line: 'enhance' },
    { id: 'CST-23', line: 'b2b' },
  ] as const)('$id raises a price of $line to the root’s minimum for the term, and says so', {}, async ({ line }) => {
    const floor = { ...noCosts.costs.b2b, Weekly: lead(5_000), Monthly: lead(9_000) }
    const { dialog, user, server } = await openCosts(answer(costs({ [line]: floor }), costs({ [line]: floor })))
    await user.click(dialog.getByRole('tab', { name: `${line} product` }))
    const input = () => field(dialog, 'Cost per lead')
    await user.clear(input())
    await user.type(input(), '0.1')
    await user.tab()
    expect(input().value).toBe('$0.50')
    expect(dialog.getByText('*Cost Per Lead Minimum')).toBeDefined()
    await choose(user, 'Monthly')
    expect(dialog.queryByText('*Cost Per Lead Minimum')).toBeNull()
    await user.clear(input())
    await user.type(input(), '0.89')
    await user.tab()
    expect(input().value).toBe('$0.90')
    await user.clear(input())
    await user.type(input(), '0.9')
    await user.tab()
    expect(dialog.queryByText('*Cost Per Lead Minimum')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.named('settings.save')).toHaveLength(1))
  })

  it('CST-25 CST-26 ERB-22 saves what was changed in its structure, and tells it', async () => {
    const own = costs({ locator: { ...noCosts.costs.locator, Prepaid: lead(1_234) } })
    const { dialog, user, server } = await openCosts(answer(own))
    const input = field(dialog, 'Cost per lead, advanced data')
    await user.clear(input)
    await user.type(input, '0.125')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Setting has been saved.')).toBeDefined()
    const sent = server.named('settings.save')[0]?.input as Extract<
      Input<'settings.save'>,
      { comsetname: 'costagency' }
    >
    expect([sent.companyID, sent.actionType, sent.comsetname, sent.dpay]).toEqual([
      ...['com_Aurora', 'customsmtpmodule', 'costagency', undefined],
    ])
    // What was not touched may have been set by somebody else since.
    expect(sent.comsetval).toEqual({
      local: { Weekly: { LeadspeekCostperleadAdvanced: '0.125' } },
      locator: {},
      enhance: {},
      b2b: {},
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('CST-41 has no Save for a role without update, and takes nothing', async () => {
    const flags = {
      module_name: 'Settings',
      enable_permission: 'T',
      create_permission: 'T',
      update_permission: 'F',
      delete_permission: 'T',
    } as const
    const reader = operator({ user_permissions: { report_analytics: 'F', modules: [flags] } })
    const { dialog } = await openCosts(answer(), {}, 'Aurora', reader)
    expect(dialog.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(field(dialog, 'Platform fee').readOnly).toBe(true)
  })

  it('says what failed, and keeps what was typed', async () => {
    const { dialog, user } = await openCosts(answer(), { 'settings.save': broken })
    const input = field(dialog, 'Platform fee')
    await user.clear(input)
    await user.type(input, '7')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Something went wrong, please try again later.')).toBeDefined()
    expect(field(dialog, 'Platform fee').value).toBe('$7.00')
  })

  it('is shown to sales people, who change nothing', async () => {
    const { dialog } = await openCosts(
      answer(costs({ local: { ...noCosts.costs.local, Weekly: lead(12_500) } })),
      { 'companies.salesDownline': () => pageOf([withAll]) },
      'Aurora',
      salesPerson(),
    )
    expect(field(dialog, 'Cost per lead, basic data').value).toBe('$1.25')
    expect(field(dialog, 'Cost per lead, basic data').readOnly).toBe(true)
    expect(dialog.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.getByRole('dialog', { name: 'Cost for Agency' })).toBeDefined()
    expect(dialog.getByText('What Aurora pays the platform.')).toBeDefined()
    expect(dialog.queryByText(/A change/)).toBeNull()
  })

  it('shows what was changed elsewhere since it was open, and sends nothing older', async () => {
    let price = 10_000
    const own = () => costs({ local: { ...noCosts.costs.local, Weekly: lead(price) } })
    const { dialog, user } = await openCosts(answer(), { 'settings.get': () => answer(own()) })
    expect(field(dialog, 'Cost per lead, basic data').value).toBe('$1.00')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    price = 20_000
    // An answer this young is not asked for again.
    await new Promise((resolve) => setTimeout(resolve, YOUNG_MS))
    await user.click((await rowNamed('Aurora')).getByRole('button', { name: 'More actions Aurora' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Cost setting', hidden: true }))
    const again = within(await screen.findByRole('dialog', { name: 'Set Cost for Agency' }))
    await again.findAllByLabelText('Platform fee')
    await waitFor(() => expect(field(again, 'Cost per lead, basic data').value).toBe('$2.00'))
  })
})

describe('costs on the page of an agency', () => {
  async function openPage(handlers: Handlers) {
    const opened = await openApp('/configuration/company/com_Aurora?tab=prices', {
      as: operator(),
      tenant: tenant({ domain: 'root.localhost', subdomain: 'root', rootcomp: 'T', ownedcompanyid: 'com_root' }),
      handlers: {
        'account.checkSetup': () => setup({ accountconnected: 'completed' }),
        'companies.get': () => ({ data: withAll, parent: { id: 'com_root', name: 'Leadloom' } }),
        ...handlers,
      },
    })
    const first = await screen.findByLabelText<HTMLInputElement>('Cost per lead, basic data')
    return { ...opened, first }
  }
  const price = () => screen.getByLabelText<HTMLInputElement>('Cost per lead, basic data')

  it('are as they are kept after Cancel, which keeps the focus', async () => {
    const kept = costs({ local: { ...noCosts.costs.local, Weekly: lead(10_000) } })
    const { user, first } = await openPage({ 'settings.get': () => answer(kept) })
    await user.clear(first)
    await user.type(first, '2')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await discardChanges(user)
    expect(price().value).toBe('$1.00')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })))
    expect(isGuarded()).toBe(false)
  })

  it('stay as they were saved while the answer is on its way, and what is typed meanwhile stays too', async () => {
    let kept = costs({ local: { ...noCosts.costs.local, Weekly: lead(10_000) } })
    let free: () => void = () => undefined
    let waits: Promise<void> | undefined
    const { user, server, first } = await openPage({
      'settings.get': async () => {
        await waits
        return answer(kept)
      },
      'settings.save': () => {
        kept = costs({ local: { ...noCosts.costs.local, Weekly: lead(20_000) } })
        waits = new Promise((resolve) => {
          free = resolve
        })
        return saved()
      },
    })
    expect(first.value).toBe('$1.00')
    await user.clear(first)
    await user.type(first, '2')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Setting has been saved.')
    expect(price().value).toBe('$2.00')
    const fee = screen.getAllByLabelText<HTMLInputElement>('Platform fee')[0]
    if (!fee) throw new Error('There is no fee.')
    await user.clear(fee)
    await user.type(fee, '7')
    free()
    await waitFor(() => expect(server.named('settings.get').length).toBeGreaterThan(1))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([fee.isConnected, fee.value, price().value]).toEqual([true, '7', '$2.00'])
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { toCostSetting } from '#shared/contracts/pricing/cost-wire.ts'
import { type Costs, noCosts } from '#shared/money/price-list.ts'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { freshBrowser, openAgencies, operator, pageOf, rowNamed, rowOf, salesPerson } from './stage.tsx'

freshBrowser()

type Answer = Extract<Output<'settings.get'>, { settingname: 'costagency' }>
const lead = (perLeadCentiCents: number) => ({ ...noCosts.costs.local.Weekly, perLeadCentiCents })
const costs = (line: keyof Costs, perLead: number): Costs => ({
  ...noCosts.costs,
  [line]: { ...noCosts.costs[line], Weekly: lead(perLead) },
})
const answer = (own: Costs, root: Costs = noCosts.costs): Answer => ({
  settingname: 'costagency',
  data: toCostSetting(own),
  rootcostagency: toCostSetting(root),
  dpay: 'Weekly',
})
const all = ['local', 'locator', 'enhance', 'b2b'] as const
const withAll = { selected_modules: all.map((type) => ({ type, status: true })) }
const rows = [rowOf('Aurora', withAll), rowOf('Brightwell', withAll), rowOf('Cedar')]
const done = () => ({ result: 'success' as const, message: 'Setting has been saved.', changed: true })

async function open(handlers: Parameters<typeof openAgencies>[0] = {}) {
  const opened = await openAgencies({
    'companies.list': () => pageOf(rows),
    'settings.get': ({ companyID }) => answer(costs('local', companyID === 'com_Cedar' ? 2500 : 1000)),
    'pricing.changeCosts': done,
    ...handlers,
  })
  await rowNamed('Cedar')
  await opened.user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await opened.user.click(screen.getByRole('button', { name: 'Set costs' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set costs' }))
  return { ...opened, dialog }
}
type Opened = Awaited<ReturnType<typeof open>>
const button = ({ dialog }: Opened, name: RegExp) => dialog.getByRole<HTMLButtonElement>('button', { name })
async function enter({ dialog, user }: Opened, label: string, text: string) {
  await user.click(dialog.getByLabelText(label))
  await user.type(dialog.getByLabelText(label), text)
  await user.tab()
}
async function choose({ dialog, user }: Opened, label: string, option: string) {
  await user.click(dialog.getByLabelText(label, { selector: 'input' }))
  await user.click((await screen.findAllByRole('option', { name: option, hidden: true })).at(-1) ?? document.body)
}
const shown = ({ dialog }: Opened) =>
  within(dialog.getByRole('list', { name: 'What will change' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

describe('costs of many agencies', () => {
  it('are shown agency by agency before anything is written, and written one after the other', async () => {
    const opened = await open()
    const { dialog, server, user } = opened
    await dialog.findByText('3 companies stay as they are.')
    expect(button(opened, /^Set costs/).disabled).toBe(true)
    await enter(opened, 'Cost per lead, basic data', '0.25')
    expect(shown(opened)).toEqual(['Aurora$0.10 \u2192 $0.25', 'Brightwell$0.10 \u2192 $0.25'])
    expect(dialog.getByText('1 company stays as it is.')).toBeDefined()
    await enter(opened, 'Platform fee', '10.5')
    expect(shown(opened)).toEqual([
      'AuroraPlatform fee $0.00 \u2192 $10.50Cost per lead, basic data $0.10 \u2192 $0.25',
      'BrightwellPlatform fee $0.00 \u2192 $10.50Cost per lead, basic data $0.10 \u2192 $0.25',
      'CedarPlatform fee $0.00 \u2192 $10.50',
    ])
    expect(server.named('pricing.changeCosts')).toEqual([])
    await user.click(button(opened, /^Set costs \(3 companies\)/))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const wanted = { ModuleID: 'local', PaymentTerm: 'Weekly', PlatformFee: '10.5', Costperlead: '0.25' }
    expect(server.named('pricing.changeCosts').map(({ input }) => input)).toEqual(
      ['com_Aurora', 'com_Brightwell', 'com_Cedar'].map((companyID) => ({ companyID, ...wanted })),
    )
    expect(await screen.findByText('3 companies were changed.')).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Chosen companies' })).toBeNull()
  })

  it('leave a price alone that is emptied again, and take a price of nothing only when it is typed', async () => {
    const opened = await open()
    await enter(opened, 'Cost per lead, basic data', '0')
    expect(shown(opened)).toHaveLength(3)
    await opened.user.clear(opened.dialog.getByLabelText('Cost per lead, basic data'))
    await opened.user.tab()
    expect(opened.dialog.queryByRole('list', { name: 'What will change' })).toBeNull()
    expect(button(opened, /^Set costs/).disabled).toBe(true)
  })

  it('leave out, with the reason, who lacks the product, whose floor lies higher, and who could not be asked', async () => {
    const opened = await open({
      'settings.get': ({ companyID }) => {
        if (companyID === 'com_Brightwell') throw new Refusal('forbidden', 'You may not reach this account.')
        return answer(costs('enhance', 9000), costs('enhance', 5000))
      },
    })
    const { dialog, server, user } = opened
    await choose(opened, 'Product', 'enhance product')
    expect(dialog.queryByLabelText('Cost per lead, advanced data')).toBeNull()
    await enter(opened, 'Cost per lead', '0.4')
    const left = () =>
      within(dialog.getByRole('alert'))
        .getAllByRole('listitem')
        .map((item) => item.textContent)
    expect(left()).toEqual([
      'AuroraThe platform itself pays $0.50 per lead: nothing less can be set.',
      'BrightwellYou may not reach this account.',
      'CedarThe agency does not have this product.',
    ])
    expect(button(opened, /^Set costs/).disabled).toBe(true)
    await user.clear(dialog.getByLabelText('Cost per lead'))
    await enter(opened, 'Cost per lead', '0.6')
    expect(dialog.getByText('2 companies will be left out')).toBeDefined()
    expect(shown(opened)).toEqual(['Aurora$0.90 \u2192 $0.60'])
    await user.click(button(opened, /^Set costs \(1 company\)/))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.named('pricing.changeCosts').map(({ input }) => input.companyID)).toEqual(['com_Aurora'])
  })

  it('say which were changed and which not, and try those alone again', async () => {
    let fails = true
    const opened = await open({
      'pricing.changeCosts': ({ companyID }) => {
        if (fails && companyID === 'com_Brightwell') throw new Refusal('internal', 'Something went wrong.')
        return done()
      },
    })
    const { dialog, server, user } = opened
    await enter(opened, 'Platform fee', '10')
    await user.click(button(opened, /^Set costs \(3 companies\)/))
    const alert = within(await dialog.findByRole('alert'))
    expect(alert.getByText('1 company could not be changed')).toBeDefined()
    expect(alert.getByText('2 companies were changed.')).toBeDefined()
    expect(alert.getByRole('listitem').textContent).toBe('BrightwellSomething went wrong.')
    fails = false
    await user.click(button(opened, /^Try 1 company again/))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.named('pricing.changeCosts').map(({ input }) => input.companyID)).toEqual([
      ...['com_Aurora', 'com_Brightwell', 'com_Cedar', 'com_Brightwell'],
    ])
  })

  it('are no matter of people whose role does not let them change settings', async () => {
    const flags = {
      module_name: 'Settings',
      enable_permission: 'T',
      create_permission: 'T',
      update_permission: 'F',
      delete_permission: 'T',
    } as const
    await openAgencies(
      { 'companies.list': () => pageOf(rows) },
      operator({ user_permissions: { report_analytics: 'F', modules: [flags] } }),
    )
    await rowNamed('Cedar')
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('are no matter of sales people', async () => {
    await openAgencies({ 'companies.salesDownline': () => pageOf(rows) }, salesPerson())
    await rowNamed('Cedar')
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

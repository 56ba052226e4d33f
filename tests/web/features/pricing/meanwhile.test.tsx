// Somebody else has set the same amount meanwhile: what the server says of it stands beside the field, and nowhere else, because a notice at
// the edge of the screen lies over the buttons of small ones.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { toCostSetting } from '#shared/contracts/pricing/cost-wire.ts'
import { noCosts } from '#shared/money/price-list.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { setup, tenant } from '#tests/web/support/people.ts'
import { faultOf, saidOf } from '#tests/web/support/said-of.ts'
import { freshBrowser, operator } from '../companies/stage.tsx'
import { openWallet } from '../wallet/stage.tsx'

freshBrowser()

const at = tenant({ domain: 'root.localhost', subdomain: 'root', rootcomp: 'T', ownedcompanyid: 'com_root' })
const told = 'Somebody else set it meanwhile. Save again to have it your way.'
const refuse = (...fields: string[]) => {
  throw new Refusal('conflict', told, Object.fromEntries(fields.map((field) => [field, told])))
}
const minimum = { status: 'T' as const, first_month: '0', second_month: '0', monthly: '0' }
const plan = { idMinimumSpend: 'msp_1', planName: 'Growth', months: ['100'], flatMonth: '349', is_default: false }
const notices = () => document.querySelectorAll('.mantine-Notification-root[data-type=danger]').length

async function open(tab: string, handlers: Handlers) {
  const opened = await openApp(`/configuration/general-setting?tab=${tab}`, {
    as: operator(),
    tenant: at,
    handlers: {
      'account.checkSetup': () => setup({ accountconnected: 'completed' }),
      'pricing.listPlans': () => ({ data: [plan] }),
      'settings.get': ({ settingname }) =>
        settingname === 'developerfee'
          ? { settingname, data: { amount: '10' } }
          : settingname === 'costagency'
            ? {
                settingname,
                data: toCostSetting(noCosts.costs),
                rootcostagency: toCostSetting(noCosts.costs),
                dpay: 'Weekly',
              }
            : { settingname: 'rootminspend', data: minimum },
      ...handlers,
    },
  })
  const type = async (name: string, text: string) => {
    await opened.user.clear(screen.getByLabelText(name))
    await opened.user.type(screen.getByLabelText(name), text)
  }
  const press = (name: string) => opened.user.click(screen.getByRole('button', { name }))
  return { ...opened, type, press }
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)

it.each([
  ['Second month', 'Save minimum', 'comsetval.second_month'],
  ['Every month after', 'Save minimum', 'comsetval.monthly'],
  ['One-time fee', 'Save fee', 'comsetval.amount'],
])('%s says it beside its amount, which stays as money under the focus', async (name, button, wire) => {
  const { type, press, user } = await open('plans', { 'settings.save': () => refuse(wire) })
  await screen.findByLabelText(name)
  await type(name, '250')
  await press(button)
  await waitFor(() => expect(faultOf(field(name))).toEqual(['true', told]))
  expect([document.activeElement === field(name), field(name).value, notices()]).toEqual([true, '$250.00', 0])
  // Who looks at it and goes on has not answered it; who types has.
  await user.tab()
  expect(saidOf(field(name))).toBe(told)
  await user.type(field(name), '3')
  expect([field(name).value, saidOf(field(name))]).toEqual(['3', ''])
})

it('a plan says it beside its months and its last amount', async () => {
  const { type, press, user } = await open('plans', { 'pricing.updatePlan': () => refuse('months', 'flatMonth') })
  await user.click(await screen.findByRole('button', { name: 'Edit Growth' }))
  const form = within(await screen.findByRole('form', { name: 'Edit Growth' }))
  const last = form.getByLabelText<HTMLInputElement>('Every month after')
  await user.clear(last)
  await user.type(last, '400')
  await type('Month 1', '150')
  await press('Save plan')
  await waitFor(() => expect([saidOf(field('Month 1')), saidOf(last)]).toEqual([told, told]))
  expect([document.activeElement === field('Month 1'), field('Month 1').value, notices()]).toEqual([true, '$150.00', 0])
  // The sentence about months has no month to stand beside.
  await user.click(form.getByRole('button', { name: 'Remove month 1' }))
  await press('Save plan')
  await waitFor(() => expect(notices()).toBe(1))
})

it('costs say it beside the cost that is in view, and under them what is said of another product or term', async () => {
  const { type, press, user } = await open('costs', {
    'settings.save': () =>
      refuse('comsetval.local.Weekly.LeadspeekCostperlead', 'comsetval.locator.Monthly.LocatorPlatformFee'),
  })
  await screen.findByLabelText('Cost per lead, basic data')
  await type('Cost per lead, basic data', '2')
  await press('Save costs')
  await waitFor(() => expect(faultOf(field('Cost per lead, basic data'))).toEqual(['true', told]))
  expect(document.activeElement).toBe(field('Cost per lead, basic data'))
  expect([field('Cost per lead, basic data').value, screen.getByRole('alert').textContent]).toEqual(['$2.00', told])
  expect(notices()).toBe(0)
  await user.click(screen.getByRole('combobox', { name: 'Payment term' }))
  await user.click(await screen.findByRole('option', { name: 'Monthly', hidden: true }))
  expect(screen.getByRole('alert').textContent).toBe(`${told} ${told}`)
  expect(saidOf(field('Cost per lead, basic data'))).toBe('')
})

it('a wallet says it beside the limit and the amount', async () => {
  const { user, inside } = await openWallet({
    'wallet.save': ({ monthly_limit }) => refuse(monthly_limit === undefined ? 'amount' : 'monthly_limit'),
  })
  const limit = inside.getByRole('textbox', { name: 'Monthly limit' })
  await user.type(limit, '1500')
  await user.click(inside.getByRole('button', { name: 'Save limit' }))
  await waitFor(() => expect(limit.getAttribute('aria-invalid')).toBe('true'))
  expect(saidOf(limit)).toContain(told)
  expect(document.activeElement).toBe(limit)
  await user.type(limit, '0')
  expect(saidOf(limit)).not.toContain(told)
  await user.click(inside.getByRole('button', { name: '$1,000' }))
  await user.click(inside.getByRole('button', { name: 'Save for automatic top-ups' }))
  const amounts = inside.getByRole('group', { name: 'Amount' })
  await waitFor(() => expect(saidOf(amounts)).toBe(told))
  await user.click(inside.getByRole('button', { name: '$500' }))
  expect([saidOf(amounts), notices()]).toEqual(['', 0])
})

// Numbers as people mistype them: what was typed stays, what is wrong stands beside its field, and nothing is sent of it.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { toCostSetting } from '#shared/contracts/pricing/cost-wire.ts'
import { noCosts } from '#shared/money/price-list.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { setup, tenant } from '#tests/web/support/people.ts'
import { faultOf, saidOf } from '#tests/web/support/said-of.ts'
import { freshBrowser, operator } from '../companies/stage.tsx'

freshBrowser()

const at = tenant({ domain: 'root.localhost', subdomain: 'root', rootcomp: 'T', ownedcompanyid: 'com_root' })
const done = () => ({ result: 'success' as const, message: 'Setting has been saved.' })
const TOO_MUCH = '99999999999'
const fault = 'Enter an amount of at most $1,000,000.00.'

async function open(tab: string, handlers: Handlers) {
  const opened = await openApp(`/configuration/general-setting?tab=${tab}`, {
    as: operator(),
    tenant: at,
    handlers: { 'account.checkSetup': () => setup({ accountconnected: 'completed' }), ...handlers },
  })
  const type = async (field: HTMLElement, text: string) => {
    await opened.user.clear(field)
    if (text) await opened.user.type(field, text)
    await opened.user.tab()
    return field as HTMLInputElement
  }
  return { ...opened, type }
}

describe('a coupon', () => {
  async function openForm(createCoupon: Handlers['pricing.createCoupon'] = done as never) {
    const opened = await open('coupons', {
      'pricing.listCoupons': () => ({ data: [] }),
      'pricing.createCoupon': createCoupon,
    })
    await opened.user.click(await screen.findByRole('button', { name: 'Add coupon' }))
    const form = within(await screen.findByRole('form', { name: 'New coupon' }))
    await opened.user.type(form.getByLabelText(/^Code/), 'ten')
    const save = () => opened.user.click(form.getByRole('button', { name: 'Save coupon' }))
    return { ...opened, form, save }
  }

  it('of more than all keeps its number, says so beside it, and is not saved', async () => {
    const { form, type, save, server } = await openForm()
    const field = await type(form.getByLabelText('Percent'), '250')
    expect([field.value, ...faultOf(field)]).toEqual(['250%', 'true', 'Enter at most 100 per cent.'])
    await save()
    expect([server.named('pricing.createCoupon'), field.value]).toEqual([[], '250%'])
    expect(document.activeElement).toBe(field)
    await type(field, '25')
    expect(faultOf(field)[0]).not.toBe('true')
    await save()
    await waitFor(() => expect(server.named('pricing.createCoupon')[0]?.input).toMatchObject({ value: '25' }))
  })

  it.each(['', '0'])('that takes off nothing (%j) is not saved, and says so beside the number', async (text) => {
    const { form, type, save, server } = await openForm()
    const field = await type(form.getByLabelText('Percent'), text)
    await save()
    expect(faultOf(field)).toEqual(['true', 'Enter more than 0 per cent.'])
    expect(server.named('pricing.createCoupon')).toEqual([])
  })

  it.each(['', '0'])('that nobody may use (%j) is not saved, and says so beside the number', async (text) => {
    const { form, type, save, server } = await openForm()
    const field = await type(form.getByLabelText('Uses'), text)
    await save()
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual([text, 'true'])
    expect(saidOf(field)).toContain('Enter 1 or more.')
    expect(server.named('pricing.createCoupon')).toEqual([])
  })

  it('of an amount that is too large says so beside it, and is not saved', async () => {
    const { user, form, type, save, server } = await openForm()
    await user.click(form.getByRole('combobox', { name: 'Takes off' }))
    await user.click(await screen.findByRole('option', { name: 'Amount', hidden: true }))
    const field = await type(form.getByLabelText('Amount'), TOO_MUCH)
    expect([field.value, ...faultOf(field)]).toEqual([TOO_MUCH, 'true', fault])
    await save()
    expect(server.named('pricing.createCoupon')).toEqual([])
    expect(document.activeElement).toBe(field)
  })

  it('that the server refuses says why beside each field it names', async () => {
    const { user, form, save } = await openForm(() => {
      throw new Refusal('invalid', 'No.', {
        code: 'This code is taken.',
        max_uses: 'Enter fewer.',
        expiry: 'Too late.',
      })
    })
    await save()
    await waitFor(() => expect(saidOf(form.getByLabelText(/^Code/))).toBe('This code is taken.'))
    expect(saidOf(form.getByLabelText('Uses'))).toContain('Enter fewer.')
    expect(saidOf(form.getByLabelText('Last day'))).toContain('Too late.')
    // What is changed says nothing any more; the others still do.
    await user.type(form.getByLabelText(/^Code/), '2')
    expect(saidOf(form.getByLabelText(/^Code/))).toBe('')
    expect(saidOf(form.getByLabelText('Uses'))).toContain('Enter fewer.')
  })
})

describe('a minimum', () => {
  const minimum = { status: 'T' as const, first_month: '0', second_month: '0', monthly: '0' }
  const handlers: Handlers = {
    'settings.get': () => ({ settingname: 'rootminspend', data: minimum }),
    'settings.save': done,
    'pricing.listPlans': () => ({ data: [] }),
  }

  it('of one month of a plan that is too large says so beside that month, and no plan is saved', async () => {
    const { user, type, server } = await open('plans', handlers)
    await user.click(await screen.findByRole('button', { name: 'Add plan' }))
    const form = within(await screen.findByRole('form', { name: 'New plan' }))
    await user.type(form.getByLabelText(/^Name/), 'Growth')
    for (let month = 0; month < 2; month++) await user.click(form.getByRole('button', { name: 'Add a month' }))
    await type(form.getByLabelText('Month 1'), '100')
    const field = await type(form.getByLabelText('Month 2'), TOO_MUCH)
    expect([field.value, ...faultOf(field)]).toEqual([TOO_MUCH, 'true', fault])
    expect(saidOf(form.getByLabelText('Month 1'))).toBe('')
    await user.click(form.getByRole('button', { name: 'Save plan' }))
    expect(server.named('pricing.createPlan')).toEqual([])
    expect(document.activeElement).toBe(field)
  })

  it('of a plan without a name says so beside the name', async () => {
    const { user, server } = await open('plans', handlers)
    await user.click(await screen.findByRole('button', { name: 'Add plan' }))
    const form = within(await screen.findByRole('form', { name: 'New plan' }))
    await user.click(form.getByRole('button', { name: 'Save plan' }))
    const name = form.getByLabelText(/^Name/)
    expect(faultOf(name)).toEqual(['true', 'Enter a name for the plan.'])
    await user.type(name, 'G')
    expect(saidOf(name)).toBe('')
    expect(server.named('pricing.createPlan')).toEqual([])
  })

  it('of all agencies that is too large says so beside its month, and nothing is saved', async () => {
    const { user, type, server } = await open('plans', handlers)
    const field = await type(await screen.findByLabelText('Second month'), TOO_MUCH)
    expect([field.value, ...faultOf(field)]).toEqual([TOO_MUCH, 'true', fault])
    await user.click(screen.getByRole('button', { name: 'Save minimum' }))
    expect(server.named('settings.save')).toEqual([])
    expect(document.activeElement).toBe(field)
  })

  it('of all agencies shows what was saved elsewhere, and sends what is changed here alone', async () => {
    let now = minimum
    const { user, type, server } = await open('plans', {
      ...handlers,
      'settings.get': () => ({ settingname: 'rootminspend', data: now }),
    })
    const first = await type(await screen.findByLabelText('First month'), '5')
    now = { ...minimum, first_month: '5', monthly: '80' }
    await user.click(screen.getByRole('button', { name: 'Save minimum' }))
    const monthly = screen.getByLabelText<HTMLInputElement>('Every month after')
    await waitFor(() => expect([first.value, monthly.value]).toEqual(['$5.00', '$80.00']))
    await type(first, '6')
    await user.click(screen.getByRole('button', { name: 'Save minimum' }))
    await waitFor(() => expect(server.named('settings.save')).toHaveLength(2))
    expect(server.named('settings.save')[1]?.input).toMatchObject({ comsetval: { first_month: '6' } })
    expect(server.named('settings.save')[1]?.input.comsetval).not.toHaveProperty('monthly')
  })
})

it('a cost that is too large says so beside its field, and nothing is saved', async () => {
  const { user, type, server } = await open('costs', {
    'settings.get': () => ({
      settingname: 'costagency',
      dpay: 'Weekly',
      data: toCostSetting(noCosts.costs),
      rootcostagency: toCostSetting(noCosts.costs),
    }),
    'settings.save': done,
  })
  const field = await type(await screen.findByLabelText('Platform fee'), TOO_MUCH)
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual([TOO_MUCH, 'true'])
  expect(saidOf(field)).toContain(fault)
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  expect(server.named('settings.save')).toEqual([])
  expect(document.activeElement).toBe(field)
})

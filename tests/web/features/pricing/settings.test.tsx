import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { toCostSetting } from '#shared/contracts/pricing/cost-wire.ts'
import { noCosts } from '#shared/money/price-list.ts'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client, setup, tenant } from '#tests/web/support/people.ts'
import { broken, freshBrowser, operator } from '../companies/stage.tsx'

freshBrowser()

type Handlers = NonNullable<Parameters<typeof openApp>[1]>['handlers']
const rootTenant = tenant({ domain: 'root.localhost', subdomain: 'root', rootcomp: 'T', ownedcompanyid: 'com_root' })
const open = (tab: string, handlers: Handlers, as = operator(), at = rootTenant) =>
  openApp(`/configuration/general-setting?tab=${tab}`, {
    as,
    tenant: at,
    handlers: { 'account.checkSetup': () => setup({ accountconnected: 'completed' }), ...handlers },
  })

describe('the plans of the platform', () => {
  type Plan = Output<'pricing.listPlans'>['data'][number]
  const plan = (planName: string, more: Partial<Plan> = {}): Plan => ({
    idMinimumSpend: `msp_${planName}`,
    planName,
    months: ['100', '200.5'],
    flatMonth: '349',
    is_default: false,
    ...more,
  })
  const minimum = { status: 'F' as 'T' | 'F', first_month: '0', second_month: '0', monthly: '0' }
  const handlersOf = (plans: Plan[]): Handlers => ({
    'settings.get': () => ({ settingname: 'rootminspend', data: minimum }),
    'settings.save': () => ({ result: 'success', message: 'Setting has been saved.' }),
    'pricing.listPlans': () => ({ data: plans }),
    'pricing.createPlan': ({ planName, months, flatMonth }) => {
      const made = plan(planName, {
        months: months.map((cents) => String(cents / 100)),
        flatMonth: String(flatMonth / 100),
      })
      plans.push(made)
      return { result: 'success', message: 'Data has been added successfully', data: made }
    },
    'pricing.setDefaultPlan': ({ idMinimumSpend }) => {
      for (const each of plans) each.is_default = each.idMinimumSpend === idMinimumSpend
      return { result: 'success', message: 'Setting has been saved.' }
    },
    'pricing.removePlan': () => {
      throw new Refusal('invalid', 'Agencies have this plan. Give them another one before you delete it.')
    },
  })

  it('MIN-02 MIN-03 MIN-06 ERB-20 are listed, made, and one of them is the default', async () => {
    const { user, server } = await open('plans', handlersOf([plan('Starter')]))
    const table = within(await screen.findByRole('table', { name: 'Minimum-spend plans' }))
    expect(await table.findByText('$100.00, $200.50')).toBeDefined()
    expect(table.getByText('$349.00')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Add plan' }))
    const form = within(await screen.findByRole('form', { name: 'New plan' }))
    await user.type(form.getByLabelText(/^Name/), 'Growth')
    await user.click(form.getByRole('button', { name: 'Add a month' }))
    await user.clear(form.getByLabelText('Month 1'))
    await user.type(form.getByLabelText('Month 1'), '150')
    await user.clear(form.getByLabelText('Every month after'))
    await user.type(form.getByLabelText('Every month after'), '400')
    await user.click(form.getByRole('button', { name: 'Save plan' }))
    expect(await screen.findByText('Data has been added successfully')).toBeDefined()
    expect(server.named('pricing.createPlan')[0]?.input).toEqual({
      planName: 'Growth',
      months: ['150'],
      flatMonth: '400',
    })
    expect(await table.findByText('Growth')).toBeDefined()
    await user.click(table.getByRole('button', { name: 'Make default Growth' }))
    await waitFor(() =>
      expect(server.named('pricing.setDefaultPlan')[0]?.input).toEqual({ idMinimumSpend: 'msp_Growth' }),
    )
    expect(await table.findByText('Default')).toBeDefined()
  })

  it('MIN-07 says why a plan stays', async () => {
    const { user } = await open('plans', handlersOf([plan('Starter')]))
    await user.click(await screen.findByRole('button', { name: 'More actions Starter' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete', hidden: true }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Starter?' }))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(
      await screen.findByText('Agencies have this plan. Give them another one before you delete it.'),
    ).toBeDefined()
  })

  it('MIN-08 ENB-17 keep what holds for agencies without one', async () => {
    const { user, server } = await open('plans', handlersOf([]))
    await user.click(await screen.findByLabelText('They must spend a minimum'))
    const type = async (label: string, text: string) => {
      const input = screen.getAllByLabelText(label)[0] ?? document.body
      await user.clear(input)
      await user.type(input, text)
    }
    await type('First month', '150')
    await type('Second month', '250')
    await type('Every month after', '349')
    await user.click(screen.getByRole('button', { name: 'Save minimum' }))
    expect(await screen.findByText('Setting has been saved.')).toBeDefined()
    expect(server.named('settings.save')[0]?.input).toEqual({
      companyID: 'com_root',
      comsetname: 'rootminspend',
      comsetval: { status: 'T', first_month: '150', second_month: '250', monthly: '349' },
      seen: { status: 'F', first_month: '0', second_month: '0', monthly: '0' },
    })
  })

  it('MIN-01 are there for operators of the platform itself alone', async () => {
    const other = tenant({ idsys: 'com_other', masteridsys: 'com_root', rootcomp: 'T' })
    await open(
      'plans',
      {
        'settings.get': () => {
          throw new Refusal('forbidden', 'No.')
        },
      },
      operator(),
      other,
    )
    await screen.findByRole('heading', { name: 'General Settings' })
    expect(screen.queryByRole('tab', { name: 'Minimum spend' })).toBeNull()
    expect(screen.queryByRole('tab', { name: 'Coupons' })).toBeNull()
    expect(screen.getByRole('tab', { name: 'Costs' })).toBeDefined()
  })
})

describe('coupons', () => {
  type Coupon = Output<'pricing.listCoupons'>['data'][number]
  const half: Coupon = {
    code: 'HALF',
    type: 'percent',
    value: '50',
    max_uses: 10,
    uses: 3,
    expiry: '2027-01-31',
    is_valid: true,
  }
  it('ONB-19 are listed, made and ended', async () => {
    const coupons = [half]
    const { user, server } = await open('coupons', {
      'pricing.listCoupons': () => ({ data: coupons }),
      'pricing.createCoupon': () => {
        const made: Coupon = { ...half, code: 'TEN', type: 'amount', value: '10', uses: 0, max_uses: 1, expiry: '' }
        coupons.push(made)
        return { result: 'success', message: 'Data has been added successfully', data: made }
      },
      'pricing.removeCoupon': ({ code }) => {
        coupons.splice(
          coupons.findIndex((each) => each.code === code),
          1,
        )
        return { result: 'success', message: 'Deleted!' }
      },
    })
    const table = within(await screen.findByRole('table', { name: 'Coupons' }))
    expect(await table.findByText('50%')).toBeDefined()
    expect(table.getByText('3 of 10')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Add coupon' }))
    const form = within(await screen.findByRole('form', { name: 'New coupon' }))
    await user.type(form.getByLabelText(/^Code/), 'ten')
    await user.click(form.getByRole('combobox', { name: 'Takes off' }))
    await user.click(await screen.findByRole('option', { name: 'Amount', hidden: true }))
    await user.clear(form.getByLabelText('Amount'))
    await user.type(form.getByLabelText('Amount'), '10')
    await user.click(form.getByRole('button', { name: 'Save coupon' }))
    await waitFor(() =>
      expect(server.named('pricing.createCoupon')[0]?.input).toEqual({
        code: 'TEN',
        type: 'amount',
        value: '10',
        max_uses: 1,
        expiry: '',
      }),
    )
    expect(await table.findByText('$10.00')).toBeDefined()
    await user.click(table.getByRole('button', { name: 'Delete HALF' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete HALF?' }))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Deleted!')).toBeDefined()
    await waitFor(() => expect(table.queryByText('HALF')).toBeNull())
  })
})

describe('what the platform itself pays', () => {
  it('CST-27 is saved by its operators', async () => {
    const { user, server } = await open('costs', {
      'settings.get': () => ({
        settingname: 'costagency',
        dpay: 'Weekly',
        data: toCostSetting(noCosts.costs),
        rootcostagency: toCostSetting(noCosts.costs),
      }),
      'settings.save': () => ({ result: 'success', message: 'Setting has been saved.' }),
    })
    const input = await screen.findByLabelText('Platform fee')
    await user.clear(input)
    await user.type(input, '5')
    await user.click(screen.getByRole('button', { name: 'Save costs' }))
    expect(await screen.findByText('Setting has been saved.')).toBeDefined()
    expect(server.named('settings.save')[0]?.input).toMatchObject({
      companyID: 'com_root',
      comsetname: 'costagency',
      comsetval: { local: { Weekly: { LeadspeekPlatformFee: '5' } } },
    })
  })
})

describe('the minimum of an agency', () => {
  const addendum: Output<'pricing.agreement'> = {
    data: {
      title: 'Minimum spend addendum',
      version: 1,
      flatMonth: '349',
      html: '',
      months: [{ month: 1, amount: '100' }],
      blocks: [{ kind: 'list', ordered: false, items: ['Month 1: $100.00'] }],
    },
  }
  const none = { status: 'F', accepted_at: '', accepted_by: '' } as const

  it('MIN-13 MIN-15 is read and accepted', async () => {
    let accepted = false
    const { user, server } = await open(
      'minimum',
      {
        'pricing.agreement': () => addendum,
        'pricing.agreementStatus': () =>
          accepted ? { status: 'T', accepted_at: '2026-11-20T12:00:00.000Z', accepted_by: 'Ada Agency' } : none,
        'pricing.agree': () => {
          accepted = true
          return { result: 'success', message: 'Thank you.', accepted_at: '2026-11-20T12:00:00.000Z' }
        },
      },
      agency(),
      tenant(),
    )
    expect(await screen.findByText('Month 1: $100.00')).toBeDefined()
    await user.click(await screen.findByRole('button', { name: 'I agree' }))
    expect((await screen.findByText(/^Accepted by Ada Agency/)).textContent).toBe(
      'Accepted by Ada Agency on Nov 20, 2026.',
    )
    expect(server.named('pricing.agree')[0]?.input).toEqual({
      company_id: 'com_north',
      accepted: 'T',
      version: 1,
      months: [{ month: 1, amount: '100' }],
      flatMonth: '349',
    })
    expect(screen.queryByRole('button', { name: 'I agree' })).toBeNull()
  })

  it('MIN-11 ERB-18 tells only the console when it cannot be loaded', async () => {
    await open('minimum', { 'pricing.agreement': broken, 'pricing.agreementStatus': broken }, agency(), tenant())
    await screen.findByRole('tab', { name: 'Minimum spend', selected: true })
    await waitFor(() =>
      expect(vi.mocked(console.error).mock.calls.map(([text]) => text)).toContain(
        'The minimum spend could not be loaded.',
      ),
    )
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('MIN-14 is not there in another system, nor for clients', async () => {
    const other = tenant({ masteridsys: 'com_other' })
    const { unmount } = await open('branding', { 'settings.get': broken }, agency(), other)
    await screen.findByRole('tab', { name: 'Branding' })
    expect(screen.queryByRole('tab', { name: 'Minimum spend' })).toBeNull()
    unmount()
    await open('minimum', {}, client(), tenant())
    await waitFor(() => expect(screen.queryByRole('tab', { name: 'Minimum spend' })).toBeNull())
  })
})

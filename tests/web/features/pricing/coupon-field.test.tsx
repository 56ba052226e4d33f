import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, setup } from '#tests/web/support/people.ts'
import { freshBrowser } from '../companies/stage.tsx'

freshBrowser()

const cardless: Output<'payments.getCard'> = {
  result: 'success',
  message: '',
  card: null,
  customer_payment_id: '',
  billing_method: 'credit_card',
  is_direct: false,
  cancelled_at: null,
  public_key: 'pk_test_leadloom_local',
  account: '',
  takes_cards: true,
  failed: [],
}

type Onboarding = Output<'account.checkSetup'>['agencyonboarding']

/** The step of the set-up in which an agency saves its first card. */
async function openCardStep(agencyonboarding: Onboarding) {
  const person = agency({
    profile_setup_completed: 'F',
    phonenum: '3125550123',
    address: '1 Loom Street',
    city: 'Chicago',
    zip: '60601',
    state_code: 'IL',
  })
  const opened = await openApp('/user/profile-setup', {
    as: person,
    handlers: {
      'account.checkSetup': () => setup({ setupcomplete: 'F', creditcardsetup: false, agencyonboarding }),
      'account.saveProfile': () => ({ result: 'success', message: 'Saved.' }),
      'account.saveCompany': () => ({ result: 'success', message: 'Saved.' }),
      'payments.getCard': () => cardless,
      'payments.createCustomer': () => ({
        result: 'success',
        message: 'Your card was saved.',
        client_secret: '',
        setup_id: '',
        account: '',
        card: { brand: 'visa', last4: '4242', exp: '12/2030' },
      }),
      'pricing.getCoupon': () => ({
        result: 'success',
        message: 'The coupon is valid.',
        data: { code: 'HALF', type: 'percent', value: '50', final_amount: '50' },
      }),
    },
  })
  opened.server.files.set(
    '/_local/stripe/v1/payment_methods',
    () => new Response(JSON.stringify({ id: 'pm_1' }), { headers: { 'content-type': 'application/json' } }),
  )
  const wizard = within(await screen.findByRole('region', { name: 'Profile setup' }))
  await opened.user.click(wizard.getByRole('button', { name: 'Next' }))
  await screen.findByLabelText(/^Company name/)
  await opened.user.click(wizard.getByRole('button', { name: 'Next' }))
  // The card's own fields come with a part of the application that is fetched for them.
  await screen.findByLabelText(/^Card number/, {}, { timeout: 60_000 })
  const save = async () => {
    await opened.user.type(screen.getByLabelText(/^Card number/), '4242424242424242')
    await opened.user.type(screen.getByLabelText(/^Expiry/), '12/30')
    await opened.user.type(screen.getByLabelText(/^Security code/), '123')
    await opened.user.click(screen.getByRole('button', { name: 'Save card' }))
    await waitFor(() => expect(opened.server.named('payments.createCustomer')).toHaveLength(1))
    return opened.server.named('payments.createCustomer')[0]?.input ?? {}
  }
  return { ...opened, save }
}

describe('the coupon of the set-up', () => {
  it('ONB-16 is not sent while it is blank', async () => {
    const blank = await openCardStep({ status: 'T', price: '100', enable_coupon: 'T' })
    await blank.user.type(screen.getByLabelText('Coupon code'), '   ')
    expect(Object.keys(await blank.save())).not.toContain('coupon_code')
  })

  it('ONB-16 is sent as it was entered, without the blanks around it', async () => {
    const filled = await openCardStep({ status: 'T', price: '100', enable_coupon: 'T' })
    await filled.user.type(screen.getByLabelText('Coupon code'), ' HALF ')
    await filled.user.click(screen.getByRole('button', { name: 'Apply' }))
    expect(await screen.findByText('With this coupon you pay $50.00.')).toBeDefined()
    // The server charges no more than is shown with it.
    expect(await filled.save()).toMatchObject({ coupon_code: 'HALF', charge_now: 50 })
  })

  it('ONB-16 says nothing of a code with what another one comes to', async () => {
    let free: () => void = () => undefined
    const waits = new Promise<void>((resolve) => {
      free = resolve
    })
    const filled = await openCardStep({ status: 'T', price: '100', enable_coupon: 'T' })
    filled.server.handlers['pricing.getCoupon'] = async () => {
      await waits
      return {
        result: 'success',
        message: 'The coupon is valid.',
        data: { code: 'HALF', type: 'percent', value: '50', final_amount: '50' },
      }
    }
    await filled.user.type(screen.getByLabelText('Coupon code'), 'HALF')
    await filled.user.click(screen.getByRole('button', { name: 'Apply' }))
    await filled.user.type(screen.getByLabelText('Coupon code'), '2')
    free()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Apply' }).dataset.loading).toBeUndefined())
    expect(screen.queryByText(/With this coupon/)).toBeNull()
  })

  it('ONB-11 is asked for only where the agency may enter one', async () => {
    const filled = await openCardStep({ status: 'T', price: '100', enable_coupon: 'F' })
    expect(screen.queryByLabelText('Coupon code')).toBeNull()
    expect(screen.getByText(/A one-time set-up charge of \$100 is taken/)).toBeDefined()
    // The server charges no more than that.
    expect((await filled.save()).charge_now).toBe(100)
  })

  it('ONB-04 tells of no charge where there is none', async () => {
    await openCardStep({ status: 'F', price: '0', enable_coupon: 'F' })
    expect(screen.getByText('This card pays what the platform charges your company.')).toBeDefined()
    expect(screen.queryByText(/set-up charge/)).toBeNull()
  })
})

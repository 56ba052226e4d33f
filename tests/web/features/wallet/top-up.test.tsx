import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { faultOf } from '#tests/web/support/said-of.ts'
import { cleanBrowser, openWallet, wallet } from './stage.tsx'

cleanBrowser()

describe('topping up', () => {
  it('WAL-003 WAL-004 offers three presets and a custom amount', async () => {
    const { inside, user, button } = await openWallet()
    expect(['$250', '$500', '$1,000'].map((name) => button(name).getAttribute('aria-pressed'))).toEqual([
      'false',
      'true',
      'false',
    ])
    expect(inside.queryByRole('textbox', { name: 'Amount' })).toBeNull()
    await user.click(inside.getByRole('switch', { name: 'Custom amount' }))
    expect(inside.getByRole('textbox', { name: 'Amount' })).toBeDefined()
    expect(button('$500').getAttribute('aria-pressed')).toBe('false')
  })

  it('WAL-007 takes digits and one dot only', async () => {
    const { type } = await openWallet()
    expect((await type('1a2..5')).value).toBe('12.5')
  })

  it('WAL-008 lets nobody copy, cut or paste in the amount', async () => {
    const { type } = await openWallet()
    const field = await type('3000')
    for (const event of ['copy', 'cut', 'paste'] as const) expect(fireEvent[event](field)).toBe(false)
    expect(field.value).toBe('3000')
  })

  it('WAL-009 ERR-025 shows the minimum under the field while too little is typed', async () => {
    const { inside, type } = await openWallet()
    await type('100')
    expect(inside.getByText('*Minimum amount is $2500')).toBeDefined()
    await type('2500')
    expect(inside.queryByText('*Minimum amount is $2500')).toBeNull()
  })

  it('WAL-010 ERR-025 says the minimum when too little is saved by keyboard, and saves nothing', async () => {
    const { user, type, server } = await openWallet()
    await type('100')
    await user.keyboard('{Enter}')
    expect(await screen.findByText('The minimum amount is $2500')).toBeDefined()
    expect(server.named('wallet.save')).toEqual([])
  })

  it('WAL-010 WAL-012 leaves what was typed as it is, whatever is pressed, and sends nothing', async () => {
    const { user, type, button, inside, server } = await openWallet()
    const field = await type('100')
    for (let press = 0; press < 2; press++) {
      await user.click(button('Save for automatic top-ups'))
      expect((await screen.findAllByText('The minimum amount is $2500')).length).toBeGreaterThan(0)
      expect([field.value, server.named('wallet.save').length]).toEqual(['100', 0])
    }
    expect(inside.getByText('*Minimum amount is $2500')).toBeDefined()
  })

  it('WAL-011 ERR-025 says the minimum when too little is charged: no question, no call', async () => {
    const { user, type, button, server } = await openWallet()
    await type('100')
    await user.click(button('Charge card now'))
    expect(await screen.findByText('The minimum amount is $2500')).toBeDefined()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(server.named('wallet.charge')).toEqual([])
  })

  it('WAL-012 says under the field what is wrong with an amount that was left, which stays', async () => {
    const { user, type } = await openWallet()
    const field = await type('100')
    await user.tab()
    expect([field.value, ...faultOf(field)]).toEqual(['100', 'true', '*Minimum amount is $2500'])
    await type('99999999999')
    await user.tab()
    expect([field.value, ...faultOf(field)]).toEqual(['99999999999', 'true', 'The largest amount is $999999.99'])
  })

  it('says what is wrong with more digits than any amount has, and stays', async () => {
    const { user, type, inside, button, server } = await openWallet()
    const field = await type('9'.repeat(24))
    expect(faultOf(field)).toEqual(['true', 'The largest amount is $999999.99'])
    expect(field.value).toMatch(/^9{9,}$/)
    await user.tab()
    expect(field.value).toMatch(/^9{9,}$/)
    await user.click(button('Charge card now'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(server.named('wallet.charge')).toEqual([])
    const limit = inside.getByRole<HTMLInputElement>('textbox', { name: 'Monthly limit' })
    await user.type(limit, '9'.repeat(24))
    await user.tab()
    expect(limit.value).toMatch(/^9{9,}$/)
  })

  it('WAL-005 WAL-011 asks for an amount when none is chosen, with the minimum of the presets', async () => {
    const { user, button, server } = await openWallet({ 'wallet.get': () => wallet({ amount: 0 }) })
    await user.click(button('Charge card now'))
    expect(await screen.findByText('The minimum amount is $250')).toBeDefined()
    expect(server.named('wallet.charge')).toEqual([])
  })

  it('names the card that is charged', async () => {
    const { user, inside, button } = await openWallet({
      'payments.getCard': () => ({
        result: 'success',
        message: '',
        card: { brand: 'visa', last4: '4242', exp: '12/34' },
        customer_payment_id: 'cus_ada',
        billing_method: 'credit_card',
        is_direct: false,
        cancelled_at: null,
        public_key: 'pk_test_leadloom_local',
        account: '',
        takes_cards: true,
        failed: [],
      }),
    })
    await user.click(button('$1,000'))
    await user.click(button('Charge card now'))
    await inside.findByRole('alertdialog', { name: 'Charge $1,000.00 to your Visa ending in 4242?' })
  })

  it('WAL-013 WAL-014 WAL-018 asks before it charges, and says that purchases are non-refundable', async () => {
    const { user, inside, button, server } = await openWallet()
    await user.click(button('$1,000'))
    await user.click(button('Charge card now'))
    const question = await inside.findByRole('alertdialog', { name: 'Charge $1,000.00 to your card?' })
    expect(question.textContent).toContain('Prepaid purchases are non-refundable and have no cash value.')
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(inside.queryByRole('alertdialog')).toBeNull()
    expect(document.activeElement).toBe(button('Charge card now'))
    expect(server.named('wallet.charge')).toEqual([])
    expect(inside.getByText(/Credit is non-refundable, has no cash value/)).toBeDefined()
  })

  it('WAL-045 says that automatic top-ups stay as they are, and changes them only where that is asked', async () => {
    const { user, inside, button, server } = await openWallet({ 'wallet.get': () => wallet({ amount: 1000 }) })
    const charge = async (isKept: boolean) => {
      await user.click(button('$250'))
      await user.click(button('Charge card now'))
      const question = within(await inside.findByRole('alertdialog', { name: 'Charge $250.00 to your card?' }))
      expect(question.getByText('Automatic top-ups stay at $1,000.00.')).toBeDefined()
      if (isKept) {
        await user.click(question.getByLabelText('Use $250.00 for automatic top-ups from now on'))
        expect(question.queryByText(/stay at/)).toBeNull()
      }
      await user.click(question.getByRole('button', { name: 'Charge $250.00' }))
      await waitFor(() => expect(inside.queryByRole('alertdialog')).toBeNull())
    }
    await charge(false)
    await charge(true)
    expect(server.named('wallet.charge').map(({ input }) => input.save_amount)).toEqual([undefined, 'T'])
  })

  it('WAL-028 charges with its fields, sealed, under a key of its own, and says nothing of automatic top-ups', async () => {
    const { user, inside, button, server } = await openWallet()
    await user.click(button('Charge card now'))
    await user.click(within(await inside.findByRole('alertdialog')).getByRole('button', { name: 'Charge $500.00' }))
    expect(await screen.findByText('Your Data Wallet has been topped up.')).toBeDefined()
    const [asked] = server.named('wallet.charge')
    expect(asked?.input).toEqual({
      company_id: 'com_north',
      amount: '500.00',
      custom_amount: 'F',
      ip_user: expect.any(String),
      timezone: expect.any(String),
      payment_type: 'credit_card',
    })
    expect(asked?.seal).toBeDefined()
    expect(asked?.headers.get('idempotency-key')).toMatch(/.{16,}/)
  })

  it('asks for the same payment again when no answer came', async () => {
    let isUp = false
    const { user, inside, server } = await openWallet({
      'wallet.charge': () => {
        if (!isUp) throw new Refusal('unavailable', 'Try again in a moment.')
        return { result: 'success', message: 'Paid.' }
      },
    })
    const pay = async () => {
      await user.click(await inside.findByRole('button', { name: 'Charge card now' }))
      await user.click(within(await inside.findByRole('alertdialog')).getByRole('button', { name: 'Charge $500.00' }))
    }
    await pay()
    expect(await screen.findByText('Try again in a moment.')).toBeDefined()
    isUp = true
    await pay()
    await pay()
    await waitFor(() => expect(server.named('wallet.charge')).toHaveLength(3))
    await inside.findByRole('button', { name: 'Charge card now' })
    const keys = server.named('wallet.charge').map(({ headers }) => headers.get('idempotency-key'))
    expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false])
  })

  it.each(['failed', 'error'] as const)(
    'ERR-026 PRE-06 ERB-16 shows what the server says as a danger notice: %s',
    async (result) => {
      const { user, inside, button } = await openWallet({
        'wallet.charge': () => ({ result, message: 'Your card was declined.' }),
      })
      await user.click(button('Charge card now'))
      await user.click(within(await inside.findByRole('alertdialog')).getByRole('button', { name: 'Charge $500.00' }))
      const notice = await screen.findByText('Your card was declined.')
      expect(notice.closest('[data-type="danger"]')).not.toBeNull()
    },
  )

  it('ERR-026 PRE-06 shows why a payment was refused, and takes the next press for a new order', async () => {
    const { user, inside, server } = await openWallet({
      'wallet.charge': () => {
        throw new Refusal('invalid', 'Your card was declined.', { amount: 'Your card was declined.' })
      },
    })
    for (let press = 0; press < 2; press++) {
      await user.click(await inside.findByRole('button', { name: 'Charge card now' }))
      await user.click(within(await inside.findByRole('alertdialog')).getByRole('button', { name: 'Charge $500.00' }))
      await inside.findByRole('button', { name: 'Charge card now' })
    }
    const [notice] = await screen.findAllByText('Your card was declined.')
    expect(notice?.closest('[data-type="danger"]')).not.toBeNull()
    const keys = server.named('wallet.charge').map(({ headers }) => headers.get('idempotency-key'))
    expect([keys.length, new Set(keys).size]).toEqual([2, 2])
  })

  it('WAL-031 is off when top-ups are switched off for the wallet', async () => {
    const { button, inside } = await openWallet({
      'wallet.get': () => wallet({ is_enable_topup_prepaid_direct_payment: false }),
    })
    for (const name of ['$250', '$500', '$1,000', 'Charge card now', 'Save for automatic top-ups'])
      expect(button(name)).toHaveProperty('disabled', true)
    expect(inside.getByText(/Topping up is switched off/)).toBeDefined()
  })

  it('leads to the card setting when there is no card', async () => {
    const { button, inside } = await openWallet({ 'wallet.get': () => wallet({ has_card: false }) })
    expect(button('Charge card now')).toHaveProperty('disabled', true)
    expect(inside.getByRole('link', { name: /Card Setting/ }).getAttribute('href')).toBe('/user/card-setting')
  })
})

import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, setup } from '#tests/web/support/people.ts'

type Answer = Output<'payments.payAgain'>
const nothing = { client_secret: '', account: '' }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

const failed = {
  description: 'Leads of Autumn',
  campaign_id: '',
  campaign_name: '',
  amount: '40.00',
  failed_at: 1,
  reason: 'Your card was declined.',
  next_try_at: null,
}
async function open(answers: Answer[]) {
  let isFailed = true
  const opened = await openApp('/user/card-setting', {
    as: agency(),
    handlers: {
      'account.checkSetup': () => setup(),
      'payments.getCard': (): Output<'payments.getCard'> => ({
        result: 'success',
        message: '',
        customer_payment_id: 'cus_1',
        billing_method: 'credit_card',
        is_direct: false,
        card: { brand: 'visa', last4: '0341', exp: '12/2030' },
        cancelled_at: null,
        public_key: 'pk_test_leadloom_local',
        account: '',
        takes_cards: true,
        failed: isFailed ? [failed] : [],
      }),
      'payments.payAgain': () => {
        const answer = answers.shift()
        if (!answer) throw new Error('It was asked too often.')
        isFailed = answer.result !== 'success'
        return answer
      },
    },
  })
  return { ...opened, button: await screen.findByRole('button', { name: 'Pay again with Visa ending in 0341' }) }
}

describe('a failed payment', () => {
  it('LED-23 is paid again with one button, which says what the bank said', async () => {
    const { user, button, server } = await open([
      { result: 'declined', message: 'Your card has expired.', ...nothing },
      { result: 'success', message: 'Thank you. Nothing is owed any more.', ...nothing },
    ])
    await user.click(button)
    expect(await screen.findByText('It was not paid. Your card has expired.')).toBeDefined()
    await user.click(button)
    expect(await screen.findByText('Thank you. Nothing is owed any more.')).toBeDefined()
    await waitFor(() => expect(screen.queryByText('A payment failed')).toBeNull())
    expect(server.named('payments.payAgain').map(({ input }) => input)).toEqual([
      { company_id: 'com_north' },
      { company_id: 'com_north' },
    ])
  })
})

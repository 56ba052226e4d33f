import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { cleanBrowser, openWallet, row } from './stage.tsx'

cleanBrowser()

const asked = {
  result: 'action' as const,
  message: 'Your bank asks you to confirm this payment.',
  confirmation: {
    transaction_id: '202611-top-1',
    client_secret: 'pi_1_secret_x',
    public_key: 'pk_test_leadloom_local',
  },
}
const paid = { result: 'success' as const, message: 'Your Data Wallet has been topped up.' }

/** What the page says to the local double of the bank. */
function bank() {
  const said: object[] = []
  const server = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (!String(url).startsWith('/_local/stripe/authenticate')) return server(url, init)
    said.push(Object.fromEntries(init.body instanceof URLSearchParams ? init.body : []))
    return Promise.resolve(Response.json({ id: 'pi_1' }))
  })
  return said
}
async function order(handlers: Handlers) {
  const opened = await openWallet({ 'wallet.charge': () => asked, ...handlers })
  const said = bank()
  await opened.user.click(opened.button('Charge card now'))
  const question = await opened.inside.findByRole('alertdialog')
  await opened.user.click(within(question).getByRole('button', { name: 'Charge $500.00' }))
  return { ...opened, said }
}
const answer = async (user: Awaited<ReturnType<typeof order>>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }))

describe('a top-up that the bank wants confirmed', () => {
  it('goes over the bank, then asks the server how it ended', async () => {
    const { user, said, server } = await order({ 'wallet.confirm': () => paid })
    await answer(user, 'Complete authentication')
    expect(await screen.findByText('Your Data Wallet has been topped up.')).toBeDefined()
    expect(said).toEqual([{ client_secret: 'pi_1_secret_x', account: '', outcome: 'complete' }])
    expect(server.named('wallet.confirm').map(({ input }) => input)).toEqual([
      { company_id: 'com_north', transaction_id: '202611-top-1' },
    ])
    expect(server.named('wallet.charge')).toHaveLength(1)
    // Before it was asked, and after it ended.
    await waitFor(() => expect(server.named('wallet.get').length).toBeGreaterThan(1))
    // It pays what was owed too: what is said of that is asked again.
    await waitFor(() => expect(server.named('account.checkSetup').length).toBeGreaterThan(1))
    await waitFor(() => expect(server.named('account.home').length).toBeGreaterThan(1))
  })

  it('shows the words of the server when its owner said no, and a next press is another order', async () => {
    const { user, inside, button, said, server } = await order({
      'wallet.confirm': () => {
        throw new Refusal('invalid', 'Your bank did not confirm the payment. Nothing was charged.')
      },
    })
    await answer(user, 'Fail authentication')
    const notice = await screen.findByText('Your bank did not confirm the payment. Nothing was charged.')
    expect(notice.closest('[data-type="danger"]')).not.toBeNull()
    expect(said).toMatchObject([{ outcome: 'fail' }])
    await waitFor(() => expect(server.named('wallet.history').length).toBeGreaterThan(1))
    await user.click(button('Charge card now'))
    await user.click(within(await inside.findByRole('alertdialog')).getByRole('button', { name: 'Charge $500.00' }))
    await waitFor(() => expect(server.named('wallet.charge')).toHaveLength(2))
    const keys = server.named('wallet.charge').map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(2)
  })

  it('says where it is found when the bank still waits', async () => {
    const { user } = await order({ 'wallet.confirm': () => asked })
    await answer(user, 'Fail authentication')
    expect(await screen.findByText(/Your bank still waits for your confirmation/)).toBeDefined()
  })
})

describe('a payment that is not certain yet', () => {
  const pending = row({
    amount: 0,
    transaction_type: 'other',
    pending: true,
    expired_at: null,
    title: 'Top-up of $500.00',
  })

  it('can be confirmed or looked up from its row', async () => {
    let times = 0
    const { user, inside, server } = await openWallet({
      'wallet.history': () => ({ transaction_history: times > 1 ? [row()] : [pending] }),
      'wallet.confirm': () => (times++ === 0 ? asked : paid),
    })
    bank()
    await user.click(await inside.findByRole('button', { name: 'Confirm or check: Top-up of $500.00' }))
    await answer(user, 'Complete authentication')
    expect(await screen.findByText('Your Data Wallet has been topped up.')).toBeDefined()
    expect(server.named('wallet.confirm')).toHaveLength(2)
    await waitFor(() => expect(inside.queryByRole('button', { name: /Confirm or check/ })).toBeNull())
  })
})

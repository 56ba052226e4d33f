import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client } from '#tests/web/support/people.ts'

type Card = Output<'payments.getCard'>
type Kept = Output<'payments.saveCard'>

const owner = client({ address: '1 Loom Street', city: 'Chicago', zip: '60601', state_code: 'IL' })
const card = (more: Partial<Card> = {}): Card => ({
  result: 'success',
  message: '',
  customer_payment_id: '',
  billing_method: 'credit_card',
  is_direct: false,
  card: null,
  cancelled_at: null,
  public_key: 'pk_test_leadloom_local',
  account: '',
  takes_cards: true,
  failed: [],
  ...more,
})
const kept = (more: Partial<Kept> = {}): Kept => ({
  result: 'success',
  message: 'Your card was saved.',
  card: null,
  client_secret: '',
  setup_id: '',
  account: '',
  ...more,
})

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** What the page says to the local double of the provider, which takes everything. */
function provider() {
  const sent: { path: string; outcome: string | null }[] = []
  const server = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (!String(url).startsWith('/_local/stripe')) return server(url, init)
    const form = init.body instanceof URLSearchParams ? init.body : new URLSearchParams()
    sent.push({ path: String(url).slice('/_local/stripe'.length), outcome: form.get('outcome') })
    return Promise.resolve(Response.json({ id: 'pm_1' }))
  })
  return sent
}
async function openCard(handlers: Handlers) {
  const opened = await openApp('/user/card-setting', { as: owner, handlers })
  await screen.findByRole('heading', { name: 'Card Setting' })
  const fill = async () => {
    await opened.user.type(await screen.findByLabelText(/Card number/), '4242424242424242')
    await opened.user.type(screen.getByLabelText(/Expiry/), '1230')
    await opened.user.type(screen.getByLabelText(/Security code/), '123')
    await opened.user.click(screen.getByRole('button', { name: 'Save card' }))
  }
  return { ...opened, fill }
}

describe('a card that was saved', () => {
  it('is saved although nobody could learn what that changed', async () => {
    let isAway = false
    const { fill, server } = await openCard({
      'payments.getCard': () => card(),
      'payments.createCustomer': () => {
        isAway = true
        return kept()
      },
      'account.me': () => {
        if (isAway) throw new Refusal('unavailable', 'The server is busy.')
        return owner
      },
    })
    provider()
    await fill()
    expect(await screen.findByText('Your card was saved.')).toBeDefined()
    await waitFor(() => expect(server.named('account.me').length).toBeGreaterThan(1))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save card' })).toHaveProperty('disabled', false))
    expect(screen.queryByText('The server is busy.')).toBeNull()
  })
})

describe('a bank that asks twice', () => {
  it('is asked for the card, then for the payment, and the card comes again each time', async () => {
    const { server, user, fill } = await openCard({
      'payments.getCard': () => card(),
      'payments.createCustomer': () => {
        const times = server.named('payments.createCustomer').length
        if (times === 1) return kept({ result: 'action', client_secret: 'seti_1_secret_x', setup_id: 'seti_1' })
        if (times === 2) return kept({ result: 'action', client_secret: 'pi_1_secret_y', setup_id: 'seti_1' })
        return kept()
      },
    })
    const sent = provider()
    await fill()
    await user.click(await screen.findByRole('button', { name: 'Complete authentication' }))
    await waitFor(() => expect(server.named('payments.createCustomer')).toHaveLength(2))
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Complete authentication' })).toHaveLength(1))
    await user.click(await screen.findByRole('button', { name: 'Complete authentication' }))
    expect(await screen.findByText('Your card was saved.')).toBeDefined()
    expect(server.named('payments.createCustomer').map(({ input }) => input.token)).toEqual([
      'pm_1',
      'seti_1',
      'seti_1',
    ])
    expect(sent.filter(({ path }) => path === '/authenticate')).toHaveLength(2)
  })

  it('lets the server end what its owner refused, and shows its words', async () => {
    const { server, user, fill } = await openCard({
      'payments.getCard': () => card(),
      'payments.createCustomer': ({ token }) => {
        if (token === 'pm_1') return kept({ result: 'action', client_secret: 'pi_1_secret_y', setup_id: 'pm_1_again' })
        throw new Refusal('invalid', 'The payment was not confirmed. Nothing was charged.')
      },
    })
    provider()
    await fill()
    await user.click(await screen.findByRole('button', { name: 'Fail authentication' }))
    expect(await screen.findByText('The payment was not confirmed. Nothing was charged.')).toBeDefined()
    expect(server.named('payments.createCustomer')).toHaveLength(2)
  })

  it('is not asked for ever: the same question again is the end', async () => {
    const { server, user, fill } = await openCard({
      'payments.getCard': () => card(),
      'payments.createCustomer': () => kept({ result: 'action', client_secret: 'seti_1_secret_x', setup_id: 'seti_1' }),
    })
    provider()
    await fill()
    await user.click(await screen.findByRole('button', { name: 'Complete authentication' }))
    expect(await screen.findByText('The confirmation of your bank has not arrived. Please try again.')).toBeDefined()
    expect(server.named('payments.createCustomer')).toHaveLength(2)
  })
})

describe("the provider's own form", () => {
  it('says when it could not be loaded, and tries again', async () => {
    const { user } = await openCard({ 'payments.getCard': () => card({ public_key: 'pk_test_somebody' }) })
    const scripts = () => [...document.querySelectorAll('script[src*="js.stripe.com"]')]
    // The provider's own loader tries a second time by itself.
    await waitFor(() => {
      for (const script of scripts()) script.dispatchEvent(new Event('error'))
      expect(screen.getByText('The card form could not be loaded')).toBeDefined()
    })
    expect(screen.getByRole('button', { name: 'Save card' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText('The card form could not be loaded')).toBeNull())
    for (const script of scripts()) script.remove()
  })
})

describe('what a card could not pay', () => {
  it('is added up from what is listed, so that no sum is missing', async () => {
    const owed = (amount: string) => ({
      description: `Leads ${amount}`,
      campaign_id: '',
      campaign_name: '',
      amount,
      reason: 'Your card was declined.',
      failed_at: 1,
      next_try_at: null,
    })
    await openCard({ 'payments.getCard': () => card({ failed: [owed('123.45'), owed('1000.10')] }) })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('$1,123.55 could not be charged')
  })
})

describe('the subscription of an agency', () => {
  it('says that it could not be loaded, and tries again', async () => {
    let isAway = true
    const { user } = await openApp('/configuration/general-setting?tab=payment', {
      as: agency({ user_type: 'userdownline' }),
      handlers: {
        'payments.checkConnectedAccount': () => ({
          result: 'success',
          message: '',
          data: { url: '', status: '', charges_enabled: false, payouts_enabled: false, requirements: [] },
        }),
        'payments.getCard': () => {
          if (isAway) throw new Refusal('unavailable', 'The server is busy.')
          return card()
        },
      },
    })
    expect(await screen.findByText('Your subscription could not be loaded')).toBeDefined()
    isAway = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByLabelText('Why do you cancel?')).toBeDefined()
  })
})

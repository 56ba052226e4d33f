import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { ownAnswer } from '#tests/web/support/own.ts'
import { agency, client, setup, tenant } from '#tests/web/support/people.ts'

type Card = Output<'payments.getCard'>
type Kept = Output<'payments.saveCard'>

const card = (more: Partial<Card> = {}): Card => ({
  result: 'success',
  message: '',
  customer_payment_id: 'cus_1',
  billing_method: 'credit_card',
  is_direct: false,
  card: { brand: 'visa', last4: '4242', exp: '12/2030' },
  cancelled_at: null,
  public_key: 'pk_test_leadloom_local',
  account: 'acct_1',
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
const failed: Card['failed'] = [
  {
    description: 'Leads',
    campaign_id: 'cmp_1',
    campaign_name: 'Spring',
    amount: '123.45',
    reason: 'Your card was declined.',
    failed_at: 1,
    next_try_at: Date.now() + 86_400_000,
  },
]
const owner = client({ address: '1 Loom Street', city: 'Chicago', zip: '60601', state_code: 'IL' })
const connection = (status: Output<'payments.checkConnectedAccount'>['data']['status'], requirements: string[] = []) =>
  ({
    result: 'success',
    message: '',
    data: {
      url: '',
      status,
      charges_enabled: status === 'completed',
      payouts_enabled: status === 'completed',
      requirements,
    },
  }) satisfies Output<'payments.checkConnectedAccount'>

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** What the page sends to the local double of the provider, and what that answers. */
function provider(answer: (path: string) => object) {
  const sent: { path: string; form: URLSearchParams; account: string | null }[] = []
  const server = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (!String(url).startsWith('/_local/stripe')) return server(url, init)
    const path = String(url).slice('/_local/stripe'.length)
    const form = new URLSearchParams(init.body instanceof URLSearchParams ? init.body : '')
    sent.push({ path, form, account: new Headers(init.headers).get('stripe-account') })
    return Promise.resolve(Response.json(answer(path)))
  })
  return sent
}

async function openCard(handlers: Handlers, as = owner) {
  const opened = await openApp('/user/card-setting', { as, handlers })
  await screen.findByRole('heading', { name: 'Card Setting' })
  const fill = async () => {
    await opened.user.type(await screen.findByLabelText(/Card number/), '4242 4242 4242 4242')
    await opened.user.type(screen.getByLabelText(/Expiry/), '12/30')
    await opened.user.type(screen.getByLabelText(/Security code/), '123')
    await opened.user.click(screen.getByRole('button', { name: 'Save card' }))
  }
  return { ...opened, fill }
}

describe('Card Setting', () => {
  it('CRD-06 shows the card on file, and its form when it is to be changed', async () => {
    const { user } = await openCard({ 'payments.getCard': () => card() })
    expect(await screen.findByText('Visa ending in 4242')).toBeDefined()
    expect(screen.getByText('Expires 12/2030')).toBeDefined()
    expect(screen.queryByLabelText(/Card number/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Change card' }))
    expect(document.activeElement).toBe(screen.getByLabelText(/Name on the card/))
    expect(await screen.findByLabelText(/Card number/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Keep this card' }))
    expect(screen.queryByLabelText(/Card number/)).toBeNull()
  })

  it('CRD-06 shows the form at once to a client without a card', async () => {
    await openCard({ 'payments.getCard': () => card({ card: null, customer_payment_id: '' }) })
    expect(await screen.findByLabelText(/Card number/)).toBeDefined()
  })

  it('takes no state of one country into another', async () => {
    const { user } = await openCard({ 'payments.getCard': () => card({ card: null, customer_payment_id: '' }) })
    await screen.findByLabelText(/Card number/)
    await user.click(screen.getByRole('combobox', { name: /^Country/ }))
    await user.click(await screen.findByRole('option', { name: 'Canada', hidden: true }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^State/ }).value).toBe('')
  })

  it('CRD-07 sends the number to the provider alone, and the server only the token', async () => {
    const { server, fill } = await openCard({
      'payments.getCard': () => card({ card: null, customer_payment_id: '' }),
      'payments.createCustomer': () => kept(),
    })
    const sent = provider(() => ({ id: 'pm_123' }))
    await fill()
    await waitFor(() => expect(server.named('payments.createCustomer')).toHaveLength(1))
    expect(server.named('payments.createCustomer')[0]?.input).toEqual({
      company_id: owner.company_id,
      usrID: owner.id,
      token: 'pm_123',
      cardholder: owner.name,
      address: '1 Loom Street',
      city: 'Chicago',
      state: 'IL',
      zip: '60601',
      country: 'US',
    })
    expect([sent[0]?.path, sent[0]?.form.get('card[number]'), sent[0]?.account]).toEqual([
      '/v1/payment_methods',
      '4242424242424242',
      'acct_1',
    ])
    expect(JSON.stringify(server.asked.map(({ input }) => input))).not.toContain('4242')
    expect(await screen.findByText('Your card was saved.')).toBeDefined()
  })

  it('A39 waits for a provider who hangs in one request, lets nobody leave it unsaid, and may be pressed again', async () => {
    const { promise, reject } = Promise.withResolvers<Kept>()
    const { server, fill, user } = await openCard({
      'payments.getCard': () => card(),
      'payments.saveCard': () => promise,
    })
    provider(() => ({ id: 'pm_1' }))
    await user.click(await screen.findByRole('button', { name: 'Change card' }))
    await fill()
    await waitFor(() => expect(server.named('payments.saveCard')).toHaveLength(1))
    const buttons = () => ['Save card', 'Keep this card'].map((name) => screen.getByRole('button', { name }))
    expect(buttons().map((button) => button.hasAttribute('disabled'))).toEqual([true, true])
    await user.type(screen.getByLabelText(/Name on the card/), '{Enter}')
    expect(server.named('payments.saveCard')).toHaveLength(1)
    const words = 'The payment provider did not answer. Nothing is lost; please try again in a moment.'
    await act(async () => reject(new Refusal('unavailable', words)))
    expect(await screen.findByText(words)).toBeDefined()
    expect(buttons().map((button) => button.hasAttribute('disabled'))).toEqual([false, false])
  })

  it("CRD-10 shows the provider's words when a card is refused, by the form or by the bank", async () => {
    const { user, fill } = await openCard({
      'payments.getCard': () => card({ card: null }),
      'payments.saveCard': () => {
        throw new Refusal('invalid', 'Your card has insufficient funds.')
      },
    })
    const answers = [{ error: { message: 'Your card number is incorrect.' } }, { id: 'pm_1' }]
    provider(() => answers.shift() ?? {})
    await fill()
    expect((await screen.findByRole('alert')).textContent).toContain('Your card number is incorrect.')
    await user.click(screen.getByRole('button', { name: 'Save card' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Your card has insufficient funds.'))
  })

  it('takes the owner to their bank, and saves the card when they come back', async () => {
    const { server, user, fill } = await openCard({
      'payments.getCard': () => card({ card: null }),
      'payments.saveCard': ({ token }) =>
        token === 'seti_1' ? kept() : kept({ result: 'action', client_secret: 'seti_1_secret_x', setup_id: 'seti_1' }),
    })
    const sent = provider((path) => (path === '/authenticate' ? { id: 'seti_1' } : { id: 'pm_1' }))
    await fill()
    await user.click(await screen.findByRole('button', { name: 'Complete authentication' }))
    expect(await screen.findByText('Your card was saved.')).toBeDefined()
    expect(server.named('payments.saveCard').map(({ input }) => input.token)).toEqual(['pm_1', 'seti_1'])
    expect(Object.fromEntries(sent.at(-1)?.form ?? [])).toEqual({
      client_secret: 'seti_1_secret_x',
      account: 'acct_1',
      outcome: 'complete',
    })
  })

  it.each([0, 2])(
    'PAY-024 PAY-027 shows what failed, and frees the person once it is paid; %i stopped',
    async (stopped) => {
      let isFailed = true
      const { user } = await openApp('/siteid/dashboard', {
        as: owner,
        handlers: {
          'account.checkSetup': () =>
            isFailed
              ? setup({ setupcomplete: 'F', accessmodule: 'paymentfailed', fcampid: 'cmp_1', finamt: '123.45' })
              : setup(),
          'payments.getCard': () => card(isFailed ? { failed } : {}),
          'payments.saveCard': () => {
            isFailed = false
            return kept()
          },
          'campaigns.overview': () => ({
            data: [
              { leadspeek_type: 'local', active: 1, paused: 0, stopped, archived: 0, leads_today: 0, leads_week: 0 },
            ],
          }),
        },
      })
      await screen.findByRole('heading', { name: 'Card Setting' })
      expect(location.pathname).toBe('/user/card-setting')
      const alert = await screen.findByRole('alert')
      expect(alert.textContent).toContain('$123.45 could not be charged')
      expect(within(alert).getByText('Spring')).toBeDefined()
      expect(within(alert).getByText('Your card was declined.')).toBeDefined()
      provider(() => ({ id: 'pm_1' }))
      await user.type(await screen.findByLabelText(/Card number/), '5555555555554444')
      await user.type(screen.getByLabelText(/Expiry/), '12/30')
      await user.type(screen.getByLabelText(/Security code/), '123')
      await user.click(screen.getByRole('button', { name: 'Save card' }))
      expect(await screen.findByText('Your card was saved.')).toBeDefined()
      const told = await screen.findByRole('status', { name: /was paid with your new card/ })
      expect(told.textContent).toContain('$123.45')
      // Of campaigns only where some are stopped.
      if (stopped > 0) {
        const link = await within(told).findByRole('link', { name: 'See stopped campaigns', hidden: true })
        expect(link.getAttribute('href')).toBe('/campaign?status=stopped')
      } else expect(told.textContent).not.toContain('stopped')
      await waitFor(() => expect(screen.queryByText('A payment failed')).toBeNull())
    },
  )

  it('says what to do when no card can be saved, and when it could not be loaded', async () => {
    let isAway = true
    const { user } = await openCard({
      'payments.getCard': () => {
        if (isAway) throw new Refusal('unavailable', 'The server is busy.')
        return card({ card: null, takes_cards: false })
      },
    })
    expect(await screen.findByText('Your card could not be loaded')).toBeDefined()
    isAway = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/Your agency cannot take cards yet/)).toBeDefined()
  })

  it('CRD-09 RTE-024 lets an agency that pays directly choose what it pays from', async () => {
    const { server, user } = await openCard(
      {
        'payments.getCard': () => card({ is_direct: true, account: '' }),
        'payments.setBillingMethod': () => {
          const message = 'The Data Wallet is empty. Top it up first.'
          throw new Refusal('invalid', message, { billing_method: message })
        },
      },
      agency(),
    )
    const wallet = await screen.findByRole('radio', { name: 'Data Wallet' })
    await user.click(wallet)
    // Beside the choice, with the way to mend it; the card stays, and the keyboard where it was.
    const choices = screen.getByRole('radiogroup', { name: 'Pay from' })
    const mend = await within(choices.parentElement ?? choices).findByRole('link', { name: 'Go to the Data Wallet' })
    expect(mend.getAttribute('href')).toBe('/user/data-wallet')
    expect(mend.parentElement?.textContent).toContain('The Data Wallet is empty. Top it up first.')
    expect(screen.getByRole('radio', { name: 'Credit card', checked: true })).toBeDefined()
    expect(document.activeElement).toBe(wallet)
    expect(server.named('payments.setBillingMethod')[0]?.input).toMatchObject({ billing_method: 'data_wallet' })
  })

  it.each([
    { name: 'nobody else', more: {}, shown: false },
    {
      name: 'whoever chose the Data Wallet before',
      more: { billing_method: 'data_wallet' },
      shown: true,
    },
  ] as const)('CRD-09 offers $name the choice: $shown', async ({ more, shown }) => {
    await openCard({ 'payments.getCard': () => card({ is_direct: false, account: '', ...more }) }, agency())
    await screen.findByText('Visa ending in 4242')
    expect(screen.queryAllByRole('radio', { name: 'Data Wallet' })).toHaveLength(shown ? 1 : 0)
  })
})

describe('the sales account page', () => {
  const sam = client({ id: 'usr_sam', user_type: 'sales', systemuser: true, rootcomp: 'T', company_id: 'com_root' })

  it('SAL-15 SAL-17 is where a sales person lands until the account is connected, and leads on then', async () => {
    let state: 'pending' | 'completed' = 'pending'
    const { server, user } = await openApp('/configuration/agency-list', {
      as: sam,
      handlers: {
        'account.checkSetup': () => setup({ accountconnected: state }),
        'payments.checkSalesConnectedAccount': () =>
          connection(state, state === 'pending' ? ['A bank account for payouts'] : []),
        'payments.createSalesConnectedAccount': () => connection('pending'),
      },
    })
    await screen.findByRole('heading', { name: 'Payment account' })
    expect(location.pathname).toBe('/configuration/sales-connect-account')
    expect(await screen.findByText('Pending')).toBeDefined()
    expect(screen.getByText('A bank account for payouts')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Continue at Stripe' }))
    await waitFor(() => expect(server.named('payments.createSalesConnectedAccount')).toHaveLength(1))
    expect(server.named('payments.createSalesConnectedAccount')[0]?.input).toEqual({
      usrID: 'usr_sam',
      return_url: '/configuration/sales-connect-account',
    })
    state = 'completed'
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await screen.findByText('Completed')).toBeDefined()
    expect(await screen.findByRole('button', { name: 'Go to Agency List' })).toBeDefined()
  })

  it('SAL-17 leads out of an account that Stripe refused', async () => {
    const { server, user } = await openApp('/configuration/agency-list', {
      as: sam,
      handlers: {
        'account.checkSetup': () => setup({ accountconnected: 'failed' }),
        'payments.checkSalesConnectedAccount': () => connection('failed'),
        'payments.createSalesConnectedAccount': () => connection('pending'),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Open another account' }))
    await waitFor(() => expect(server.named('payments.createSalesConnectedAccount')).toHaveLength(1))
  })

  it('asks for the password again where the server does, and opens the account then', async () => {
    let isFresh = false
    const { server, user } = await openApp('/configuration/sales-connect-account', {
      as: sam,
      handlers: {
        'account.checkSetup': () => setup({ accountconnected: 'completed' }),
        'payments.checkSalesConnectedAccount': () => connection('completed'),
        'payments.createSalesConnectedAccount': () => {
          if (!isFresh) throw new Refusal('reauthenticate', 'Enter your password again to do this.')
          return connection('completed')
        },
        'session.confirmPassword': () => {
          isFresh = true
          return { result: 'success', message: 'Thank you.' }
        },
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Open your Stripe account' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm it is you' })
    await user.type(within(dialog).getByLabelText('Password', { selector: 'input' }), 'correct horse 42')
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(server.named('payments.createSalesConnectedAccount')).toHaveLength(2))
  })

  it('SAL-15 does not exist for others', async () => {
    await openApp('/configuration/sales-connect-account', { as: agency() })
    expect(await screen.findByText("The page you are looking for doesn't exist or has been moved.")).toBeDefined()
  })
})

describe('the payment account of an agency', () => {
  const open = (handlers: Handlers) =>
    openApp('/configuration/general-setting?tab=payment', {
      as: agency({ user_type: 'userdownline' }),
      handlers: { 'payments.getCard': () => card({ account: '' }), ...handlers },
    })

  it('CRD-14 CRD-16 tells its state and what is still asked for, and begins one', async () => {
    const { server, user } = await open({
      'payments.checkConnectedAccount': () => connection(''),
      'payments.createConnectedAccount': () => connection('pending'),
    })
    expect(await screen.findByText('Not connected')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Connect with Stripe' }))
    await waitFor(() => expect(server.named('payments.createConnectedAccount')).toHaveLength(1))
  })

  it('SHL-024 ends the banner that led here, once the account is found to be connected', async () => {
    let owner = agency({ user_type: 'userdownline', charges_enabled: false })
    const { server, user } = await openApp('/configuration/general-setting?tab=payment', {
      as: owner,
      tenant: tenant({ account_requirements: ['A bank account for payouts'] }),
      handlers: {
        'account.me': () => owner,
        'account.checkSetup': () => setup({ accountconnected: 'completed', charges_enabled: owner.charges_enabled }),
        'payments.getCard': () => card({ account: '' }),
        'payments.checkConnectedAccount': () => {
          owner = agency({ user_type: 'userdownline' })
          return connection('completed')
        },
        'public.domainInfo': () => tenant(),
      },
    })
    await user.click(await screen.findByRole('tab', { name: /Payment/ }))
    expect(await screen.findByText('Completed')).toBeDefined()
    await waitFor(() => expect(screen.queryByText(/^Action Required/)).toBeNull())
    expect(server.named('account.me')).toHaveLength(2)
  })

  it('SHL-024 shows no banner where the set-up check knows better than what is kept of the person', async () => {
    const { server } = await openApp('/configuration/general-setting?tab=payment', {
      as: agency({ user_type: 'userdownline', charges_enabled: false }),
      tenant: tenant({ account_requirements: ['A bank account for payouts'] }),
      handlers: {
        'payments.getCard': () => card({ account: '' }),
        'payments.checkConnectedAccount': () => connection('completed'),
      },
    })
    await screen.findByText('Completed')
    expect(screen.queryByText(/^Action Required/)).toBeNull()
    // Nothing that the panel learns is news.
    expect(server.named('account.me')).toHaveLength(1)
  })

  it('SHL-024 tells the banner of who is looked at what is not asked for any more', async () => {
    const { user } = await openApp('/configuration/general-setting', {
      as: agency({ user_type: 'userdownline', charges_enabled: false }),
      handlers: {
        'account.checkSetup': () => setup({ accountconnected: 'pending', charges_enabled: false }),
        'payments.getCard': () => card({ account: '' }),
        'payments.checkConnectedAccount': () => connection('pending'),
        'public.domainInfo': () => tenant(),
      },
    })
    await screen.findByRole('tab', { name: /Payment/ })
    const store = await import('#web/api/session-store.ts')
    const home = ownAnswer('public.domainInfo', tenant({ account_requirements: ['A bank account for payouts'] }))
    act(() => {
      const session = store.getSession()
      if (session.status !== 'in') throw new Error('Nobody is signed in.')
      const view = { original: session.user, home, endsAt: Date.now() + 3_600_000 }
      store.setSession({ ...session, view })
    })
    await screen.findByText(/^Action Required/)
    await user.click(screen.getByRole('tab', { name: /Payment/ }))
    await screen.findByText('Pending')
    await waitFor(() => expect(screen.queryByText(/^Action Required/)).toBeNull())
  })

  it('asks for the password before it opens the account at the provider', async () => {
    let isConfirmed = false
    const { server, user } = await open({
      'payments.checkConnectedAccount': () => connection('completed'),
      'payments.getExistingConnectedAccountLink': () => {
        if (!isConfirmed) throw new Refusal('reauthenticate', 'Enter your password again to do this.')
        return connection('completed')
      },
      'session.confirmPassword': () => {
        isConfirmed = true
        return { result: 'success', message: 'Thank you.' }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Open your Stripe account' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm it is you' })
    await user.type(within(dialog).getByLabelText('Password', { selector: 'input' }), 'correct horse 42')
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(server.named('payments.getExistingConnectedAccountLink')).toHaveLength(2))
  })

  it('CRD-21 asks before it disconnects, and says why it may not', async () => {
    const { server, user } = await open({
      'payments.checkConnectedAccount': () => connection('completed'),
      'payments.resetPaymentConnection': () => {
        throw new Refusal(
          'invalid',
          'This agency has active campaigns that are paid through the account. Stop them first.',
        )
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }))
    const dialog = await screen.findByRole('dialog', { name: 'Disconnect the payment account?' })
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(server.named('payments.resetPaymentConnection')).toHaveLength(0)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Disconnect' }))
    const again = await screen.findByRole('dialog', { name: 'Disconnect the payment account?' })
    await user.click(within(again).getByRole('button', { name: 'Disconnect' }))
    expect(await screen.findByText(/has active campaigns/)).toBeDefined()
  })

  it('asks for the password before it disconnects or cancels, and does nothing without it', async () => {
    let isConfirmed = false
    const guarded = () => {
      if (!isConfirmed) throw new Refusal('reauthenticate', 'Enter your password again to do this.')
      return { ...connection(''), message: 'Done.' }
    }
    const { server, user } = await open({
      'payments.checkConnectedAccount': () => connection('completed'),
      'payments.resetPaymentConnection': guarded,
      'payments.cancelSubscription': guarded,
      'session.confirmPassword': () => {
        isConfirmed = true
        return { result: 'success', message: 'Thank you.' }
      },
    })
    const press = async (name: string, within_: HTMLElement = document.body) =>
      user.click(await within(within_).findByRole('button', { name }))
    const question = () => screen.findByRole('dialog', { name: 'Confirm it is you' })
    await press('Disconnect')
    await press('Disconnect', await screen.findByRole('dialog', { name: 'Disconnect the payment account?' }))
    await press('Cancel', await question())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.named('payments.resetPaymentConnection')).toHaveLength(1)
    await user.type(screen.getByLabelText('Why do you cancel?'), 'Closing down.')
    await press('Cancel subscription')
    await press('Cancel subscription', await screen.findByRole('dialog', { name: 'Cancel your subscription?' }))
    const dialog = await question()
    await user.type(within(dialog).getByLabelText('Password', { selector: 'input' }), 'correct horse 42')
    await press('Continue', dialog)
    await waitFor(() => expect(server.named('payments.cancelSubscription')).toHaveLength(2))
    expect(await screen.findByText('Done.')).toBeDefined()
  })

  it('CRD-22 cancels a subscription after it asked why and once more', async () => {
    const { server, user } = await open({
      'payments.checkConnectedAccount': () => connection('completed'),
      'payments.cancelSubscription': () => ({ result: 'success', message: 'The subscription was cancelled.' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Cancel subscription' }))
    expect(await screen.findByText('Tell us why, in a few words.')).toBeDefined()
    await user.type(screen.getByLabelText('Why do you cancel?'), 'Closing down.')
    await user.click(screen.getByRole('button', { name: 'Cancel subscription' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cancel your subscription?' })
    await user.click(within(dialog).getByRole('button', { name: 'Cancel subscription' }))
    expect(await screen.findByText('The subscription was cancelled.')).toBeDefined()
    expect(server.named('payments.cancelSubscription')[0]?.input).toMatchObject({ reason: 'Closing down.' })
  })
})

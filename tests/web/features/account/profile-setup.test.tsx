import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterProfileSetup } from '#shared/access/profile.ts'
import { RESIZE_MS, SCROLL_MS } from '#shared/constants.ts'
import type { Output } from '#shared/contracts/index.ts'
import { agency as agencyViewer, client as clientViewer } from '#tests/shared/access/cast.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client, setup } from '#tests/web/support/people.ts'

type User = Output<'account.me'>

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const done = () => ({ result: 'success' as const, message: 'Saved.' })
const fresh = {
  profile_setup_completed: 'F' as const,
  phonenum: '3125550123',
  address: '1 Loom Street',
  city: 'Chicago',
  zip: '60601',
}

/** A server that remembers what was saved, as far as the wizard looks at it. */
async function openSetup(
  person: User,
  more: Handlers = {},
  has: Partial<Output<'account.checkSetup'>> = {},
  query = '',
) {
  let user = person
  const opened = await openApp(`/user/profile-setup${query}`, {
    as: person,
    handlers: {
      'account.me': () => user,
      'account.checkSetup': () => setup({ setupcomplete: user.profile_setup_completed, ...has }),
      'account.saveProfile': ({ name = user.name }) => {
        user = { ...user, name }
        return done()
      },
      'account.saveCompany': done,
      'account.completeProfile': () => {
        user = { ...user, profile_setup_completed: 'T' }
        return done()
      },
      ...more,
    },
  })
  const wizard = within(await screen.findByRole('region', { name: 'Profile setup' }))
  const press = (name: string) => opened.user.click(wizard.getByRole('button', { name }))
  const tab = (name: RegExp) => wizard.getByRole('button', { name })
  const bar = () => wizard.getByRole('progressbar').getAttribute('aria-valuenow')
  return { ...opened, wizard, press, tab, bar }
}

describe('the profile set-up', () => {
  it('RTE-020 WIZ-01 WIZ-09 opens with the personal step, then the company, with a way on and a bar', async () => {
    const { wizard, press, bar } = await openSetup(client(fresh))
    expect(wizard.getByLabelText(/^Name/)).toHaveProperty('value', 'Cleo Client')
    expect(wizard.queryByRole('button', { name: 'Previous' })).toBeNull()
    expect(bar()).toBe('0')
    await press('Next')
    expect(await wizard.findByLabelText(/^Company name/)).toHaveProperty('value', 'Bright Smiles Dental')
    expect(wizard.getByRole('button', { name: 'Previous' })).toBeDefined()
    expect(bar()).toBe('100')
  })

  it('WIZ-02 WIZ-03 names the end by who is there', async () => {
    const cleo = await openSetup(client(fresh))
    await cleo.press('Next')
    expect(await cleo.wizard.findByRole('button', { name: 'Go To Dashboard' })).toBeDefined()
    cleo.unmount()
    localStorage.clear()
    const ada = await openSetup(agency(fresh))
    await ada.press('Next')
    expect(await ada.wizard.findByRole('button', { name: 'Go To General Settings' })).toBeDefined()
  })

  it('WIZ-04 checks the tabs of the steps that are done', async () => {
    const { press, tab, wizard } = await openSetup(client(fresh))
    expect(tab(/^Personal/).dataset.state).toBeUndefined()
    expect(tab(/^Company/)).toHaveProperty('disabled', true)
    await press('Next')
    await wizard.findByLabelText(/^Company name/)
    expect([tab(/^Personal/).dataset.state, tab(/^Company/).dataset.state]).toEqual(['checked', undefined])
  })

  it('WIZ-05 stays at a step with an empty field, marked as faulty', async () => {
    const { user, wizard, press, tab, server } = await openSetup(client(fresh))
    await user.clear(wizard.getByLabelText(/^Name/))
    await press('Next')
    expect(await wizard.findByText('Enter your name.')).toBeDefined()
    expect(tab(/^Personal/).dataset.state).toBe('failed')
    expect(document.activeElement).toBe(wizard.getByLabelText(/^Name/))
    expect(server.named('account.saveProfile')).toEqual([])
    await user.type(wizard.getByLabelText(/^Name/), 'Cleo')
    expect(tab(/^Personal/).dataset.state).toBeUndefined()
  })

  it('WIZ-05 asks for five digits of a zip code of the United States, and for something elsewhere', async () => {
    const { user, wizard, press, server } = await openSetup(client({ ...fresh, zip: '606', state_code: 'IL' }))
    await press('Next')
    await wizard.findByLabelText(/^Company name/)
    await press('Go To Dashboard')
    expect(await wizard.findByText('Enter the five digits of the zip code.')).toBeDefined()
    expect(server.named('account.saveCompany')).toEqual([])
    const zip = wizard.getByLabelText(/^Zip code/)
    await user.clear(zip)
    await user.type(zip, '60601-1234')
    await press('Go To Dashboard')
    await waitFor(() => expect(server.named('account.saveCompany')).toHaveLength(1))
    await waitFor(() => expect(location.pathname).toBe('/siteid/dashboard'))
  })

  it('WIZ-05 stays when the server finds a fault, and shows it at its field', async () => {
    const { wizard, press, tab } = await openSetup(client(fresh), {
      'account.saveProfile': () => {
        throw new Refusal('invalid', 'no', { phonenum: 'Enter a phone number that exists in the country you chose.' })
      },
    })
    await press('Next')
    expect(await wizard.findByText('Enter a phone number that exists in the country you chose.')).toBeDefined()
    expect(tab(/^Personal/).dataset.state).toBe('failed')
  })

  it('WIZ-06 goes back with anything in the fields', async () => {
    const { user, wizard, press } = await openSetup(client(fresh))
    await press('Next')
    await user.clear(await wizard.findByLabelText(/^Company name/))
    await press('Previous')
    expect(await wizard.findByLabelText(/^Name/)).toBeDefined()
  })

  it('WIZ-07 looks at its width once in 40 ms and scrolls in 500', () => {
    expect([RESIZE_MS, SCROLL_MS]).toEqual([40, 500])
  })

  it('WIZ-08 WIZ-12 shows a card on file as done and passes it over', async () => {
    const { wizard, press, tab, bar } = await openSetup(agency(fresh))
    expect([tab(/^Card/).dataset.state, tab(/^Account/).dataset.state]).toEqual(['checked', 'checked'])
    await press('Next')
    await wizard.findByLabelText(/^Company name/)
    expect(wizard.getByRole('button', { name: 'Go To General Settings' })).toBeDefined()
    expect(bar()).toBe('100')
  })

  it('goes on at the step where it was left, and never past what is missing', async () => {
    const noAccount = { creditcardsetup: true, setupcomplete: 'F', accountconnected: '' } as const
    const connection = { 'payments.checkConnectedAccount': () => new Promise<never>(() => undefined) }
    const ada = await openSetup(agency(fresh), connection, noAccount, '?step=account')
    expect(ada.tab(/^Account/).getAttribute('aria-current')).toBe('step')
    expect([ada.tab(/^Personal/).dataset.state, ada.tab(/^Company/).dataset.state]).toEqual(['checked', 'checked'])
    ada.unmount()
    localStorage.clear()
    const cleo = await openSetup(client({ ...fresh, zip: '' }), {}, {}, '?step=card')
    expect(cleo.wizard.getByLabelText(/^Zip code/)).toBeDefined()
  })

  it('ends the step of the account where the provider knows of it before its event came', async () => {
    const requirements: string[] = []
    const data = { status: 'completed', charges_enabled: true, payouts_enabled: true, requirements, url: '' } as const
    const has: { accountconnected: '' | 'completed' } = { accountconnected: '' }
    const { wizard } = await openSetup(
      agency(fresh),
      {
        'account.checkSetup': () => setup({ setupcomplete: 'F', ...has }),
        'payments.checkConnectedAccount': () => {
          has.accountconnected = 'completed'
          return { result: 'success', message: '', data }
        },
      },
      {},
      '?step=account',
    )
    expect(await wizard.findByText('Your payment account is connected.')).toBeDefined()
  })

  it('tells the address where it stands, so that a reload finds the same step', async () => {
    const { press, wizard } = await openSetup(client(fresh))
    await press('Next')
    await wizard.findByLabelText(/^Company name/)
    expect(location.search).toBe('?step=company')
  })

  it('WIZ-12 asks for the card, and of an agency for its account, where they are missing', async () => {
    const missing = { creditcardsetup: false, setupcomplete: 'F', accountconnected: '' } as const
    const onboarding = { agencyonboarding: { status: 'T', price: '500', enable_coupon: 'T' } } as const
    const { wizard, press, tab } = await openSetup(
      agency(fresh),
      {
        'payments.getCard': () => ({
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
        }),
      },
      { ...missing, ...onboarding },
    )
    expect([tab(/^Card/).dataset.state, tab(/^Account/).dataset.state]).not.toContain('checked')
    await press('Next')
    await wizard.findByLabelText(/^Company name/)
    await press('Next')
    expect(await wizard.findByText(/A one-time set-up charge of \$500/)).toBeDefined()
    expect(await wizard.findByLabelText('Coupon code')).toBeDefined()
    const isMain = (button: HTMLElement) => button.dataset.variant === 'filled'
    expect(
      wizard
        .getAllByRole('button')
        .filter(isMain)
        .map(({ textContent }) => textContent),
    ).toEqual(['Save card'])
    await press('Next')
    // In the step, and not over its buttons.
    expect((await wizard.findByRole('alert')).textContent).toBe('Save your card first.')
    expect(tab(/^Card/).dataset.state).toBe('failed')
  })

  it('WIZ-12 asks a client for the card alone', async () => {
    const { wizard } = await openSetup(client(fresh), {}, { creditcardsetup: false, setupcomplete: 'F' })
    const steps = ['Personal', 'Company', 'Card', 'Account'].map((name) =>
      wizard.queryAllByRole('button', { name: new RegExp(`^\\d?${name}`) }).map(({ dataset }) => dataset.state),
    )
    expect(steps).toEqual([[undefined], [undefined], [undefined], []])
  })

  it('WIZ-10 WIZ-13 marks the end by the call, and a client of the locator lands on its dashboard', async () => {
    const person = client({ ...fresh, leadspeek_type: 'locator' })
    const { wizard, press, server } = await openSetup(person)
    await press('Next')
    await wizard.findByLabelText(/^Company name/)
    await press('Go To Dashboard')
    await waitFor(() => expect(location.pathname).toBe('/searchid/dashboard'))
    expect(server.named('account.completeProfile').map(({ input }) => input)).toEqual([
      { usrID: 'usr_cleo', status: 'T' },
    ])
    // Nothing was changed on the way.
    expect(server.named('account.saveCompany').map(({ input }) => input)).toEqual([{ companyID: 'com_smiles' }])
  })

  it('PAY-020 is asked for on the other pages that are open meanwhile, and not of people who are about it', async () => {
    const asked = 'Please complete your profile to fully use the system. (Go to Profile)'
    const there = await openSetup(agency(fresh))
    expect(screen.queryByText(asked)).toBeNull()
    there.unmount()
    const none = () => ({ data: [] })
    await openApp('/user/sign-ins', {
      as: agency(fresh),
      handlers: {
        'account.checkSetup': () => setup({ setupcomplete: 'F' }),
        'session.list': none,
        'session.remembered': none,
        'session.signIns': () => ({ data: [], next_cursor: null }),
      },
    })
    expect(await screen.findByText(asked)).toBeDefined()
  })

  it('WIZ-13 leads everybody else to the general settings', () => {
    expect(afterProfileSetup(agencyViewer())).toBe('/configuration/general-setting')
    expect(afterProfileSetup(clientViewer({ leadType: 'locator' }))).toBe('/searchid/dashboard')
    expect(afterProfileSetup(clientViewer())).toBe('/siteid/dashboard')
  })

  it('tells what the server misses, and stays', async () => {
    const { wizard, press } = await openSetup(client(fresh), {
      'account.completeProfile': () => {
        throw new Refusal('invalid', 'Some details of your profile are still missing.', { zip: 'Enter the zip code.' })
      },
    })
    await press('Next')
    await wizard.findByLabelText(/^Company name/)
    await press('Go To Dashboard')
    expect(await screen.findByText('Some details of your profile are still missing.')).toBeDefined()
    expect(location.pathname).toBe('/user/profile-setup')
  })

  it('shows the company to an administrator without letting them change it', async () => {
    const { wizard, press, server } = await openSetup(client({ ...fresh, user_type: 'administrator' }))
    await press('Next')
    expect(await wizard.findByText('Bright Smiles Dental')).toBeDefined()
    expect(wizard.queryByLabelText(/^Company name/)).toBeNull()
    await press('Go To General Settings')
    await waitFor(() => expect(server.named('account.completeProfile')).toHaveLength(1))
    expect(server.named('account.saveCompany')).toEqual([])
  })

  it('RTE-021 RTE-022 stands at the old address only with card and lead menu', async () => {
    await openApp('/user/profile-setup-v1', {
      as: client(fresh),
      handlers: { 'account.checkSetup': () => setup({ setupcomplete: 'F', creditcardsetup: false }) },
    })
    await screen.findByRole('region', { name: 'Profile setup' })
    expect(location.pathname).toBe('/user/profile-setup')
    localStorage.clear()
    await openApp('/user/profile-setup-v1', { as: client({ ...fresh, profile_setup_completed: 'T' }) })
    await screen.findAllByRole('region', { name: 'Profile setup' })
    expect(location.pathname).toBe('/user/profile-setup-v1')
  })
})

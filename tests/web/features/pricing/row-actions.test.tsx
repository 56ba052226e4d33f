import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { setup, tenant } from '#tests/web/support/people.ts'
import {
  AGENCIES,
  broken,
  clientRow,
  freshBrowser,
  openAgencies,
  openClients,
  operator,
  pageOf,
  rowNamed,
  rowOf,
  salesPerson,
} from '../companies/stage.tsx'

freshBrowser()

/** After this long an answer is asked for again. */
const YOUNG_MS = 2100

type Row = ReturnType<typeof rowOf>
type Handlers = Parameters<typeof openAgencies>[0]
type User = Awaited<ReturnType<typeof openAgencies>>['user']

async function openMenu(user: User, name = 'Aurora') {
  const button = (await rowNamed(name)).getByRole('button', { name: `More actions ${name}` })
  if (!screen.queryByRole('menu', { hidden: true })) await user.click(button)
  const menu = await screen.findByRole('menu', { hidden: true })
  await within(menu).findAllByRole('menuitem', { hidden: true })
  return within(menu)
    .getAllByRole('menuitem', { hidden: true })
    .map((item) => item.textContent ?? '')
}
async function closeMenu(user: User, name = 'Aurora') {
  await user.click((await rowNamed(name)).getByRole('button', { name: `More actions ${name}` }))
  await waitFor(() => expect(screen.queryByRole('menu', { hidden: true })).toBeNull())
}
const choose = async (user: User, item: string, name = 'Aurora') => {
  await openMenu(user, name)
  await user.click(await screen.findByRole('menuitem', { name: item, hidden: true }))
  await waitFor(() => expect(screen.queryByRole('menu', { hidden: true })).toBeNull())
}
const dialogOf = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))

/** One agency whose row becomes what the handlers make of it. */
async function openOne(row: Partial<Row>, handlers: (row: Row) => Handlers) {
  const agency = rowOf('Aurora', row)
  return { ...(await openAgencies({ 'companies.list': () => pageOf([agency]), ...handlers(agency) })), agency }
}

describe('manual billing', () => {
  const done = (agency: Row) => ({
    'pricing.manualBill': ({ manualBill }: { manualBill: boolean }) => {
      agency.manual_bill = manualBill ? 'T' : 'F'
      return {
        result: 'success' as const,
        message: 'Your settings have been saved.',
        manual_bill: agency.manual_bill,
        stopped_campaigns: 0,
      }
    },
  })

  it('MBL-01 MBL-02 MBL-04 MBL-07 ERB-19 asks before it is turned on, and says who pays then', async () => {
    const { user, server } = await openOne({}, done)
    await choose(user, 'Turn on manual billing')
    const dialog = await dialogOf('Turn on manual billing for Aurora?')
    expect(dialog.getByText(/billed wholesale to the card of the agency/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.named('pricing.manualBill')).toHaveLength(0)
    expect(await openMenu(user)).toContain('Turn on manual billing')
    await closeMenu(user)
    await choose(user, 'Turn on manual billing')
    await user.click((await dialogOf(/^Turn on/)).getByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('Your settings have been saved.')).toBeDefined()
    expect(server.named('pricing.manualBill')[0]?.input).toEqual({ companyID: 'com_Aurora', manualBill: 'T' })
    await openMenu(user)
    expect(await screen.findByRole('menuitem', { name: 'Turn off manual billing', hidden: true })).toBeDefined()
  })

  it('MBL-03 says that campaigns stop and what is unbilled is charged', async () => {
    const { user, server } = await openOne({ manual_bill: 'T' }, done)
    await choose(user, 'Turn off manual billing')
    const dialog = await dialogOf('Turn off manual billing for Aurora?')
    expect(dialog.getByText(/All its campaigns stop/)).toBeDefined()
    expect(dialog.getByText(/charged to the card of the agency to date/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Turn off' }))
    await waitFor(() =>
      expect(server.named('pricing.manualBill')[0]?.input).toEqual({ companyID: 'com_Aurora', manualBill: 'F' }),
    )
  })

  it('MBL-05 ERB-05 goes back when it could not be saved', async () => {
    const { user } = await openOne({}, () => ({ 'pricing.manualBill': broken }))
    await choose(user, 'Turn on manual billing')
    await user.click((await dialogOf(/^Turn on/)).getByRole('button', { name: 'Turn on' }))
    expect(
      await screen.findByText('We are unable to save. Please try again later or contact support for assistance.'),
    ).toBeDefined()
    expect(await openMenu(user)).toContain('Turn on manual billing')
  })

  it('MBL-07 says in the server’s words that a card is missing', async () => {
    const { user } = await openOne({}, () => ({
      'pricing.manualBill': () => {
        throw new Refusal('invalid', 'No card.', { companyID: 'This agency has no card on file.' })
      },
    }))
    await choose(user, 'Turn on manual billing')
    await user.click((await dialogOf(/^Turn on/)).getByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('This agency has no card on file.')).toBeDefined()
  })
})

describe('exclusion from the minimum spend', () => {
  it('MIN-17 follows with its label', async () => {
    const { user, server } = await openOne({}, (agency) => ({
      'pricing.excludeMinimum': () => {
        agency.exclude_minimum_spend = agency.exclude_minimum_spend ? 0 : 1
        const { exclude_minimum_spend } = agency
        return { result: 'success', message: 'Your settings have been saved.', exclude_minimum_spend }
      },
    }))
    await choose(user, 'Exclude from minimum spend')
    expect(await screen.findByText('Aurora is excluded from the minimum spend.')).toBeDefined()
    await choose(user, 'Include in minimum spend')
    expect(await screen.findByText('Aurora is included in the minimum spend.')).toBeDefined()
    expect(server.named('pricing.excludeMinimum').map(({ input }) => input)).toEqual([
      { CompanyID: 'com_Aurora', exclude_minimum_spend: 1 },
      { CompanyID: 'com_Aurora', exclude_minimum_spend: 0 },
    ])
    const keys = server.named('pricing.excludeMinimum').map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(2)
  })

  it('MIN-19 ERB-06 says that it failed', async () => {
    const { user } = await openOne({}, () => ({ 'pricing.excludeMinimum': broken }))
    await choose(user, 'Exclude from minimum spend')
    expect(
      await screen.findByText(
        'We are unable to include/exclude the agency for minimum spend, please try again later or contact the support',
      ),
    ).toBeDefined()
  })

  it('CLI-25 is offered to an agency for its clients', async () => {
    const client = clientRow('Smiles')
    const { user, server } = await openClients({
      'companies.list': () => pageOf([client]),
      'pricing.excludeMinimum': () => ({ result: 'success', message: 'Saved.', exclude_minimum_spend: 1 }),
    })
    await user.click(await screen.findByRole('button', { name: 'More actions Smiles' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Exclude from minimum spend', hidden: true }))
    await waitFor(() =>
      expect(server.named('pricing.excludeMinimum')[0]?.input).toEqual({
        CompanyID: 'com_Smiles',
        exclude_minimum_spend: 1,
      }),
    )
  })
})

describe('the onboarding charge', () => {
  async function openCharge(handlers: Handlers = {}, saved = { amount: '100', enable_coupon: 'F' as 'T' | 'F' }) {
    const opened = await openOne({}, () => ({
      'pricing.getOnboarding': () => ({ data: saved, is_over: 'F' as const }),
      'pricing.setOnboarding': () => ({
        result: 'success' as const,
        status: 'success' as const,
        message: 'Your settings have been saved.',
      }),
      ...handlers,
    }))
    await choose(opened.user, 'Onboarding charge')
    const dialog = await dialogOf('Onboarding charge')
    const amount = await dialog.findByLabelText<HTMLInputElement>('Amount')
    const save = async (text: string) => {
      await opened.user.clear(amount)
      if (text) await opened.user.type(amount, text)
      await opened.user.click(dialog.getByRole('button', { name: 'Save' }))
    }
    return { ...opened, dialog, amount, save }
  }

  it('ONB-02 ONB-03 ONB-10 is read and saved', async () => {
    const { dialog, amount, user, save, server } = await openCharge()
    expect(amount.value).toBe('100')
    expect(dialog.queryByText(/no effect/)).toBeNull()
    expect(server.named('pricing.getOnboarding')[0]?.input).toEqual({
      companyID: 'com_Aurora',
      companyRootID: 'com_root',
      settingname: 'agencyonboardingcustom',
    })
    await user.click(dialog.getByLabelText(/Takes coupons/))
    await save('149.5')
    expect(await screen.findByText('Your settings have been saved.')).toBeDefined()
    expect(server.named('pricing.setOnboarding')[0]?.input).toEqual({
      CompanyID: 'com_Aurora',
      amount: '149.5',
      enable_coupon: 'T',
      seen: { amount: '100', enable_coupon: 'F' },
    })
  })

  it('ONB-17 says where there will be no first card any more, so that nobody waits for the charge', async () => {
    const data = { amount: '100', enable_coupon: 'F' as const }
    const { dialog } = await openCharge({ 'pricing.getOnboarding': () => ({ data, is_over: 'T' as const }) })
    expect(dialog.getByText(/It has saved one: a change has no effect any more\./)).toBeDefined()
  })

  it('keeps what is typed where the charge changes elsewhere meanwhile, and sends that alone', async () => {
    let amount = '100'
    const { user, dialog, server } = await openCharge({
      'pricing.getOnboarding': () => ({ data: { amount, enable_coupon: 'F' as const }, is_over: 'F' as const }),
    })
    const coupons = dialog.getByLabelText<HTMLInputElement>(/Takes coupons/)
    await user.click(coupons)
    coupons.focus()
    amount = '200'
    await new Promise((resolve) => setTimeout(resolve, YOUNG_MS))
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Amount').value).toBe('200'))
    expect([coupons.isConnected, coupons.checked, document.activeElement === coupons]).toEqual([true, true, true])
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.named('pricing.setOnboarding')).toHaveLength(1))
    expect(server.named('pricing.setOnboarding')[0]?.input).toEqual({
      CompanyID: 'com_Aurora',
      enable_coupon: 'T',
      seen: { enable_coupon: 'F' },
    })
  })

  it('ONB-04 ONB-05 ERB-27 takes 0 and 0.51, and refuses 0.5 before anything is sent', async () => {
    const { dialog, save, server } = await openCharge()
    await save('0.5')
    expect(await dialog.findByText('Amount can not be less than or equal to 0.5.')).toBeDefined()
    expect(server.named('pricing.setOnboarding')).toHaveLength(0)
    await save('0.51')
    await waitFor(() => expect(server.named('pricing.setOnboarding')).toHaveLength(1))
  })

  it.each(['abc', '', '-5'])('ONB-06 ONB-07 ONB-08 ERB-28 refuses %j', async (text) => {
    const { dialog, save, server } = await openCharge()
    await save(text)
    expect(await dialog.findByText('Please enter a valid amount.')).toBeDefined()
    expect(server.named('pricing.setOnboarding')).toHaveLength(0)
  })

  it('ONB-09 ERB-07 says that it failed', async () => {
    const { save } = await openCharge({ 'pricing.setOnboarding': broken })
    await save('20')
    expect(await screen.findByText('We are unable to save your setting, please try again later.')).toBeDefined()
  })
})

describe('settlement of failed payments', () => {
  it('MBL-10 MBL-11 MBL-12 MBL-15 ERB-23 says that it cannot be undone, and the mark goes', async () => {
    const { user, server } = await openOne({ payment_status: 'failed' }, (agency) => ({
      'payments.settleManually': () => {
        agency.payment_status = ''
        return { result: 'success', message: 'Manual Bill Settlement has been successfully processed.' }
      },
    }))
    expect((await rowNamed('Aurora')).getByRole('img', { name: 'Payment failed' })).toBeDefined()
    await choose(user, 'Settle failed payments')
    const dialog = await dialogOf('Settle the failed payments of Aurora?')
    expect(dialog.getByText(/This cannot be undone/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Settle' }))
    expect(await screen.findByText('Manual Bill Settlement has been successfully processed.')).toBeDefined()
    expect(server.named('payments.settleManually')[0]?.input).toEqual({ userID: 'usr_Aurora' })
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Payment failed' })).toBeNull())
    expect(await openMenu(user)).not.toContain('Settle failed payments')
  })

  it('MBL-13 ERB-09 says that it failed', async () => {
    const { user } = await openOne({ payment_status: 'failed' }, () => ({ 'payments.settleManually': broken }))
    await choose(user, 'Settle failed payments')
    await user.click((await dialogOf(/^Settle/)).getByRole('button', { name: 'Settle' }))
    expect(await screen.findByText('Something went wrong, please try again later..')).toBeDefined()
  })

  it('MBL-15 is offered on rows with a failed payment alone', async () => {
    const { user } = await openOne({}, () => ({}))
    expect(await openMenu(user)).not.toContain('Settle failed payments')
  })
})

describe('who is offered what', () => {
  const money = [
    ...['Turn on manual billing', 'Onboarding charge', 'Exclude from minimum spend', 'Settle failed payments'],
    'Cost setting',
  ]

  it('AGL-52 operators of the platform itself have all', async () => {
    const { user } = await openOne({ payment_status: 'failed' }, () => ({}))
    const items = await openMenu(user)
    for (const item of money) expect(items).toContain(item)
  })

  it('MIN-01 MIN-18 ONB-01 operators of another root have no onboarding charge and no minimum', async () => {
    const { user } = await openApp(AGENCIES, {
      as: operator({ company_id: 'com_other', company_root_id: 'com_other' }),
      tenant: tenant({ idsys: 'com_other', masteridsys: 'com_root', rootcomp: 'T', ownedcompanyid: 'com_other' }),
      handlers: {
        'account.checkSetup': () => setup(),
        'companies.list': () => pageOf([rowOf('Aurora', { payment_status: 'failed' })]),
      },
    })
    const items = await openMenu(user)
    expect(items).toContain('Turn on manual billing')
    expect(items).toContain('Cost setting')
    expect(items).not.toContain('Onboarding charge')
    expect(items).not.toContain('Exclude from minimum spend')
  })

  it('MBL-06 MBL-14 MIN-01 ONB-01 AGL-69 sales people have none of it', async () => {
    const { user } = await openAgencies(
      { 'companies.salesDownline': () => pageOf([rowOf('Aurora', { payment_status: 'failed' })]) },
      salesPerson(),
    )
    const row = await rowNamed('Aurora')
    const labels = row.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? '')
    const seen = [...labels, ...(await openMenu(user))]
    for (const item of money.filter((each) => each !== 'Cost setting'))
      expect(seen.filter((label) => label.startsWith(item))).toEqual([])
    // What their agencies pay they may look at.
    expect(seen).toContain('Cost setting')
  })
})

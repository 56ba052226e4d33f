import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { agency } from '#tests/web/support/people.ts'
import { faultOf, saidOf } from '#tests/web/support/said-of.ts'
import { clientRow, freshBrowser, lists, openClients } from '../companies/stage.tsx'

freshBrowser()

/** After this long an answer is asked for again. */
const YOUNG_MS = 2100

type Answer = Output<'pricing.getPrice'>
const wholesale = { platform_fee: '20', cost_month: '0', cost_per_lead: '0.75', cost_per_lead_advanced: '1' }
const answer = (more: Partial<Answer['data']> = {}, rest: Partial<Answer> = {}): Answer => ({
  data: {
    CostSet: '1.5',
    CostSetAdvanced: '2',
    CostSetB2b: '0',
    CostMonth: '10',
    CostMaxLead: '0',
    PlatformFee: '50',
    LimitLead: 0,
    LimitLeadFreq: 'day',
    LimitLeadStart: '',
    LimitLeadEnd: '',
    PaymentTerm: 'Weekly',
    topupoptions: 'onetime',
    leadsbuy: 0,
    ...more,
  },
  terms: ['Weekly', 'Prepaid'],
  term_locked: '',
  wholesale: {
    Weekly: wholesale,
    Monthly: wholesale,
    'One Time': wholesale,
    Prepaid: { ...wholesale, cost_per_lead: '3' },
  },
  campaigns: [],
  ...rest,
})
const labelOf = ({ labels }: HTMLInputElement) => labels?.[0]?.textContent
const saved = () => ({ result: 'success' as const, message: 'Setting has been saved.' })

async function openPrices(handlers: Parameters<typeof openClients>[0] = {}, as = agency()) {
  const opened = await openClients(
    {
      'companies.list': lists({ com_north: [clientRow('Smiles')] }),
      'pricing.getPrice': () => answer(),
      'pricing.savePrice': saved,
      ...handlers,
    },
    as,
  )
  await opened.user.click(await screen.findByRole('button', { name: 'Set price Smiles' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set price for Smiles' }))
  await dialog.findByLabelText('Platform fee')
  return { ...opened, dialog }
}

describe('Set price', () => {
  it('CLI-24 CST-29 shows the payment term and the fees of a client', async () => {
    const { dialog, server } = await openPrices()
    expect(dialog.getByRole<HTMLInputElement>('combobox', { name: 'Payment term' }).value).toBe('Weekly')
    const value = (name: string) => dialog.getByLabelText<HTMLInputElement>(name).value
    expect([
      value('Platform fee'),
      value('Campaign fee per week'),
      value('Price per lead, basic data'),
      value('Price per lead, advanced data'),
    ]).toEqual(['$50.00', '$10.00', '$1.50', '$2.00'])
    expect(server.named('pricing.getPrice')[0]?.input).toEqual({
      ClientID: 'usr_Smiles',
      ModuleID: 'local',
      leadspeekID: '',
    })
  })

  it('shows cost and margin beside each price', async () => {
    const { dialog } = await openPrices()
    expect(dialog.getByText('Wholesale $0.75, margin $0.75')).toBeDefined()
    expect(dialog.getByText('Wholesale $20.00, margin $30.00')).toBeDefined()
  })

  it('CST-38 offers the terms of the agency alone', async () => {
    const { user } = await openPrices()
    await user.click(screen.getByRole('combobox', { name: 'Payment term' }))
    const options = await screen.findAllByRole('option', { hidden: true })
    expect(
      options
        .map((option) => option.textContent)
        .filter((text) => /^(Weekly|Monthly|One Time|Prepaid)$/.test(text ?? '')),
    ).toEqual(['Weekly', 'Prepaid'])
  })

  it('says beside the payment term why it stays as it is', async () => {
    const lock = '90 paid leads are left. Give them back first, then change the payment term.'
    const { dialog } = await openPrices({ 'pricing.getPrice': () => answer({}, { term_locked: lock }) })
    expect(dialog.getByText(lock)).toBeDefined()
  })

  it('CST-39 allows a price below the cost, and warns', async () => {
    const { dialog, user, server } = await openPrices()
    expect(dialog.queryByText('Price is lower than your cost')).toBeNull()
    const input = dialog.getByLabelText('Price per lead, basic data')
    await user.clear(input)
    await user.type(input, '0')
    expect(await dialog.findByText('Price is lower than your cost')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Setting has been saved.')).toBeDefined()
    expect(server.named('pricing.savePrice')[0]?.input.CostSet).toBe('0')
  })

  it('CST-39 warns of a lead above the limit that is sold below its cost, too, and not where there is none', async () => {
    const { dialog, user } = await openPrices()
    const input = dialog.getByLabelText('Price of a lead above the limit')
    const warned = () => dialog.queryByText('Price is lower than your cost') !== null
    const type = async (text: string) => {
      await user.clear(input)
      await user.type(input, text)
    }
    await type('0.01')
    expect(warned()).toBe(true)
    await type('0')
    expect(warned()).toBe(false)
    await type('900')
    expect(warned()).toBe(false)
  })

  it('says where somebody else set the same price meanwhile, and sends again what is still wanted', async () => {
    const told = 'Somebody else set the price per lead to $1.75 meanwhile. Save again to have it your way.'
    let isSet = false
    const { dialog, user, server } = await openPrices({
      'pricing.getPrice': () => answer(isSet ? { CostSet: '1.75', PlatformFee: '60' } : {}),
      'pricing.savePrice': ({ seen }) => {
        isSet = true
        const now = { CostSet: '1.75' }
        if (seen?.CostSet !== 17_500) throw new Refusal('conflict', told, { CostSet: told }, undefined, now)
        return { result: 'success', message: 'Setting has been saved.' }
      },
    })
    const input = dialog.getByLabelText<HTMLInputElement>('Price per lead, basic data')
    await user.clear(input)
    await user.type(input, '2.5')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(told)).toBeDefined()
    // What was typed stays; what was not is as the other set it.
    await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Platform fee').value).toBe('$60.00'))
    expect([input.value, document.activeElement === input]).toEqual(['$2.50', true])
    expect(saidOf(input)).toContain(told)
    expect(screen.getAllByText(told)).toHaveLength(1)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Setting has been saved.')).toBeDefined()
    const asked = server
      .named('pricing.savePrice')
      .map(({ input: { CostSet, PlatformFee, seen } }) => [CostSet, PlatformFee, seen])
    expect(asked).toEqual([
      ['2.5', undefined, { CostSet: '1.5' }],
      ['2.5', undefined, { CostSet: '1.75' }],
    ])
  })

  it('CST-30 CST-31 CST-32 CST-33 CST-34 saves all fields that are changed, and no other', async () => {
    const { dialog, user, server } = await openPrices({
      'pricing.getPrice': () => answer({ PaymentTerm: 'Prepaid', CostSetB2b: '0.75' }),
    })
    const type = async (name: string, text: string) => {
      await user.clear(dialog.getByLabelText(name))
      await user.type(dialog.getByLabelText(name), text)
    }
    const choose = async (field: string, option: string) => {
      await user.click(dialog.getByRole('combobox', { name: field }))
      await user.click(await screen.findByRole('option', { name: option, hidden: true }))
    }
    await type('Platform fee', '75')
    await type('Campaign fee per month', '20.5')
    await type('Price per lead, basic data', '4.25')
    await type('Price per lead, advanced data', '5.1234')
    await type('Leads', '500')
    await choose('Counted', 'Per month')
    await type('Price of a lead above the limit', '0.5')
    await type('Leads per top-up', '100')
    await choose('Top up', 'Again whenever they run out')
    await user.type(dialog.getByLabelText('From'), '2026-12-01')
    await user.type(dialog.getByLabelText('To'), '2026-12-31')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.named('pricing.savePrice')).toHaveLength(1))
    expect(server.named('pricing.savePrice')[0]?.input).toEqual({
      ClientID: 'usr_Smiles',
      ModuleID: 'local',
      leadspeekID: '',
      CostSet: '4.25',
      CostSetAdvanced: '5.1234',
      CostMonth: '20.5',
      CostMaxLead: '0.5',
      PlatformFee: '75',
      LimitLead: 500,
      LimitLeadFreq: 'month',
      LimitLeadStart: '2026-12-01',
      LimitLeadEnd: '2026-12-31',
      topupoptions: 'continual',
      leadsbuy: 100,
      seen: expect.objectContaining({ CostSet: '1.5', PlatformFee: '50', LimitLead: 0 }),
    })
  })

  it.each([
    [
      'local',
      'Site ID',
      { 'Price per lead, basic data': 'CostSet', 'Price per lead, advanced data': 'CostSetAdvanced' },
    ],
    ['locator', 'Search ID', { 'Price per lead': 'CostSet' }],
    [
      'enhance',
      'Enhance ID',
      { 'Price per lead, basic data': 'CostSet', 'Price per lead, advanced data': 'CostSetAdvanced' },
    ],
    ['b2b', 'B2B ID', { 'Price per lead': 'CostSetB2b' }],
  ] as const)('CST-35 has a field for each price that leads of %s are sold for', async (line, name, fields) => {
    const modules = (['local', 'locator', 'enhance', 'b2b'] as const).map((type) => ({ type, status: true }))
    const { dialog, user, server } = await openPrices({
      'companies.list': lists({ com_north: [clientRow('Smiles', { selected_modules: modules })] }),
    })
    await user.click(dialog.getByRole('tab', { name }))
    const labels = () => dialog.getAllByLabelText<HTMLInputElement>(/^Price per lead/).map(labelOf)
    await waitFor(() => expect(labels()).toEqual(Object.keys(fields)))
    for (const [at, label] of Object.keys(fields).entries()) {
      await user.clear(dialog.getByLabelText(label))
      await user.type(dialog.getByLabelText(label), `${at + 7}`)
    }
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.named('pricing.savePrice')).toHaveLength(1))
    const sent = server.named('pricing.savePrice')[0]?.input
    const typed = Object.values(fields).map((field, at) => [field, `${at + 7}`])
    expect(sent).toMatchObject({ ModuleID: line, ...Object.fromEntries(typed) })
  })

  it('says of each field what the server refuses of it, and only until it is changed', async () => {
    const { dialog, user } = await openPrices({
      'pricing.getPrice': () => answer({ PaymentTerm: 'Prepaid' }),
      'pricing.savePrice': () => {
        const early = { LimitLeadStart: 'Too early.', LimitLeadEnd: 'Before its start.' }
        throw new Refusal('invalid', 'No.', {
          ...early,
          LimitLead: 'Too many.',
          leadsbuy: 'Too few.',
          PaymentTerm: 'Not this term.',
        })
      },
    })
    const said = () => ['Leads', 'Leads per top-up', 'From', 'To'].map((name) => saidOf(dialog.getByLabelText(name)))
    const term = dialog.getByRole('combobox', { name: 'Payment term' })
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(faultOf(term)).toEqual(['true', 'Not this term.']))
    expect(said()).toEqual([
      expect.stringContaining('Too many.'),
      'Too few.',
      expect.stringContaining('Too early.'),
      'Before its start.',
    ])
    await user.type(dialog.getByLabelText('Leads'), '5')
    await user.type(dialog.getByLabelText('Leads per top-up'), '5')
    expect(said()).toEqual(['0 is no limit.', '', expect.stringContaining('Too early.'), 'Before its start.'])
    // One of the two days mends both: each is refused for what the other is.
    await user.type(dialog.getByLabelText('From'), '2026-12-01')
    expect(said()).toEqual(['0 is no limit.', '', 'Empty is always.', ''])
    await user.click(term)
    await user.click(await screen.findByRole('option', { name: 'Weekly', hidden: true }))
    expect(saidOf(term)).toBe('')
  })

  it('CST-37 prices one campaign, and says what the server refuses', async () => {
    const { dialog, user, server } = await openPrices({
      'pricing.getPrice': ({ leadspeekID }) =>
        answer(
          { CostSet: leadspeekID ? '9' : '1.5' },
          { campaigns: [{ id: 'cmp_1', name: 'Spring', is_active: true }] },
        ),
      'pricing.savePrice': () => {
        throw new Refusal('invalid', 'Pause the campaign first.', { PaymentTerm: 'Pause the campaign first.' })
      },
    })
    await user.click(dialog.getByRole('combobox', { name: 'For' }))
    await user.click(await screen.findByRole('option', { name: 'Spring (active)', hidden: true }))
    await waitFor(() =>
      expect(dialog.getByLabelText<HTMLInputElement>('Price per lead, basic data').value).toBe('$9.00'),
    )
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect((await dialog.findAllByText('Pause the campaign first.')).length).toBeGreaterThan(0)
    expect(server.named('pricing.savePrice')[0]?.input.leadspeekID).toBe('cmp_1')
  })

  it('keeps what is typed while campaigns and costs change elsewhere, and sends no older price beside it', async () => {
    let now = answer({}, { campaigns: [{ id: 'cmp_1', name: 'Spring', is_active: true }] })
    const { dialog, user, server } = await openPrices({ 'pricing.getPrice': () => now })
    const price = () => dialog.getByLabelText<HTMLInputElement>('Price per lead, basic data')
    await user.clear(price())
    await user.type(price(), '4')
    now = answer({ PlatformFee: '70' }, { campaigns: [{ id: 'cmp_1', name: 'Summer', is_active: false }] })
    await new Promise((resolve) => setTimeout(resolve, YOUNG_MS))
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Platform fee').value).toBe('$70.00'))
    expect(price().value).toBe('4')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.named('pricing.savePrice')).toHaveLength(1))
    const sent = server.named('pricing.savePrice')[0]?.input
    expect([sent?.CostSet, sent?.PlatformFee]).toEqual(['4', undefined])
  })

  it('CST-37 shows and saves no prices of one campaign for another that is loading or could not be loaded', async () => {
    const campaigns = [
      { id: 'cmp_a', name: 'Autumn', is_active: false },
      { id: 'cmp_b', name: 'Bloom', is_active: false },
    ]
    let isBroken = false
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const { dialog, user } = await openPrices({
      'pricing.getPrice': async ({ leadspeekID }) => {
        if (leadspeekID === 'cmp_b') await arrived
        if (leadspeekID && isBroken) throw new Refusal('internal', 'Please try again later.')
        return answer({ CostSet: leadspeekID === 'cmp_b' ? '9' : '1.5' }, { campaigns })
      },
    })
    const choose = async (name: string) => {
      await user.click(dialog.getByRole('combobox', { name: 'For' }))
      await user.click(await screen.findByRole('option', { name, hidden: true }))
    }
    await choose('Bloom')
    expect(dialog.queryByLabelText('Price per lead, basic data')).toBeNull()
    expect(dialog.queryByRole('button', { name: 'Save' })).toBeNull()
    arrive()
    const price = await dialog.findByLabelText<HTMLInputElement>('Price per lead, basic data')
    expect(price.value).toBe('$9.00')
    isBroken = true
    await choose('Autumn')
    expect(await dialog.findByText('The prices could not be loaded')).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Save' })).toBeNull()
    // The way back to one that can be loaded is still there.
    await choose('New campaigns')
    expect(await dialog.findByLabelText('Price per lead, basic data')).toBeDefined()
  })

  it('CST-40 opens the agency’s own list for new clients', async () => {
    const { user, server } = await openClients({
      'companies.list': lists({ com_north: [] }),
      'pricing.getPrice': () => answer(),
    })
    await user.click(screen.getByRole('button', { name: 'Default prices' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Default prices' }))
    await dialog.findByLabelText('Platform fee')
    expect(server.named('pricing.getPrice')[0]?.input.ClientID).toBe('usr_ada')
  })

  it('CST-41 is not offered to a role without update', async () => {
    const flags = {
      module_name: 'Settings',
      enable_permission: 'T',
      create_permission: 'T',
      update_permission: 'F',
      delete_permission: 'T',
    } as const
    await openClients(
      { 'companies.list': lists({ com_north: [clientRow('Smiles')] }) },
      agency({ user_permissions: { report_analytics: 'F', modules: [flags] } }),
    )
    await screen.findAllByText('Smiles')
    expect(screen.queryByRole('button', { name: 'Default prices' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Set price Smiles' })).toBeNull()
  })
})

// Two people have the same form open. What each changes beside the other stays; where both change the same of money or rights, the second
// is told before it is overwritten, also when both send in the same instant.
import { describe, expect, it } from 'vitest'
import { noPrice } from '#shared/money/price-list.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from '../companies/stage.ts'
import { all, rolesOf } from '../roles/stage.ts'

const h = await harness()
const { plant } = stageOf(h)
const { root, northlight, copper, brightSmiles, users, campaigns } = h.cast
const by = { by: 'test', at: h.services.now() }
type Answer = {
  status: number
  body: { message?: string; fields?: Record<string, string>; now?: Record<string, unknown> }
}
/** What a refusal says that stands in a field, which lies in what was seen as it lies in what is sent. */
const toldOf = ({ body }: Answer, field: string) => {
  const steps = field.replace(/^comsetval\./, '').split('.')
  const found = steps.reduce<unknown>((whole, name) => new Map(Object.entries(whole ?? {})).get(name), body.now)
  return String(found)
}
/** A field of a form: how it is set by a person who saw another value there, and what it is. */
type Field = {
  field: string
  values: readonly [first: string, second: string, third: string]
  set: (value: string, seen?: string) => Promise<Answer>
  read: () => Promise<string>
}

const price = (wanted: object, seen: object | '' | undefined, more: object = {}) =>
  h.call('ada', 'pricing.savePrice', {
    ClientID: users.cleo.id,
    ModuleID: 'local',
    ...more,
    ...wanted,
    ...asSeen(seen),
  })
const asSeen = (seen: object | '' | undefined) => (seen ? { seen } : {})
const priceOf = async (more: object = {}) =>
  (await h.call('ada', 'pricing.getPrice', { ClientID: users.cleo.id, ModuleID: 'local', ...more })).body.data
const setting = (comsetname: 'rootminspend' | 'developerfee', comsetval: object, seen: object | '' | undefined) =>
  // @NOTE each setting takes its own value.
  h.call('olive', 'settings.save', { companyID: root.id, comsetname, comsetval, ...asSeen(seen) } as never)
const settingOf = async (settingname: 'rootminspend' | 'developerfee') =>
  (await h.call('olive', 'settings.get', { companyID: root.id, settingname, idSys: root.id })).body as never as {
    data: Record<string, string>
  }
const costs = (LeadspeekCostperlead: string) => ({ local: { Weekly: { LeadspeekCostperlead } } })
const agency = await plant(root, 'Two Keepers')
const person = await plant(northlight, 'Kept by two')
const one = <Name extends string>(name: Name, value: string) => ({ [name]: value }) as Record<Name, string>

const { idMinimumSpend } = (
  await h.call('olive', 'pricing.createPlan', { planName: 'Two hands', months: ['100'], flatMonth: '300' })
).body.data
const plan = (wanted: object, seen?: object | '') =>
  h.call('olive', 'pricing.updatePlan', { idMinimumSpend, ...wanted, ...asSeen(seen) })
const planOf = async () => {
  const found = (await h.call('olive', 'pricing.listPlans', {})).body.data
  const kept = found.find((each) => each.idMinimumSpend === idMinimumSpend)
  if (!kept) throw new Error('The plan is gone.')
  return kept
}
const otherPlans = await Promise.all(
  ['A', 'B', 'C'].map(async (planName) => {
    const { body } = await h.call('olive', 'pricing.createPlan', { planName, months: [], flatMonth: '1' })
    return body.data.idMinimumSpend
  }),
)
const wallet = (wanted: object, seen?: object | '') =>
  h.call('ada', 'wallet.save', { company_id: northlight.id, ...wanted, ...asSeen(seen) })
const walletOf = async () => (await h.call('ada', 'wallet.get', { company_id: northlight.id })).body
const sales = (wanted: object, seen?: object | '') =>
  h.call('olive', 'sales.assign', { companyID: copper.id, ...wanted, ...asSeen(seen) })
type Entry = { name: string; url: string }
const menu = (locator: Entry, seen?: Entry | '') =>
  h.call('ada', 'settings.save', {
    companyID: northlight.id,
    comsetname: 'customsidebarleadmenu',
    comsetval: { locator },
    ...(seen && { seen: { locator: seen } }),
  })
const { save: saveRole } = rolesOf(h)
const roles: string[] = []
for (const roleName of ['Alpha', 'Beta']) roles.push((await saveRole('ada', { roleName })).body.data.roleID)
await h.db.company.update(northlight.id, { terms: ['Weekly', 'Monthly', 'Prepaid'] })

await h.db.price.saveRetail(brightSmiles.id, 'local', { ...noPrice, perLeadCentiCents: 10_000 }, by)

const ofRetail = (field: 'CostSet' | 'PlatformFee' | 'CostMonth', more: object = {}): Field => ({
  field,
  values: ['1.5', '2.5', '3.5'],
  set: (value, seen) => price(one(field, value), seen && one(field, seen), more),
  read: async () => (await priceOf(more))[field],
})
const fields: Record<string, Field> = {
  'the price of a lead of a client': ofRetail('CostSet'),
  'the fee of a client': ofRetail('CostMonth'),
  'the price of a lead of one campaign': ofRetail('CostSet', { leadspeekID: campaigns.smiles.id }),
  'the payment term of a client': {
    field: 'PaymentTerm',
    values: ['Weekly', 'Monthly', 'Prepaid'],
    set: (value, seen) => price(one('PaymentTerm', value), seen && one('PaymentTerm', seen)),
    read: async () => (await priceOf()).PaymentTerm,
  },
  'what an agency pays for a lead': {
    field: 'comsetval.local.Weekly.LeadspeekCostperlead',
    values: ['0.1', '0.2', '0.3'],
    set: (value, seen) =>
      h.call('olive', 'settings.save', {
        companyID: agency.company.id,
        comsetname: 'costagency',
        comsetval: costs(value),
        ...asSeen(seen && costs(seen)),
      }),
    read: async () => {
      const { costs: kept } = await h.db.price.costsAt(agency.company.id, h.services.now() + 60_000)
      return String(kept.local.Weekly.perLeadCentiCents / 10_000)
    },
  },
  'what agencies without a plan must spend': {
    field: 'comsetval.monthly',
    values: ['100', '200', '300'],
    set: (value, seen) => setting('rootminspend', one('monthly', value), seen && one('monthly', seen)),
    read: async () => (await settingOf('rootminspend')).data.monthly ?? '',
  },
  'the fee of the developer API': {
    field: 'comsetval.amount',
    values: ['10', '20', '30'],
    set: (value, seen) => setting('developerfee', one('amount', value), seen && one('amount', seen)),
    read: async () => (await settingOf('developerfee')).data.amount ?? '',
  },
  'a minimum-spend plan': {
    field: 'flatMonth',
    values: ['400', '500', '600'],
    set: (value, seen) => plan(one('flatMonth', value), seen && one('flatMonth', seen)),
    read: async () => (await planOf()).flatMonth,
  },
  'the first months of a plan': {
    field: 'months',
    values: ['110', '120', '130'],
    set: (value, seen) => plan({ months: [value] }, seen && { months: [seen] }),
    read: async () => (await planOf()).months.join(),
  },
  'the charge of a set-up': {
    field: 'amount',
    values: ['50', '60', '70'],
    set: (value, seen) =>
      h.call('olive', 'pricing.setOnboarding', {
        CompanyID: agency.company.id,
        ...one('amount', value),
        ...asSeen(seen && one('amount', seen)),
      }),
    read: async () => String((await h.db.setting.getOnboarding(agency.company.id)).amountCents / 100),
  },
  'the bound of a client': {
    field: 'monthly_cap',
    values: ['100.00', '200.00', '300.00'],
    set: (value, seen) =>
      h.call('ada', 'pricing.setSpendingCap', {
        companyID: brightSmiles.id,
        monthly_cap: value,
        ...asSeen(seen && one('monthly_cap', seen)),
      }),
    read: async () => (await h.call('ada', 'pricing.spendingCap', { companyID: brightSmiles.id })).body.monthly_cap,
  },
  'the amount of automatic top-ups': {
    field: 'amount',
    values: ['250', '500', '1000'],
    set: (value, seen) => wallet({ amount: value, custom_amount: 'F' }, seen && { amount: seen }),
    read: async () => String((await walletOf()).amount),
  },
  'the limit of automatic top-ups': {
    field: 'monthly_limit',
    values: ['2000', '3000', '4000'],
    set: (value, seen) => wallet({ monthly_limit: value }, seen && { monthly_limit: seen }),
    read: async () => String((await walletOf()).monthly_limit),
  },
  'the share of a sales person': {
    field: 'salesRepRate',
    values: ['5', '6', '7'],
    set: (value, seen) => sales(one('salesRepRate', value), seen && one('salesRepRate', seen)),
    read: async () => (await h.call('olive', 'sales.commission', { companyID: copper.id })).body.salesRepRate,
  },
  'who looks after an agency': {
    field: 'salesRep',
    values: [users.sam.id, users.rita.id, users.ellen.id],
    set: (value, seen) => sales(one('salesRep', value), seen && one('salesRep', seen)),
    read: async () => (await h.db.company.get(copper.id)).salesRepId ?? '',
  },
  'the plan of an agency': {
    field: 'planMinSpendId',
    values: [otherPlans[0] ?? '', otherPlans[1] ?? '', otherPlans[2] ?? ''],
    set: (value, seen) =>
      h.call('olive', 'companies.update', {
        ClientID: agency.user.id,
        planMinSpendId: value,
        ...asSeen(seen && one('planMinSpendId', seen)),
      }),
    read: async () => (await h.db.company.get(agency.company.id)).minimumSpendPlanId,
  },
  'the URL of a product': {
    field: 'comsetval.locator.url',
    values: ['seekers', 'finders', 'locators'],
    set: (url, seen) => menu({ name: 'Search', url }, seen && { name: 'Search', url: seen }),
    read: async () => (await h.db.company.get(northlight.id)).modules.locator?.url ?? '',
  },
  'the role of a colleague': {
    field: 'ClientRole',
    values: [roles[0] ?? '', roles[1] ?? '', ''],
    set: (value, seen) =>
      h.call('ada', 'companies.update', {
        ClientID: users.amos.id,
        action: 'staff',
        ClientRole: value,
        ...asSeen(seen && one('ClientRole', seen)),
      }),
    read: async () => (await h.db.user.get(users.amos.id)).roleId ?? '',
  },
}

describe.each(Object.entries(fields))('%s', (_, { field, values: [first, second, third], set, read }) => {
  it('that somebody else set meanwhile is told to the second, stays, and gives way to a second press', async () => {
    expect((await set(first)).status).toBe(200)
    expect((await set(second, first)).status).toBe(200)
    const late = await set(third, first)
    expect([late.status, Object.keys(late.body.fields ?? {}), await read()]).toEqual([409, [field], second])
    expect(late.body.fields?.[field]).toMatch(/^Somebody else .* meanwhile\. Save again to have it your way\.$/)
    // What the second was told is what they have seen: another press goes by it, and not over what a third person sets in between.
    const told = toldOf(late, field)
    expect((await set(first)).status).toBe(200)
    const again = await set(third, told)
    expect([again.status, await read()]).toEqual([409, first])
    expect([(await set(third, toldOf(again, field))).status, await read()]).toEqual([200, third])
    expect((await set(second)).status).toBe(200)
    // Who wants what is there already loses nothing, and a call that says nothing of what it saw is as before.
    expect([(await set(second, first)).status, (await set(first)).status, await read()]).toEqual([200, 200, first])
  })

  it('that two set at once is lost by neither of them unseen', async () => {
    for (let round = 0; round < 3; round++) {
      await set(first)
      const answers = await Promise.all([set(second, first), set(third, first)])
      expect(answers.map(({ status }) => status).sort(), JSON.stringify(answers)).toEqual([200, 409])
      expect(await read()).toBe(answers[0]?.status === 200 ? second : third)
    }
  })
})

describe('two who change something different', () => {
  it('of a plan keep both', async () => {
    await plan({ planName: 'Begun', months: ['1'], flatMonth: '2' })
    const seen = { planName: 'Begun', months: ['1'], flatMonth: '2' }
    const answers = [
      await plan({ planName: 'Renamed' }, { planName: seen.planName }),
      await plan({ months: ['7', '8'] }, { months: seen.months }),
      await plan({ flatMonth: '9' }, { flatMonth: seen.flatMonth }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await planOf()).toMatchObject({ planName: 'Renamed', months: ['7', '8'], flatMonth: '9' })
  })

  it('of a product keep its name and its URL', async () => {
    const seen = { name: 'Search', url: 'search' }
    await menu(seen)
    const answers = [
      await menu({ name: 'Seek', url: 'search' }, seen),
      await menu({ name: 'Search', url: 'seek' }, seen),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await h.db.company.get(northlight.id)).modules.locator).toEqual({ name: 'Seek', url: 'seek' })
  })

  it('of how a wallet is filled keep both, at once too', async () => {
    await wallet({ amount: '250', custom_amount: 'F', monthly_limit: '' })
    const answers = await Promise.all([
      wallet({ amount: '500', custom_amount: 'F' }, { amount: '250' }),
      wallet({ monthly_limit: '1000' }, { monthly_limit: '' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await walletOf()).toMatchObject({ amount: 500, monthly_limit: 1000 })
  })

  it('of a module of a role keep both, and no right comes back that one of them took away', async () => {
    const { roleID } = (await saveRole('ada', { roleName: 'Shared', roledata: all({}) })).body.data
    const flags = (entry: object) =>
      h.call('ada', 'roles.save', {
        companyID: northlight.id,
        roleID,
        roledata: [{ module_name: 'Campaign', ...entry }],
      })
    const campaignOf = async () => {
      const { body } = await h.call('ada', 'roles.list', {
        companyID: northlight.id,
        getType: 'getrole',
        roleID,
        usrID: users.ada.id,
      })
      return body.roles[0]?.roledata.find(({ module_name }) => module_name === 'Campaign')
    }
    await flags({ enable_permission: 'T', create_permission: 'F', update_permission: 'T', delete_permission: 'T' })
    expect((await flags({ update_permission: 'F' })).status).toBe(200)
    expect((await flags({ create_permission: 'T' })).status).toBe(200)
    expect(await campaignOf()).toMatchObject({ create_permission: 'T', update_permission: 'F', delete_permission: 'T' })
    expect((await flags({ enable_permission: 'F' })).status).toBe(200)
    const late = await flags({ create_permission: 'T' })
    expect([late.status, late.body.message]).toEqual([
      409,
      'Somebody else closed one of these modules meanwhile. Open the role again to see it as it is now.',
    ])
    expect(await campaignOf()).toMatchObject({ enable_permission: 'F', create_permission: 'F', delete_permission: 'F' })
  })

  it('of a client keep both, and one that was removed meanwhile says so', async () => {
    const edit = (part: object) => h.call('ada', 'companies.update', { ClientID: person.user.id, ...part })
    expect((await edit({ ClientCompanyName: 'Kept' })).status).toBe(200)
    const removed = await h.call('ada', 'companies.remove', { companyId: person.company.id, userId: person.user.id })
    expect(removed.status).toBe(200)
    expect((await edit({ ClientFullName: 'Late' })).status).toBeGreaterThanOrEqual(400)
  })
})

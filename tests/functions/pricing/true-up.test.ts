import { describe, expect, it } from 'vitest'
import { agreeMinimum } from '#functions/domain/billing/minimum-spend-agreement.ts'
import { collect } from '#functions/domain/payments/collect.ts'
import { makePaymentDeps } from '#functions/domain/wallet/payment-deps.ts'
import { orderTopUp, spend as takeOut } from '#functions/domain/wallet/top-up.ts'
import { DAY, HOUR } from '#shared/dates.ts'
import type { Company } from '#shared/model/company.ts'
import { usedCreditKey } from '#shared/model/payment.ts'
import { cents } from '#shared/money/cents.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { plantLead } from '../../support/plant-lead.ts'
import { stageOf as companyStage } from '../companies/stage.ts'
import { stageOf as paymentStage } from '../payments/stage.ts'
import { runsOf } from './runs.ts'

const h = await harness()
const { plant } = companyStage(h)
const { saveCard } = paymentStage(h)
const { root, campaigns } = h.cast
const MIDNIGHT = Date.parse('2027-02-15T06:00:00Z')
let made = 0

const runs = await runsOf(h)
/** Runs the timetable for a day, at noon in Chicago. */
async function run(day: string, times = 1) {
  const at = Date.parse(`${day}T18:00:00Z`)
  h.setClock(at)
  for (let i = 0; i < times; i++) await runs.run('trueUpMinimums', at)
}

/** An agency that began in mid January, with a card like Northlight's. */
async function agencyOf(plan: { monthsCents: number[]; flatMonthCents: number }, more: Partial<Company> = {}) {
  const id = h.services.newId('plan')
  const now = Date.parse('2027-01-15T12:00:00Z')
  await h.db.minimumSpend.create({
    rootId: root.id,
    id,
    name: `Plan ${++made}`,
    ...plan,
    createdAt: now,
    endedAt: null,
  })
  const { company } = await plant(root, `Agency ${made}`, {
    createdAt: now,
    company: { minimumSpendPlanId: id, createdAt: now, ...more },
  })
  const { customerId, cardId } = await h.db.billing.get(h.cast.northlight.id)
  await h.db.billing.claimCustomer(company.id, '', customerId)
  await h.db.billing.save(company.id, { cardId })
  return company
}
async function spend(agency: Company, cents: number, day: string) {
  const { company } = await plant(agency, `Client ${++made}`)
  const campaign = await plantCampaign(h.db, {
    ...campaigns.smiles,
    id: h.services.newId('campaign'),
    companyId: company.id,
    agencyId: agency.id,
  })
  const at = Date.parse(`${day}T18:00:00Z`)
  await plantLead(h, campaign, { id: `led_${made}`, at, wholesaleCentiCents: cents * 100 })
}
const owedBy = async ({ id }: Company, toOn: string) => {
  const payment = await h.db.payment.find({ companyId: id, key: `true-up-${id}-${toOn}` })
  return payment && [payment.amountCents, payment.description, payment.status]
}
const flat = { monthsCents: [], flatMonthCents: 34_900 }
const END = '2027-02-14'

h.setClock(MIDNIGHT - 40 * DAY)
await saveCard('ada')

describe('the end of a minimum-spend month', () => {
  it('MIN-22 charges the difference to what was spent, or nothing', async () => {
    const little = await agencyOf(flat)
    const enough = await agencyOf(flat)
    const excluded = await agencyOf(flat, { excludesMinimumSpend: true })
    const none = (await plant(root, 'No minimum', { createdAt: Date.parse('2027-01-15T12:00:00Z') })).company
    await spend(little, 10_000, '2027-01-20')
    // Neither the day before its month nor the first day after it counts.
    await spend(little, 5_000, '2027-01-14')
    await spend(little, 5_000, '2027-02-15')
    await spend(enough, 40_000, '2027-02-14')
    await run('2027-02-14')
    expect(await owedBy(little, END)).toBeUndefined()
    await run('2027-02-15')
    expect(await owedBy(little, END)).toEqual([24_900, 'Minimum spend true-up', 'paid'])
    for (const agency of [enough, excluded, none]) expect(await owedBy(agency, END)).toBeUndefined()
  })

  it('MIN-23 does so once, however often it runs', async () => {
    const agency = await agencyOf(flat)
    await run('2027-02-15', 3)
    await run('2027-02-16')
    expect(await owedBy(agency, END)).toEqual([34_900, 'Minimum spend true-up', 'paid'])
    const charged = h.stripe
      .list('payment_intent')
      .filter((intent) => JSON.stringify(intent.metadata ?? {}).includes(agency.id))
    expect(charged).toHaveLength(1)
    // What is decided stays decided, also for the person who is excluded later.
    await h.db.company.update(agency.id, { excludesMinimumSpend: true })
    await run('2027-02-17')
    expect(await owedBy(agency, END)).toEqual([34_900, 'Minimum spend true-up', 'paid'])
  })

  it('MIN-23 carries half a dollar into the next month, and an exclusion in mid-month cancels it', async () => {
    const agency = await agencyOf({ monthsCents: [10_000, 20_000], flatMonthCents: 0 })
    await spend(agency, 9_950, '2027-01-20')
    await run('2027-02-15')
    expect(await owedBy(agency, END)).toBeUndefined()
    await spend(agency, 19_000, '2027-02-20')
    await run('2027-03-15')
    expect(await owedBy(agency, '2027-03-14')).toEqual([1_050, 'Minimum spend true-up', 'paid'])
    const other = await agencyOf(flat)
    h.setClock(Date.parse('2027-02-01T12:00:00Z'))
    const excluded = await h.call('olive', 'pricing.excludeMinimum', { CompanyID: other.id })
    expect(excluded.body.exclude_minimum_spend).toBe(1)
    await run('2027-02-15')
    expect(await owedBy(other, END)).toBeUndefined()
  })

  it('MIN-21 counts months from the acceptance, and asks for the flat amount after the named ones', async () => {
    const agency = await agencyOf({ monthsCents: [10_000, 20_000], flatMonthCents: 34_900 })
    await agreeMinimum(h.db, agency, {
      companyId: agency.id,
      version: 1,
      monthsCents: [10_000, 20_000],
      flatMonthCents: 34_900,
      // Late in the evening there, when it is the next day in Greenwich already.
      userId: 'usr_x',
      userName: 'X',
      ip: '',
      agreedAt: Date.parse('2027-01-21T03:00:00Z'),
    })
    await run('2027-02-15')
    expect(await owedBy(agency, END)).toBeUndefined()
    await run('2027-02-20')
    await run('2027-03-20')
    await run('2027-04-20')
    const owed = await Promise.all(['2027-02-19', '2027-03-19', '2027-04-19'].map((end) => owedBy(agency, end)))
    expect(owed.map((each) => each?.[0])).toEqual([10_000, 20_000, 34_900])
  })

  it('MIN-22 counts all wholesale amounts: leads, fees and what the wallet paid, but no set-up and no true-up', async () => {
    const agency = await agencyOf(flat)
    await spend(agency, 10_000, '2027-01-20')
    const at = Date.parse('2027-01-25T12:00:00Z')
    h.setClock(at)
    const demand = { company: agency, purpose: 'invoice', description: 'x' }
    // 50 dollars of fees, 40 of the wallet; neither the invoice for leads nor what it took from the wallet counts again.
    await collect(h.services, { ...demand, key: 'fee-1', amountCents: 5_000 })
    // 10 of the fees went back; 30 are paid anew for credit that was used, and counted, before its top-up was disputed.
    const fee = await h.db.payment.find({ companyId: agency.id, key: 'fee-1' })
    if (fee) await h.db.payment.setRefunded(fee, fee.chargeId ?? '', 1_000)
    await collect(h.services, { ...demand, key: usedCreditKey('dp_1'), amountCents: 3_000 })
    await collect(h.services, { ...demand, key: 'leads-1', about: 'leads', amountCents: 700 })
    await collect(h.services, { ...demand, key: 'onboarding', purpose: 'onboarding', amountCents: 30_000 })
    await collect(h.services, { ...demand, key: 'true-up-old', about: 'true-up', amountCents: 20_000 })
    const paymentDeps = makePaymentDeps(h.services)
    const order = { amountCents: cents(300_00), isCustom: true, isStopped: true, idempotencyKey: agency.id }
    expect(await orderTopUp(paymentDeps, agency, { ...order, person: 'Test' })).toEqual({ is: 'posted' })
    const words = { companyId: agency.id, title: 'Look-ups', rule: 'Each look-up has its price.' }
    await takeOut(paymentDeps, { ...words, id: 'use', amountCents: cents(4_000), at, facts: {} })
    await h.db.billing.save(agency.id, { billingMethod: 'data_wallet' })
    await collect(h.services, { ...demand, key: 'leads-2', about: 'leads', amountCents: 900 })
    expect((await h.db.ledger.get(agency.id)).balanceCents).toBe(30_000 - 4_000 - 900)
    await run('2027-02-15')
    expect((await owedBy(agency, END))?.[0]).toBe(34_900 - 10_000 - (5_000 - 1_000) - 4_000)
  })

  it('MIN-22 still counts the leads of a client that was deleted', async () => {
    const agency = await agencyOf(flat)
    await spend(agency, 12_000, '2027-01-20')
    const [node] = await h.db.node.read(
      { parentId: agency.id, kind: 'client', sort: 'createdAt', order: 'asc' },
      { at: undefined, limit: 1 },
    )
    const client = await h.db.company.get(node?.companyId ?? '')
    if (node) await h.db.tenancy.retire({ company: client, node, people: [], hosts: [], now: h.services.now() })
    expect(await h.db.node.count(agency.id, 'client')).toBe(0)
    await run('2027-02-15')
    expect((await owedBy(agency, END))?.[0]).toBe(22_900)
  })

  it('MIN-22 asks nothing of months that begin after the contract ended, by the agency’s own day', async () => {
    const before = await agencyOf(flat, { cancelledAt: Date.parse('2027-01-14T12:00:00Z') })
    const within = await agencyOf(flat, { cancelledAt: Date.parse('2027-01-15T12:00:00Z') })
    // Late on the 14th there, when it is the 15th in Greenwich and in Chicago already.
    const west = { timeZone: 'Pacific/Honolulu', cancelledAt: Date.parse('2027-02-15T08:00:00Z') }
    const late = await agencyOf(flat, west)
    await run('2027-02-15')
    expect(await owedBy(before, END)).toBeUndefined()
    expect((await owedBy(within, END))?.[0]).toBe(34_900)
    expect((await owedBy(late, END))?.[0]).toBe(34_900)
    await run('2027-03-15')
    for (const agency of [before, within, late]) expect(await owedBy(agency, '2027-03-14')).toBeUndefined()
  })

  it('MIN-22 asks nothing of a month without a contract, also where that is brought back before a late run', async () => {
    const cancelledAt = Date.parse('2027-01-14T12:00:00Z')
    const without = await agencyOf(flat, { cancelledAt })
    const within = await agencyOf(flat, { cancelledAt: Date.parse('2027-01-15T12:00:00Z') })
    const later = await agencyOf(flat, { cancelledAt })
    h.setClock(Date.parse('2027-02-16T12:00:00Z'))
    const resume = async ({ id: company_id }: Company) =>
      expect((await h.call('olive', 'payments.cancelSubscription', { company_id, undo: true })).status).toBe(200)
    for (const agency of [without, within]) await resume(agency)
    await run('2027-02-16')
    await run('2027-02-18')
    expect(await owedBy(without, END)).toBeUndefined()
    // It began under the contract.
    expect((await owedBy(within, END))?.[0]).toBe(34_900)
    // From then on it goes on, with the month that runs when it comes back.
    h.setClock(Date.parse('2027-03-10T12:00:00Z'))
    await resume(later)
    await run('2027-03-15')
    for (const agency of [without, within, later]) expect((await owedBy(agency, '2027-03-14'))?.[0]).toBe(34_900)
    expect(await owedBy(later, END)).toBeUndefined()
  })

  it('AGL-48 charges whoever is deleted before the run came, and nothing for the month that this cuts short', async () => {
    const agency = await agencyOf(flat)
    // The morning after the month ended, before noon.
    h.setClock(Date.parse('2027-02-15T15:00:00Z'))
    const userId = (await h.db.node.find(root.id, agency.id))?.userId ?? ''
    expect((await h.call('olive', 'companies.remove', { companyId: agency.id, userId })).status).toBe(200)
    expect(await owedBy(agency, END)).toEqual([34_900, 'Minimum spend true-up', 'paid'])
    await run('2027-03-15')
    expect(await owedBy(agency, '2027-03-14')).toBeUndefined()
  })

  it('MIN-21 stays in the zone of billing where the root moves to another one: a month that is decided is not charged again', async () => {
    const agency = await agencyOf(flat, { minimumAgreedAt: Date.parse('2027-01-15T05:30:00Z') })
    await run('2027-02-14')
    expect((await owedBy(agency, '2027-02-13'))?.[0]).toBe(34_900)
    await h.db.company.update(root.id, { timeZone: 'America/New_York' })
    await run('2027-02-15')
    await h.db.company.update(root.id, { timeZone: 'America/Chicago' })
    expect(await owedBy(agency, '2027-02-14')).toBeUndefined()
  })

  it('makes up for a run that did not come about, and charges a card that is declined later', async () => {
    const agency = await agencyOf(flat)
    await run('2027-02-18')
    expect(await owedBy(agency, END)).toEqual([34_900, 'Minimum spend true-up', 'paid'])
    const poor = await agencyOf(flat)
    await h.db.billing.save(poor.id, { cardId: '' })
    await run('2027-02-15')
    expect((await owedBy(poor, END))?.[2]).toBe('open')
    expect((await h.db.company.get(poor.id)).paymentFailed).toBe(true)
    h.setClock(MIDNIGHT + HOUR)
  })
})

describe('what is changed between the end of a month and its run', () => {
  // The month ends with this instant; its run comes at noon.
  const morning = Date.parse('2027-02-15T14:00:00Z')
  const at = (time: number) => h.setClock(time)
  const amountOf = async (agency: Company) => (await owedBy(agency, END))?.[0]
  const planOf = (flatMonth: string, idMinimumSpend: string) =>
    h.call('olive', 'pricing.updatePlan', { idMinimumSpend, planName: `Plan ${++made}`, months: [], flatMonth })
  async function give({ id }: Company, planMinSpendId: string) {
    const node = await h.db.node.find(root.id, id)
    if (!node) throw new Error('No such agency.')
    const { userId: ClientID, companyName: ClientCompanyName, fullName: ClientFullName, email: ClientEmail } = node
    const form = { ClientID, ClientCompanyName, ClientFullName, ClientEmail, ClientPhone: '(312) 555-0142' }
    expect((await h.call('olive', 'companies.update', { ...form, planMinSpendId })).status).toBe(200)
  }

  it('MIN-22 counts from then on: the amounts of a plan, however often they change, and however late the run is', async () => {
    const [before, after, often] = [await agencyOf(flat), await agencyOf(flat), await agencyOf(flat)]
    at(MIDNIGHT - HOUR)
    expect((await planOf('500', before.minimumSpendPlanId)).status).toBe(200)
    expect((await planOf('200', often.minimumSpendPlanId)).status).toBe(200)
    at(MIDNIGHT)
    expect((await planOf('500', after.minimumSpendPlanId)).status).toBe(200)
    for (const flatMonth of ['300', '400', '100']) {
      at(h.services.now() + HOUR)
      expect((await planOf(flatMonth, often.minimumSpendPlanId)).status).toBe(200)
    }
    await run('2027-02-18')
    expect([await amountOf(before), await amountOf(after), await amountOf(often)]).toEqual([50_000, 34_900, 20_000])
    await run('2027-03-15')
    const next = await Promise.all([before, after, often].map((agency) => owedBy(agency, '2027-03-14')))
    expect(next.map((each) => each?.[0])).toEqual([50_000, 50_000, 10_000])
  })

  it('MIN-22 so do the plan that an agency has, and that it has none', async () => {
    const [given, freed] = [await agencyOf(flat), await agencyOf(flat)]
    const none = (await plant(root, 'No minimum yet', { createdAt: Date.parse('2027-01-15T12:00:00Z') })).company
    const high = await agencyOf({ monthsCents: [], flatMonthCents: 90_000 })
    at(morning)
    await give(given, high.minimumSpendPlanId)
    await give(freed, '')
    await give(none, high.minimumSpendPlanId)
    await run('2027-02-15')
    expect([await amountOf(given), await amountOf(freed), await amountOf(none)]).toEqual([34_900, 34_900, undefined])
  })

  it('MIN-22 so does an exclusion, turned over and back again', async () => {
    const [excluded, included, both] = [
      await agencyOf(flat),
      await agencyOf(flat, { excludesMinimumSpend: true }),
      await agencyOf(flat),
    ]
    const turn = ({ id: CompanyID }: Company, exclude_minimum_spend: 0 | 1) =>
      h.call('olive', 'pricing.excludeMinimum', { CompanyID, exclude_minimum_spend })
    at(morning)
    await turn(excluded, 1)
    await turn(included, 0)
    await turn(both, 1)
    at(morning + HOUR)
    await turn(both, 0)
    // What was given to it at the very moment at which the message was on its way.
    const { messages } = await runs.send('trueUpMinimums', morning + 4 * HOUR)
    await turn(both, 1)
    for (const message of messages) await runs.work(message)
    expect([await amountOf(excluded), await amountOf(included), await amountOf(both)]).toEqual([
      34_900,
      undefined,
      34_900,
    ])
  })

  it('MIN-22 so do the setting for agencies without a plan, and the acceptance that begins their months', async () => {
    const [agency, agreed] = await Promise.all(
      ['Setting', 'Agreed'].map(async (text) => {
        const { company } = await plant(root, `Without a plan: ${text}`, {
          createdAt: Date.parse('2027-01-15T12:00:00Z'),
        })
        await h.db.billing.save(company.id, { cardId: (await h.db.billing.get(h.cast.northlight.id)).cardId })
        return company
      }),
    )
    if (!agency || !agreed) throw new Error('Nobody was made.')
    const setRoot = (first_month: string, status: 'T' | 'F' = 'T') =>
      h.call('olive', 'settings.save', {
        companyID: root.id,
        comsetname: 'rootminspend',
        comsetval: { status, first_month, second_month: '250', monthly: '349' },
      })
    at(MIDNIGHT - HOUR)
    expect((await setRoot('150')).status).toBe(200)
    at(morning)
    expect((await setRoot('600')).status).toBe(200)
    await agreeMinimum(h.db, agreed, {
      companyId: agreed.id,
      version: 1,
      monthsCents: [60_000, 25_000],
      flatMonthCents: 34_900,
      userId: 'usr_x',
      userName: 'X',
      ip: '',
      agreedAt: morning,
    })
    await run('2027-02-16')
    expect([await amountOf(agency), await amountOf(agreed)]).toEqual([15_000, 15_000])
    at(h.services.now() + HOUR)
    await setRoot('600', 'F')
  })

  it('MIN-22 and so they do for an agency that is deleted before its run', async () => {
    const agency = await agencyOf(flat)
    at(morning)
    expect((await planOf('500', agency.minimumSpendPlanId)).status).toBe(200)
    const userId = (await h.db.node.find(root.id, agency.id))?.userId ?? ''
    expect((await h.call('olive', 'companies.remove', { companyId: agency.id, userId })).status).toBe(200)
    expect(await owedBy(agency, END)).toEqual([34_900, 'Minimum spend true-up', 'paid'])
  })
})

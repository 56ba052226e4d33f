// Three months of an agency, lived by the timetable of the platform: from the first start to bills, a card that fails, its
// settlement, top-ups, a refund and credit that expires. The figures are what people are shown, and are known beforehand.
import { describe, expect, it } from 'vitest'
import { lambdaContext } from '#infra/local/api.ts'
import { startLeadData } from '#infra/local/doubles/lead-data.ts'
import { running } from '#infra/local/running.ts'
import { openTimetable } from '#infra/local/timetable.ts'
import type { CallName, Input } from '#shared/contracts/index.ts'
import { DAY, dayIn } from '#shared/dates.ts'
import type { ScheduleName } from '#shared/schedules.ts'
import type { Member } from '#tests/support/cast.ts'
import { endWithFile } from '#tests/support/file-end.ts'
import { startPurchases } from './purchase-stage.ts'

const KEY = 'three-months'
const provider = await startLeadData({ key: KEY })
endWithFile(() => provider.stop())

const ZONE = 'America/Chicago'
/** A Monday, at ten in the morning there. In the months after it clocks go forward, and one has 28 days. */
const START = Date.UTC(2027, 0, 4, 16)
let now = START
const h = await startPurchases({ LEAD_DATA_URL: provider.url, LEAD_DATA_KEY: KEY }, START)
const { brightSmiles: client, northlight: agency, users } = h.cast

const due: [ScheduleName, number][] = []
const timetable = openTimetable(
  () => now,
  (name, at) => due.push([name, at]),
)
async function work(): Promise<void> {
  do await h.deliver()
  while ((await h.drain()) > 0)
}
/** What the queue of an entry would hand to its worker; thousands of them would cost as much on their way as all that they do. */
async function runEntry(name: ScheduleName, at: number): Promise<void> {
  const { handler } = await import(`../../../functions/schedules/${name}.ts`)
  const body = JSON.stringify({ schedule: name, at: new Date(at).toISOString() })
  const event = { Records: [{ messageId: `${name}-${at}`, body, eventSource: 'aws:sqs' }] }
  const answer = await running.run({ kind: 'schedules', name }, () => handler(event, lambdaContext(name, 120_000)))
  expect([name, answer.batchItemFailures]).toEqual([name, []])
}
/** Goes ahead in steps, in each of which everything runs that came due, until nothing is left to do. */
async function live(days: number, step = 1): Promise<void> {
  for (const end = now + days * DAY; now < end; ) {
    now += step * DAY
    h.setClock(now)
    timetable.tick()
    for (const [name, at] of due.splice(0)) await runEntry(name, at)
    await work()
  }
}
/** What a call answers, which has to take it. */
async function does<Name extends CallName>(who: Member, name: Name, input: Input<Name>) {
  const answer = await h.call(who, name, input)
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
  await work()
  return answer.body
}
const sell = (ModuleID: 'locator' | 'enhance', more: object) =>
  does('ada', 'pricing.savePrice', {
    ClientID: users.cleo.id,
    ModuleID,
    PaymentTerm: 'Weekly',
    CostSet: '25',
    CostSetAdvanced: '25',
    CostSetB2b: '25',
    CostMonth: '25',
    CostMaxLead: '0',
    PlatformFee: '50',
    LimitLead: 2,
    LimitLeadFreq: 'day',
    LimitLeadStart: '',
    LimitLeadEnd: '',
    topupoptions: 'onetime',
    leadsbuy: 0,
    ...more,
  })
async function campaign(leadspeekType: 'locator' | 'enhance', campaignName: string): Promise<string> {
  const { data } = await does(
    'ada',
    'campaigns.create',
    h.search({
      companyID: client.id,
      locatorkeyword: ['roof repair', 'roof leak', 'new roof'],
      leadspeekType,
      campaignName,
    }),
  )
  return data.id
}
const run = (leadspeekID: string, status: 'T' | 'F' = 'T') =>
  does('ada', 'campaigns.setActive', { leadspeekID, status })

/** What a company was asked for, the oldest first: when, what for, how much, and what became of it. */
async function invoicesOf(who: Member, company_id: string): Promise<string[]> {
  const told: string[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const { data, last_page } = await does(who, 'payments.invoices', { company_id, page, format: 'json' })
    last = last_page
    for (const { created_at, description, total, status, refunded } of data)
      told.unshift(
        `${dayIn(ZONE, created_at)} ${description}: $${total}, ${status}${refunded && `, $${refunded} went back`}`,
      )
  }
  return told
}
/** Each month of an agency: what clients paid, what their leads and fees cost, what is left. */
async function monthsOf(): Promise<string[]> {
  const asked = { company_id: agency.id, start: '2027-01-01', end: '2027-04-30', format: 'json' } as const
  const { months = [] } = await does('ada', 'payments.margins', asked)
  return months
    .map((each) => `${each.month}: ${each.charged} - ${each.leads} - ${each.fees} = ${each.margin}`)
    .reverse()
}
const walletOf = async () => {
  const { balance_amount, next_expiry } = await does('ada', 'wallet.get', { company_id: agency.id })
  return [balance_amount, next_expiry && `${next_expiry.amount} on ${next_expiry.at}`]
}
const subjectsTo = async (who: Member) => (await h.mailsTo(users[who].email)).map(({ subject }) => subject).reverse()

const story: Record<string, string> = {}

describe('an agency on the clock of the platform', () => {
  it('starts: two campaigns of a client, and credit for itself', async () => {
    for (const { number } of [h.cast.campaigns.smiles, h.cast.campaigns.harbor]) await run(number, 'F')
    await sell('locator', {})
    await sell('enhance', { PaymentTerm: 'Prepaid', topupoptions: 'continual', leadsbuy: 10, LimitLead: 1 })
    story.weekly = await campaign('locator', 'Roofs by the week')
    story.ahead = await campaign('enhance', 'Roofs, paid ahead')
    await does('ada', 'documents.agreeFeature', {
      feature_id: 'data_wallet',
      feature_name: 'Data Wallet',
      user_id: users.ada.id,
      is_marketing_services_agreement_feature: 'T',
      company_name: agency.name,
      company_id: agency.id,
      location_menu: 'Data Wallet',
    })
    await does('ada', 'wallet.charge', {
      company_id: agency.id,
      amount: 1000,
      custom_amount: 'F',
      stop_continual: 'T',
      payment_type: 'credit_card',
    })
    await run(story.weekly)
    await run(story.ahead)
    expect(await invoicesOf('cleo', client.id)).toEqual([
      // The fee of the platform and that of the first week.
      '2027-01-04 Start of Roofs by the week: $75.00, paid',
      // The same, and ten leads at $25.
      '2027-01-04 Start of Roofs, paid ahead: $325.00, paid',
    ])
  })

  it('is paid for a month: each week two leads a day, every ten days ten leads more', async () => {
    await live(30)
    expect((await invoicesOf('cleo', client.id)).slice(2)).toEqual([
      // Seven days of two leads at $25, and the fee of the week that begins.
      '2027-01-11 Leads of Roofs by the week: $375.00, paid',
      '2027-01-14 Top-up of Roofs, paid ahead: $250.00, paid',
      '2027-01-18 Leads of Roofs by the week: $375.00, paid',
      '2027-01-24 Top-up of Roofs, paid ahead: $250.00, paid',
      '2027-01-25 Leads of Roofs by the week: $375.00, paid',
      '2027-02-01 Leads of Roofs by the week: $375.00, paid',
      '2027-02-03 Top-up of Roofs, paid ahead: $250.00, paid',
    ])
  })

  it('is told when a card fails, and gets its money with the next card', async () => {
    await h.saveCard('cleo', 'pm_card_chargeCustomerFail', h.accountId)
    await live(8)
    expect((await invoicesOf('cleo', client.id)).slice(9)).toEqual([
      '2027-02-04 Fees of Roofs, paid ahead: $25.00, failed',
    ])
    await h.saveCard('cleo', 'pm_card_visa', h.accountId)
    await work()
    expect((await invoicesOf('cleo', client.id)).slice(9)).toEqual([
      '2027-02-04 Fees of Roofs, paid ahead: $25.00, paid',
    ])
    await run(story.weekly ?? '')
    await run(story.ahead ?? '')
    await live(22)
  })

  it('gives back what a client does not want', async () => {
    const leadspeekID = story.ahead ?? ''
    await does('cleo', 'campaigns.stopContinualTopUp', { leadspeekID, stop_continual: 'T' })
    await live(3)
    await run(leadspeekID, 'F')
    const { refund_amount, remaining_leads } = await does('ada', 'campaigns.estimateRefundTopUp', { leadspeekID })
    expect([remaining_leads, refund_amount]).toEqual([5, 125])
    expect(await does('ada', 'campaigns.refundTopUp', { leadspeekID, refund_amount })).toMatchObject({ status: 'done' })
    await live(29)
    await run(story.weekly ?? '', 'F')
    await live(7)
  })

  it('has figures after three months that agree with each other', async () => {
    expect((await invoicesOf('cleo', client.id)).slice(10)).toEqual([
      '2027-02-11 Start of Roofs by the week: $25.00, paid',
      // Three days until the card failed, and four since it was started again.
      '2027-02-15 Leads of Roofs by the week: $375.00, paid',
      '2027-02-21 Top-up of Roofs, paid ahead: $250.00, paid',
      '2027-02-22 Leads of Roofs by the week: $375.00, paid',
      '2027-03-01 Leads of Roofs by the week: $375.00, paid',
      '2027-03-03 Top-up of Roofs, paid ahead: $250.00, paid, $125.00 went back',
      '2027-03-04 Fees of Roofs, paid ahead: $25.00, paid',
      '2027-03-08 Leads of Roofs by the week: $375.00, paid',
      '2027-03-15 Leads of Roofs by the week: $375.00, paid',
      '2027-03-22 Leads of Roofs by the week: $375.00, paid',
      '2027-03-29 Leads of Roofs by the week: $375.00, paid',
      '2027-04-05 Leads of Roofs by the week: $375.00, paid',
      // The day between the last bill and the end.
      '2027-04-12 Leads of Roofs by the week: $50.00, paid',
    ])
    // Each lead costs the agency 50 cents, each start $40 and each period $10.
    expect(await monthsOf()).toEqual([
      '2027-01: 2025.00 - 36.00 - 130.00 = 1859.00',
      '2027-02: 1675.00 - 31.00 - 50.00 = 1594.00',
      '2027-03: 2025.00 - 37.50 - 60.00 = 1927.50',
      '2027-04: 425.00 - 8.00 - 10.00 = 407.00',
    ])
    const { data } = await does('olive', 'reports.revenue', { startDate: '2027-01-01', endDate: '2027-04-30' })
    const { retail, wholesale, refunds, root_revenue } = data
    expect({ retail, wholesale, refunds, root_revenue }).toEqual({
      retail: 6275,
      wholesale: 365,
      refunds: 2.5,
      root_revenue: 362.5,
    })
    // What the provider holds is the same: all that was charged, less what went back.
    const sum = (kind: 'payment_intent' | 'refund') =>
      h.stripe
        .list(kind, h.accountId)
        .filter(({ status }) => status === 'succeeded')
        .reduce((all, { amount }) => all + amount, 0)
    expect([sum('payment_intent'), sum('refund')]).toEqual([627_500, 12_500])
    expect(await invoicesOf('ada', agency.id)).toEqual([])
  })

  it('loses credit that it did not use in a year, and is told twice before', async () => {
    expect(await walletOf()).toEqual([1000, '1000 on 2028-01-04T16:00:00.000Z'])
    // Nothing runs any more: a month at once, until the first of the two is near.
    await live(224, 32)
    await live(42, 7)
    await live(2)
    expect(await walletOf()).toEqual([0, null])
    const soon = '$1000.00 in your Data Wallet at Northlight expires on January 4, 2028'
    expect((await subjectsTo('ada')).filter((subject) => subject.includes('Wallet'))).toEqual([soon, soon])
    // Each invoice was mailed when it was paid; the one that failed, at each of its four tries.
    const mails = await subjectsTo('cleo')
    const count = (words: string) => mails.filter((subject) => subject.startsWith(words)).length
    expect([
      count('Your invoice'),
      count('A payment at Northlight failed'),
      count('Your payment at Northlight arrived'),
      mails.length,
    ]).toEqual([23, 4, 1, 28])
  })
})

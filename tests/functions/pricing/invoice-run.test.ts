// Goal A12: one invoice for each agency and period, although the run is killed, comes twice and is delivered twice; and never more
// often at the provider than it allows.
import { describe, expect, it } from 'vitest'
import { firstPerson, newCompany } from '#functions/domain/companies/create.ts'
import { toPayment } from '#functions/domain/payments/collect.ts'
import { newAttempt } from '#functions/domain/payments/request.ts'
import { CALLS_PER_SECOND, openTurns, time } from '#functions/kit/pace.ts'
import { DAY } from '#shared/dates.ts'
import { type InvoiceRun, jobs } from '#shared/jobs.ts'
import type { Company } from '#shared/model/company.ts'
import { nodeOf } from '#shared/model/node.ts'
import { noPrice } from '#shared/money/price-list.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { plantLead } from '../../support/plant-lead.ts'
import { watchTable } from '../leads/faults.ts'
import { stageOf as paymentStage } from '../payments/stage.ts'
import { runsOf } from './runs.ts'

const BEGAN = Date.parse('2027-01-15T12:00:00Z')
const NOON = Date.parse('2027-02-15T18:00:00Z')
const AGENCIES = 1_000
const AT_ONCE = 16

// Its cast is as old as its dates say, whenever the test is run: nobody is billed before they are there.
const h = await harness({ at: BEGAN })
h.stripe.warmUp()
const runs = await runsOf(h)
const { root, northlight, campaigns } = h.cast
await paymentStage(h).saveCard('ada')
const card = await h.db.billing.get(northlight.id)
let made = 0

async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) await Promise.all(items.slice(at, at + AT_ONCE).map(work))
}

/** An agency that pays with a card like Northlight's; nobody signs in to it. */
async function agency(more: Partial<Company>): Promise<Company> {
  made++
  const facts = { name: `Agency ${made}`, email: `a${made}@x.example`, phone: '3125550100' }
  const blank = newCompany({
    id: h.services.newId('company'),
    kind: 'agency',
    ...facts,
    parent: root,
    subdomain: `run${made}`,
    referralUserId: null,
    now: BEGAN,
  })
  const company = { ...blank, ...more }
  const user = firstPerson({ id: h.services.newId('user'), company, ...facts, passwordHash: '', now: BEGAN })
  const node = nodeOf(company, user)
  await h.db.company.create(company)
  if (node) await h.db.node.create(node)
  await h.db.billing.claimCustomer(company.id, '', card.customerId)
  await h.db.billing.save(company.id, { cardId: card.cardId })
  return company
}

/** An agency that is billed by hand, whose client has so many campaigns, each with a lead that nobody billed. */
async function directAgency(
  count: number,
  name: string,
  status: 'active' | 'stopped' = 'stopped',
): Promise<{ direct: Company; campaignIds: string[] }> {
  const direct = await agency({ manualBill: true })
  const campaignIds: string[] = []
  await h.db.manualBill.begin(direct.id, 'usr_x', BEGAN)
  const client = await agency({ id: h.services.newId('company') })
  const node = { ...client, kind: 'client' as const, parentId: direct.id }
  const person = firstPerson({
    id: h.services.newId('user'),
    company: node,
    name: 'C',
    email: 'c@x.example',
    phone: '',
    passwordHash: '',
    now: BEGAN,
  })
  const entry = nodeOf(node, person)
  if (entry) await h.db.node.create(entry)
  for (let at = 0; at < count; at++) {
    const campaign = await plantCampaign(h.db, {
      ...campaigns.smiles,
      id: h.services.newId('campaign'),
      companyId: client.id,
      agencyId: direct.id,
      status,
      createdAt: BEGAN,
    })
    campaignIds.push(campaign.id)
    const price = { ...noPrice, term: 'Weekly' as const }
    await h.db.price.saveRetail(client.id, 'local', price, { by: 'usr_x', at: BEGAN }, campaign.id)
    await plantLead(h, campaign, { id: `led_${name}_${at}`, at: BEGAN, wholesaleCentiCents: 100_000 + at })
  }
  return { direct, campaignIds }
}

const invoices = () => h.stripe.list('payment_intent').filter(({ status }) => status === 'succeeded')
const keyOf = ({ metadata }: { metadata: Record<string, string> }) => `${metadata.company} ${metadata.payment}`
const WRITES = /^(Put|Update|Delete|TransactWrite|BatchWrite)/

/**
 * Works off messages as a queue does: each comes twice, two workers are at it at once, and what a crashed worker had in hand
 * comes again.
 */
async function deliver(messages: readonly InvoiceRun[], deaths: readonly number[]): Promise<number> {
  let killed = 0
  let crash = watchTable(h.services, deaths[0] === undefined ? undefined : { at: deaths[0], when: 'before' })
  const waiting = [...messages, ...messages]
  const again: InvoiceRun[] = []
  while (waiting.length > 0) {
    const some = waiting.splice(0, 8)
    const done = await Promise.all(some.map((message) => runs.work(message)))
    again.push(...some.filter((_, index) => !done[index]))
    if (done.includes(false)) {
      crash.remove()
      killed++
      const at = deaths[killed]
      crash = watchTable(h.services, at === undefined ? undefined : { at, when: killed % 2 ? 'after' : 'before' })
    }
    if (waiting.length === 0) waiting.push(...again.splice(0))
  }
  crash.remove()
  return killed
}

describe('the invoice run', () => {
  it('MIN-23 makes one invoice for each of 1,000 agencies, killed three times, run twice, each message delivered twice', {
    timeout: 600_000,
  }, async () => {
    const plan = { rootId: root.id, id: 'pln_run', name: 'Run', monthsCents: [], flatMonthCents: 34_900 }
    await h.db.minimumSpend.create({ ...plan, createdAt: BEGAN, endedAt: null })
    const due = { minimumSpendPlanId: plan.id, createdAt: BEGAN }
    await each(Array.from({ length: AGENCIES }), () => agency(due))
    // Neither the company whose month goes on nor the one that has no minimum is asked.
    await agency({ ...due, createdAt: BEGAN + 8 * DAY })
    await agency({ createdAt: BEGAN })
    h.setClock(NOON)

    // The timetable's entry crashes after it read a page, and comes again: what it sent goes on.
    const watch = watchTable(h.services, { at: 4, when: 'after' })
    const first = await runs.send('trueUpMinimums', NOON)
    watch.remove()
    expect(first.isDone).toBe(false)
    const second = await runs.send('trueUpMinimums', NOON)
    expect([second.isDone, second.messages.length]).toEqual([true, AGENCIES])

    expect(await deliver([...first.messages, ...second.messages], [500, 2_000, 5_000])).toBe(3)
    // Answers that a crashed worker did not write down are looked up.
    h.setClock(NOON + 3_600_000)
    await paymentStage(h).retry()
    const made = invoices()
    expect(made).toHaveLength(AGENCIES)
    expect(new Set(made.map(keyOf)).size).toBe(AGENCIES)
    expect([...new Set(made.map(({ amount }) => amount))]).toEqual([34_900])

    // The same day once more: nothing is written, and nobody at the provider is asked. Each of them came twice before, so some are enough.
    const asked = h.stripe.requests().length
    const books = watchTable(h.services)
    const third = await runs.send('trueUpMinimums', NOON)
    expect([third.isDone, third.messages.length]).toEqual([true, AGENCIES])
    for (let at = 0; at < AGENCIES; at += 20) expect(await runs.work(third.messages[at] ?? {})).toBe(true)
    books.remove()
    expect(books.commands.filter((name) => WRITES.test(name))).toEqual([])
    expect(h.stripe.requests().length).toBe(asked)
  })

  it('MBL-08 makes one invoice for each campaign that is due, and none when it comes again', async () => {
    const { direct } = await directAgency(5, 'turns')
    h.setClock(BEGAN + 7 * DAY)
    await runs.run('billCampaigns', h.services.now())
    const mine = () => invoices().filter(({ metadata }) => metadata.company === direct.id)
    expect(mine().map(({ amount }) => amount)).toEqual([1_000, 1_000, 1_000, 1_000, 1_000])
    const asked = h.stripe.requests().length
    const books = watchTable(h.services)
    await runs.run('billCampaigns', h.services.now())
    await runs.run('billCampaigns', h.services.now())
    books.remove()
    expect(books.commands.filter((name) => WRITES.test(name))).toEqual([])
    expect(h.stripe.requests().length).toBe(asked)
  })

  it('bills the others when one campaign cannot be, and says so', async () => {
    const { direct, campaignIds } = await directAgency(3, 'fault')
    const [first = ''] = campaignIds
    // The same name with another amount: nothing that a later try would mend.
    const owed = { company: direct, key: `${first}-bill-000000-agency`, purpose: 'invoice', description: 'Leads' }
    const payment = toPayment({ ...owed, amountCents: 1 }, BEGAN)
    await h.db.payment.begin(payment, newAttempt('first', undefined, BEGAN))
    h.setClock(BEGAN + 7 * DAY)
    const { messages } = await runs.send('billCampaigns', h.services.now())
    const done = await Promise.all(messages.map((message) => runs.work(message, 'billCampaign')))
    expect(done.filter((isDone) => !isDone)).toHaveLength(1)
    const mine = invoices().filter(({ metadata }) => metadata.company === direct.id)
    expect(mine.map(({ amount }) => amount)).toEqual([1_000, 1_000])
  })

  it('asks a card that declined one bill for no other of a campaign that stands still for it', async () => {
    h.setClock(BEGAN + DAY)
    await paymentStage(h).saveCard('ada', 'pm_card_chargeCustomerFail')
    const { cardId } = await h.db.billing.get(northlight.id)
    const { direct, campaignIds } = await directAgency(4, 'declined', 'active')
    await h.db.billing.save(direct.id, { cardId })
    h.setClock(BEGAN + 8 * DAY)
    const { messages } = await runs.send('billCampaigns', h.services.now())
    for (const message of messages)
      if (campaignIds.includes(message.campaignId)) await runs.work(message, 'billCampaign')
    expect(await h.db.payment.listFailed(direct.id)).toHaveLength(1)
  })

  it('asks the provider at most 20 times a second, also when all containers begin at the same moment', async () => {
    let now = 0
    const calls: number[] = []
    const real = { ...time }
    const sleep = async (ms: number) => {
      now += ms
    }
    Object.assign(time, { now: () => now, sleep })
    try {
      const containers = Array.from({ length: jobs.makeInvoices.concurrency + jobs.billCampaign.concurrency }, () =>
        openTurns(),
      )
      // Each container does one message after the other; a virtual clock says when.
      for (const turn of containers) {
        now = 0
        for (let call = 0; call < 50; call++) {
          await turn('charge')
          calls.push(now)
        }
      }
    } finally {
      Object.assign(time, real)
    }
    const most = Math.max(...calls.map((start) => calls.filter((at) => at >= start && at < start + 1_000).length))
    expect([most, CALLS_PER_SECOND]).toEqual([20, 20])
    // 1,000 calls take 50 seconds: the pace, and not more.
    expect(Math.max(...calls)).toBe(50_000)
  })
})

// An agency that is billed by hand and chose the Data Wallet: its invoices leave the wallet, once, with all that follows.
import { beforeEach, describe, expect, it } from 'vitest'
import { collect, type Demand } from '#functions/domain/payments/collect.ts'
import { retryDue } from '#functions/domain/payments/retry.ts'
import { payAgency } from '#functions/domain/purchases/pay-back.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import type { Company } from '#shared/model/company.ts'
import { harness } from '../../support/harness.ts'
import { stageOf as companyStage } from '../companies/stage.ts'
import { Crash, watchTable } from '../leads/faults.ts'
import { stageOf as paymentStage } from '../payments/stage.ts'
import { walletStage } from '../wallet/stage.ts'
import { runsOf } from './runs.ts'

const h = await harness()
h.stripe.warmUp()
const { saveCard } = paymentStage(h)
const { agree, charge, giveCard, read } = walletStage(h)
const { plant } = companyStage(h)
const runs = await runsOf(h)
const { northlight, brightSmiles, campaigns, users, root } = h.cast
const start = h.services.now() + DAY
const later = (ms: number) => h.setClock(h.services.now() + ms)
let made = 0

h.setClock(start)
await agree('ada')
await saveCard('ada')
await h.db.billing.save(northlight.id, { isDirect: true, billingMethod: 'data_wallet' })
await h.db.company.update(northlight.id, { manualBill: true })

const leads = (cents: number, more: Partial<Demand> = {}): Demand => ({
  company: northlight,
  key: `wholesale-x-${++made}`,
  purpose: 'invoice',
  about: 'leads',
  amountCents: cents,
  description: 'Leads of Autumn',
  ...more,
})
const bill = async (demand: Demand) =>
  collect(h.services, { ...demand, company: await h.db.company.get(northlight.id) })
const balance = async () => (await h.db.ledger.get(northlight.id)).balanceCents
const stateOf = async (key: string) => (await h.db.payment.find({ companyId: northlight.id, key }))?.status
const cardCharges = () => h.stripe.list('payment_intent').filter(({ metadata }) => metadata.kind === 'payment').length
const fill = async (dollars: number) => {
  expect((await charge('ada', { amount: dollars, custom: true, stop: true })).body.result).toBe('success')
}
const isFailed = async () => (await h.db.company.get(northlight.id)).paymentFailed

beforeEach(() => later(MINUTE))

describe('an invoice of an agency that pays from its Data Wallet', () => {
  it('MBL-08 is taken from the wallet, once, and shown there with its reason', async () => {
    await fill(2_500)
    const demand = leads(40_000)
    const before = cardCharges()
    expect(await bill(demand)).toEqual({ is: 'paid', chargeId: `chg-${demand.key}` })
    expect(await bill(demand)).toEqual({ is: 'paid', chargeId: `chg-${demand.key}` })
    expect([await balance(), cardCharges(), await stateOf(demand.key)]).toEqual([210_000, before, 'paid'])
    const { transaction_history: rows } = await read('ada')
    const row = rows.find(({ title }) => title === 'Leads of Autumn')
    expect([row?.amount, row?.transaction_type]).toEqual([-400, 'charge'])
    const transaction_id = row?.id ?? ''
    const { body } = await h.call('ada', 'wallet.explain', { company_id: northlight.id, transaction_id })
    expect(body.rule).toContain('pays these invoices from its Data Wallet')
    const today = new Date(h.services.now()).toISOString().slice(0, 10)
    expect(body.facts).toEqual([{ label: 'Owed since', value: today }])
    const listed = await h.call('ada', 'payments.invoices', { company_id: northlight.id, page: 1, format: 'json' })
    expect(listed.body.data.map(({ invoice_number }) => invoice_number)).toContain(body.invoice_number)
    expect([body.from, body.to]).toEqual(['Your Data Wallet', 'The platform'])
  })

  it('says what of it went back into the wallet, however many give back at once, and counts those days anew', async () => {
    await fill(2_500)
    const demand = leads(40_000)
    await bill(demand)
    const invoice = () => h.db.payment.find({ companyId: northlight.id, key: demand.key })
    const paid = await invoice()
    const [before, at] = [await balance(), h.services.now()]
    const marks: number[] = []
    const { daySums } = h.db
    const { markRevenue } = daySums
    Object.assign(daySums, {
      async markRevenue(...asked: Parameters<typeof markRevenue>) {
        marks.push(asked[0].at)
        return markRevenue.apply(daySums, asked)
      },
    })
    const back = (key: string, amount: number) =>
      payAgency(h.services, paid, amount, { key: `${demand.key}-${key}`, at, isCredit: true })
    await Promise.all([back('a', 1_000), back('b', 2_500)])
    await back('b', 2_500)
    Object.assign(daySums, { markRevenue })
    expect(await invoice()).toMatchObject({ status: 'paid', refundedCents: 3_500 })
    expect(await balance()).toBe(before + 3_500)
    expect(marks).toContain(at)
  })

  it('MBL-08 leaves what is no wholesale to the card', async () => {
    const before = await balance()
    expect((await bill(leads(1_000, { about: 'true-up', description: 'Minimum spend true-up' }))).is).toBe('paid')
    expect(await balance()).toBe(before)
  })

  it('counts for commissions like a payment by card', async () => {
    await h.db.company.update(northlight.id, { salesRepId: users.sam.id, commissionRates: { representative: 1_000 } })
    const demand = leads(10_000)
    await bill(demand)
    await h.drain()
    later(MINUTE)
    const { payCommissions } = await import('#functions/domain/sales/commissions.ts')
    await payCommissions(h.services, { companyId: northlight.id, key: demand.key })
    const shares = await h.db.commission.list(northlight.id, demand.key)
    expect(shares.map(({ amountCents, userId }) => [amountCents, userId])).toEqual([[1_000, users.sam.id]])
    await h.db.company.update(northlight.id, { commissionRates: {} })
  })

  it('fails like a card that is declined where the wallet holds too little: retries after 1, 3 and 5 days', async () => {
    const { db } = h
    const running = await db.campaign.get(brightSmiles.id, campaigns.smiles.id)
    if (running.status !== 'active') await db.campaignChange.setStatus(running, 'active')
    const demand = leads(500_000)
    const reason =
      'The Data Wallet holds too little for this invoice. Top it up, or choose the card under Card Setting.'
    const before = await balance()
    const failedAt = h.services.now()
    expect(await bill(demand)).toEqual({ is: 'failed', reason })
    expect([await balance(), await isFailed()]).toEqual([before, true])
    expect((await db.campaign.get(brightSmiles.id, campaigns.smiles.id)).status).toBe('stopped')
    const retriesAt = async (days: number) => {
      h.setClock(failedAt + days * DAY + MINUTE)
      await retryDue(h.services, h.services.now())
      return (await db.payment.find({ companyId: northlight.id, key: demand.key }))?.retries
    }
    expect([await retriesAt(0), await retriesAt(1), await retriesAt(2), await retriesAt(3)]).toEqual([0, 1, 1, 2])
    expect([await retriesAt(5), await retriesAt(30)]).toEqual([3, 3])
    const mails = (await h.mailsTo(users.ada.email)).filter(({ subject }) => subject.includes('failed'))
    expect(mails[0]?.text).toContain('The Data Wallet holds too little')
    expect(mails[0]?.text).toContain('A top-up pays it at once')
    expect(mails.some(({ text }) => text?.includes('could not charge your card'))).toBe(false)
  })

  it('is paid as soon as the wallet is filled, and frees the agency', async () => {
    const [owed] = await h.db.payment.listFailed(northlight.id)
    const before = await balance()
    await fill(4_000)
    // The message waits a little, so that the money is there.
    await runs.work({ companyId: northlight.id, why: 'wtop-test', by: 'top-up' }, 'collectOwed')
    expect([owed && (await stateOf(owed.key)), await isFailed()]).toEqual(['paid', false])
    expect(await balance()).toBe(before + 400_000 - 500_000)
    expect((await h.db.campaign.get(brightSmiles.id, campaigns.smiles.id)).status).toBe('paused')
  })

  it('is tried once more where the wallet was filled before the agency was marked', async () => {
    await fill(2_600)
    const sent: unknown[] = []
    const queues = {
      send: async (job: string, message: unknown) => void (job === 'collectOwed' && sent.push(message)),
    }
    // As it was a moment ago: too little.
    const charge = async () => 'refused' as const
    const ledger = new Proxy(h.db.ledger, { get: (all, name) => (name === 'charge' ? charge : Reflect.get(all, name)) })
    const demand = { ...leads(1_000), company: await h.db.company.get(northlight.id) }
    expect((await collect({ ...h.services, queues, db: { ...h.db, ledger } }, demand)).is).toBe('failed')
    const owed = { companyId: northlight.id, why: 'wlate0', by: 'top-up' }
    expect(sent).toEqual([owed])
    await runs.work(owed, 'collectOwed')
    expect([await stateOf(demand.key), await isFailed()]).toEqual(['paid', false])
  })

  it('has the message sent by whoever fills the wallet while something is owed', async () => {
    const sent: unknown[] = []
    const { queues } = h.services
    h.services.queues = { ...queues, send: async (job, message) => void sent.push([job, message]) }
    await fill(2_600)
    expect(sent.filter((each) => JSON.stringify(each).includes('collectOwed'))).toEqual([])
    await h.db.company.update(northlight.id, { paymentFailed: true })
    await fill(2_700)
    h.services.queues = queues
    await h.db.company.update(northlight.id, { paymentFailed: false })
    expect(sent.filter((each) => JSON.stringify(each).includes('collectOwed'))).toEqual([
      ['collectOwed', { companyId: northlight.id, why: expect.stringMatching(/^wtop-/), by: 'top-up' }],
    ])
  })

  it('begins the automatic top-up where it takes the wallet below the line', async () => {
    expect((await charge('ada', { amount: 2_500, custom: true, stop: false })).body.result).toBe('success')
    const held = await balance()
    expect((await bill(leads(held - 1_000))).is).toBe('paid')
    const entries = await h.db.ledger.listEntries(northlight.id, h.services.now(), h.services.now() + 1)
    expect(entries.filter(({ origin, state }) => origin === 'auto' && state === 'posted')).toHaveLength(1)
    expect(await balance()).toBe(1_000 + 250_000)
  })

  it('CRD-10 is charged to the card at once when the agency chooses the card', async () => {
    const demand = leads(9_000_000)
    expect((await bill(demand)).is).toBe('failed')
    const before = cardCharges()
    const chosen = await h.call('ada', 'payments.setBillingMethod', {
      company_id: northlight.id,
      billing_method: 'credit_card',
    })
    expect(chosen.status).toBe(200)
    expect([await stateOf(demand.key), await isFailed(), cardCharges()]).toEqual(['paid', false, before + 1])
  })
})

describe('a worker that crashes while the wallet pays', () => {
  /** An agency of its own with exactly what one invoice costs. */
  async function agencyWithWallet(): Promise<Company> {
    const { company } = await plant(root, `Wallet ${++made}`)
    await giveCard(company.id)
    await h.db.billing.save(company.id, { isDirect: true, billingMethod: 'data_wallet' })
    const paymentDeps = (await import('#functions/domain/wallet/payment-deps.ts')).makePaymentDeps(h.services)
    const { orderTopUp } = await import('#functions/domain/wallet/top-up.ts')
    const { cents } = await import('#shared/money/cents.ts')
    const order = { amountCents: cents(50_000), isCustom: true, isStopped: true, idempotencyKey: company.id }
    expect(await orderTopUp(paymentDeps, company, { ...order, person: 'Test' })).toEqual({ is: 'posted' })
    return company
  }

  async function details(crash?: { at: number; when: 'before' | 'after' }): Promise<number> {
    const company = await agencyWithWallet()
    const demand = leads(12_000, { company })
    const watch = watchTable(h.services, crash)
    await collect(h.services, demand).catch((error) => {
      if (!(error instanceof Crash) && !(error?.cause instanceof Crash)) throw error
    })
    watch.remove()
    later(10 * MINUTE)
    await retryDue(h.services, h.services.now())
    await collect(h.services, demand)
    const { balanceCents } = await h.db.ledger.get(company.id)
    const payment = await h.db.payment.find({ companyId: company.id, key: demand.key })
    expect([crash, balanceCents, payment?.status, payment?.chargeId]).toEqual([
      crash,
      38_000,
      'paid',
      `chg-${demand.key}`,
    ])
    return watch.commands.length
  }

  it('MBL-08 leaves the invoice paid once, wherever it dies', { timeout: 600_000 }, async () => {
    const requests = await details()
    expect(requests).toBeGreaterThan(4)
    for (let at = 1; at <= requests; at++) for (const when of ['before', 'after'] as const) await details({ at, when })
  })

  it('and ten who ask at once leave it paid once', async () => {
    const company = await agencyWithWallet()
    const demand = leads(12_000, { company })
    await Promise.all(Array.from({ length: 10 }, () => collect(h.services, demand)))
    expect((await h.db.ledger.get(company.id)).balanceCents).toBe(38_000)
    expect((await h.db.payment.find({ companyId: company.id, key: demand.key }))?.status).toBe('paid')
  })
})

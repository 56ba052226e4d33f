// Leads that are credited after the last bill of their campaign: what they cost goes back to what paid it, once, with exactly the share
// of the root; what a Data Wallet had paid goes back into it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { billCampaign } from '#functions/domain/billing/bill-campaign.ts'
import { ensureHold, sweepHold } from '#functions/domain/billing/holds.ts'
import { billCredit } from '#functions/domain/billing/unbilled.ts'
import { sellLeads } from '#functions/domain/leads/sell.ts'
import { handleStripeEvent } from '#functions/domain/payments/stripe-events.ts'
import { giveCreditBack } from '#functions/domain/purchases/credit-back.ts'
import { topUpCampaign } from '#functions/domain/purchases/top-up.ts'
import { makePaymentDeps } from '#functions/domain/wallet/payment-deps.ts'
import { HOUR, MINUTE } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Lead } from '#shared/model/lead.ts'
import { cents } from '#shared/money/cents.ts'
import { noCosts, noPrice } from '#shared/money/price-list.ts'
import { harness } from '../../support/harness.ts'
import { billingStage } from './stage.ts'

const h = await harness()
const BEGAN = Date.parse('2027-01-04T18:00:00Z')
h.setClock(BEGAN)
const { agency, client, account, clientCard } = await billingStage(h)
const { db } = h
let made = 0
const later = (ms: number) => h.setClock(h.services.now() + ms)

async function started(): Promise<Campaign> {
  const at = h.services.now()
  const id = h.services.newId('campaign')
  const price = { ...noPrice, term: 'Weekly' as const, perLeadCentiCents: 15_000 }
  await db.price.saveRetail(client.id, 'local', price, { by: 'usr_x', at }, id)
  const campaign = await db.campaignChange.create({
    ...h.cast.campaigns.smiles,
    id,
    name: `Credit ${++made}`,
    term: 'Weekly',
    status: 'active',
    startedAt: at,
    createdAt: at,
  })
  if (typeof campaign === 'string') throw new Error(campaign)
  return campaign
}
const people = (count: number) =>
  Array.from({ length: count }, () => {
    const id = `led_g${++made}`
    const person = { personId: id, email: `${id}@example.com`, firstName: 'A', lastName: 'B' }
    return { id, person, pageUrl: '', visitedAt: h.services.now() }
  })
async function leads(campaign: Campaign, count: number): Promise<Lead[]> {
  const price = { retailCentiCents: 15_000, wholesaleCentiCents: 5_000, rootCentiCents: 700 }
  const stored = await db.lead.store(campaign, { at: h.services.now(), leads: people(count), price })
  return stored.flatMap((each) => (each.end === 'stored' ? [each.lead] : []))
}
const fresh = (campaign: Campaign) => db.campaign.get(campaign.companyId, campaign.id)
/** A campaign that was stopped with its last bill, and its leads. */
async function over(count: number): Promise<{ campaign: Campaign; sold: Lead[] }> {
  const campaign = await started()
  const sold = await leads(campaign, count)
  expect(await db.campaignChange.setStatus(await fresh(campaign), 'paused', 'user')).toBe(true)
  await billCampaign(h.services, campaign, { final: true })
  return { campaign, sold }
}
async function credit(campaign: Campaign, sold: readonly (Lead | undefined)[]) {
  for (const lead of sold) {
    const facts = { at: h.services.now(), level: 'client', companyId: client.id, uploadId: 'upl_1' } as const
    expect(lead && (await db.lead.credit(campaign, lead, facts))).toBe(true)
  }
  await billCredit(h.services, campaign)
}
const backOf = async (campaign: Campaign) => {
  const [charge] = h.stripe
    .list('payment_intent', account)
    .filter(({ metadata, status }) => metadata.payment?.startsWith(campaign.id) && status === 'succeeded')
  const { backCents, fee } = await h.services.payments.readRefunds({ chargeId: charge?.id ?? '', accountId: account })
  return { client: backCents, fee: fee?.backCents }
}
const stateOf = async (campaign: Campaign) => {
  const { carry, dueAt, holdCarryCentiCents } = await db.campaignBill.findState(campaign)
  return { ...carry, dueAt, hold: holdCarryCentiCents }
}
const rest = { clientCents: 0, agencyCents: 0, dueAt: null, hold: 0 }

beforeEach(async () => {
  later(HOUR)
  h.stripe.clearFaults()
  await db.company.update(agency.id, { manualBill: false })
  await clientCard()
})

describe('a credit after the last bill', () => {
  it('LED-24 goes back to the card that paid the bill, with exactly the share of the root, once', async () => {
    const { campaign, sold } = await over(4)
    expect(await backOf(campaign)).toEqual({ client: 0, fee: 0 })
    await credit(campaign, sold.slice(0, 1))
    later(MINUTE)
    await Promise.all([1, 2, 3].map(() => billCampaign(h.services, campaign)))
    expect([await backOf(campaign), await stateOf(campaign)]).toEqual([{ client: 150, fee: 50 }, rest])
    await credit(campaign, sold.slice(1))
    later(MINUTE)
    await billCampaign(h.services, campaign)
    await giveCreditBack(h.services, campaign)
    expect([await backOf(campaign), await stateOf(campaign)]).toEqual([{ client: 600, fee: 200 }, rest])
    const papers = (await db.campaignBill.list(campaign)).filter(({ why }) => why === 'refund')
    expect(papers.map(({ sums }) => [sums.clientPaysCents, sums.feeCents]).sort()).toEqual([
      [-150, -50],
      [-450, -150],
    ])
  })

  it('goes back to who paid for the lead, where somebody else pays by then', async () => {
    const { campaign, sold } = await over(4)
    await db.company.update(agency.id, { manualBill: true })
    await credit(campaign, sold.slice(0, 1))
    later(MINUTE)
    await billCampaign(h.services, campaign)
    expect([await backOf(campaign), await stateOf(campaign)]).toEqual([{ client: 150, fee: 50 }, rest])
  })

  it('is taken off the bills of who paid for the lead, and never off those of somebody else', async () => {
    const lastBill = async (campaign: Campaign) => {
      later(MINUTE)
      await billCampaign(h.services, campaign, { final: true })
      const [bill] = await db.campaignBill.list(campaign)
      return bill && [bill.payer, bill.sums.clientPaysCents, bill.sums.feeCents, bill.sums.agencyPaysCents]
    }
    const manual = (manualBill: boolean) => db.company.update(agency.id, { manualBill })
    const campaign = await started()
    const ofClient = await leads(campaign, 4)
    expect(await lastBill(campaign)).toEqual(['client', 600, 200, 0])
    await manual(true)
    await credit(campaign, ofClient.slice(0, 2))
    const ofAgency = await leads(campaign, 4)
    // The root gives its fee back to the agency; the client's money waits for the client's next bill.
    expect(await lastBill(campaign)).toEqual(['agency', 0, 0, 100])
    expect((await stateOf(campaign)).clientCents).toBe(-300)
    await manual(false)
    await credit(campaign, ofAgency.slice(0, 1))
    await leads(campaign, 4)
    const [bill] = [await lastBill(campaign)]
    expect(bill).toEqual(['client', 600 - 300, 200 - 50, 0])
    const paid = (await db.payment.list(client.id)).find(({ campaignId }) => campaignId === campaign.id)
    const lines = paid?.lines.map(({ label, amountCents }) => [label, amountCents])
    expect(lines).toEqual([
      ['Leads basic', 600],
      ['Carried over', -300],
    ])
    // One of the stretch that is open comes off it, no matter who pays it.
    const [last] = await leads(campaign, 2)
    await credit(campaign, [last])
    expect(await lastBill(campaign)).toEqual(['client', 150, 50, 0])
  })

  it('waits for the next bill where the campaign runs, and goes back when it rests', async () => {
    const campaign = await started()
    const sold = await leads(campaign, 4)
    await billCampaign(h.services, campaign, { final: true })
    await credit(campaign, sold.slice(0, 2))
    await billCampaign(h.services, campaign)
    expect(await backOf(campaign)).toEqual({ client: 0, fee: 0 })
    expect(await db.campaignChange.setStatus(await fresh(campaign), 'paused', 'user')).toBe(true)
    await billCampaign(h.services, campaign, { final: true })
    await billCredit(h.services, campaign)
    await billCampaign(h.services, campaign)
    expect(await backOf(campaign)).toEqual({ client: 300, fee: 100 })
  })

  it('is carried anew where the card takes nothing back, and never given twice after a lost answer', async () => {
    const lost = await over(4)
    await credit(lost.campaign, lost.sold.slice(0, 2))
    later(MINUTE)
    h.stripe.fail('gateway after', { operation: 'POST /v1/refunds', times: 3 })
    await billCampaign(h.services, lost.campaign)
    h.stripe.clearFaults()
    later(10 * MINUTE)
    const owner = { companyId: client.id, campaignId: lost.campaign.id }
    await Promise.all([topUpCampaign(h.services, owner), topUpCampaign(h.services, owner)])
    expect([await backOf(lost.campaign), await stateOf(lost.campaign)]).toEqual([{ client: 300, fee: 100 }, rest])

    await clientCard('pm_card_pendingRefund')
    const { campaign, sold } = await over(4)
    await credit(campaign, sold.slice(0, 2))
    later(MINUTE)
    await billCampaign(h.services, campaign)
    const [refund] = h.stripe.list('refund', account).filter(({ status }) => status === 'pending')
    h.stripe.byHand.endRefund(refund?.id ?? '', account, 'lost_or_stolen_card')
    const event = { eventId: 'evt_x', type: 'refund.failed', objectId: refund?.id ?? '', accountId: account }
    for (let times = 0; times < 2; times++)
      await handleStripeEvent({ ...h.services, paymentDeps: makePaymentDeps(h.services) }, event)
    expect(await stateOf(campaign)).toEqual({ ...rest, clientCents: -300, agencyCents: -100 })
    expect(await backOf(campaign)).toEqual({ client: 0, fee: 0 })
    // It is not asked for again and again.
    await giveCreditBack(h.services, campaign)
    expect(await stateOf(campaign)).toEqual({ ...rest, clientCents: -300, agencyCents: -100 })
  })

  describe('whose account is gone', () => {
    let isGone = false
    const reconnect = () => {
      if (isGone) h.stripe.byHand.reconnect(account)
      isGone = false
    }
    afterEach(reconnect)
    const waiting = async () => {
      const { campaign, sold } = await over(4)
      await credit(campaign, sold.slice(0, 2))
      later(MINUTE)
      h.stripe.byHand.disconnect(account)
      isGone = true
      await billCampaign(h.services, campaign)
      return campaign
    }
    const listed = async (of: Campaign) =>
      (await h.call('olive', 'payments.listUnpaid', { company_id: h.cast.root.id })).body.refunds?.filter(
        ({ leadspeekID }) => leadspeekID === of.number,
      ) ?? []
    const end = (of: Campaign, more: { by_hand?: true } = {}) =>
      h.call('olive', 'payments.endRefund', { leadspeekID: of.number, refund: 1, part: 0, ...more })
    const owed = { ...rest, clientCents: -300, agencyCents: -100 }
    const sweep = (of: Campaign) => topUpCampaign(h.services, { companyId: of.companyId, campaignId: of.id })

    it('stands where operators look, is carried meanwhile, and goes once as soon as it can', async () => {
      const campaign = await waiting()
      expect(await stateOf(campaign)).toEqual(owed)
      const [row] = await listed(campaign)
      expect(row).toMatchObject({ amount: '3.00', fee_amount: '1.00', refund: 1, part: 0 })
      expect(row?.reason).toContain('credited after the last bill')
      later(7 * HOUR)
      await sweep(campaign)
      expect([await stateOf(campaign), await listed(campaign)]).toEqual([owed, [row]])
      expect((await end(campaign)).body).toMatchObject({ status: 'open' })
      reconnect()
      await Promise.all([sweep(campaign), sweep(campaign)])
      await sweep(campaign)
      await giveCreditBack(h.services, campaign)
      expect([await backOf(campaign), await stateOf(campaign)]).toEqual([{ client: 300, fee: 100 }, rest])
      expect(await listed(campaign)).toEqual([])
      expect(await db.campaignBill.listRefunds(campaign)).toHaveLength(1)
    })

    it('is asked for again too where the account had no balance, and not where a bank sent it back', async () => {
      const { campaign, sold } = await over(4)
      await credit(campaign, sold.slice(0, 2))
      later(MINUTE)
      const no = { status: 'failed' as const, id: '', code: 'balance_insufficient', reason: 'There is no balance.' }
      const payments = { ...h.services.payments, refund: async () => no }
      await billCampaign({ ...h.services, payments }, campaign)
      expect(await stateOf(campaign)).toEqual(owed)
      expect((await listed(campaign))[0]?.reason).toContain('There is no balance.')
      expect(await db.campaignBill.listRefunds(campaign)).toMatchObject([{ parts: [{ status: 'failed' }] }])
      const sent = { ...no, id: 're_x', reason: 'The bank of the card sent the money back.' }
      await topUpCampaign(
        { ...h.services, payments: { ...payments, refund: async () => sent } },
        {
          companyId: campaign.companyId,
          campaignId: campaign.id,
        },
      )
      expect([await stateOf(campaign), await listed(campaign)]).toEqual([owed, []])
      await sweep(campaign)
      await giveCreditBack(h.services, campaign)
      expect([await stateOf(campaign), await backOf(campaign)]).toEqual([owed, { client: 0, fee: 0 }])
    })

    it('is over where an operator saw to it by hand', async () => {
      const campaign = await waiting()
      const ends = await Promise.all([end(campaign, { by_hand: true }), end(campaign, { by_hand: true })])
      expect(ends.map(({ status }) => status).sort()).toEqual([200, 409])
      expect([await stateOf(campaign), await listed(campaign)]).toEqual([rest, []])
      reconnect()
      await sweep(campaign)
      await giveCreditBack(h.services, campaign)
      expect(await backOf(campaign)).toEqual({ client: 0, fee: 0 })
    })

    it('stays for the next leads of a campaign that is started again', async () => {
      const campaign = await waiting()
      expect(await db.campaignChange.setStatus(await fresh(campaign), 'active', 'user')).toBe(true)
      expect(await listed(campaign)).toEqual([])
      reconnect()
      await sweep(campaign)
      expect([await backOf(campaign), (await stateOf(campaign)).clientCents]).toEqual([{ client: 0, fee: 0 }, -300])
      // At rest again without any use of it, it goes back.
      expect(await db.campaignChange.setStatus(await fresh(campaign), 'paused', 'user')).toBe(true)
      await billCampaign(h.services, campaign, { final: true })
      await giveCreditBack(h.services, campaign)
      expect([await backOf(campaign), await stateOf(campaign)]).toEqual([{ client: 300, fee: 100 }, rest])
    })
  })

  it('goes back also where it comes while the last bill is made, and finds one due', async () => {
    const campaign = await started()
    const sold = await leads(campaign, 4)
    expect(await db.campaignChange.setStatus(await fresh(campaign), 'paused', 'user')).toBe(true)
    let isFirst = true
    const meanwhile: typeof db = {
      ...db,
      campaignBill: Object.assign(Object.create(db.campaignBill), {
        async make(...bill: Parameters<typeof db.campaignBill.make>) {
          if (isFirst) await credit(campaign, sold.slice(0, 1))
          isFirst = false
          return db.campaignBill.make(...bill)
        },
      }),
    }
    await billCampaign({ ...h.services, db: meanwhile }, campaign, { final: true })
    expect([await backOf(campaign), await stateOf(campaign)]).toEqual([{ client: 150, fee: 50 }, rest])
  })

  it('goes back to the card of an agency that is billed by hand', async () => {
    await db.company.update(agency.id, { manualBill: true })
    const { campaign, sold } = await over(4)
    await credit(campaign, sold.slice(0, 3))
    later(MINUTE)
    await billCampaign(h.services, campaign)
    const [charge] = h.stripe.list('payment_intent').filter(({ metadata }) => metadata.payment?.startsWith(campaign.id))
    const { backCents } = await h.services.payments.readRefunds({ chargeId: charge?.id ?? '', accountId: '' })
    expect([backCents, await stateOf(campaign)]).toEqual([150, rest])
  })
})

describe('a credit of a lead that a Data Wallet has paid', () => {
  it('goes back into the wallet once no further lead comes, and not before', async () => {
    await db.company.update(agency.id, { manualBill: true })
    await db.billing.save(agency.id, { billingMethod: 'data_wallet', isDirect: true })
    const facts = { title: 'Credit', rule: 'Credit', facts: {}, at: h.services.now(), companyId: agency.id }
    await db.ledger.payBack({ id: `ret-start-${made}`, amountCents: cents(100_000), ...facts })
    const fees = { ...noCosts.costs.local.Weekly, perLeadCentiCents: 5_050 }
    const costs = { ...noCosts.costs, local: { ...noCosts.costs.local, Weekly: fees } }
    await db.price.saveCosts(agency.id, { term: 'Weekly', costs }, { at: h.services.now(), by: 'test' })
    const campaign = await started()
    expect(await ensureHold(h.services, campaign, 5_050)).toBe(true)
    later(1)
    const meter = await db.lead.findMeter(campaign, true)
    if (!meter) throw new Error('There is no meter.')
    const ends = await sellLeads(h.services, campaign, people(4), { meter })
    const sold = ends.flatMap((each) => (each.end === 'stored' ? [each.lead] : []))
    expect(sold.map(({ hold }) => hold)).toEqual([1, 1, 1, 1])
    await credit(campaign, sold.slice(0, 1))
    expect(await db.campaignChange.setStatus(await fresh(campaign), 'paused', 'user')).toBe(true)
    const before = (await db.ledger.get(agency.id)).balanceCents
    const hold = await db.leadHold.find(campaign)
    later(2 * HOUR)
    await credit(campaign, sold.slice(1, 3))
    await billCampaign(h.services, campaign)
    // While a sum is set aside the credit pays for what it used.
    expect((await db.ledger.get(agency.id)).balanceCents).toBe(before)
    if (hold) await sweepHold(h.services, hold)
    const { dueAt } = await stateOf(campaign)
    // A pause waits for the end of its period, as its leads do.
    h.setClock(dueAt ?? 0)
    await Promise.all([billCampaign(h.services, campaign), billCampaign(h.services, campaign)])
    await billCampaign(h.services, campaign)
    // Four leads of 0.505 were paid, 2.02; of the three that were credited, 1.515, half a cent waits.
    const after = await db.ledger.get(agency.id)
    expect(after.balanceCents).toBe(100_000 - 202 + 151)
    expect(await stateOf(campaign)).toEqual({ ...rest, hold: -50 })
    expect(after.reservedCents).toBe(0)
    // Reports count the one lead that was kept.
    const ahead = (await db.campaignBill.list(campaign)).flatMap((bill) => bill.ahead ?? [])
    expect(ahead.map(({ retailCents }) => retailCents).reduce((sum, each) => sum + each, 0)).toBe(150)
    await db.billing.save(agency.id, { billingMethod: 'credit_card' })
  })
})

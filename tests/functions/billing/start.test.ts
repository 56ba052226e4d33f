// What a start costs is charged with it: once, no matter who presses and how often, and nothing where the bank says no.
import { beforeEach, describe, expect, it } from 'vitest'
import { startCampaign } from '#functions/domain/purchases/purchase.ts'
import { addDays, DAY, dayIn, MINUTE } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { cents } from '#shared/money/cents.ts'
import { noCosts } from '#shared/money/price-list.ts'
import { PRICE, startPurchases } from './purchase-stage.ts'

const h = await startPurchases()
const { northlight, brightSmiles } = h.cast
h.setClock(h.services.now() + DAY)
const later = (ms: number) => h.setClock(h.services.now() + ms)
beforeEach(async () => {
  later(10 * MINUTE)
  h.stripe.clearFaults()
  await h.db.company.update(northlight.id, { manualBill: false, paymentFailed: false })
  await h.saveCard('cleo', 'pm_card_visa', h.accountId)
})
const card = (kind: string) => h.saveCard('cleo', kind, h.accountId)
const FAILS = 'pm_card_chargeCustomerFail'
const ASKS = 'pm_card_authenticationRequired'

describe('the start of a campaign', () => {
  it('LED-21 CMP-57 Prepaid buys its first leads with both fees, and takes them out of its balance', async () => {
    const campaign = await h.campaign({ topUp: { mode: 'onetime', leads: 2 } })
    const asked = h.stripe.requests().length
    expect((await h.begin('ada', campaign)).status).toBe(200)
    // That its bill is paid, the books say.
    expect(h.stripe.requests().length - asked).toBe(1)
    // 100 + 50 + 2 x 1.50; wholesale 40 + 10 + 2 x 0.50.
    expect(h.charges(campaign)).toEqual([{ amount: 15_300, fee: 5_100, status: 'succeeded' }])
    expect(await h.meterOf(campaign)).toMatchObject({ isOpen: true, bought: 2, lotCount: 1 })
    expect(await h.db.campaignBill.findPurchase(campaign)).toBeUndefined()
    const [bill] = await h.db.campaignBill.list(campaign)
    expect(bill).toMatchObject({ why: 'start', payer: 'client', sums: { clientPaysCents: 15_300, feeCents: 5_100 } })
    expect(await h.sell(await h.fresh(campaign), 3)).toBe(2)
  })

  it('LED-20 One Time pays for everything at once, and nothing when it is paused and started again', async () => {
    const campaign = await h.campaign({ term: 'One Time' })
    await h.begin('ada', campaign)
    expect(h.paid(campaign)).toEqual([{ amount: 10_000 + 5_000 + 1_500, fee: 5_500, status: 'succeeded' }])
    await h.run('ada', campaign.number, 'F')
    expect((await h.begin('ada', campaign)).status).toBe(200)
    expect(h.charges(campaign)).toHaveLength(1)
    await h.sell(await h.fresh(campaign), 10)
    await h.run('ada', campaign.number, 'F')
    const again = await h.begin('ada', campaign)
    expect([again.status, again.body.message]).toEqual([422, expect.stringContaining('Copy it')])
    expect(h.charges(campaign)).toHaveLength(1)
  })

  it('LED-18 LED-19 Weekly pays the fees of its period once, and the next one when it starts in a later one', async () => {
    const campaign = await h.campaign({ term: 'Weekly' })
    await h.begin('ada', campaign)
    await h.run('ada', campaign.number, 'F')
    await h.begin('ada', campaign)
    expect(h.paid(campaign).map(({ amount }) => amount)).toEqual([15_000])
    await h.run('ada', campaign.number, 'F')
    later(8 * DAY)
    await h.begin('ada', campaign)
    expect(
      h
        .paid(campaign)
        .map(({ amount }) => amount)
        .sort(),
    ).toEqual([15_000, 5_000])
    expect(await h.db.campaignBill.findState(campaign)).toMatchObject({ feePeriod: 1, isPlatformCharged: true })
  })

  it('is not made for more than was shown where a worker crashed that had begun it at an older price', async () => {
    const campaign = await h.campaign({ topUp: { mode: 'onetime', leads: 100 } })
    const crashing: typeof h.db = {
      ...h.db,
      payment: Object.assign(Object.create(h.db.payment), { begin: () => Promise.reject(new Error('crashed')) }),
    }
    const client = await h.db.company.get(brightSmiles.id)
    const starter = { by: 'Ada', companyId: northlight.id, shownCents: 30_000 }
    const dying = startCampaign({ ...h.services, db: crashing }, campaign, client, starter)
    await expect(dying).rejects.toThrow('crashed')
    const cheaper = { ...PRICE, topUp: { mode: 'onetime' as const, leads: 100 }, perLeadCentiCents: 5_000 }
    const saved = { by: 'test', at: h.services.now() }
    await h.db.price.saveRetail(brightSmiles.id, campaign.line, cheaper, saved, campaign.id)
    later(1000)
    const press = { leadspeekID: campaign.number, status: 'T' as const, charge_now: 200 }
    expect((await h.call('ada', 'campaigns.setActive', press)).status).toBe(200)
    expect(h.paid(campaign).map(({ amount }) => amount)).toEqual([20_000])
  })

  it('is not made for more than was shown, and says what it charges by now', async () => {
    const campaign = await h.campaign({ topUp: { mode: 'onetime', leads: 2 } })
    const press = (charge_now: number) =>
      h.call('ada', 'campaigns.setActive', { leadspeekID: campaign.number, status: 'T', charge_now })
    const { status, body } = await press(152.99)
    expect([status, body.message]).toEqual([409, expect.stringContaining('$153.00')])
    expect(h.charges(campaign)).toEqual([])
    expect(await h.db.campaignBill.findPurchase(campaign)).toBeUndefined()
    expect((await press(153)).status).toBe(200)
    expect(h.paid(campaign).map(({ amount }) => amount)).toEqual([15_300])
  })

  it('is free where nothing has a price', async () => {
    const campaign = await h.campaign({ term: 'Weekly', platformFeeCents: 0, periodFeeCents: 0 })
    await h.db.company.update(northlight.id, { manualBill: true })
    const { northlight: _ } = h.cast
    await h.db.company.update(northlight.id, { manualBill: false })
    expect((await h.begin('ada', campaign)).status).toBe(200)
    expect((await h.fresh(campaign)).status).toBe('active')
  })

  it('charges the agency alone, for wholesale, where it is billed by hand', async () => {
    await h.db.company.update(northlight.id, { manualBill: true })
    const campaign = await h.campaign()
    expect((await h.begin('ada', campaign)).status).toBe(200)
    expect(h.charges(campaign)).toEqual([])
    expect(h.paid(campaign, '').map(({ amount }) => amount)).toEqual([4_000 + 1_000 + 5_000])
  })

  it('leaves no trace but the words of the bank where the card is declined', async () => {
    await card(FAILS)
    const campaign = await h.campaign()
    const { status, body } = await h.begin('ada', campaign)
    expect([status, body.message]).toEqual([422, expect.stringMatching(/declined/i)])
    expect(h.paid(campaign)).toEqual([])
    expect(await h.db.campaignBill.findPurchase(campaign)).toBeUndefined()
    expect((await h.db.payment.list(campaign.companyId)).filter((each) => each.campaignId === campaign.id)).toEqual([])
    expect((await h.db.company.get(campaign.companyId)).paymentFailed).toBe(false)
    expect((await h.fresh(campaign)).status).toBe('paused')
    await card('pm_card_visa')
    expect((await h.begin('ada', campaign)).status).toBe(200)
    expect(h.paid(campaign)).toHaveLength(1)
  })

  it('asks the owner of the card at their bank, and starts once they have said yes', async () => {
    const setup = await card(ASKS)
    h.stripe.authenticate(setup.body.client_secret, h.accountId, true)
    await h.saveCard('cleo', setup.body.setup_id, h.accountId)
    const campaign = await h.campaign()
    const asked = await h.begin('cleo', campaign)
    expect([asked.status, asked.body.result]).toEqual([200, 'action'])
    expect((await h.fresh(campaign)).status).toBe('paused')
    const again = await h.begin('cleo', campaign)
    expect(again.body.confirmation).toEqual(asked.body.confirmation)
    const { client_secret: secret = '', account_id: account = '' } = asked.body.confirmation ?? {}
    expect(account).toBe(h.accountId)
    h.stripe.authenticate(secret, account, true)
    expect((await h.begin('cleo', campaign)).body).toMatchObject({ result: 'success', data: { status: 'active' } })
    expect(h.paid(campaign)).toHaveLength(1)
  })

  it('asks nobody where its agency starts it: then the bank says no', async () => {
    const setup = await card(ASKS)
    h.stripe.authenticate(setup.body.client_secret, h.accountId, true)
    await h.saveCard('cleo', setup.body.setup_id, h.accountId)
    const campaign = await h.campaign()
    expect((await h.begin('ada', campaign)).status).toBe(422)
    expect(h.paid(campaign)).toEqual([])
  })

  it('forgets a payment that its owner never confirmed', async () => {
    const setup = await card(ASKS)
    h.stripe.authenticate(setup.body.client_secret, h.accountId, true)
    await h.saveCard('cleo', setup.body.setup_id, h.accountId)
    const campaign = await h.campaign()
    await h.begin('cleo', campaign)
    later(30 * MINUTE)
    await h.retry()
    expect(await h.db.campaignBill.findPurchase(campaign)).toBeUndefined()
    expect((await h.db.company.get(campaign.companyId)).paymentFailed).toBe(false)
    expect(h.charges(campaign).map(({ status }) => status)).toEqual(['canceled'])
  })

  it('is charged once, whoever presses at the same time', async () => {
    const campaign = await h.campaign()
    const answers = await Promise.all([h.begin('ada', campaign), h.begin('cleo', campaign), h.begin('ada', campaign)])
    // Who comes when it runs already is told that it does.
    expect(answers.map(({ status }) => status).filter((status) => status !== 422)).toContain(200)
    expect(answers.map(({ status }) => status)).not.toContain(409)
    expect(h.paid(campaign)).toHaveLength(1)
    expect(await h.meterOf(campaign)).toMatchObject({ bought: 100, lotCount: 1 })
  })

  it('looks up an answer that was lost, and never charges again', async () => {
    const campaign = await h.campaign()
    h.stripe.fail('gateway after', { operation: 'POST /v1/payment_intents', times: 1 })
    await h.begin('ada', campaign)
    h.stripe.clearFaults()
    later(10 * MINUTE)
    await h.begin('ada', campaign)
    expect((await h.fresh(campaign)).status).toBe('active')
    expect(h.charges(campaign)).toHaveLength(1)
  })

  it('gives a charge back that reaches the provider after its payment was forgotten, once', async () => {
    const campaign = await h.campaign()
    h.stripe.fail('gateway before', { operation: 'POST /v1/payment_intents', times: 3 })
    await h.beginInVain('ada', campaign).catch(() => undefined)
    const [begun] = (await h.db.payment.list(campaign.companyId)).filter(({ campaignId }) => campaignId === campaign.id)
    if (!begun?.attempt) throw new Error('Nothing was begun.')
    h.stripe.clearFaults()
    later(20 * MINUTE)
    await h.retry()
    expect(await h.db.payment.find(begun)).toBeUndefined()
    const { key, accountId, customerId } = begun.attempt
    const { companyId, key: payment, purpose, amountCents, description } = begun
    const { cardId } = await h.db.billing.get(companyId)
    await h.services.payments.charge({
      key,
      accountId,
      customerId,
      paymentMethodId: cardId,
      amountCents,
      description,
      isPresent: false,
      applicationFeeCents: begun.applicationFeeCents ?? 0,
      metadata: { kind: 'payment', company: companyId, payment, purpose },
    })
    await h.deliver()
    await h.deliver()
    expect(h.charges(campaign)).toEqual([{ amount: amountCents, fee: begun.applicationFeeCents, status: 'succeeded' }])
    const [charge] = h.stripe.list('payment_intent', h.accountId).filter(({ metadata }) => metadata.key === key)
    const back = await h.services.payments.readRefunds({ chargeId: charge?.id ?? '', accountId: h.accountId })
    expect(back).toMatchObject({ backCents: amountCents, fee: { backCents: begun.applicationFeeCents } })
    expect(back.parts).toHaveLength(1)
    expect((await h.fresh(campaign)).status).toBe('paused')
  })

  it('gives back what was paid where the campaign may not run any more, once and with the fee', async () => {
    const campaign = await h.campaign()
    h.stripe.fail('gateway after', { operation: 'POST /v1/payment_intents', times: 3 })
    h.stripe.fail('gateway before', { operation: 'GET /v1/payment_intents', times: 20 })
    await h.beginInVain('ada', campaign).catch(() => undefined)
    h.stripe.clearFaults()
    await h.archive('ada', campaign.number)
    later(20 * MINUTE)
    await h.retry()
    await h.sweep()
    await h.sweep()
    expect((await h.fresh(campaign)).status).toBe('archived')
    await costNothing(campaign, 30_000)
  })

  /** Nothing of it is there but its payment, which went back. */
  async function costNothing(campaign: Campaign, amountCents: number) {
    expect(await h.meterOf(campaign)).toMatchObject({ isOpen: false, bought: 0 })
    expect(await h.db.campaignBill.findState(campaign)).toMatchObject({ feePeriod: -1, isPlatformCharged: false })
    expect(await h.db.campaignBill.list(campaign)).toEqual([])
    expect(await h.db.campaignBill.findPurchase(campaign)).toBeUndefined()
    const mine = (await h.db.payment.list(brightSmiles.id)).filter(({ campaignId }) => campaignId === campaign.id)
    expect(mine).toMatchObject([{ status: 'refunded', refundedCents: amountCents, amountCents }])
    const back = await h.services.payments.readRefunds({ chargeId: mine[0]?.chargeId ?? '', accountId: h.accountId })
    expect(back).toMatchObject({ backCents: amountCents, fee: { backCents: mine[0]?.applicationFeeCents } })
    expect(back.parts).toHaveLength(1)
  }

  async function removeClient() {
    const node = await h.db.node.find(northlight.id, brightSmiles.id)
    const client = await h.db.company.get(brightSmiles.id)
    if (!node) throw new Error('It is in no list.')
    await h.db.tenancy.retire({ company: client, node, people: [], hosts: [], now: h.services.now() })
    bringBack = async () => {
      await h.db.company.update(client.id, { deletedAt: null })
      await h.db.node.create({ ...node, facts: { ...node.facts, active: {} } })
    }
  }
  let bringBack = async () => {}
  const meanwhile: [string, string, (db: typeof h.db) => Promise<unknown>, (db: typeof h.db) => Promise<unknown>][] = [
    [
      'the contract of its agency ends',
      'The contract has ended',
      (db) => db.company.cancelContract(northlight, 'test', h.services.now()),
      (db) => db.company.update(northlight.id, { cancelledAt: null, cancelReason: '' }),
    ],
    ['its client is removed', 'was removed', removeClient, () => bringBack()],
    [
      'its client fails to pay',
      'A payment has failed',
      (db) => db.company.update(brightSmiles.id, { paymentFailed: true }),
      (db) => db.company.update(brightSmiles.id, { paymentFailed: false }),
    ],
    [
      'its agency fails to pay',
      'A payment of the agency has failed',
      (db) => db.company.update(northlight.id, { paymentFailed: true }),
      (db) => db.company.update(northlight.id, { paymentFailed: false }),
    ],
    [
      'the account of its agency takes no cards any more',
      'payment account',
      (db) => db.company.update(northlight.id, { chargesEnabled: false }),
      (db) => db.company.update(northlight.id, { chargesEnabled: true }),
    ],
    [
      'its product is switched off',
      'switched off',
      (db) => db.company.update(northlight.id, { modules: {} }),
      (db) => db.company.update(northlight.id, { modules: northlight.modules }),
    ],
  ]
  /** Does something between the last look of a start and its writing. */
  function beforeItIsWritten(act: () => Promise<unknown>) {
    const { middlewareStack } = h.services.table.client
    let isDone = false
    middlewareStack.add(
      (next) => async (args) => {
        if (!isDone && JSON.stringify(args.input).includes('campaign.status_changed')) {
          isDone = true
          await act()
        }
        return next(args)
      },
      { step: 'initialize', name: 'meanwhile' },
    )
    return () => {
      middlewareStack.remove('meanwhile')
      expect(isDone).toBe(true)
    }
  }
  /** Another start of its period costs nothing. */
  async function paidBefore() {
    const campaign = await h.campaign({ term: 'Weekly' })
    await h.begin('ada', campaign)
    await h.run('ada', campaign.number, 'F')
    return campaign
  }

  it.each(meanwhile)(
    'that costs nothing is refused, in true words, where %s meanwhile',
    async (_, words, act, undo) => {
      const campaign = await paidBefore()
      const end = beforeItIsWritten(() => act(h.db))
      const { status, body } = await h.begin('ada', campaign).finally(end)
      await undo(h.db)
      expect([status, body.message]).toEqual([422, expect.stringContaining(words)])
      expect((await h.fresh(campaign)).status).toBe('paused')
      expect((await h.begin('ada', campaign)).status).toBe(200)
    },
  )

  it.each(meanwhile)('that is paid goes back whole, and says so, where %s meanwhile', async (_, words, act, undo) => {
    const campaign = await h.campaign({ topUp: { mode: 'onetime', leads: 2 } })
    const end = beforeItIsWritten(() => act(h.db))
    const { status, body } = await h.begin('ada', campaign).finally(end)
    const { status: state } = await h.fresh(campaign)
    await undo(h.db)
    expect([status, body.message]).toEqual([409, expect.stringContaining(words)])
    expect(body.message).toContain('all of it goes back')
    expect(state).toBe('paused')
    await costNothing(campaign, 15_300)
    // It pays anew when it runs.
    expect((await h.begin('ada', campaign)).status).toBe(200)
    expect(await h.meterOf(campaign)).toMatchObject({ isOpen: true, bought: 2 })
  })

  it('that a Data Wallet paid goes back into it once, also where a month ends before its worker is through', async () => {
    await h.db.company.update(northlight.id, { manualBill: true })
    await h.db.billing.save(northlight.id, { billingMethod: 'data_wallet' })
    const now = new Date(h.services.now())
    h.setClock(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - MINUTE)
    const words = { title: 'Credit', rule: 'Credit', facts: {}, at: h.services.now() }
    await h.db.ledger.payBack({ id: 'ret-start', companyId: northlight.id, amountCents: cents(100_000), ...words })
    const campaign = await h.campaign({ term: 'Weekly' })
    const db: typeof h.db = {
      ...h.db,
      campaignChange: Object.assign(Object.create(h.db.campaignChange), {
        async setStatus(...change: Parameters<typeof h.db.campaignChange.setStatus>) {
          await h.db.company.update(brightSmiles.id, { paymentFailed: true })
          return h.db.campaignChange.setStatus(...change)
        },
      }),
      campaignBill: Object.assign(Object.create(h.db.campaignBill), {
        forgetPurchase: () => Promise.reject(new Error('crashed')),
      }),
    }
    const client = await h.db.company.get(brightSmiles.id)
    const starter = { by: h.users.ada.id, companyId: northlight.id }
    await expect(startCampaign({ ...h.services, db }, campaign, client, starter)).rejects.toThrow('crashed')
    await h.db.company.update(brightSmiles.id, { paymentFailed: false })
    later(20 * MINUTE)
    await h.sweep()
    expect(await h.db.campaignBill.findPurchase(campaign)).toBeUndefined()
    const entries = await h.db.ledger.listEntries(northlight.id, 0, h.services.now())
    const mine = entries.filter(({ facts }) => facts.Invoice?.startsWith(campaign.id))
    expect(mine.map(({ kind, amountCents }) => [kind, amountCents]).sort()).toEqual([
      ['charge', 5_000],
      ['return', 5_000],
    ])
    expect((await h.db.ledger.get(northlight.id)).balanceCents).toBe(100_000)
    await h.db.billing.save(northlight.id, { billingMethod: 'credit_card' })
  })

  it('does not run on the account of an agency that stops being billed by hand meanwhile', async () => {
    const campaign = await paidBefore()
    await h.db.company.update(northlight.id, { manualBill: true })
    const end = beforeItIsWritten(async () => {
      await h.db.billing.save(brightSmiles.id, { cardId: '' })
      await h.db.company.update(northlight.id, { manualBill: false })
    })
    const { status } = await h.begin('ada', campaign).finally(end)
    expect([status, (await h.fresh(campaign)).status]).toEqual([422, 'paused'])
  })

  it('says before it is pressed what it charges, and tells a client nothing of wholesale', async () => {
    const campaign = await h.campaign()
    const look = async (who: 'ada' | 'cleo') =>
      (await h.call(who, 'campaigns.startCharge', { id: campaign.number })).body
    expect((await look('cleo')).data).toMatchObject({ charge_now: 300, paid_by: 'client', agency_pays: null })
    expect((await look('ada')).data.lines.map(({ label, amount }) => [label, amount])).toEqual([
      ['Platform fee', 100],
      ['Campaign fee', 50],
      ['Leads', 150],
    ])
    expect((await look('ada')).data.paid_with).toMatch(/4242/)
    const cheap = await h.campaign({ term: 'Weekly', perLeadCentiCents: 3_000 })
    const lookAt = async (who: 'ada' | 'cleo') =>
      (await h.call(who, 'campaigns.startCharge', { id: cheap.number })).body.data.later
    const short = 'The price is lower than the cost: the agency pays $0.20 of each lead.'
    expect([await lookAt('ada'), await lookAt('cleo')]).toEqual([
      [expect.any(String), short],
      [expect.stringContaining('$0.30 each')],
    ])
    const startOn = addDays(dayIn(cheap.timeZone, h.services.now()), 9)
    expect(await h.db.campaignChange.update(cheap, { startOn })).toMatchObject({ startOn })
    const early = 'No lead comes before the first day; the campaign fee is charged from the start on all the same.'
    expect(await lookAt('cleo')).toEqual([expect.stringContaining('$0.30 each'), early])
    await h.db.company.update(northlight.id, { manualBill: true })
    expect((await look('cleo')).data).toMatchObject({ charge_now: 0, lines: [], later: [] })
    expect((await look('ada')).data).toMatchObject({ charge_now: 100, paid_by: 'agency' })
    await h.db.billing.save(northlight.id, { billingMethod: 'data_wallet' })
    expect((await lookAt('ada'))[0]).toBe('As they come: the leads, $0.50 each, out of the Data Wallet.')
  })
})

// The last one: what the agency pays is another from here on.
describe('a start whose payer changes as it comes', () => {
  it.each([
    ['its client failed to pay', { paymentFailed: true }, 'companyId'],
    ['its agency failed to pay', { paymentFailed: true }, 'agencyId'],
    ['the contract has ended', { cancelledAt: 1 }, 'agencyId'],
  ] as const)('costs nothing, and does not run, where %s since it was judged', async (_, changes, of) => {
    const campaign = await h.campaign({ term: 'Weekly' })
    const answers: boolean[] = []
    const db: typeof h.db = {
      ...h.db,
      campaignChange: Object.assign(Object.create(h.db.campaignChange), {
        async setStatus(...change: Parameters<typeof h.db.campaignChange.setStatus>) {
          await h.db.company.update(campaign[of], changes)
          const isDone = await h.db.campaignChange.setStatus(...change)
          answers.push(isDone)
          return isDone
        },
      }),
    }
    const client = await h.db.company.get(campaign.companyId)
    const starter = { by: h.users.ada.id, companyId: northlight.id }
    await startCampaign({ ...h.services, db }, campaign, client, starter).catch(() => undefined)
    expect([new Set(answers), (await h.fresh(campaign)).status]).toEqual([new Set([false]), 'paused'])
    const payments = await h.db.payment.list(campaign.companyId)
    expect(payments.filter(({ campaignId }) => campaignId === campaign.id)).toMatchObject([{ status: 'refunded' }])
    await h.db.company.update(campaign[of], { paymentFailed: false })
    if ('cancelledAt' in changes) await h.db.company.update(campaign[of], { cancelledAt: null, cancelReason: '' })
  })

  it.each([
    { name: 'nothing', fees: { platformFeeCents: 0, periodFeeCents: 0 } },
    { name: 'a fee', fees: {} },
  ])(
    'MBL-09 that costs $name is judged anew where its agency is billed by hand no more as it comes',
    async ({ fees }) => {
      await h.db.company.update(northlight.id, { manualBill: true })
      const campaign = await h.campaign({ term: 'Weekly', ...fees })
      if (fees.platformFeeCents === 0)
        await h.db.price.saveCosts(northlight.id, noCosts, { by: 'test', at: h.services.now() })
      const answers: boolean[] = []
      const db: typeof h.db = {
        ...h.db,
        campaignChange: Object.assign(Object.create(h.db.campaignChange), {
          async setStatus(...change: Parameters<typeof h.db.campaignChange.setStatus>) {
            await h.db.company.update(northlight.id, { manualBill: false })
            const isDone = await h.db.campaignChange.setStatus(...change)
            answers.push(isDone)
            return isDone
          },
        }),
      }
      const client = await h.db.company.get(campaign.companyId)
      const starter = { by: h.users.ada.id, companyId: northlight.id }
      const started = await startCampaign({ ...h.services, db }, campaign, client, starter)
      expect([started.is, answers]).toEqual(['started', [false, true]])
    },
  )
})

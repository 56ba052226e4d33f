import { describe, expect, it } from 'vitest'
import { collectBill } from '#functions/domain/billing/collect-bill.ts'
import { settleFailure } from '#functions/domain/payments/settle-failure.ts'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { addDays, DAY, dayIn, HOUR, startOfDay } from '#shared/dates.ts'
import { noPrice } from '#shared/money/price-list.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { plantLead } from '../../support/plant-lead.ts'
import { stageOf as paymentStage } from '../payments/stage.ts'
import { runsOf } from './runs.ts'

const h = await harness()
const { saveCard, demand, retry } = paymentStage(h)
const { northlight, copper, campaigns, users } = h.cast
/** Noon of tomorrow: bills are due at one o'clock in the morning, and these tests count whole days. */
const start = startOfDay(SYSTEM_ZONE, addDays(dayIn(SYSTEM_ZONE, h.services.now()), 1)) + 12 * HOUR
h.setClock(start)
let people = 0
const toggle = (who: Member, on: boolean, companyID = northlight.id, options = {}) =>
  h.call(who, 'pricing.manualBill', { companyID, manualBill: on ? 'T' : 'F' }, options)
/** A lead that was bought for so many cents. */
async function lead(campaign: (typeof campaigns)['smiles'], wholesaleCents: number, retailCents = 0) {
  await plantLead(h, campaign, {
    id: `led_${++people}`,
    at: h.services.now(),
    wholesaleCentiCents: wholesaleCents * 100,
    retailCentiCents: retailCents * 100,
  })
}
const charges = async (companyId: string) => {
  const { customerId } = await h.db.billing.get(companyId)
  return h.stripe
    .list('payment_intent')
    .filter((intent) => intent.customer === customerId && intent.status === 'succeeded')
    .map(({ amount }) => Number(amount))
    .sort((a, b) => b - a)
}
const runs = await runsOf(h)
async function bill(at: number, times = 1) {
  h.setClock(at)
  for (let i = 0; i < times; i++) await runs.run('billCampaigns', at)
}
const campaignOf = (of: (typeof campaigns)['smiles']) => h.db.campaign.get(of.companyId, of.id)
const isOn = async (id = northlight.id) => (await h.db.company.get(id)).manualBill

describe('manual billing', () => {
  it('MBL-07 is for operators, and needs a card of the agency', async () => {
    for (const who of ['ada', 'sam', 'cleo', 'admin'] as const) expect((await toggle(who, true)).status).toBe(403)
    const refused = await toggle('olive', true)
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      { companyID: 'This agency has no card on file. It must save one first.' },
    ])
    expect(await isOn()).toBe(false)
    await saveCard('ada')
    const { status, body } = await toggle('olive', true)
    expect([status, body.message, body.manual_bill]).toEqual([200, 'Your settings have been saved.', 'T'])
    expect(await isOn()).toBe(true)
    expect((await toggle('olive', true, users.cleo.companyId)).status).toBe(422)
  })

  it('MBL-09 ends with stopped campaigns and one charge of what is unbilled', async () => {
    await lead(campaigns.smiles, 1_250)
    await lead(campaigns.smiles, 1_250)
    await lead(campaigns.harbor, 700)
    const { status, body } = await toggle('olive', false)
    expect([status, body.stopped_campaigns]).toEqual([200, 2])
    for (const each of [campaigns.smiles, campaigns.harbor]) {
      const { status: state, statusReason } = await campaignOf(each)
      expect([state, statusReason]).toEqual(['stopped', 'manual_bill_stop'])
    }
    expect(await charges(northlight.id)).toEqual([3_200])
    expect(await isOn()).toBe(false)
    // Off is off: nothing more is stopped or charged.
    expect((await toggle('olive', false)).body.stopped_campaigns).toBe(0)
    expect(await charges(northlight.id)).toEqual([3_200])
  })

  it('leaves to clients what was theirs before, and charges nothing twice in a second time', async () => {
    await lead(campaigns.smiles, 9_999, 20_000)
    h.setClock(start + DAY)
    await toggle('olive', true)
    const [theirs] = await h.db.campaignBill.list(campaigns.smiles)
    expect([theirs?.payer, theirs?.why, theirs?.sums]).toMatchObject([
      'client',
      'payer',
      { clientPaysCents: 20_000, feeCents: 9_999, agencyPaysCents: 0 },
    ])
    // The account of their agency takes no cards: they are asked once nobody would ask later, and an operator settles the debt.
    if (theirs) {
      expect(await collectBill(h.services, theirs)).toBe('open')
      await collectBill(h.services, theirs, { isLast: true })
    }
    const owing = await h.db.company.get(campaigns.smiles.companyId)
    expect([owing.paymentFailed, await isOn()]).toEqual([true, true])
    await settleFailure(h.services, owing, users.olive.id)
    await lead(campaigns.smiles, 500)
    await toggle('olive', false)
    expect(await charges(northlight.id)).toEqual([3_200, 500])
    h.setClock(start + 2 * DAY)
    await toggle('olive', true)
    await toggle('olive', false)
    expect(await charges(northlight.id)).toEqual([3_200, 500])
  })

  it('stops what is started while it ends: nobody would have agreed to pay for it', async () => {
    await toggle('olive', true)
    await h.db.campaignChange.setStatus(await campaignOf(campaigns.smiles), 'active', 'user')
    const { middlewareStack } = h.services.table.client
    let isStarted = false
    middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          const said = JSON.stringify(args.input)
          if (!isStarted && commandName.startsWith('TransactWrite') && said.includes('"manualBill"')) {
            isStarted = true
            const smiles = await campaignOf(campaigns.smiles)
            expect(smiles.status).toBe('stopped')
            const judge = { id: smiles.agencyId, manualBill: true }
            expect(await h.db.campaignChange.setStatus(smiles, 'active', 'user', { judge })).toBe(true)
          }
          return next(args)
        },
      { step: 'initialize', name: 'meanwhile' },
    )
    const { body } = await toggle('olive', false).finally(() => middlewareStack.remove('meanwhile'))
    expect([isStarted, await isOn(), body.stopped_campaigns]).toEqual([true, false, 2])
    const { status, statusReason } = await campaignOf(campaigns.smiles)
    expect([status, statusReason]).toEqual(['stopped', 'manual_bill_stop'])
  })

  it('charges once when two end it at once', async () => {
    h.setClock(start + 3 * DAY)
    await toggle('olive', true)
    await lead(campaigns.harbor, 800)
    await Promise.all([toggle('olive', false), toggle('otto', false)])
    expect((await charges(northlight.id)).filter((cents) => cents === 800)).toEqual([800])
    expect(await isOn()).toBe(false)
  })

  it('is decided once, however many bills stand on its last invoice', async () => {
    const agencyId = h.services.newId('company')
    await h.db.manualBill.begin(agencyId, users.olive.id, 1_000)
    await h.db.manualBill.begin(agencyId, users.olive.id, 2_000)
    const period = await h.db.manualBill.findOpen(agencyId)
    if (!period) throw new Error('Nothing is open.')
    const refs = (of: string) =>
      Array.from({ length: 9_000 }, (_, index) => `cmp_${of}${String(index).padStart(25, '0')}#bill-000000000001`)
    const decided = await Promise.all([
      h.db.manualBill.decide(period, 700, refs('A')),
      h.db.manualBill.decide(period, 800, refs('B')),
    ])
    const known = await h.db.manualBill.find(agencyId, 2_000)
    expect(known?.bills).toEqual(refs(known?.amountCents === 700 ? 'A' : 'B'))
    expect(decided).toEqual([known, known])
    expect(await h.db.manualBill.findOpen(agencyId)).toEqual(known)
    await h.db.manualBill.end(period, 3_000)
    expect(await h.db.manualBill.findOpen(agencyId)).toBe(undefined)
    expect((await h.db.manualBill.find(agencyId, 1_000))?.bills).toEqual([])
  })

  it('ends a bill that the timetable began and did not end, once', async () => {
    h.setClock(start + 3 * DAY + 1_000)
    await toggle('olive', true)
    await lead(campaigns.harbor, 600)
    // The worker that closed the stretch crashed before it made the bill.
    const { seq } = (await h.db.lead.findMeter(campaigns.harbor, true)) ?? { seq: 0 }
    const closing = { seq, at: h.services.now(), why: 'period', payer: 'agency' } as const
    expect(await h.db.campaignBill.close(campaigns.harbor, closing)).toBe(true)
    await lead(campaigns.harbor, 77)
    await toggle('olive', false)
    expect((await charges(northlight.id)).filter((cents) => [600, 77, 677].includes(cents))).toEqual([600, 77])
  })

  it('ends also when the card is declined: the debt stays open', async () => {
    await saveCard('abe', 'pm_card_chargeCustomerFail')
    h.setClock(start + 4 * DAY)
    await toggle('olive', true, copper.id)
    await lead(campaigns.peak, 1_000)
    expect((await toggle('olive', false, copper.id)).status).toBe(200)
    expect([await isOn(copper.id), (await h.db.company.get(copper.id)).paymentFailed]).toEqual([false, true])
    const [owed] = await h.db.payment.listFailed(copper.id)
    expect([owed?.amountCents, owed?.description]).toEqual([1_000, 'Leads to date'])
  })

  it('MBL-08 charges the agency wholesale on the day of each campaign’s term, and its clients nothing', async () => {
    await saveCard('ada')
    const began = start + 10 * DAY
    h.setClock(began)
    await toggle('olive', true)
    const campaign = async (name: string, term: 'Weekly' | 'Monthly') => {
      const made = await plantCampaign(h.db, {
        ...campaigns.smiles,
        id: h.services.newId('campaign'),
        name,
        status: 'active',
        term,
        createdAt: began,
        startedAt: began,
      })
      const saved = { by: 'usr_x', at: began }
      await h.db.price.saveRetail(
        made.companyId,
        'local',
        { ...noPrice, term, perLeadCentiCents: 90_000 },
        saved,
        made.id,
      )
      return made
    }
    const [weekly, monthly] = [await campaign('Weekly one', 'Weekly'), await campaign('Monthly one', 'Monthly')]
    const before = (await charges(northlight.id)).length
    await lead(weekly, 1_111)
    await lead(monthly, 2_222)
    const wanted = async () => (await charges(northlight.id)).filter((cents) => [1_111, 2_222, 333].includes(cents))
    await bill(began + 6 * DAY)
    expect(await wanted()).toEqual([])
    await bill(began + 7 * DAY, 3)
    expect(await wanted()).toEqual([1_111])
    await lead(weekly, 333)
    await bill(began + 14 * DAY)
    expect(await wanted()).toEqual([1_111, 333])
    for (let day = 15; day <= 31; day++) await bill(began + day * DAY)
    expect(await wanted()).toEqual([2_222, 1_111, 333])
    expect((await charges(northlight.id)).length).toBe(before + 3)
    // No client has a card that was charged, and nothing is left for the end.
    expect(h.stripe.list('payment_intent').filter(({ customer }) => !customer)).toEqual([])
    const owners = new Set(
      h.stripe.list('payment_intent').map(({ metadata }) => JSON.parse(JSON.stringify(metadata ?? {})).company),
    )
    expect([...owners].filter((id) => id !== northlight.id && id !== copper.id)).toEqual([])
    await toggle('olive', false)
    expect((await charges(northlight.id)).length).toBe(before + 3)
  })
})

describe('settlement', () => {
  const settle = (who: Member, userID: string) => h.call(who, 'payments.settleManually', { userID })

  it('MBL-10 MBL-11 MBL-12 MBL-16 marks what is owed as settled, by whom and when, and charges no card', async () => {
    const before = await charges(copper.id)
    const held = await campaignOf(campaigns.peak)
    await h.db.campaignChange.setStatus(held, 'stopped', 'payment_failed')
    const [owed] = await h.db.payment.listFailed(copper.id)
    const { status, body } = await settle('olive', users.abe.id)
    expect([status, body.message]).toEqual([200, 'Manual Bill Settlement has been successfully processed.'])
    expect((await h.db.company.get(copper.id)).paymentFailed).toBe(false)
    const settled = owed && (await h.db.payment.find(owed))
    expect(settled).toMatchObject({ status: 'settled', endedBy: users.olive.id, endedAt: h.services.now() })
    expect((await campaignOf(campaigns.peak)).status).toBe('paused')
    expect(await charges(copper.id)).toEqual(before)
    // There is nothing to settle any more, and no way back.
    expect((await settle('olive', users.abe.id)).status).toBe(409)
  })

  it('MBL-14 is refused to sales people and agencies', async () => {
    expect((await settle('sam', users.ada.id)).status).toBe(403)
    expect((await settle('ada', users.ada.id)).status).toBe(403)
  })

  it('MBL-17 is not needed when another card or a later try pays', async () => {
    h.setClock(start + 5 * DAY)
    expect((await demand(copper)).is).toBe('failed')
    expect((await h.db.company.get(copper.id)).paymentFailed).toBe(true)
    await saveCard('abe')
    expect((await h.db.company.get(copper.id)).paymentFailed).toBe(false)
    await saveCard('abe', 'pm_card_chargeCustomerFail')
    expect((await demand(copper)).is).toBe('failed')
    // By the time of the planned try the bank has thought better of it.
    const { cardId } = await h.db.billing.get(copper.id)
    const card = h.stripe.list('payment_method').find(({ id }) => id === cardId)
    if (card) h.stripe.put('payment_method', { ...card, behaviour: 'pm_card_visa' })
    h.setClock(start + 7 * DAY)
    await retry()
    expect((await h.db.company.get(copper.id)).paymentFailed).toBe(false)
  })
})

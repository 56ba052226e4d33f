// Anybody who is deleted is billed first: what nobody billed yet would be found by nobody afterwards.
import { describe, expect, it } from 'vitest'
import { billCampaign, makeBills } from '#functions/domain/billing/bill-campaign.ts'
import { runBill } from '#functions/domain/billing/bill-run.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { plantLead } from '../../support/plant-lead.ts'
import { stageOf as paymentStage } from '../payments/stage.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { list, plant } = stageOf(h)
const { root, northlight, campaigns } = h.cast
await paymentStage(h).saveCard('ada')
const good = await h.db.billing.get(northlight.id)
let made = 0

type Planted = Awaited<ReturnType<typeof plant>>
const paths = ({ company, user }: Planted) => ({ companyId: company.id, userId: user.id })
const remove = (planted: Planted) => h.call('olive', 'companies.remove', paths(planted))

async function lead(campaign: Campaign, cents: number): Promise<void> {
  await plantLead(h, campaign, { id: `led_${++made}`, at: h.services.now(), wholesaleCentiCents: cents * 100 })
}

/** An agency that is billed by hand, with a client whose only campaign has stopped and whose leads nobody billed. */
async function stageWith(cents: number, cardId = good.cardId) {
  const agency = await plant(root, `Agency ${++made}`, { company: { manualBill: true } })
  await h.db.manualBill.begin(agency.company.id, 'usr_x', h.services.now())
  await h.db.billing.claimCustomer(agency.company.id, '', good.customerId)
  if (cardId) await h.db.billing.save(agency.company.id, { cardId })
  const client = await plant(agency.company, `Client ${made}`)
  const campaign = await plantCampaign(h.db, {
    ...campaigns.smiles,
    id: h.services.newId('campaign'),
    companyId: client.company.id,
    agencyId: agency.company.id,
    status: 'stopped',
    createdAt: h.services.now(),
  })
  if (cents > 0) await lead(campaign, cents)
  return { agency, client, campaign }
}
const charged = ({ id }: Company) =>
  h.stripe
    .list('payment_intent')
    .filter(({ status, metadata }) => status === 'succeeded' && metadata.company === id)
    .map(({ amount }) => amount)
const isThere = async (parent: Company, name: string) =>
  (await list('olive', { companyId: parent.id, search: name })).body.total > 0

describe('the last bill', () => {
  it('CLI-18 charges the agency for the leads of a client that is deleted, once', async () => {
    const { agency, client } = await stageWith(1_250)
    const answers = await Promise.all([1, 2, 3].map(() => remove(client)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(charged(agency.company)).toEqual([1_250])
    expect((await h.db.company.get(client.company.id)).deletedAt).not.toBeNull()
  })

  it('ends nobody whose campaign was started while it was charged', async () => {
    const { client, campaign } = await stageWith(300)
    const start = async () => {
      const at = h.services.now()
      await h.db.campaignChange.setStatus(campaign, 'active', '', { at, clientName: client.company.name })
      return false
    }
    Object.assign(h.services.db.payment, { hasOpen: start })
    const { status, body } = await remove(client)
    Reflect.deleteProperty(h.services.db.payment, 'hasOpen')
    expect([status, body.message]).toEqual([409, 'This company has active campaigns. Stop them first.'])
    expect((await h.db.company.get(client.company.id)).deletedAt).toBeNull()
    await h.db.campaignChange.setStatus(await h.db.campaign.get(client.company.id, campaign.id), 'stopped', 'user')
    expect((await remove(client)).status).toBe(200)
  })

  it('ends nobody whose campaign was started and paused again while it was charged', async () => {
    const { agency, client, campaign } = await stageWith(300)
    const comeAndGo = async () => {
      const [at, clientName] = [h.services.now(), client.company.name]
      await h.db.campaignChange.setStatus(campaign, 'active', 'user', { at, clientName })
      await lead(campaign, 700)
      const running = await h.db.campaign.get(client.company.id, campaign.id)
      await h.db.campaignChange.setStatus(running, 'stopped', 'user', { at, clientName })
      return false
    }
    Object.assign(h.services.db.payment, { hasOpen: comeAndGo })
    const answers = [(await remove(client)).status, charged(agency.company)]
    Reflect.deleteProperty(h.services.db.payment, 'hasOpen')
    expect(answers).toEqual([409, [300]])
    expect((await remove(client)).status).toBe(200)
    expect(charged(agency.company).sort()).toEqual([300, 700])
  })

  it('CLI-28 asks for what stands on a bill that waited for the timetable', async () => {
    const { agency, client, campaign } = await stageWith(900)
    await makeBills(h.services, campaign, { why: 'term' })
    expect((await h.db.campaignBill.list(campaign)).map(({ isDone }) => isDone)).toEqual([false])
    expect((await remove(client)).status).toBe(200)
    expect(charged(agency.company)).toEqual([900])
    expect((await h.db.campaignBill.list(campaign)).map(({ isDone }) => isDone)).toEqual([true])
  })

  it('bills also what came after the end of a client', async () => {
    const { agency, client, campaign } = await stageWith(1_000)
    expect((await remove(client)).status).toBe(200)
    // A visit of the last minute, which a worker resolved late.
    await lead(campaign, 300)
    h.setClock(h.services.now() + 1)
    await billCampaign(h.services, campaign)
    expect(charged(agency.company)).toEqual(expect.arrayContaining([1_000, 300]))
  })

  it('CLI-28 refuses to delete a client whose leads nobody can be charged for, and says what to do', async () => {
    const { agency, client } = await stageWith(1_234, '')
    const { status, body } = await remove(client)
    expect([status, body.message]).toEqual([
      409,
      `Leads of $12.34 are not billed yet, and ${agency.company.name} has no card on file. Have one saved under Card Setting, then delete again: they are charged first.`,
    ])
    expect(await isThere(agency.company, client.company.name)).toBe(true)
    expect((await remove(agency)).status).toBe(409)
    await h.db.billing.save(agency.company.id, { cardId: good.cardId })
    expect((await remove(client)).status).toBe(200)
    expect(charged(agency.company)).toEqual([1_234])
  })

  it('AGL-48 charges an agency that is deleted for all that is not billed yet', async () => {
    const { agency } = await stageWith(2_000)
    expect((await remove(agency)).status).toBe(200)
    expect(charged(agency.company)).toEqual([2_000])
    expect((await h.db.company.get(agency.company.id)).manualBill).toBe(false)
  })

  it('AGL-49 keeps an agency whose last bill its card does not pay, until that is settled', async () => {
    const poor = h.stripe.card('pm_card_chargeCustomerFail')
    const setup = await h.services.payments.setUpCard({
      key: 'poor',
      customerId: good.customerId,
      paymentMethodId: poor,
      metadata: {},
    })
    const { agency } = await stageWith(3_000, setup.status === 'saved' ? setup.card.id : '')
    const refused = await remove(agency)
    expect([refused.status, refused.body.message]).toEqual([409, 'This company has an unpaid bill. Settle it first.'])
    expect(await isThere(root, agency.company.name)).toBe(true)
    expect((await h.call('olive', 'payments.settleManually', { userID: agency.user.id })).status).toBe(200)
    expect((await remove(agency)).status).toBe(200)
    expect(charged(agency.company)).toEqual([])
  })

  it('asks the client of an agency whose account takes no cards once more, so that what it owes can be settled', async () => {
    const account = await paymentStage(h).connect('ada')
    const client = await plant(northlight, `Client ${++made}`)
    const campaign = await plantCampaign(h.db, {
      ...campaigns.smiles,
      id: h.services.newId('campaign'),
      companyId: client.company.id,
      agencyId: northlight.id,
      status: 'stopped',
    })
    await plantLead(h, campaign, { id: `led_${++made}`, at: h.services.now(), retailCentiCents: 200_000 })
    await makeBills(h.services, campaign, { why: 'term' })
    h.stripe.setAccount(account, 'verifying')
    await h.call('ada', 'payments.checkConnectedAccount', { companyID: northlight.id })
    const [{ key } = { key: '' }] = await h.db.campaignBill.list(campaign)
    const run = { companyId: client.company.id, campaignId: campaign.id, key }
    expect(await runBill(h.services, run)).toBe(`${key}: open`)
    expect((await h.db.company.get(client.company.id)).paymentFailed).toBe(false)
    const refused = await remove(client)
    expect([refused.status, refused.body.message]).toEqual([409, 'This company has an unpaid bill. Settle it first.'])
    expect((await h.call('olive', 'payments.settleManually', { userID: client.user.id })).status).toBe(200)
    expect((await remove(client)).status).toBe(200)
  })

  it('waits where nobody knows yet whether the last bill was paid', async () => {
    const { agency } = await stageWith(4_000)
    h.stripe.fail('gateway after', { operation: 'POST /v1/payment_intents' })
    const waits = await remove(agency)
    expect([waits.status, waits.body.message]).toEqual([
      409,
      'A payment of this company is under way. Wait a few minutes and delete it again.',
    ])
    h.setClock(h.services.now() + 3_600_000)
    await paymentStage(h).retry()
    expect((await remove(agency)).status).toBe(200)
    expect(charged(agency.company)).toEqual([4_000])
  })

  it('asks the agency for wholesale that its client does not cover, also where it is not billed by hand', async () => {
    const agency = await plant(root, `Agency ${++made}`)
    const client = await plant(agency.company, `Client ${made}`)
    const campaign = await plantCampaign(h.db, {
      ...campaigns.smiles,
      id: h.services.newId('campaign'),
      companyId: client.company.id,
      agencyId: agency.company.id,
      status: 'stopped',
    })
    expect((await remove(await plant(agency.company, `Idle ${made}`))).status).toBe(200)
    await lead(campaign, 5_000)
    const refused = await remove(client)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `Leads of $50.00 are not billed yet, and ${agency.company.name} has no card on file. Have one saved under Card Setting, then delete again: they are charged first.`,
    ])
    await h.db.billing.claimCustomer(agency.company.id, '', good.customerId)
    await h.db.billing.save(agency.company.id, { cardId: good.cardId })
    expect([(await remove(client)).status, (await remove(agency)).status]).toEqual([200, 200])
    expect(charged(agency.company)).toEqual([5_000])
  })
})

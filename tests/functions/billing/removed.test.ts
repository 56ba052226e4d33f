// A campaign that is removed while its start waits for the bank: nobody pays for what nobody gets.
import { beforeEach, describe, expect, it } from 'vitest'
import { campaignEntity } from '#functions/data/campaigns/rows.ts'
import { LogMessage } from '#shared/audit-log.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { startPurchases } from './purchase-stage.ts'

const h = await startPurchases()
const { northlight, brightSmiles } = h.cast
h.setClock(h.services.now() + DAY)

beforeEach(async () => {
  h.setClock(h.services.now() + 10 * MINUTE)
  await h.db.company.update(northlight.id, { manualBill: false, paymentFailed: false, deletedAt: null })
  const setup = await h.saveCard('cleo', 'pm_card_authenticationRequired', h.accountId)
  h.stripe.authenticate(setup.body.client_secret, h.accountId, true)
  await h.saveCard('cleo', setup.body.setup_id, h.accountId)
})

/** A start that the bank asks the client about. */
async function asked() {
  const campaign = await h.campaign()
  const { body } = await h.begin('cleo', campaign)
  expect(body.result).toBe('action')
  const { client_secret: secret = '', account_id: account = '' } = body.confirmation ?? {}
  return { campaign, confirm: () => h.stripe.authenticate(secret, account, true) }
}
const refunds = () => h.stripe.list('refund', h.accountId).length
const fees = () => h.stripe.list('fee_refund', '').length
const paymentOf = async (campaign: Campaign) =>
  (await h.db.payment.list(brightSmiles.id)).find(({ campaignId }) => campaignId === campaign.id)

describe('a start that waits for the bank', () => {
  it('is not told as a start until it is paid', async () => {
    const { campaign, confirm } = await asked()
    const told = async () => {
      await h.drain()
      const { from, to } = { from: 0, to: h.services.now() + 1 }
      const lines = await h.db.auditLog.latest({ tenantId: northlight.id, from, to }, 50)
      return lines.filter(({ campaignId }) => campaignId === campaign.id).map(({ description }) => description)
    }
    const name = `${campaign.name} of ${brightSmiles.name}`
    expect(await told()).toEqual([`Asked the bank to confirm the start of the campaign ${name}`])
    confirm()
    h.setClock(h.services.now() + 1)
    expect((await h.begin('cleo', campaign)).body.result).toBe('success')
    expect((await told())[0]).toBe(`Started the campaign ${name}`)
  })

  it('is told in the name of who pressed where the timetable ends it, once and with the press', async () => {
    const pressedAt = h.services.now()
    const { campaign, confirm } = await asked()
    confirm()
    h.setClock(h.services.now() + 10 * MINUTE)
    const [at, { auditLog, auditOutbox }] = [h.services.now(), h.db]
    await h.sweep()
    await h.sweep()
    expect((await h.fresh(campaign)).status).toBe('active')
    // What the start wrote beside its campaign is fetched by a timetable of its own.
    const waiting = (await auditOutbox.list()).filter(({ entry }) => JSON.stringify(entry).includes(campaign.id))
    expect(waiting).toHaveLength(1)
    for (const { entry } of waiting) await auditLog.append(LogMessage.parse(entry))
    const [line] = await auditLog.latest({ tenantId: northlight.id, from: at, to: at + 1 }, 1)
    expect(line).toMatchObject({
      userId: h.users.cleo.id,
      name: h.users.cleo.name,
      userType: 'client',
      companyId: brightSmiles.id,
      campaignId: campaign.id,
      action: 'Campaign Status',
      description: `Started the campaign ${campaign.name} of ${brightSmiles.name}, once the payment that was begun before had arrived`,
      before: { status: 'paused' },
      after: { status: 'active', pressed: new Date(pressedAt).toISOString() },
    })
  })

  it('is cancelled when the campaign is removed, so that nobody can confirm it any more', async () => {
    const { campaign } = await asked()
    expect((await h.remove('ada', campaign.number)).status).toBe(200)
    expect(h.charges(campaign).map(({ status }) => status)).toEqual(['canceled'])
    expect(await h.db.campaignBill.findPurchase(campaign)).toBeUndefined()
    expect(await paymentOf(campaign)).toBeUndefined()
  })

  it('that was confirmed a moment before is no campaign to remove: it starts', async () => {
    const { campaign, confirm } = await asked()
    confirm()
    expect((await h.remove('ada', campaign.number)).status).toBe(409)
    expect((await h.fresh(campaign)).status).toBe('paused')
    h.setClock(h.services.now() + 10 * MINUTE)
    await h.sweep()
    expect((await h.fresh(campaign)).status).toBe('active')
    expect(h.paid(campaign)).toHaveLength(1)
  })

  it('goes back whole, once and with the fee, where it was paid for a campaign that was removed before', async () => {
    const { campaign, confirm } = await asked()
    const [before, feesBefore] = [refunds(), fees()]
    await campaignEntity(h.services.table)
      .patch({ companyId: campaign.companyId, id: campaign.id })
      .set({ status: 'removed' })
      .go()
    confirm()
    h.setClock(h.services.now() + 10 * MINUTE)
    await h.sweep()
    await h.sweep()
    expect([refunds() - before, fees() - feesBefore]).toEqual([1, 1])
    expect(await paymentOf(campaign)).toMatchObject({ status: 'refunded', refundedCents: 30_000 })
    expect(await h.meterOf(campaign)).toMatchObject({ bought: 0, isOpen: false })
    expect(await h.db.campaignBill.list(campaign)).toEqual([])
    expect(await h.db.campaignBill.findPurchase(campaign)).toBeUndefined()
  })

  it('goes back where its agency was removed before', async () => {
    const { campaign, confirm } = await asked()
    const before = refunds()
    await h.db.company.update(northlight.id, { deletedAt: h.services.now() })
    confirm()
    h.setClock(h.services.now() + 10 * MINUTE)
    await h.sweep()
    expect(refunds() - before).toBe(1)
    expect(await h.meterOf(campaign)).toMatchObject({ bought: 0, isOpen: false })
  })
})

// The payment term stands in the price and in the campaign, which is billed by it. No matter what comes between, they say the same.

import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import { recount } from '#bin/operator/recount.ts'
import { followPrice, saveCampaignPrice } from '#functions/domain/pricing/campaign-price.ts'
import { planStart } from '#functions/domain/purchases/plan.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { PaymentTerm } from '#shared/model/company.ts'
import type { RetailPrice } from '#shared/money/price-list.ts'
import { endWithFile } from '#tests/support/file-end.ts'
import { PRICE, startPurchases } from '../billing/purchase-stage.ts'

const h = await startPurchases()
const { brightSmiles, users } = h.cast
h.setClock(h.services.now() + DAY)
const later = (ms: number) => h.setClock(h.services.now() + ms)

const save = (campaign: Campaign, PaymentTerm: PaymentTerm, more: { CostSet?: string } = {}) => {
  later(1)
  return h.call('ada', 'pricing.savePrice', {
    ClientID: users.cleo.id,
    ModuleID: 'local',
    leadspeekID: campaign.id,
    PaymentTerm,
    CostSet: '1.50',
    CostSetAdvanced: '0',
    CostSetB2b: '0',
    CostMonth: '50',
    CostMaxLead: '0',
    LimitLead: 10,
    LimitLeadFreq: 'max',
    LimitLeadStart: '',
    LimitLeadEnd: '',
    topupoptions: 'continual',
    leadsbuy: 10,
    PlatformFee: '0',
    ...more,
  } as never)
}
const termsOf = async (campaign: Campaign) => {
  const { term } = await h.fresh(campaign)
  const price = await h.db.price.findRetail(campaign.companyId, campaign.line, h.services.now() + MINUTE, campaign.id)
  const entry = (await h.db.campaignList.all(campaign.agencyId)).find(({ id }) => id === campaign.id)
  return { term, price: price?.term, shown: entry?.term }
}
const client = new SQSClient({})
endWithFile(() => client.destroy())
/** Messages for bills that the queue keeps back. */
async function keptBack(): Promise<number> {
  const asked = { QueueUrl: h.engines.queueUrl('billCampaign'), AttributeNames: ['All' as const] }
  const { Attributes = {} } = await client.send(new GetQueueAttributesCommand(asked))
  return Number(Attributes.ApproximateNumberOfMessagesDelayed)
}
/** As prices were once saved: without the term of their campaign. */
const saveAlone = (campaign: Campaign, price: Partial<RetailPrice>) => {
  later(1)
  const saved = { by: 'test', at: h.services.now() }
  return h.db.price.saveRetail(brightSmiles.id, campaign.line, { ...PRICE, ...price }, saved, campaign.id)
}

/** Does something once, right before a write that holds these words. Answers what ends it. */
function beforeWrite(words: string, act: () => Promise<unknown>): () => void {
  const { middlewareStack } = h.services.table.client
  let isDone = false
  middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (!isDone && commandName.startsWith('TransactWrite') && JSON.stringify(args.input).includes(words)) {
          isDone = true
          await act()
        }
        return next(args)
      },
    { step: 'initialize', name: 'meanwhile' },
  )
  return () => middlewareStack.remove('meanwhile')
}

describe('a price with another payment term', () => {
  it('begins anew where the campaign was edited right before it is written', async () => {
    const campaign = await h.campaign({ term: 'Weekly' })
    const rename = { leadspeekID: campaign.id, campaignName: 'Renamed in between' } as never
    const end = beforeWrite('"Prepaid"', async () =>
      expect((await h.call('ada', 'campaigns.update', rename)).status).toBe(200),
    )
    expect((await save(campaign, 'Prepaid').finally(end)).status).toBe(200)
    expect([(await h.fresh(campaign)).name, await termsOf(campaign)]).toEqual([
      'Renamed in between',
      { term: 'Prepaid', price: 'Prepaid', shown: 'Prepaid' },
    ])
  })

  it('changes the term of the campaign with it, also while somebody edits the campaign', async () => {
    for (let round = 0; round < 8; round++) {
      const campaign = await h.campaign({ term: 'Weekly' })
      const rename = h.call('ada', 'campaigns.update', {
        leadspeekID: campaign.id,
        campaignName: `Another name ${round}`,
      } as never)
      const answers = await Promise.all([save(campaign, 'Prepaid'), rename])
      const saved = answers[0].status === 200 ? 'Prepaid' : 'Weekly'
      expect([answers[0].status, await termsOf(campaign)]).toEqual([200, { term: saved, price: saved, shown: saved }])
    }
  })

  it('leaves nothing that was sold without its bill where the call crashes once that was closed', async () => {
    const campaign = await h.campaign({ term: 'Weekly' })
    expect((await h.begin('ada', campaign)).status).toBe(200)
    const person = { personId: 't1', email: 't1@example.com', firstName: 'A', lastName: 'B' }
    const leads = [{ id: 'led_t1', person, pageUrl: '', visitedAt: h.services.now() }]
    const price = { retailCentiCents: 15_000, wholesaleCentiCents: 5_000 }
    await h.db.lead.store(await h.fresh(campaign), { at: h.services.now(), leads, price })
    await h.db.campaignChange.setStatus(await h.fresh(campaign), 'paused', 'user', {
      at: h.services.now(),
      clientName: brightSmiles.name,
    })
    const bills = async () => (await h.db.campaignBill.list(campaign, true)).filter(({ why }) => why === 'term')
    const { middlewareStack } = h.services.table.client
    middlewareStack.add(
      (next) => async (args) => {
        const asked = JSON.stringify(args.input)
        if (asked.includes('TransactItems') && asked.includes('"why":"term"')) throw new Error('The worker crashed.')
        return next(args)
      },
      { step: 'initialize', name: 'crash' },
    )
    const before = await keptBack()
    await save(campaign, 'Prepaid')
    middlewareStack.remove('crash')
    expect([(await h.db.lead.findMeter(campaign, true))?.frozen?.why, await bills()]).toEqual(['term', []])
    expect((await keptBack()) - before).toBe(1)
    // As it comes once its minute is over.
    await h.services.queues.send('billCampaign', { companyId: campaign.companyId, campaignId: campaign.id })
    await h.drain()
    expect([(await h.db.lead.findMeter(campaign, true))?.frozen, (await bills()).length]).toEqual([null, 1])
  })

  it('is saved once by two who save different ones, and whichever was last holds in both places', async () => {
    for (let round = 0; round < 4; round++) {
      const campaign = await h.campaign({ term: 'Weekly' })
      await Promise.all([save(campaign, 'Prepaid'), save(campaign, 'Monthly'), save(campaign, 'Weekly')])
      const { term, price, shown } = await termsOf(campaign)
      expect([price, shown]).toEqual([term, term])
    }
  })

  it('is refused while the campaign runs, and where a start came first neither is changed', async () => {
    const campaign = await h.campaign({ term: 'Weekly' })
    const [saved, begun] = await Promise.all([save(campaign, 'Prepaid'), h.begin('ada', campaign)])
    expect([200, 409, 422]).toContain(saved.status)
    expect(begun.status).toBe(200)
    const { term, price } = await termsOf(campaign)
    expect([price, term]).toEqual([term, saved.status === 200 ? 'Prepaid' : 'Weekly'])
    expect((await save(campaign, term === 'Weekly' ? 'Monthly' : 'Weekly')).status).toBe(422)
    expect((await termsOf(campaign)).term).toBe(term)
  })

  it('waits where the leads that were sold are not those that were counted: nobody is charged by what is not proven', async () => {
    const campaign = await h.campaign({ term: 'Weekly' })
    expect((await h.begin('ada', campaign)).status).toBe(200)
    const person = { personId: 't2', email: 't2@example.com', firstName: 'A', lastName: 'B' }
    const leads = [{ id: 'led_t2', person, pageUrl: '', visitedAt: h.services.now() }]
    const price = { retailCentiCents: 15_000, wholesaleCentiCents: 5_000 }
    await h.db.lead.store(await h.fresh(campaign), { at: h.services.now(), leads, price })
    await h.run('ada', campaign.number, 'F')
    const { countStretch } = h.db.lead
    const { report } = h.services
    h.services.report = () => {}
    h.db.lead.countStretch = async (...of) =>
      Object.fromEntries(Object.entries(await countStretch(...of)).map(([line, count]) => [line, count - 1]))
    const paid = h.paid(campaign).length
    const before = { ...PRICE, term: 'Weekly' as const }
    const asked = { priceOf: () => ({ ...before, term: 'Prepaid' as const }), by: 'test', clientName: 'Smiles', before }
    later(1)
    const changing = saveCampaignPrice(h.services, await h.fresh(campaign), asked)
    await expect(changing).rejects.toThrow('The leads of this campaign are not those that were counted.')
    h.db.lead.countStretch = countStretch
    h.services.report = report
    expect([await termsOf(campaign), h.paid(campaign).length]).toEqual([
      { term: 'Weekly', price: 'Weekly', shown: 'Weekly' },
      paid,
    ])
    expect((await save(campaign, 'Prepaid')).status).toBe(200)
  })

  it('leaves the fee of the period paid where it is not saved', async () => {
    const campaign = await h.campaign({ term: 'Weekly' })
    await h.begin('ada', campaign)
    expect((await save(campaign, 'Monthly')).status).toBe(422)
    expect(await h.db.campaignBill.findState(campaign)).toMatchObject({ feePeriod: 0 })
    expect((await save(campaign, 'Weekly', { CostSet: '2' })).status).toBe(200)
  })
})

describe('a campaign that is billed by another term than its price says', () => {
  it('is brought under the term of its price by its start', async () => {
    const campaign = await h.campaign({ term: 'Weekly' })
    await saveAlone(campaign, { term: 'Prepaid', topUp: { mode: 'continual', leads: 10 } })
    expect((await h.begin('ada', campaign)).status).toBe(200)
    expect((await h.fresh(campaign)).term).toBe('Prepaid')
    expect(h.paid(campaign).map(({ amount }) => amount)).toEqual([10_000 + 5_000 + 1_500])
    expect(await h.sell(await h.fresh(campaign), 10)).toBe(10)
    await h.runner.trigger('billCampaigns', h.services.now() + 8 * DAY)
    await h.drain()
    // Prepaid has a fee of the month, none of the week.
    expect(h.paid(campaign)).toHaveLength(1)
  })

  it('that paid by the week and ran on without one has its next bill', async () => {
    const campaign = await h.campaign({ term: 'One Time' })
    await saveAlone(campaign, { term: 'Weekly' })
    expect((await h.begin('ada', campaign)).status).toBe(200)
    expect((await h.fresh(campaign)).term).toBe('Weekly')
    expect((await h.db.campaignBill.findState(campaign)).dueAt).not.toBeNull()
  })

  it('may have its other prices changed while it runs, which brings it under the term of its price', async () => {
    const campaign = await h.campaign({ term: 'Weekly' })
    await h.begin('ada', campaign)
    await saveAlone(campaign, { term: 'Monthly' })
    expect((await save(campaign, 'Monthly', { CostSet: '2' })).status).toBe(200)
    expect(await termsOf(campaign)).toEqual({ term: 'Monthly', price: 'Monthly', shown: 'Monthly' })
  })

  it('stays as it is where it was removed, or is none', async () => {
    const campaign = await h.campaign({ term: 'Weekly' })
    await saveAlone(campaign, { term: 'Monthly' })
    await h.db.campaignChange.setStatus(campaign, 'removed', 'user')
    await expect(followPrice(h.services, campaign, 'Smiles')).rejects.toThrow('This campaign was not found.')
    expect((await h.fresh(campaign)).term).toBe('Weekly')
    const none = { ...campaign, id: h.services.newId('campaign') }
    await expect(followPrice(h.services, none, 'Smiles')).rejects.toThrow('This campaign was not found.')
  })

  it('is found and mended by an operator while it runs, and the period that was paid stays paid', async () => {
    const campaign = await h.campaign({ term: 'Weekly' })
    await h.begin('ada', campaign)
    await saveAlone(campaign, { term: 'Monthly' })
    const found = await recount.run(h.services, [])
    expect([found.code, found.said]).toEqual([2, expect.stringContaining(`${campaign.id} is billed as Weekly`)])
    expect((await recount.run(h.services, ['--apply'])).said).toContain('Mended.')
    expect(await termsOf(campaign)).toEqual({ term: 'Monthly', price: 'Monthly', shown: 'Monthly' })
    const { feePeriod, dueAt } = await h.db.campaignBill.findState(campaign)
    expect(feePeriod).toBe(0)
    expect(dueAt).toBeGreaterThan(h.services.now() + 20 * DAY)
    expect((await recount.run(h.services, [])).said).not.toContain('payment term')
  })
})

describe('the payment term of a campaign that paid ahead', () => {
  const lockOf = async (campaign: Campaign) =>
    (
      await h.call('ada', 'pricing.getPrice', {
        ClientID: users.cleo.id,
        ModuleID: 'local',
        leadspeekID: campaign.id,
      } as never)
    ).body.term_locked
  const giveBack = async ({ number: leadspeekID }: Campaign) => {
    const { body } = await h.call('ada', 'campaigns.estimateRefundTopUp', { leadspeekID })
    return h.call('ada', 'campaigns.refundTopUp', { leadspeekID, refund_amount: body.refund_amount })
  }

  it('stays while paid leads are left, says so before one presses, and may change once they were given back', async () => {
    const campaign = await h.campaign({ topUp: { mode: 'onetime', leads: 100 } })
    expect(await lockOf(campaign)).toBe('')
    await h.begin('ada', campaign)
    expect(await lockOf(campaign)).toContain('Pause the campaign')
    await h.sell(await h.fresh(campaign), 10)
    await h.run('ada', campaign.number, 'F')
    const lock = '90 paid leads are left. Give them back first, then change the payment term.'
    expect(await lockOf(campaign)).toBe(lock)
    const refused = await save(campaign, 'Weekly')
    expect([refused.status, refused.body.fields]).toEqual([422, { PaymentTerm: lock }])
    expect(await termsOf(campaign)).toEqual({ term: 'Prepaid', price: 'Prepaid', shown: 'Prepaid' })
    // Other prices are no other term.
    expect((await save(campaign, 'Prepaid', { CostSet: '2' })).status).toBe(200)
    expect((await giveBack(campaign)).status).toBe(200)
    expect(await lockOf(campaign)).toBe('')
    expect((await save(campaign, 'Weekly')).status).toBe(200)
  })

  it('keeps the kind of its leads while some are paid for and have not come', async () => {
    const campaign = await h.campaign({ topUp: { mode: 'onetime', leads: 100 } })
    const change = (campaign_information_type: string) =>
      h.call('cleo', 'campaigns.update', { leadspeekID: campaign.id, campaign_information_type } as never)
    await h.begin('ada', campaign)
    const refused = await change('advanced')
    expect([refused.status, Object.values(refused.body.fields ?? {})]).toEqual([
      422,
      ['Leads of the present kind are paid for. Let them come, or give them back first.'],
    ])
    expect((await h.fresh(campaign)).informationType).toBe('basic')
    await h.run('ada', campaign.number, 'F')
    expect((await giveBack(campaign)).status).toBe(200)
    expect((await change('advanced')).status).toBe(200)
  })

  it('and its kind keep up with each other where leads are bought while it is edited', async () => {
    const begin = async (campaign: Campaign) => {
      const deps = h.services
      const { purchase, state } = await planStart(deps, campaign, await h.db.company.get(campaign.agencyId), 'test')
      return h.db.campaignBill.beginPurchase(campaign, purchase, state, h.services.now())
    }
    const [first, second] = [await h.campaign(), await h.campaign()]
    const change = (of: Campaign) =>
      h.call('cleo', 'campaigns.update', { leadspeekID: of.id, campaign_information_type: 'advanced' } as never)
    const end = beforeWrite('"advanced"', async () => expect(await begin(first)).toBe(true))
    expect((await change(first).finally(end)).status).toBe(409)
    expect((await h.fresh(first)).informationType).toBe('basic')
    const over = beforeWrite('PURCHASE', async () => expect((await change(second)).status).toBe(200))
    expect(await begin(second).finally(over)).toBe(false)
  })

  it('stays while a start waits for the bank', async () => {
    const setup = await h.saveCard('cleo', 'pm_card_authenticationRequired', h.accountId)
    h.stripe.authenticate(setup.body.client_secret, h.accountId, true)
    await h.saveCard('cleo', setup.body.setup_id, h.accountId)
    const campaign = await h.campaign()
    expect((await h.begin('cleo', campaign)).body.result).toBe('action')
    expect(await lockOf(campaign)).toContain('under way')
    expect((await save(campaign, 'Weekly')).body.fields).toEqual({ PaymentTerm: expect.stringContaining('under way') })
    await h.saveCard('cleo', 'pm_card_visa', h.accountId)
  })

  it('that was changed all the same in earlier times locks no money in: what is left goes back', async () => {
    const campaign = await h.campaign({ topUp: { mode: 'onetime', leads: 100 } })
    await h.begin('ada', campaign)
    await h.run('ada', campaign.number, 'F')
    await saveAlone(campaign, { term: 'Weekly' })
    await recount.run(h.services, ['--apply'])
    expect((await h.fresh(campaign)).term).toBe('Weekly')
    expect((await giveBack(campaign)).status).toBe(200)
    expect((await h.meterOf(campaign)).lots).toEqual([])
  })
})

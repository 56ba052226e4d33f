import { describe, expect, it } from 'vitest'
import { findCampaignPrice } from '#functions/domain/pricing/prices.ts'
import type { Input } from '#shared/contracts/index.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { noPrice } from '#shared/money/price-list.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { stageOf } from '../companies/stage.ts'

const h = await harness()
const { plant } = stageOf(h)
const { northlight, users, campaigns } = h.cast
const zero: Omit<Input<'pricing.savePrice'>, 'ClientID'> = {
  ModuleID: 'local',
  PaymentTerm: 'Weekly',
  CostSet: '0',
  CostSetAdvanced: '0',
  CostSetB2b: '0',
  CostMonth: '0',
  CostMaxLead: '0',
  PlatformFee: '0',
  LimitLead: 0,
  LimitLeadFreq: 'day',
  LimitLeadStart: '',
  LimitLeadEnd: '',
  topupoptions: 'onetime',
  leadsbuy: 0,
}
const save = (who: Member, ClientID: string, more: Partial<Input<'pricing.savePrice'>> = {}) =>
  h.call(who, 'pricing.savePrice', { ...zero, ClientID, ...more })
const read = (who: Member, ClientID: string, leadspeekID = '') =>
  h.call(who, 'pricing.getPrice', { ClientID, ModuleID: 'local', leadspeekID })

const campaignOf = (like: Campaign, more: Partial<Campaign>): Campaign => ({
  ...like,
  id: h.services.newId('campaign'),
  status: 'paused',
  createdAt: h.services.now(),
  ...more,
})

describe('the prices of a client', () => {
  it('A43 keep what a later version of the platform wrote into them, whatever this one changes', async () => {
    const { company, user } = await plant(northlight, 'From Later')
    const { id } = company
    const later = {
      lateFeeCentiCents: 700,
      limit: { ...noPrice.limit, grace: 2 },
      topUp: { ...noPrice.topUp, least: 5 },
    }
    await h.db.price.saveRetail(id, 'local', { ...noPrice, ...later }, { by: 'usr_later', at: h.services.now() })
    const sent = { CostSet: '2.50', LimitLead: 7, leadsbuy: 9 }
    expect((await save('ada', user.id, { ...sent, ModuleID: 'local' })).status).toBe(200)
    expect(await h.db.price.findRetail(id, 'local', h.services.now() + 1000)).toMatchObject({
      perLeadCentiCents: 25_000,
      lateFeeCentiCents: 700,
      limit: { count: 7, grace: 2 },
      topUp: { leads: 9, least: 5 },
    })
  })

  it('CST-30 CST-31 CST-32 CST-33 CST-34 ENB-15 keeps the thirteen fields as they were sent', async () => {
    const sent: Omit<Input<'pricing.savePrice'>, 'ClientID' | 'ModuleID'> = {
      CostSet: '1.25',
      CostSetAdvanced: '2.5',
      CostSetB2b: '3.1234',
      CostMonth: '99',
      CostMaxLead: '0.5',
      PlatformFee: '150',
      LimitLead: 5,
      LimitLeadFreq: 'month',
      LimitLeadStart: '2026-12-01',
      LimitLeadEnd: '2026-12-31',
      PaymentTerm: 'Weekly',
      topupoptions: 'continual',
      leadsbuy: 100,
    }
    const { status, body } = await save('ada', users.cleo.id, sent)
    expect([status, body.result, body.message]).toEqual([200, 'success', 'Setting has been saved.'])
    expect((await read('ada', users.cleo.id)).body.data).toEqual(sent)
  })

  it('CST-40 begin with those of the agency, which begin at 0', async () => {
    const { user } = await plant(northlight, 'First Client')
    const { LimitLead, LimitLeadFreq, topupoptions, leadsbuy, ...amounts } = (await read('ada', user.id)).body.data
    expect(amounts).toEqual({
      CostSet: '0',
      CostSetAdvanced: '0',
      CostSetB2b: '0',
      CostMonth: '0',
      CostMaxLead: '0',
      PlatformFee: '0',
      LimitLeadStart: '',
      LimitLeadEnd: '',
      PaymentTerm: 'Weekly',
    })
    expect([LimitLead, LimitLeadFreq, topupoptions, leadsbuy]).toEqual([0, 'day', 'onetime', 0])
    expect((await save('ada', users.ada.id, { CostSet: '3' })).status).toBe(200)
    expect((await read('ada', user.id)).body.data.CostSet).toBe('3')
    const other = await plant(northlight, 'Second Client')
    expect((await read('ada', other.user.id)).body.data.CostSet).toBe('3')
  })

  it('CST-37 are the default of new campaigns, and one campaign may have its own', async () => {
    const { company, user } = await plant(northlight, 'Third Client')
    await save('ada', user.id, { CostSet: '4' })
    const campaign = campaignOf(campaigns.smiles, { companyId: company.id, createdAt: h.services.now() + 5 })
    await plantCampaign(h.db, campaign)
    h.setClock(h.services.now() + 1_000)
    expect((await read('ada', user.id, campaign.id)).body.data.CostSet).toBe('4')
    // A later default is for campaigns made later.
    await save('ada', user.id, { CostSet: '5' })
    expect((await read('ada', user.id, campaign.id)).body.data.CostSet).toBe('4')
    const own = await save('ada', user.id, { CostSet: '6', leadspeekID: campaign.id })
    expect([own.status, own.body.result]).toEqual([200, 'success'])
    expect((await read('ada', user.id, campaign.id)).body.data.CostSet).toBe('6')
    expect((await read('ada', user.id)).body.data.CostSet).toBe('5')
    expect((await read('ada', user.id, campaigns.peak.id)).status).toBe(404)
    // Neither another client's of the same agency, nor one of another product.
    expect((await read('ada', user.id, campaigns.smiles.id)).status).toBe(404)
    const asked = { ClientID: user.id, ModuleID: 'locator', leadspeekID: campaign.id } as const
    expect((await h.call('ada', 'pricing.getPrice', asked)).status).toBe(404)
    h.setClock()
  })

  it('CST-38 offer the terms of the agency alone, and a term stays while its campaign runs', async () => {
    expect((await read('ada', users.cleo.id)).body.terms).toEqual(['Weekly'])
    const refused = await save('ada', users.cleo.id, { PaymentTerm: 'Monthly' })
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['PaymentTerm']])
    await h.db.company.update(northlight.id, { terms: ['Weekly', 'Monthly'] })
    const { company, user } = await plant(northlight, 'Fourth Client')
    await save('ada', user.id)
    const running = campaignOf(campaigns.smiles, {
      companyId: company.id,
      status: 'active',
      createdAt: h.services.now() + 5,
    })
    await plantCampaign(h.db, running)
    const change = () => save('ada', user.id, { PaymentTerm: 'Monthly', leadspeekID: running.id })
    expect((await change()).status).toBe(422)
    // Its other prices may change.
    expect((await save('ada', user.id, { CostSet: '7', leadspeekID: running.id })).status).toBe(200)
    await h.db.campaignChange.setStatus(running, 'paused', 'user')
    expect((await change()).status).toBe(200)
    expect((await read('ada', user.id, running.id)).body.data.PaymentTerm).toBe('Monthly')
  })

  it('CST-38 of a campaign can be changed while it runs under a term that the agency offers no more', async () => {
    await h.db.company.update(northlight.id, { terms: ['Weekly', 'Monthly'] })
    const { company, user } = await plant(northlight, 'Client of a former term')
    await save('ada', user.id, { PaymentTerm: 'Monthly' })
    const status = 'active'
    const like = { ...campaigns.smiles, term: 'Monthly' } as const
    const running = campaignOf(like, { companyId: company.id, status, createdAt: h.services.now() + 5 })
    await plantCampaign(h.db, running)
    await h.db.company.update(northlight.id, { terms: ['Weekly'] })
    const about = { ClientID: user.id, ModuleID: 'local' } as const
    const ofCampaign = { ...about, leadspeekID: running.id }
    const { data, terms } = (await read('ada', user.id, running.id)).body
    expect([data.PaymentTerm, terms]).toEqual(['Monthly', ['Weekly', 'Monthly']])
    expect((await h.call('ada', 'pricing.savePrice', { ...ofCampaign, CostSet: '8' })).status).toBe(200)
    expect((await read('ada', user.id, running.id)).body.data).toMatchObject({ CostSet: '8', PaymentTerm: 'Monthly' })
    // What new campaigns begin with is one that they can start under.
    const first = await h.call('ada', 'pricing.savePrice', { ...about, CostSet: '8' })
    expect([first.status, Object.keys(first.body.fields ?? {})]).toEqual([422, ['PaymentTerm']])
    expect((await h.call('ada', 'pricing.savePrice', { ...about, CostSet: '8', PaymentTerm: 'Weekly' })).status).toBe(
      200,
    )
    // Once it has another term, the former one is gone.
    await h.db.campaignChange.setStatus(running, 'paused', 'user')
    const saved = async (term: 'Weekly' | 'Monthly') =>
      (await h.call('ada', 'pricing.savePrice', { ...ofCampaign, PaymentTerm: term })).status
    expect([await saved('Weekly'), await saved('Monthly')]).toEqual([200, 422])
    expect((await read('ada', user.id, running.id)).body.terms).toEqual(['Weekly'])
  })

  it('CST-38 begin under the first term that the agency offers, where nobody has set any', async () => {
    const { terms } = await h.db.company.get(northlight.id)
    await h.db.company.update(northlight.id, { terms: ['Monthly', 'Prepaid'] })
    const { user } = await plant(northlight, 'Client by the month')
    const asked = { ClientID: user.id, ModuleID: 'b2b' } as const
    expect((await h.call('ada', 'pricing.getPrice', asked)).body.data.PaymentTerm).toBe('Monthly')
    // Who sets a price alone is not refused for a term that nobody chose.
    expect((await h.call('ada', 'pricing.savePrice', { ...asked, CostSetB2b: '2' })).status).toBe(200)
    await h.db.company.update(northlight.id, { terms })
  })

  it('stand beside what the agency pays, by term', async () => {
    const costs = { local: { Weekly: { LeadspeekCostperlead: '0.75', LeadspeekPlatformFee: '20' } } }
    await h.call('olive', 'settings.save', {
      companyID: northlight.id,
      comsetname: 'costagency',
      comsetval: costs,
    })
    const { wholesale } = (await read('ada', users.cleo.id)).body
    expect(wholesale.Weekly).toEqual({
      platform_fee: '20',
      cost_month: '0',
      cost_per_lead: '0.75',
      cost_per_lead_advanced: '0',
    })
    expect(wholesale['One Time'].cost_per_lead).toBe('0')
  })

  it('are those of the caller’s own tree', async () => {
    expect((await save('ada', users.carl.id)).status).toBe(403)
    expect((await save('cleo', users.cleo.id)).status).toBe(403)
    expect((await read('cleo', users.cleo.id)).status).toBe(403)
    expect((await save('olive', users.carl.id)).status).toBe(200)
    expect((await save('olive', users.olive.id)).status).toBe(422)
  })

  it('answer for every instant as the versions do: what is saved later never changes an earlier price', async () => {
    const { company } = await plant(northlight, 'Many Versions')
    const began = h.services.now()
    const instants = [0, 5, 5, 9, 40, 41].map((ms) => began + ms)
    const answers: (number | undefined)[][] = []
    const ask = () =>
      Promise.all(
        [-1, 0, 4, 5, 6, 8, 9, 39, 40, 41, 99].map(async (ms) => {
          const price = await h.db.price.findRetail(company.id, 'local', began + ms)
          const versions = await h.db.price.listRetail(company.id, 'local')
          // The latest version that had begun, found the long way.
          const begun = versions.filter(({ effectiveAt }) => effectiveAt <= began + ms)
          const latest = Math.max(...begun.map(({ effectiveAt }) => effectiveAt))
          expect(price).toEqual(begun.find(({ effectiveAt }) => effectiveAt === latest)?.value)
          return price?.perLeadCentiCents
        }),
      )
    for (const [index, at] of instants.entries()) {
      await h.db.price.saveRetail(
        company.id,
        'local',
        { ...noPrice, perLeadCentiCents: index + 1 },
        { by: 'usr_x', at },
      )
      answers.push(await ask())
    }
    const versions = await h.db.price.listRetail(company.id, 'local')
    expect(new Set(versions.map(({ effectiveAt }) => effectiveAt)).size).toBe(instants.length)
    // An instant that a version held at is never answered otherwise again, unless a later version began by then.
    expect(answers.at(-1)).toEqual([undefined, 1, 1, 2, 3, 3, 4, 4, 5, 6, 6])
  })

  it('are refused with a limit that is none', async () => {
    for (const wrong of [{ LimitLead: -1 }, { LimitLead: 1.5 }, { LimitLeadStart: '1.12.2026' }])
      expect((await save('ada', users.cleo.id, wrong)).status).toBe(422)
    const turned = { LimitLeadStart: '2026-12-31', LimitLeadEnd: '2026-12-01' }
    expect((await save('ada', users.cleo.id, turned)).status).toBe(422)
  })

  it('CST-35 are kept by their meaning, for whoever makes bills of them', async () => {
    const { company, user } = await plant(northlight, 'Fifth Client')
    await save('ada', user.id, {
      CostSet: '1',
      CostSetAdvanced: '2',
      CostSetB2b: '3',
      PlatformFee: '4',
      CostMonth: '5',
      CostMaxLead: '6',
      leadsbuy: 7,
      topupoptions: 'continual',
      LimitLead: 8,
      LimitLeadFreq: 'max',
    })
    const campaign = campaignOf(campaigns.smiles, { companyId: company.id, createdAt: h.services.now() + 5 })
    expect(await findCampaignPrice(h.db, campaign, h.services.now() + 5)).toEqual({
      term: 'Weekly',
      perLeadCentiCents: 10_000,
      perLeadAdvancedCentiCents: 20_000,
      perLeadB2bCentiCents: 30_000,
      platformFeeCents: 400,
      periodFeeCents: 500,
      aboveLimitCentiCents: 60_000,
      limit: { count: 8, every: 'max', fromOn: '', toOn: '' },
      topUp: { mode: 'continual', leads: 7 },
    })
  })
})

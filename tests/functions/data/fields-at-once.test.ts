// People who change different things of the same form at the same instant: afterwards all of it is there, and nobody was refused.
import { describe, expect, it } from 'vitest'
import { harness } from '../../support/harness.ts'
import { stageOf } from '../companies/stage.ts'

const h = await harness()
const { plant } = stageOf(h)
const { root, northlight, users } = h.cast

type Call = Promise<{ status: number; body: unknown }>
async function allOf(calls: readonly Call[]) {
  const answers = await Promise.all(calls)
  expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([])
}
const target = { companyID: northlight.id, actionType: '' }

describe('at once', () => {
  it('a company gets another name, a look, a menu, an address and contacts', async () => {
    const { brand } = await h.db.company.get(northlight.id)
    await h.db.company.update(northlight.id, { brand: { ...brand, shortName: northlight.name } })
    const look = (comsetval: object) =>
      h.call('ada', 'settings.save', { ...target, comsetname: 'agencytheme' as const, comsetval })
    const menu = (comsetval: object) =>
      h.call('ada', 'settings.save', { ...target, comsetname: 'customsidebarleadmenu' as const, comsetval })
    const company = (more: object) => h.call('ada', 'account.saveCompany', { companyID: northlight.id, ...more })
    const contact = { lastname: 'Chise', email: 'fred@example.com', phone: '' }
    await allOf([
      look({ boxcolor: '#fefefe' }),
      look({ linkcolor: '#0b7285' }),
      look({ fonttheme: 'Lora' }),
      menu({ local: { name: 'Radar', url: 'radar' } }),
      menu({ locator: { name: 'Finder', url: 'finder' } }),
      company({ company_name: 'Northern Light' }),
    ])
    await allOf([
      company({ city: 'Evanston' }),
      company({ zip: '60203' }),
      company({ franchize: { firstname: 'Fred', ...contact } }),
      company({ officemanager: { firstname: 'Olga', ...contact } }),
    ])
    const kept = await h.db.company.findFresh(northlight.id)
    expect(kept).toMatchObject({
      name: 'Northern Light',
      brand: { boxColour: '#fefefe', linkColour: '#0b7285', font: 'Lora', shortName: 'Northern Light' },
      modules: { local: { name: 'Radar' }, locator: { name: 'Finder' } },
      address: { city: 'Evanston', zip: '60203' },
      contacts: { franchise: { firstName: 'Fred' }, officeManager: { firstName: 'Olga' } },
    })
    expect((await h.db.node.find(root.id, northlight.id))?.companyName).toBe('Northern Light')
  })

  it('prices of a client, of a campaign and of an agency are set, each field by somebody else', async () => {
    const { company, user } = await plant(northlight, 'Client of all at once')
    const { smiles } = h.cast.campaigns
    const price = (ClientID: string, more: object) =>
      h.call('ada', 'pricing.savePrice', { ClientID, ModuleID: 'local' as const, ...more })
    const clientOf = [
      { CostSet: '1.5' },
      { PlatformFee: '2' },
      { LimitLead: 7 },
      { LimitLeadFreq: 'month' },
      { leadsbuy: 9 },
    ]
    await allOf(clientOf.map((more) => price(user.id, more)))
    const later = h.services.now() + 60_000
    expect(await h.db.price.findRetail(company.id, 'local', later)).toMatchObject({
      perLeadCentiCents: 15_000,
      platformFeeCents: 200,
      limit: { count: 7, every: 'month' },
      topUp: { leads: 9 },
    })
    const campaignId = smiles.id
    await allOf(clientOf.map((more) => price(users.cleo.id, { leadspeekID: campaignId, ...more })))
    expect(await h.db.price.findRetail(smiles.companyId, 'local', later, campaignId)).toMatchObject({
      perLeadCentiCents: 15_000,
      platformFeeCents: 200,
      limit: { count: 7, every: 'month' },
      topUp: { leads: 9 },
    })
    const costs = (comsetval: object) =>
      h.call('olive', 'settings.save', { ...target, comsetname: 'costagency' as const, comsetval })
    await allOf([
      costs({ local: { Weekly: { LeadspeekCostperlead: '0.11' } } }),
      costs({ local: { Weekly: { LeadspeekPlatformFee: '3' } } }),
      costs({ local: { Monthly: { LeadspeekCostperlead: '0.12' } } }),
      costs({ locator: { Weekly: { LocatorCostperlead: '0.13' } } }),
    ])
    const kept = await h.db.price.costsAt(northlight.id, later)
    expect(kept.costs).toMatchObject({
      local: {
        Weekly: { perLeadCentiCents: 1_100, platformFeeCents: 300 },
        Monthly: { perLeadCentiCents: 1_200 },
      },
      locator: { Weekly: { perLeadCentiCents: 1_300 } },
    })
  })

  it('an agency gets products, terms, names and sales people by operators', async () => {
    const { company, user } = await plant(root, 'Agency of all at once')
    await h.db.company.update(company.id, { terms: ['Weekly'], modules: {} })
    const save = (more: object) =>
      h.call('olive', 'companies.update', { ClientID: user.id, action: 'downline' as const, ...more })
    const assign = (more: object) => h.call('olive', 'sales.assign', { companyID: company.id, ...more })
    await allOf([
      save({ selectedterms: [{ term: 'Monthly', status: true }] }),
      save({ selectedterms: [{ term: 'Prepaid', status: true }] }),
      save({ selectedmodules: [{ type: 'local', status: true }] }),
      save({ selectedmodules: [{ type: 'enhance', status: true }] }),
      save({ ClientCompanyName: 'Another name' }),
      assign({ salesRep: users.sam.id, salesRepRate: '3' }),
      assign({ salesRef: users.sam.id, salesRefRate: '2' }),
    ])
    const kept = await h.db.company.findFresh(company.id)
    expect(kept).toMatchObject({
      name: 'Another name',
      salesRepId: users.sam.id,
      referralUserId: users.sam.id,
      commissionRates: { representative: 300, referrer: 200 },
    })
    expect([[...(kept?.terms ?? [])].sort(), Object.keys(kept?.modules ?? {}).sort()]).toEqual([
      ['Monthly', 'Prepaid', 'Weekly'],
      ['enhance', 'local'],
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { noFees, noPrice } from '#shared/money/price-list.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'

const h = await harness()
const { northlight, brightSmiles, users, campaigns } = h.cast
const by = { by: 'test', at: h.services.now() }
const read = (who: Parameters<typeof h.call>[0], companyID: string, leadspeekID = '') =>
  h.call(who, 'pricing.campaignPrice', { companyID, ModuleID: 'local', leadspeekID })

describe('the price of a campaign', () => {
  it('says that nobody set one, then what the agency begins with, the client has, and the campaign itself', async () => {
    expect((await read('cleo', brightSmiles.id)).body).toMatchObject({ is_set: 'F', data: { CostSet: '0' } })
    await h.db.price.saveRetail(northlight.id, 'local', { ...noPrice, perLeadCentiCents: 10_000 }, by)
    expect((await read('cleo', brightSmiles.id)).body).toMatchObject({ is_set: 'T', data: { CostSet: '1' } })
    await h.db.price.saveRetail(brightSmiles.id, 'local', { ...noPrice, perLeadCentiCents: 20_000 }, by)
    expect((await read('ada', brightSmiles.id)).body.data.CostSet).toBe('2')
    await h.db.price.saveRetail(
      brightSmiles.id,
      'local',
      { ...noPrice, perLeadCentiCents: 30_000 },
      by,
      campaigns.smiles.id,
    )
    expect((await read('cleo', brightSmiles.id, campaigns.smiles.id)).body.data.CostSet).toBe('3')
  })

  it('holds nothing of what the agency pays', async () => {
    const fees = { ...noFees, perLeadCentiCents: 7_317, periodFeeCents: 1_313, platformFeeCents: 7_117 }
    const blocks = { Weekly: fees, Monthly: fees, OneTime: fees, Prepaid: fees }
    await h.db.price.saveCosts(
      northlight.id,
      { term: 'Weekly', costs: { local: blocks, locator: blocks, enhance: blocks, b2b: blocks } },
      by,
    )
    const answer = JSON.stringify((await read('cleo', brightSmiles.id, campaigns.smiles.id)).body)
    for (const canary of ['0.7317', '13.13', '71.17']) expect(answer).not.toContain(canary)
    expect(
      JSON.stringify((await h.call('ada', 'pricing.getPrice', { ClientID: users.cleo.id, ModuleID: 'local' })).body),
    ).toContain('0.7317')
  })

  it('is of a client, of a campaign of its own, and of its product', async () => {
    expect((await read('ada', northlight.id)).body.fields).toHaveProperty('companyID')
    expect((await read('ada', brightSmiles.id, campaigns.peak.id)).status).toBe(404)
    const other = await h.call('ada', 'pricing.campaignPrice', {
      companyID: brightSmiles.id,
      ModuleID: 'locator',
      leadspeekID: campaigns.smiles.id,
    })
    expect(other.status).toBe(404)
  })

  it('goes by its public number, too, and is not read or set beside a person of another client, or once it is removed', async () => {
    const { smiles } = campaigns
    expect((await read('cleo', brightSmiles.id, smiles.number)).body.data.CostSet).toBe('3')
    const ask = (ClientID: string, leadspeekID: string) =>
      h.call('ada', 'pricing.getPrice', { ClientID, ModuleID: 'local', leadspeekID })
    expect((await ask(users.cleo.id, smiles.number)).status).toBe(200)
    expect((await ask(users.lola.id, smiles.number)).status).toBe(404)
    expect((await ask(users.cleo.id, campaigns.peak.id)).status).toBe(404)
    const gone = await plantCampaign(h.db, { ...smiles, id: h.services.newId('campaign') })
    expect((await ask(users.cleo.id, gone.number)).status).toBe(200)
    expect(await h.db.campaignChange.setStatus(gone, 'removed')).toBe(true)
    expect((await ask(users.cleo.id, gone.number)).status).toBe(404)
  })
})

import { describe, expect, it } from 'vitest'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'

const h = await harness()
const { root, northlight, copper } = h.cast

describe('companies.showUser', () => {
  it('CLI-21 finds people by a part of their name', async () => {
    const found = async (companyID: string, more: object) =>
      (await h.call('olive', 'companies.showUser', { companyID, ...more })).body.data
    expect(await found(northlight.id, { searchUser: 'lol' })).toEqual([
      { id: h.cast.users.lola.id, name: 'Lola Locator', company_name: 'Harbor Roofing', type_user_tx: 'Client' },
    ])
    expect((await found(northlight.id, { searchUser: 'am' })).map(({ name }) => name)).toEqual(['Amos Assistant'])
    expect((await found(root.id, { userType: 'userdownline' })).map(({ name }) => name).sort()).toEqual([
      'Abe Agency',
      'Ada Agency',
    ])
    expect((await found(root.id, { userType: 'sales', searchUser: 'ellen' })).map(({ id }) => id)).toEqual([
      h.cast.users.ellen.id,
    ])
  })

  it('CLI-23 finds them by any part of their names, and not by what all addresses hold', async () => {
    const found = async (who: 'olive' | 'ada', companyID: string, searchUser: string) =>
      (await h.call(who, 'companies.showUser', { companyID, searchUser })).body.data.map(({ name }) => name)
    expect(await found('ada', northlight.id, 'ssist')).toEqual(['Amos Assistant'])
    expect(await found('ada', northlight.id, 'OCATO')).toEqual(['Lola Locator'])
    expect(await found('ada', northlight.id, 'arbor roo')).toEqual(['Lola Locator'])
    expect(await found('olive', root.id, 'orthligh')).toEqual(['Ada Agency'])
    expect(await found('ada', northlight.id, h.cast.users.amos.email)).toEqual(['Amos Assistant'])
    expect(await found('ada', northlight.id, 'xampl')).toEqual([])
  })
})

describe('companies.showCampaigns', () => {
  it('CLI-22 names the campaigns of a client, and of the clients of an agency', async () => {
    const named = async (who: 'ada' | 'olive', companyID: string) =>
      (await h.call(who, 'companies.showCampaigns', { companyID })).body.data
    expect(await named('ada', h.cast.brightSmiles.id)).toEqual([
      {
        leadspeek_api_id: h.cast.campaigns.smiles.number,
        campaign_name: 'Website visitors',
        company_name: 'Bright Smiles Dental',
        leadspeek_type: 'local',
        status: 'active',
        is_scheduled: 'F',
      },
    ])
    expect((await named('olive', northlight.id)).map(({ company_name }) => company_name).sort()).toEqual([
      'Bright Smiles Dental',
      'Harbor Roofing',
    ])
  })

  it('CLI-22 says of one that waits for its first day that it is scheduled, of a client as of an agency', async () => {
    const { peak } = h.cast.campaigns
    const waits = { ...peak, id: h.services.newId('campaign'), name: 'In March', startOn: '2999-03-01' }
    await plantCampaign(h.db, waits)
    for (const companyID of [peak.companyId, copper.id]) {
      const { body } = await h.call('abe', 'companies.showCampaigns', { companyID, search: 'in march' })
      expect(body.data).toMatchObject([{ campaign_name: 'In March', status: 'active', is_scheduled: 'T' }])
    }
  })

  it('CLI-23 stays inside the tree of the caller, and names at most 50', async () => {
    for (const companyID of [copper.id, root.id]) {
      expect((await h.call('ada', 'companies.showCampaigns', { companyID })).status).toBe(403)
      expect((await h.call('ada', 'companies.showUser', { companyID })).status).toBe(403)
    }
    for (let i = 0; i < 55; i++)
      await plantCampaign(h.db, { ...h.cast.campaigns.peak, id: h.services.newId('campaign'), name: `More ${i}` })
    const first = await h.call('abe', 'companies.showCampaigns', { companyID: copper.id })
    expect([first.body.data.length, first.body.is_cut]).toEqual([50, true])
    const peak = h.cast.peakFitness.id
    expect((await h.call('abe', 'companies.showCampaigns', { companyID: peak })).body.is_cut).toBe(true)
    expect((await h.call('ada', 'companies.showCampaigns', { companyID: northlight.id })).body.is_cut).toBe(false)
  })

  it('CLI-23 finds the others by any part of their own names, or of their client’s', async () => {
    const found = async (companyID: string, search: string) => {
      const { body } = await h.call('abe', 'companies.showCampaigns', { companyID, search })
      return body.is_cut ? 'more' : body.data.map(({ campaign_name }) => campaign_name)
    }
    // The oldest of all is beyond the first 50.
    for (const companyID of [copper.id, h.cast.peakFitness.id]) {
      expect(await found(companyID, 'gym vis')).toEqual(['Gym page visitors'])
      expect(await found(companyID, 'AGE visitor')).toEqual(['Gym page visitors'])
      expect(await found(companyID, 'nothing like it')).toEqual([])
    }
    for (const part of ['peak fit', 'eak itne']) expect([part, await found(copper.id, part)]).toEqual([part, 'more'])
  })
})

describe('company groups', () => {
  it('SHL-046 ROL-17 ENB-25 are made, listed, renamed and removed', async () => {
    const companyID = northlight.id
    const made = await h.call('ada', 'campaigns.saveGroup', {
      companyID,
      companyGroupName: 'Spring',
      moduleID: 'local',
    })
    const group = made.body.params
    expect(group).toEqual({
      companyGroupID: expect.stringMatching(/^grp_/),
      companyGroupName: 'Spring',
      moduleID: 'local',
      id: group.companyGroupID,
      group_name: 'Spring',
    })
    const listed = async (userModule: string) =>
      (await h.call('ada', 'campaigns.listGroups', { companyID, userModule })).body.params
    for (const all of ['none', 'LeadsPeek']) expect(await listed(all)).toEqual([group])
    expect(await listed('b2b')).toEqual([])
    const clash = await h.call('ada', 'campaigns.saveGroup', {
      companyID,
      companyGroupName: ' spring ',
      moduleID: 'local',
    })
    expect(clash.status).toBe(422)
    await h.call('ada', 'campaigns.saveGroup', { companyID, ...group, companyGroupName: 'Summer' })
    expect((await listed('local')).map(({ companyGroupName }) => companyGroupName)).toEqual(['Summer'])
    const { companyGroupID } = group
    expect((await h.call('abe', 'campaigns.listGroups', { companyID, userModule: 'LeadsPeek' })).status).toBe(403)
    expect((await h.call('abe', 'campaigns.removeGroup', { companyGroupID })).status).toBe(404)
    expect((await h.call('ada', 'campaigns.removeGroup', { companyGroupID })).status).toBe(200)
    expect(await listed('none')).toEqual([])
    expect(
      (await h.call('ada', 'campaigns.saveGroup', { companyID, companyGroupID, companyGroupName: 'Ghost' })).status,
    ).toBe(404)
  })
})

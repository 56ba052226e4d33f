// How an agency sorts its clients' campaigns is its own: a client neither reads the groups nor moves a campaign among them.
import { expect, it } from 'vitest'
import { startCampaigns } from './stage.ts'

const h = await startCampaigns()
await h.makeReady()
const { northlight, campaigns } = h.cast
const { smiles } = campaigns
const saved = await h.call('ada', 'campaigns.saveGroup', {
  companyID: northlight.id,
  companyGroupName: 'Pay late',
  moduleID: 'local',
} as never)
const group = (await h.db.companyGroup.list(northlight.id))[0]?.id ?? ''
const put = (who: 'ada' | 'cleo', companyGroupID: string) =>
  h.call(who, 'campaigns.update', { leadspeekID: smiles.number, companyGroupID })
const rowOf = async (who: 'ada' | 'cleo') =>
  (await h.list(who)).data.find(({ leadspeek_api_id }) => leadspeek_api_id === smiles.number)

it('is read by the agency alone', async () => {
  expect(saved.status).toBe(200)
  expect((await put('ada', group)).status).toBe(200)
  expect(await rowOf('ada')).toMatchObject({ group_id: group, group_name: 'Pay late' })
  expect(await rowOf('cleo')).toMatchObject({ group_id: '', group_name: '' })
  // Nor does a filter tell which campaigns are together.
  expect((await h.list('cleo', { group })).data.length).toBe((await h.list('cleo')).data.length)
})

it('is changed by the agency alone; what is said as it is passes', async () => {
  const { status, body } = await put('cleo', '')
  expect([status, body.fields]).toEqual([422, { companyGroupID: 'Your agency sorts campaigns into groups.' }])
  expect((await put('cleo', group)).status).toBe(200)
  expect((await h.db.campaign.get(smiles.companyId, smiles.id)).groupId).toBe(group)
  const made = await h.call('cleo', 'campaigns.create', h.site({ campaignName: 'Sorted', companyGroupID: group }))
  expect(made.status).toBe(422)
})

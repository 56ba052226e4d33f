// Who stands in a campaign's lists gets its leads, and its sheet, for good. So a look through other eyes puts nobody there.
import { expect, it } from 'vitest'
import { NOT_IN_VIEW } from '#shared/access/in-view.ts'
import { lookAs } from '../account/view-as.ts'
import { startCampaigns } from './stage.ts'

const h = await startCampaigns()
await h.makeReady()
const { smiles, harbor } = h.cast.campaigns
const outsider = ['friend@outside.example']
const { access_token: token } = await lookAs(h, 'cleo')
const { access_token: lolas } = await lookAs(h, 'lola')
const kept = async (campaign = smiles) => {
  const { reportTo, noticeTo } = await h.db.campaign.get(campaign.companyId, campaign.id)
  return { reportTo, noticeTo }
}

it('VAS-018 no call that edits a campaign changes who gets its leads', async () => {
  const [before, others] = [await kept(), await kept(harbor)]
  for (const list of ['reportSentTo', 'adminNotifyTo'] as const) {
    const said = { [list]: outsider }
    const answers = [
      await h.call('olive', 'campaigns.update', { leadspeekID: smiles.number, ...said }, { token }),
      await h.call('olive', 'campaigns.updateSite', { leadspeekID: smiles.number, ...said }, { token }),
      await h.call('olive', 'campaigns.updateSearch', { leadspeekID: harbor.number, ...said }, { token: lolas }),
      await h.call('olive', 'campaigns.create', h.site({ campaignName: 'Of a look', ...said }), { token }),
    ]
    for (const { status, body } of answers)
      expect([list, status, body.message, body.fields]).toEqual([list, 403, NOT_IN_VIEW, { [list]: NOT_IN_VIEW }])
  }
  expect([await kept(), await kept(harbor)]).toEqual([before, others])
})

it('the rest of a campaign may be helped with, with its readers said as they are', async () => {
  await h.call('cleo', 'campaigns.update', { leadspeekID: smiles.number, reportSentTo: ['cleo@clients.example'] })
  const said = { campaignName: 'Helped with', reportSentTo: ['Cleo@Clients.example'] }
  const { status } = await h.call('olive', 'campaigns.update', { leadspeekID: smiles.number, ...said }, { token })
  expect(status).toBe(200)
  const made = await h.call('olive', 'campaigns.create', h.site({ campaignName: 'Begun by a look' }), { token })
  expect(made.status).toBe(200)
})

it('their own people say who gets them', async () => {
  const { status } = await h.call('cleo', 'campaigns.update', { leadspeekID: smiles.number, reportSentTo: outsider })
  expect([status, (await kept()).reportTo]).toEqual([200, outsider])
})

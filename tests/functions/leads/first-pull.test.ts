// The first pull of a campaign where a platform shows itself: leads are there as soon as somebody pressed Start.
import { expect, it } from 'vitest'
import { startLeadData } from '#infra/local/doubles/lead-data.ts'
import { HOUR } from '#shared/dates.ts'
import { startCampaigns } from '#tests/functions/campaigns/stage.ts'
import { endWithFile } from '#tests/support/file-end.ts'

const provider = await startLeadData({ key: 'first-key' })
endWithFile(() => provider.stop())
const environment = { LEAD_DATA_URL: provider.url, LEAD_DATA_KEY: 'first-key', FIRST_PULL_HOURS: '6' }
const h = await startCampaigns(environment)
await h.makeReady()

it('CMP-50+ begins hours before the start, and the leads of the campaign are in its list', async () => {
  const { id, company_id: companyId } = (await h.create('ada', h.search())).body.data
  expect((await h.run('ada', id)).status).toBe(200)
  await h.drain()
  const [asked, ...others] = provider.pulled()
  expect(others).toEqual([])
  expect((asked?.to ?? 0) - (asked?.from ?? 0)).toBeGreaterThanOrEqual(6 * HOUR)
  const campaign = await h.db.campaign.get(companyId, id)
  const leads = await h.db.lead.list(campaign, { start: 0, end: 4e12 }, { limit: 100 })
  expect(leads.length).toBeGreaterThan(0)
  expect(leads.every(({ keyword, pageUrl }) => keyword === 'roof repair' && pageUrl === '')).toBe(true)
  expect(leads[0]?.retailCentiCents).toBe(10_000)
})

it('begins anew when the campaign rests and starts again', async () => {
  const { id, company_id: companyId } = (await h.create('ada', h.search({ locatorkeyword: ['zero interest'] }))).body
    .data
  await h.run('ada', id)
  await h.drain()
  const first = await h.db.pull.find({ companyId, campaignId: id })
  expect(first).toMatchObject({ isNew: false, failures: 0, limit: 0 })
  await h.run('ada', id, 'F')
  await h.run('ada', id)
  expect(await h.db.pull.find({ companyId, campaignId: id })).toMatchObject({ isNew: true, isEnded: false })
})

// What the start page says of campaigns: counts by product and state, and the leads of the last days.
import { describe, expect, it } from 'vitest'
import { addDays, dayIn, startOfDay } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { countUnits } from '../../bench/units.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { plantLead } from '../../support/plant-lead.ts'

const h = await harness()
const { northlight, brightSmiles, copper, campaigns } = h.cast
const ZONE = 'America/Chicago'
const today = dayIn(ZONE, h.services.now())
/** Noon of the day so many days ago. */
const daysAgo = (days: number) => startOfDay(ZONE, addDays(today, -days)) + 12 * 3_600_000
// The last second of the day: passes are checked by the real clock, so those that this one dates must not be over yet.
h.setClock(startOfDay(ZONE, addDays(today, 1)) - 1_000)
const units = countUnits(h.services.table)
let made = 0

const newCampaign = (more: Partial<Campaign> = {}) =>
  plantCampaign(h.db, { ...campaigns.smiles, id: h.services.newId('campaign'), ...more })
const leadsOf = async (campaign: Campaign, instants: number[]) => {
  for (const at of instants) await plantLead(h, campaign, { id: `led_${++made}`, at })
}
const overview = async (who: Member, companyId: string) => {
  const { status, body } = await h.call(who, 'campaigns.overview', { companyId })
  expect(status).toBe(200)
  return body.data
}

describe('campaigns.overview', () => {
  it('counts campaigns by product and state, and leads of today and of seven days, for agency and client', async () => {
    const search = { companyId: campaigns.harbor.companyId, line: 'locator', siteUrl: '' } as const
    await leadsOf(campaigns.smiles, [daysAgo(8), daysAgo(7), daysAgo(6), daysAgo(1), daysAgo(0), daysAgo(0) + 1])
    await newCampaign({ status: 'paused' })
    await newCampaign({ status: 'removed' })
    const archived = await newCampaign({ status: 'archived', ...search })
    await leadsOf(archived, [daysAgo(3)])
    const local = {
      leadspeek_type: 'local',
      active: 1,
      paused: 1,
      stopped: 0,
      archived: 0,
      leads_today: 2,
      leads_week: 4,
    }
    const locator = {
      leadspeek_type: 'locator',
      active: 1,
      paused: 0,
      stopped: 0,
      archived: 1,
      leads_today: 0,
      leads_week: 1,
    }
    expect(await overview('ada', northlight.id)).toEqual([local, locator])
    expect(await overview('ada', brightSmiles.id)).toEqual([local])
    expect(await overview('cleo', brightSmiles.id)).toEqual([local])
    // Those of the neighbours are no part of either.
    expect(await overview('lola', h.cast.harbor.id)).toEqual([locator])
    expect(await overview('abe', copper.id)).toMatchObject([{ leadspeek_type: 'local', active: 1, leads_week: 0 }])
  })

  it('counts the days of a client by the zone of each of its campaigns', async () => {
    // Noon in Chicago is tomorrow in Auckland already.
    const campaign = await newCampaign({
      ...campaigns.peak,
      id: h.services.newId('campaign'),
      timeZone: 'Pacific/Auckland',
    })
    const start = startOfDay('Pacific/Auckland', dayIn('Pacific/Auckland', h.services.now()))
    await leadsOf(campaign, [start - 1, start, start + 1])
    expect(await overview('carl', campaigns.peak.companyId)).toMatchObject([{ leads_today: 2, leads_week: 3 }])
    // For the agency, too, these are leads of its latest day.
    expect(await overview('abe', copper.id)).toMatchObject([{ leads_today: 3, leads_week: 3 }])
  })

  it('says nothing of a product whose campaigns were all removed', async () => {
    const gone = await newCampaign({ line: 'b2b', informationType: 'b2b' })
    expect((await overview('ada', northlight.id)).map((row) => row.leadspeek_type)).toContain('b2b')
    expect(await h.db.campaignChange.setStatus(gone, 'removed')).toBe(true)
    expect((await overview('ada', northlight.id)).map((row) => row.leadspeek_type)).not.toContain('b2b')
  })

  it('costs an agency as much with many campaigns as with few', async () => {
    await h.tokenOf('ada')
    const cost = async () => (await units.of(() => overview('ada', northlight.id))).units
    const before = await cost()
    for (let more = 0; more < 10; more++) await leadsOf(await newCampaign(), [daysAgo(0)])
    const after = await cost()
    expect(after.requests).toBe(before.requests)
    expect(after.reads).toBeLessThanOrEqual(before.reads)
  })

  it('costs a client as much with many campaigns as with few', async () => {
    const { companyId } = campaigns.harbor
    await leadsOf(await newCampaign({ companyId }), [daysAgo(3), daysAgo(0)])
    await newCampaign({ companyId, status: 'paused' })
    await overview('lola', companyId)
    const before = await units.of(() => overview('lola', companyId))
    const more: Campaign[] = []
    for (let each = 0; each < 40; each++) more.push(await newCampaign({ companyId, status: 'paused' }))
    // Leads of long ago are asked for by nobody.
    for (const campaign of more.slice(0, 9)) await leadsOf(campaign, [daysAgo(90)])
    const after = await units.of(() => overview('lola', companyId))
    expect(after.units).toEqual(before.units)
    const local = (all: typeof after.result) => all.find((row) => row.leadspeek_type === 'local')
    const paused = (local(before.result)?.paused ?? 0) + 40
    expect(local(after.result)).toEqual({ ...local(before.result), paused })
  })

  it('counts the campaigns of a client whose entry is from before they were counted by state', async () => {
    const { companyId, agencyId } = campaigns.harbor
    const gone = await newCampaign({ companyId, line: 'b2b', informationType: 'b2b', status: 'paused' })
    const known = await overview('lola', companyId)
    const entry = await h.db.node.find(agencyId, companyId)
    if (!entry) throw new Error('There is no entry.')
    await h.db.node.update(entry, { ...entry, facts: { ...entry.facts, resting: {} } })
    expect(await overview('lola', companyId)).toEqual(known)
    // What is counted from then on does not make up for the rest.
    await newCampaign({ companyId, status: 'archived' })
    expect(await h.db.campaignChange.setStatus(gone, 'removed')).toBe(true)
    const local = known.find((row) => row.leadspeek_type === 'local')
    const others = known.filter((row) => !['local', 'b2b'].includes(row.leadspeek_type))
    const after = await overview('lola', companyId)
    expect(after).toHaveLength(others.length + 1)
    expect(after).toEqual(expect.arrayContaining([...others, { ...local, archived: (local?.archived ?? 0) + 1 }]))
  })

  it('is refused to those who may not look there', async () => {
    const ask = async (who: Member | null, companyId: string) =>
      (await h.call(who, 'campaigns.overview', { companyId })).status
    expect(await ask('carl', brightSmiles.id)).toBe(403)
    expect(await ask('abe', northlight.id)).toBe(403)
    expect(await ask('cleo', northlight.id)).toBe(403)
    expect(await ask(null, northlight.id)).toBe(401)
  })
})

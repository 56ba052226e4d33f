// Campaigns that find too little: who is listed, and who is told how often.
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { type Harness, harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { plantLead } from '../../support/plant-lead.ts'

let h: Harness
let made = 0
/** A Monday morning in Chicago; in the future, because tokens of the past are expired ones. */
const MONDAY = Date.UTC(2031, 11, 8, 15)

beforeAll(async () => {
  h = await harness()
  h.setClock(MONDAY)
})

const newCampaign = (more: Partial<Campaign> = {}) =>
  plantCampaign(h.db, {
    ...h.cast.campaigns.smiles,
    id: h.services.newId('campaign'),
    name: `Weak ${++made}`,
    status: 'active',
    startedAt: MONDAY - 8 * DAY,
    hasMinimumLeads: true,
    minimumLeads: 5,
    noticeTo: [`weak-${made}@example.org`],
    ...more,
  })
async function found(campaign: Campaign, times: readonly number[]) {
  for (const at of times.toSorted((a, b) => a - b))
    await plantLead(h, campaign, { id: h.services.newId('lead'), at, visitedAt: at })
}
async function review(at: number) {
  h.setClock(at)
  await h.runner.trigger('reviewAgencies', at)
  await h.drain()
}
const listed = async (who: Parameters<Harness['call']>[0] = 'olive') => {
  const { status, body } = await h.call(who, 'reports.underPerforming', {})
  return { status, rows: body.data }
}
const mails = async ({ noticeTo }: Campaign) =>
  (await h.mailsTo(noticeTo[0] ?? '')).filter(({ subject }) => subject.includes('in a week'))

describe('reports.underPerforming', () => {
  it('LED-30 LED-31 CMP-62 lists who found too few leads in seven days, and tells of each once a week', async () => {
    const [none, some, enough, young, unasked, paused] = await Promise.all([
      newCampaign(),
      newCampaign(),
      newCampaign(),
      newCampaign({ startedAt: MONDAY - 6 * DAY }),
      newCampaign({ hasMinimumLeads: false }),
      newCampaign({ status: 'paused' }),
    ])
    const week = [1, 2, 3, 4, 5].map((days) => MONDAY - days * DAY)
    await found(enough, week)
    // Two in the seven days; those of today and of the day before them do not count.
    await found(some, [MONDAY - 7 * DAY, MONDAY - DAY, MONDAY - 8 * DAY, MONDAY - HOUR])
    await review(MONDAY)
    const { rows } = await listed()
    const ours = new Set([none, some, enough, young, unasked, paused].map(({ number }) => number))
    expect(rows?.filter(({ leadspeek_api_id: number }) => ours.has(number))).toEqual([
      {
        leadspeek_api_id: none.number,
        campaign_name: none.name,
        company_name: h.cast.brightSmiles.name,
        agency: h.cast.northlight.name,
        minimumLimitLeads: 5,
        leads_last_7_days: 0,
      },
      expect.objectContaining({ leadspeek_api_id: some.number, leads_last_7_days: 2 }),
    ])
    expect(await Promise.all([none, some, enough, young].map(async (each) => (await mails(each)).length))).toEqual([
      1, 1, 0, 0,
    ])
    // The days after are of the same week; the next Monday's look says it again.
    await review(MONDAY + DAY)
    expect(await mails(none)).toHaveLength(1)
    await review(MONDAY + 8 * DAY)
    expect(await mails(none)).toHaveLength(2)
  })

  it('takes a campaign off the list that found enough again, or does not run any more', async () => {
    const campaign = await newCampaign()
    const isListed = async () => (await listed()).rows?.some((row) => row.leadspeek_api_id === campaign.number)
    await review(MONDAY)
    expect(await isListed()).toBe(true)
    await h.db.campaignChange.setStatus(campaign, 'paused', 'user')
    await review(MONDAY + DAY)
    expect(await isListed()).toBe(false)
  })

  it.each(['ada', 'cleo', 'sam', 'otto'] as const)('refuses %s', async (who) => {
    expect((await listed(who)).status).toBe(403)
  })
})

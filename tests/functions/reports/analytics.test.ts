// The report analytics: what became of everybody who was seen, by day, for a campaign, a client, an agency and the whole platform.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Candidate } from '#functions/domain/leads/take.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import { leadEnds } from '#shared/leads/steps.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { type NewPerson, Person } from '#shared/model/lead.ts'
import { noPrice, type RetailPrice } from '#shared/money/price-list.ts'
import { countUnits } from '../../bench/units.ts'
import { lookAs } from '../account/view-as.ts'
import { type Stage, startStage } from '../leads/stage.ts'

let stage: Stage
let take: typeof import('#functions/domain/leads/take.ts').take
let units: ReturnType<typeof countUnits>
let made = 0
/** Ten in the morning of a Saturday in Chicago; in the future, because tokens of the past are expired ones. */
const MORNING = Date.UTC(2031, 11, 6, 16)

beforeAll(async () => {
  stage = await startStage()
  take = (await import('#functions/domain/leads/take.ts')).take
  units = countUnits(stage.services.table)
  stage.setClock(MORNING)
})

const personOf = (more: Partial<NewPerson> = {}): Person => {
  const name = `a${++made}`
  return Person.parse({ personId: name, email: `${name}@people.example`, firstName: name, lastName: 'F', ...more })
}
const candidate = (more: Partial<Candidate> = {}): Candidate => ({
  id: stage.services.newId('lead'),
  seenAt: stage.services.now(),
  person: personOf(),
  ...more,
})
const takeNow = async (campaign: Campaign, ...candidates: Candidate[]) =>
  take(stage.services, await stage.db.campaign.get(campaign.companyId, campaign.id), candidates)
const newCampaign = (like: Parameters<Stage['newCampaign']>[0], more: Partial<Campaign> = {}) =>
  stage.newCampaign(like, { startedAt: MORNING - DAY, ...more })

/** What the timetable does in the hours after an instant: the agencies first, then what they did for the root. */
async function sumUp(at = stage.services.now()) {
  for (const after of [HOUR + 10 * MINUTE, HOUR + 25 * MINUTE]) {
    stage.setClock(at + after)
    await stage.runner.trigger('sumReports', at + after)
    await stage.drain()
  }
}
type Filter = Partial<{ companyId: string; campaignId: string; module: 'all' | Campaign['line']; token: string }>
const ask = (who: Parameters<Stage['call']>[0], { token, ...filter }: Filter = {}) => {
  return stage.call(
    who,
    'reports.analytics',
    { startDate: '2031-12-05', endDate: '2031-12-07', companyId: 'all', campaignId: 'all', module: 'all', ...filter },
    token === undefined ? {} : { token },
  )
}

describe('reports.analytics', () => {
  it('LED-25 LED-27 counts everybody once, by what became of them, on the day on which they were seen', async () => {
    const campaign = await newCampaign('smiles')
    const known = personOf()
    const listed = personOf()
    await stage.exclude(campaign.companyId, [listed.email], campaign.id)
    stage.setClock(MORNING)
    await takeNow(campaign, candidate({ person: known }))
    const twice = candidate({ person: known })
    await takeNow(
      campaign,
      twice,
      candidate({ person: listed }),
      candidate({ person: async () => undefined }),
      candidate({ origin: async () => ({ isOwnSite: false, hasConverted: false }), person: async () => personOf() }),
      candidate({ seenAt: MORNING - DAY }),
    )
    // The same message once more changes nothing.
    await takeNow(campaign, { ...twice, isRepeat: true })
    const limited: Partial<RetailPrice> = { limit: { count: 2, every: 'day', fromOn: '', toOn: '' } }
    await stage.db.price.saveRetail(
      campaign.companyId,
      campaign.line,
      { ...noPrice, ...limited },
      { by: 'usr_x', at: 1 },
      campaign.id,
    )
    await takeNow(campaign, candidate({ person: async () => personOf() }))
    await sumUp(MORNING)

    const { status, body } = await ask('olive', { campaignId: campaign.number })
    expect(status).toBe(200)
    expect(body.data.map(({ date, pixel_visits, leads }) => [date, pixel_visits, leads])).toEqual([
      ['2031-12-05', 1, 1],
      ['2031-12-06', 6, 1],
      ['2031-12-07', 0, 0],
    ])
    const { totals } = body
    expect(totals).toMatchObject({ leads: 2, unmatched: 1, excluded: 1, duplicate: 1, elsewhere: 1, limit: 1 })
    const { pixel_visits, provider_matches, delivery_failed, leads, ...others } = totals
    expect(Object.values(others).reduce((sum, count) => sum + count, leads)).toBe(pixel_visits)
    expect(Object.keys(others)).toHaveLength(leadEnds.length - 1)
    expect(provider_matches).toBe(leads + totals.incomplete + totals.excluded + totals.duplicate)
    expect(delivery_failed).toBe(0)
  })

  it('LED-27 adds campaigns up to their client, agency and root, by product, and tells each company its own', async () => {
    const { northlight, copper, brightSmiles } = stage.cast
    const [own, other, search] = await Promise.all([
      newCampaign('smiles'),
      newCampaign('peak'),
      newCampaign('smiles', { line: 'locator' }),
    ])
    const at = MORNING + 3 * HOUR
    stage.setClock(at)
    const totalsOf = async (filter: Filter) => (await ask('olive', filter)).body.totals
    const filters = {
      root: {},
      local: { module: 'local' },
      northlight: { companyId: northlight.id },
      copper: { companyId: copper.id },
      client: { companyId: brightSmiles.id },
    } as const satisfies Record<string, Filter>
    const all = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(filters).map(async ([name, filter]) => [name, (await totalsOf(filter)).leads] as const),
        ),
      ) as Record<keyof typeof filters, number>
    const before = await all()
    await takeNow(own, candidate(), candidate())
    await takeNow(other, candidate())
    await takeNow(search, candidate())
    await sumUp(at)
    const after = await all()
    const gained = Object.fromEntries(
      Object.entries(after).map(([name, leads]) => [name, leads - (before[name as keyof typeof before] ?? 0)]),
    )
    expect(gained).toEqual({ root: 4, local: 3, northlight: 3, copper: 1, client: 3 })

    // A client's days are rows of its own: no other campaign of its is looked at.
    const { requests } = (await units.of(() => ask('olive', filters.client))).units
    for (let each = 0; each < 12; each++) await newCampaign('smiles')
    expect((await units.of(() => ask('olive', filters.client))).units.requests).toBe(requests)

    // Summed up twice, late or by two at once, nothing changes.
    await Promise.all([sumUp(at + HOUR), sumUp(at + HOUR)])
    expect(await all()).toEqual(after)
  })

  it('counts a lead once that some destination did not get', async () => {
    const campaign = await newCampaign('smiles')
    const at = MORNING + 6 * HOUR
    stage.setClock(at)
    const lost = candidate()
    await takeNow(campaign, lost, candidate())
    for (let told = 0; told < 2; told++)
      await stage.db.leadTally.addUndelivered(campaign, { id: lost.id, seenAt: lost.seenAt }, at)
    await sumUp(at)
    expect((await ask('olive', { campaignId: campaign.number })).body.totals).toMatchObject({
      leads: 2,
      delivery_failed: 1,
    })
  })

  it('keeps days by the zone of the campaign, also where its hours begin at half past', async () => {
    const campaign = await newCampaign('smiles', { timeZone: 'Asia/Kolkata' })
    // 23:59 of the 6th and 00:00 of the 7th in Kolkata.
    const midnight = Date.UTC(2031, 11, 6, 18, 30)
    stage.setClock(midnight + MINUTE)
    await takeNow(campaign, candidate({ seenAt: midnight - 1 }), candidate({ seenAt: midnight }))
    await sumUp(midnight)
    const { body } = await ask('olive', { campaignId: campaign.number })
    expect(body.data.map(({ date, leads }) => [date, leads])).toEqual([
      ['2031-12-05', 0],
      ['2031-12-06', 1],
      ['2031-12-07', 1],
    ])
  })

  it.each(['ada', 'cleo', 'sam', 'otto'] as const)('LED-26 RTE-061 RTE-064 refuses %s', async (who) => {
    expect((await ask(who)).status).toBe(403)
  })

  it('RTE-060 RTE-063 answers an operator with the right, and in view mode with the figures of that agency alone', async () => {
    const { northlight, copper } = stage.cast
    expect((await ask('olive')).status).toBe(200)
    const { access_token: token } = await lookAs(stage, 'ada')
    const [seen, whole, foreign] = await Promise.all([
      ask('olive', { token }),
      ask('olive', { companyId: northlight.id }),
      ask('olive', { token, companyId: copper.id }),
    ])
    expect(seen.status).toBe(200)
    expect(seen.body.totals).toEqual(whole.body.totals)
    expect(foreign.status).toBe(403)
  })

  it('RTE-060 RTE-063 is refused to an operator without the right, also in view mode', async () => {
    const { access_token: token } = await lookAs(stage, 'ada', 'otto')
    const weak = (more: { token?: string } = {}) => stage.call('otto', 'reports.underPerforming', {}, more)
    const all = await Promise.all([ask('otto'), ask('otto', { token }), weak(), weak({ token })])
    expect(all.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect((await stage.call('olive', 'reports.underPerforming', {})).status).toBe(200)
  })

  it('answers 404 for a campaign of another agency than the one that is asked about, and 422 for days that are none', async () => {
    const campaign = await newCampaign('peak')
    const { northlight } = stage.cast
    expect((await ask('olive', { companyId: northlight.id, campaignId: campaign.number })).status).toBe(404)
    const wrong = await stage.call('olive', 'reports.analytics', {
      startDate: '2030-01-01',
      endDate: '2031-12-07',
      companyId: 'all',
      campaignId: 'all',
      module: 'all',
    })
    expect([wrong.status, wrong.body]).toMatchObject([422, {}])
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR } from '#shared/dates.ts'
import { type Harness, harness } from '#tests/support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { plantLead } from '../../support/plant-lead.ts'
import { watchTable } from './faults.ts'

let stage: Harness
beforeAll(async () => {
  stage = await harness()
})

type Campaign = Harness['cast']['campaigns']['smiles']

/** Stored as a worker stores it, from the oldest to the newest; ids newest first. */
async function plant(campaign: Campaign, times: number[]): Promise<string[]> {
  const leads = times.map((at) => ({ id: stage.services.newId('lead'), at })).sort((a, b) => a.at - b.at)
  const nora = {
    firstName: 'Nora',
    lastName: 'Fields',
    phone: '+13125550111',
    city: 'Chicago',
    stateCode: 'IL',
  }
  for (const lead of leads) await plantLead(stage, campaign, { ...lead, visitedAt: lead.at - 1_000, person: nora })
  return leads.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id)
}

async function newCampaign(
  client: 'brightSmiles' | 'peakFitness' = 'brightSmiles',
  timeZone = 'America/Chicago',
): Promise<Campaign> {
  const like = client === 'brightSmiles' ? stage.cast.campaigns.smiles : stage.cast.campaigns.peak
  return plantCampaign(stage.db, { ...like, id: stage.services.newId('campaign'), timeZone })
}

type Query = { startDate?: string; endDate?: string; Page?: number; PerPage?: number; cursor?: string }
const report = (who: Parameters<Harness['call']>[0], campaign: Campaign, query: Query = {}) =>
  stage.call(who, 'leads.list', {
    companyId: campaign.companyId,
    clientId: campaign.companyId,
    campaignID: campaign.number,
    startDate: '2026-03-01',
    endDate: '2026-03-31',
    ...query,
  })

const noon = Date.UTC(2026, 2, 8, 18)

describe('leads.list', () => {
  describe('works', () => {
    it.each([0, 1, 10, 95])(
      'walks all pages of %i leads of one instant in order, by cursor and by number',
      { timeout: 60_000 },
      async (n) => {
        const campaign = await newCampaign()
        const ids = await plant(
          campaign,
          Array.from({ length: n }, () => noon),
        )
        const byCursor: string[] = []
        let cursor: string | undefined
        let page = 0
        do {
          page += 1
          const { status, body } = await report('cleo', campaign, { ...(cursor && { cursor }) })
          expect(status).toBe(200)
          const { total, last_page, current_page, per_page, from, to } = body
          expect({ total, last_page, current_page, per_page }).toEqual({
            total: n,
            last_page: Math.max(1, Math.ceil(n / 10)),
            current_page: page,
            per_page: 10,
          })
          expect([from, to]).toEqual(n === 0 ? [0, 0] : [byCursor.length + 1, byCursor.length + body.data.length])
          byCursor.push(...body.data.map(({ id }) => id))
          const byNumber = await report('cleo', campaign, { Page: page })
          expect(byNumber.body.data).toEqual(body.data)
          expect(byNumber.body.next_cursor).toBe(body.next_cursor)
          cursor = body.next_cursor ?? undefined
        } while (cursor)
        expect(byCursor).toEqual(ids)
        expect(page).toBe(Math.max(1, Math.ceil(n / 10)))
        const beyond = await report('cleo', campaign, { Page: page + 1 })
        expect(beyond.status).toBe(200)
        expect(beyond.body).toMatchObject({ data: [], total: n, next_cursor: null })
      },
    )

    it('LED-08 ENB-29 answers a lead with the fields that a table shows', async () => {
      const campaign = await newCampaign()
      const [id] = await plant(campaign, [noon])
      const { body } = await report('cleo', campaign)
      expect(body.data).toEqual([
        {
          id,
          created_at: '2026-03-08T18:00:00.000Z',
          visited_at: '2026-03-08T17:59:59.000Z',
          leadspeek_api_id: campaign.number,
          campaign_name: campaign.name,
          company_id: campaign.companyId,
          company_name: stage.cast.brightSmiles.name,
          leadspeek_type: 'local',
          timezone: 'America/Chicago',
          firstname: 'Nora',
          lastname: 'Fields',
          email: `${id}@leads.example`,
          email2: '',
          phone: '+13125550111',
          phone2: '',
          address1: '',
          address2: '',
          city: 'Chicago',
          state: 'IL',
          zipcode: '',
          keyword: '',
          landing_url: 'https://x.example',
          advanced: {},
          b2b: {},
          worksAt: '',
          price: 0,
        },
      ])
    })

    it("puts a lead on the day of the campaign's zone, on the days that have 23 and 25 hours too", async () => {
      const campaign = await newCampaign()
      const [spring, autumn] = [Date.UTC(2026, 2, 8, 6), Date.UTC(2026, 10, 1, 5)]
      await plant(campaign, [spring - 1])
      const inSpring = await plant(campaign, [spring, spring + 23 * HOUR - 1])
      await plant(campaign, [spring + 23 * HOUR])
      const inAutumn = await plant(campaign, [autumn, autumn + 25 * HOUR - 1])
      await plant(campaign, [autumn + 25 * HOUR])
      for (const [day, ids] of [
        ['2026-03-08', inSpring],
        ['2026-11-01', inAutumn],
      ] as const) {
        const { body } = await report('cleo', campaign, { startDate: day, endDate: day })
        expect(body.data.map(({ id }) => id)).toEqual(ids)
        expect(body.total).toBe(2)
      }
    })

    it('reaches a far page by whole days, and reads keys of one day only', async () => {
      const campaign = await newCampaign()
      const all: string[] = []
      for (const index of [0, 1, 2])
        all.unshift(
          ...(await plant(
            campaign,
            Array.from({ length: 15 }, (_, minute) => noon + (index + 2) * 24 * HOUR + minute * 60_000),
          )),
        )
      const watch = watchTable(stage.services)
      const { body } = await report('cleo', campaign, { Page: 5 })
      watch.remove()
      expect(body.data.map(({ id }) => id)).toEqual(all.slice(40))
      expect(body).toMatchObject({ total: 45, last_page: 5, current_page: 5, from: 41, to: 45, next_cursor: null })
      expect(watch.commands.filter((name) => name === 'QueryCommand')).toHaveLength(3)
    })

    it('goes on where it was when newer leads come in between', async () => {
      const campaign = await newCampaign()
      const ids = await plant(campaign, [noon, noon + 1, noon + 2, noon + 3])
      const first = await report('cleo', campaign, { PerPage: 2 })
      await plant(campaign, [noon + 10])
      const second = await report('cleo', campaign, { PerPage: 2, cursor: String(first.body.next_cursor) })
      expect(second.body.data.map(({ id }) => id)).toEqual(ids.slice(2))
      expect(second.body.total).toBe(5)
    })

    it('is open to the agency and to the root above the client', async () => {
      const campaign = await newCampaign()
      await plant(campaign, [noon])
      for (const who of ['ada', 'admin', 'olive', 'cleo'] as const)
        expect((await report(who, campaign)).body.total).toBe(1)
    })
  })

  describe('refuses', () => {
    it('a client of another agency, that agency, and a neighbour', async () => {
      const campaign = await newCampaign()
      await plant(campaign, [noon])
      for (const who of ['carl', 'abe', 'lola'] as const) {
        const { status, body } = await report(who, campaign)
        expect(status).toBe(403)
        expect(JSON.stringify(body)).not.toContain('@leads.example')
      }
      expect((await report('sam', campaign)).status).toBe(403)
      expect((await report(null, campaign)).status).toBe(401)
    })

    it("a campaign of another company under the own company's id, and of another client of the agency", async () => {
      const foreign = await newCampaign('peakFitness')
      await plant(foreign, [noon])
      const { brightSmiles, harbor, northlight } = stage.cast
      expect((await report('cleo', { ...foreign, companyId: brightSmiles.id })).status).toBe(404)
      const own = await newCampaign()
      const days = { startDate: '2026-03-01', endDate: '2026-03-31' }
      const ask = (companyId: string, clientId: string, campaignID: string) =>
        stage.call('ada', 'leads.list', { companyId, clientId, campaignID, ...days })
      expect((await ask(northlight.id, brightSmiles.id, own.number)).status).toBe(200)
      expect((await ask(brightSmiles.id, brightSmiles.id, own.id)).status).toBe(200)
      expect((await ask(northlight.id, harbor.id, own.number)).status).toBe(404)
      expect((await ask(harbor.id, brightSmiles.id, own.number)).status).toBe(404)
      expect((await ask(northlight.id, brightSmiles.id, '00000000')).status).toBe(404)
    })

    it('a campaign that was removed to everybody but its own people, who go on reading what it brought', async () => {
      const campaign = await newCampaign()
      const [id = ''] = await plant(campaign, [noon])
      expect(await stage.db.campaignChange.setStatus(campaign, 'removed')).toBe(true)
      expect((await report('cleo', campaign)).body.data).toMatchObject([{ id }])
      const named = {
        clientId: campaign.companyId,
        leadspeekID: campaign.number,
        storedAt: new Date(noon).toISOString(),
        leadId: id,
      }
      expect((await stage.call('cleo', 'leads.get', named)).status).toBe(200)
      expect((await stage.call('cleo', 'campaigns.get', { id: campaign.number })).status).toBe(404)
      expect((await report('carl', campaign)).status).toBe(403)
    })

    it('a cursor of another tenant, campaign or range, and one that was changed or made up', async () => {
      const [own, other, foreign] = [await newCampaign(), await newCampaign(), await newCampaign('peakFitness')]
      for (const campaign of [own, other, foreign]) await plant(campaign, [noon, noon + 1, noon + 2])
      const cursorOf = async (who: 'cleo' | 'carl', campaign: Campaign, query: Query = {}) =>
        String((await report(who, campaign, { PerPage: 1, ...query })).body.next_cursor)
      const good = await cursorOf('cleo', own)
      const middle = Math.floor(good.length / 2)
      const swapped = good[middle] === 'A' ? 'B' : 'A'
      const bad = [
        await cursorOf('carl', foreign),
        await cursorOf('cleo', other),
        await cursorOf('cleo', own, { startDate: '2026-03-02' }),
        good.slice(0, middle) + swapped + good.slice(middle + 1),
        good.slice(0, -4),
        `${good}AAAA`,
        `${good}=`,
        'garbage',
        '%00',
        '',
        Buffer.from(JSON.stringify({ pk: `C#${foreign.companyId}#L#${foreign.id}`, sk: '0' })).toString('base64url'),
      ]
      expect((await report('cleo', own, { cursor: good })).status).toBe(200)
      for (const cursor of bad) {
        const { status, body } = await report('cleo', own, { cursor })
        expect([cursor, status]).toEqual([cursor, 400])
        expect(body.message).toBe('This cursor does not belong to this list. Open its first page again.')
      }
    })
  })

  it('leaves out numbers that the agency hides from its client, for the client', async () => {
    const phones = async (who: 'cleo' | 'ada', campaign: Campaign) =>
      (await report(who, campaign)).body.data.map(({ phone }) => phone !== '')
    const hidden = await plantCampaign(stage.db, {
      ...stage.cast.campaigns.smiles,
      id: stage.services.newId('campaign'),
      hidesPhone: true,
    })
    const none = await plantCampaign(stage.db, {
      ...stage.cast.campaigns.smiles,
      id: stage.services.newId('campaign'),
      hasPhone: false,
    })
    for (const campaign of [hidden, none]) await plant(campaign, [noon])
    expect(await phones('ada', hidden)).toEqual([true])
    expect(await phones('cleo', hidden)).toEqual([false])
    expect([await phones('ada', none), await phones('cleo', none)]).toEqual([[false], [false]])
  })

  describe('bad input', () => {
    it.each([
      { name: 'a day that does not exist', query: { startDate: '2026-02-30' }, field: 'startDate' },
      { name: 'days the wrong way round', query: { startDate: '2026-03-09', endDate: '2026-03-08' }, field: 'endDate' },
      { name: 'more than 366 days', query: { startDate: '2025-01-01', endDate: '2026-01-02' }, field: 'endDate' },
      { name: 'no day at all', query: { startDate: 'today' }, field: 'startDate' },
      { name: 'page 0', query: { Page: 0 }, field: 'Page' },
      { name: 'too many rows', query: { PerPage: 101 }, field: 'PerPage' },
    ])('refuses $name with a sentence for its field', async ({ query, field }) => {
      const { status, body } = await report('cleo', stage.cast.campaigns.smiles, query)
      expect(status).toBe(422)
      expect(body.fields?.[field]).toBeTruthy()
    })
    it('takes exactly 366 days', async () => {
      expect(
        (await report('cleo', stage.cast.campaigns.smiles, { startDate: '2025-01-01', endDate: '2026-01-01' })).status,
      ).toBe(200)
    })
  })
})

const allCampaigns = {
  group: 'none',
  type: 'none',
  clientId: 'none',
  sort: 'none',
  order: 'none',
  search: 'none',
  PerPage: 100,
} as const

describe('campaigns.list', () => {
  it("lists a client's campaigns with all their leads, newest first, in as many requests for many as for one", async () => {
    const list = async () => {
      const watch = watchTable(stage.services)
      const { status, body } = await stage.call('carl', 'campaigns.list', {
        ...allCampaigns,
        companyId: stage.cast.peakFitness.id,
      })
      watch.remove()
      expect(status).toBe(200)
      return { rows: body.data, requests: watch.commands.length }
    }
    await stage.tokenOf('carl')
    const before = await list()
    for (let more = 0; more < 5; more++) await newCampaign('peakFitness')
    const campaign = await newCampaign('peakFitness')
    await plant(campaign, [noon, noon + 1, noon + 500 * 24 * HOUR])
    const { rows, requests } = await list()
    expect(requests).toBe(before.requests)
    expect(rows).toHaveLength(before.rows.length + 6)
    expect(rows[0]).toMatchObject({
      id: campaign.id,
      campaign_name: campaign.name,
      leadspeek_type: 'local',
      status: 'active',
      timezone: 'America/Chicago',
    })
    expect(rows.at(-1)?.id).toBe(stage.cast.campaigns.peak.id)
    expect(rows.map(({ id }) => id)).toEqual(
      rows
        .map(({ id }) => id)
        .sort()
        .reverse(),
    )
  })

  it('lists one product line when asked for it', async () => {
    const list = async (line: 'local' | 'locator') =>
      (
        await stage.call('lola', 'campaigns.list', { ...allCampaigns, companyId: stage.cast.harbor.id, type: line })
      ).body.data.map(({ id }) => id)
    expect(await list('locator')).toEqual([stage.cast.campaigns.harbor.id])
    expect(await list('local')).toEqual([])
  })

  it('refuses a client of another agency', async () => {
    expect(
      (await stage.call('carl', 'campaigns.list', { ...allCampaigns, companyId: stage.cast.brightSmiles.id })).status,
    ).toBe(403)
  })
})

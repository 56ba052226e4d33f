import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { entryEntity, meterEntity } from '#functions/data/campaigns/rows.ts'
import { openDb } from '#functions/data/index.ts'
import { openTable } from '#functions/data/lib/table.ts'
import { campaignPage, type ListQuery } from '#functions/domain/campaigns/list.ts'
import { addDays, DAY, dayIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { startCampaigns } from './stage.ts'

const h = await startCampaigns()
const { northlight, brightSmiles, harbor } = h.cast
await h.makeReady()
const names = async (...asked: Parameters<typeof h.list>) =>
  (await h.list(...asked)).data.map(({ campaign_name }) => campaign_name)

describe('the list of campaigns', () => {
  it('CMP-07 holds those of the product and the company, and nobody else’s', async () => {
    const all = await h.list('ada')
    expect(all.data.map(({ campaign_name }) => campaign_name).sort()).toEqual([
      'Roof repair searches',
      'Website visitors',
    ])
    expect(all.data[0]).toMatchObject({ company_name: expect.stringMatching(/Harbor|Bright/), is_scheduled: 'F' })
    expect(await names('ada', { type: 'locator' })).toEqual(['Roof repair searches'])
    expect(await names('ada', { type: 'b2b' })).toEqual([])
    expect(await names('ada', { clientId: brightSmiles.id })).toEqual(['Website visitors'])
    expect(await names('cleo')).toEqual(['Website visitors'])
    expect(await names('cleo', { clientId: harbor.id })).toEqual(['Website visitors'])
    expect((await h.call('cleo', 'campaigns.list', { ...query, companyId: northlight.id })).status).toBe(403)
  })

  it('CMP-08+ is paged by ten, forward by cursor or by number, and each campaign stands on one page', async () => {
    for (let each = 0; each < 11; each++) await h.create('ada', h.search())
    const first = await h.list('ada', { type: 'locator' })
    expect(first).toMatchObject({ current_page: 1, last_page: 2, total: 12, from: 1, to: 10, per_page: 10 })
    const second = await h.list('ada', { type: 'locator', cursor: first.next_cursor ?? '' })
    expect(second).toMatchObject({ current_page: 2, from: 11, to: 12, next_cursor: null })
    expect((await h.list('ada', { type: 'locator', Page: 2 })).data).toEqual(second.data)
    const ids = [...first.data, ...second.data].map(({ id }) => id)
    expect(new Set(ids).size).toBe(12)
    expect(ids).toEqual([...ids].sort().reverse())
    expect((await h.list('ada', { type: 'locator', Page: 3 })).data).toEqual([])
    const byName = await h.list('ada', { type: 'locator', sort: 'name', order: 'asc' })
    const rest = await h.list('ada', { type: 'locator', sort: 'name', order: 'asc', cursor: byName.next_cursor ?? '' })
    const sorted = [...byName.data, ...rest.data].map(({ campaign_name }) => campaign_name)
    expect(sorted).toEqual([...sorted].sort(new Intl.Collator('en', { numeric: true }).compare))
  })

  it('CMP-08+ is narrowed by state, and keeps archived ones back until they are asked for', async () => {
    const { id } = (await h.create('ada', h.site({ campaignName: 'To be archived' }))).body.data
    await h.archive('ada', id)
    expect(await names('ada', { PerPage: 100 })).not.toContain('To be archived')
    expect(await names('ada', { archived: 'T' })).toEqual(['To be archived'])
    expect(await names('ada', { CampaignStatus: 'archived' })).toEqual(['To be archived'])
    const paused = await h.list('ada', { CampaignStatus: 'paused', PerPage: 100 })
    expect(new Set(paused.data.map(({ status }) => status))).toEqual(new Set(['paused']))
    expect(paused.total).toBe(11)
  })

  it('CMP-34+ shows what waits for its first day as scheduled, and takes none before', async () => {
    const day = addDays(dayIn('America/Chicago', h.services.now()), 2)
    const { id } = (await h.create('ada', h.site({ campaignName: 'From Tuesday', startdatecampaign: day }))).body.data
    await h.run('ada', id)
    expect((await h.list('ada', { CampaignStatus: 'scheduled' })).data).toMatchObject([
      { campaign_name: 'From Tuesday', status: 'active', is_scheduled: 'T', start: day },
    ])
    // It is one of the active ones, and counted as such, no matter how they are looked for.
    const active = { CampaignStatus: 'active', type: 'local' } as const
    const { data, total } = await h.list('ada', active)
    const ids = data.map((row) => row.id).sort()
    expect([ids.includes(id), ids.length]).toEqual([true, total])
    for (const more of [{ clientId: brightSmiles.id }, { sort: 'name', order: 'asc' }] as const) {
      const other = await h.list('ada', { ...active, ...more })
      expect([other.total, other.data.map((row) => row.id).sort()]).toEqual([total, ids])
    }
    expect(await names('ada', { ...active, search: 'tuesday' })).toEqual(['From Tuesday'])
    const { body } = await h.call('ada', 'campaigns.overview', { companyId: northlight.id })
    expect(body.data.find(({ leadspeek_type }) => leadspeek_type === 'local')?.active).toBe(total)
    h.setClock(h.services.now() + 3 * DAY)
    expect(await names('ada', { CampaignStatus: 'scheduled' })).toEqual([])
    h.setClock()
  })

  it('ROL-18+ shows campaigns of a removed group without one', async () => {
    const { companyGroupID } = (
      await h.call('ada', 'campaigns.saveGroup', { companyID: northlight.id, companyGroupName: 'Autumn' })
    ).body.params
    const { id } = (await h.create('ada', h.site({ campaignName: 'In a group', companyGroupID }))).body.data
    expect((await h.list('ada', { group: companyGroupID })).data).toMatchObject([{ id, group_name: 'Autumn' }])
    await h.call('ada', 'campaigns.removeGroup', { companyGroupID })
    expect((await h.list('ada', { search: 'In a group' })).data).toMatchObject([{ id, group_id: '', group_name: '' }])
    // It can be edited as before: what it no longer has is nothing to refuse.
    expect((await h.call('ada', 'campaigns.update', { leadspeekID: id, campaignName: 'Out of it' })).status).toBe(200)
  })

  it('holds those that look for keywords alone where somebody asks for them, on every page and in every order', async () => {
    const lines = async (more: Parameters<typeof h.list>[1] = {}) => {
      const { data, total } = await h.list('ada', { searchesOnly: 'T', PerPage: 100, ...more })
      expect(data).toHaveLength(total)
      return [...new Set(data.map(({ leadspeek_type }) => leadspeek_type))]
    }
    expect(await lines()).toEqual(['locator'])
    expect(await lines({ sort: 'name', order: 'asc' })).toEqual(['locator'])
    expect(await lines({ search: 'roof' })).toEqual(['locator'])
    expect(await lines({ search: 'visitors' })).toEqual([])
    expect(await lines({ type: 'local' })).toEqual([])
  })

  it('finds by the words of the campaign or its client, and by number', async () => {
    const { leadspeek_api_id } = (await h.create('ada', h.site({ campaignName: 'Größe Nummer Eins' }))).body.data
    expect(await names('ada', { search: 'grosse' })).toEqual([])
    expect(await names('ada', { search: 'große num' })).toEqual(['Größe Nummer Eins'])
    expect(await names('ada', { search: leadspeek_api_id })).toEqual(['Größe Nummer Eins'])
    expect((await h.list('ada', { search: 'harbor' })).total).toBe(12)
  })

  it('shows a campaign once that is paused while its list is read, in every order', async () => {
    const { id } = (await h.create('ada', h.site({ campaignName: 'Paused meanwhile' }))).body.data
    for (const sort of ['created', 'name'] as const) {
      await h.run('ada', id)
      const table = openTable(h.services.table.name)
      let change: Promise<unknown> | undefined
      const active = Promise.withResolvers<void>()
      // Lines of each state are asked for side by side: those that are paused are read after the change, those that run before it.
      table.client.middlewareStack.add(
        (next, { commandName }) =>
          async (args) => {
            const asked = commandName === 'QueryCommand' ? JSON.stringify(args.input) : ''
            if (asked.includes('local#paused')) {
              await active.promise
              change ??= h.db.campaign
                .findFresh({ companyId: brightSmiles.id, id })
                .then((campaign) => campaign && h.db.campaignChange.setStatus(campaign, 'paused', 'user'))
              await change
            }
            const answer = await next(args)
            if (asked.includes('local#active')) active.resolve()
            return answer
          },
        { step: 'initialize', name: 'meanwhile' },
      )
      const asked = {
        clientId: undefined,
        line: 'local',
        status: undefined,
        isArchived: false,
        groupId: undefined,
      } as const
      const page = await campaignPage(
        { db: openDb(table), now: h.services.now },
        { agencyId: northlight.id, ...asked, search: '', sort, order: 'desc', page: 1, perPage: 50, place: undefined },
      )
      expect(change).toBeDefined()
      expect(page.rows.filter(({ entry }) => entry.id === id)).toHaveLength(1)
    }
  })

  it('follows the name of its client', async () => {
    await h.db.company.update(harbor.id, { name: 'Harbour & Sons' })
    const { data } = await h.list('ada', { clientId: harbor.id, PerPage: 100 })
    expect(new Set(data.map(({ company_name }) => company_name))).toEqual(new Set(['Harbour & Sons']))
  })
})

const query = { group: 'none', type: 'none', clientId: 'none', sort: 'none', order: 'none', search: 'none' } as const

const Units = z.object({
  output: z.object({
    ConsumedCapacity: z
      .union([z.object({ CapacityUnits: z.number() }), z.array(z.object({ CapacityUnits: z.number() }))])
      .optional(),
  }),
})
/** Dependencies whose reads are counted in units. */
function countedDb() {
  const table = openTable(h.services.table.name)
  const count = { units: 0 }
  table.client.middlewareStack.add(
    (next) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' })
      const answer = await next(args)
      const { ConsumedCapacity = [] } = Units.parse(answer).output
      count.units += [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0)
      return answer
    },
    { step: 'initialize', name: 'count' },
  )
  return { db: openDb(table), count }
}

describe('the campaigns of one client', () => {
  async function some(companyId: string, count: number, more: Partial<Campaign> = {}): Promise<Campaign[]> {
    const all: Campaign[] = []
    for (let at = 0; at < count; at++) {
      const status = (['paused', 'stopped', 'archived', 'removed'] as const)[at % 4] ?? 'paused'
      const name = `Offer ${(at * 7) % count} of ${companyId.slice(-3)}`
      const own = { id: h.services.newId('campaign'), companyId, status, name, ...more }
      all.push(await plantCampaign(h.db, { ...h.cast.campaigns.smiles, ...own }))
    }
    return all
  }
  const asked = (clientId: string, more: Partial<ListQuery> = {}) =>
    ({
      agencyId: northlight.id,
      clientId,
      line: 'local',
      status: undefined,
      isArchived: false,
      groupId: undefined,
      search: '',
      sort: 'created',
      order: 'desc',
      page: 1,
      perPage: 5,
      place: undefined,
      ...more,
    }) satisfies ListQuery
  const cost = async (query: ListQuery) => {
    const { db, count } = countedDb()
    const found = await campaignPage({ db, now: h.services.now }, query)
    return { found, units: count.units }
  }

  it('CMP-08+ stand on pages in each order, by cursor and by number, whichever way they are read', async () => {
    const { name } = await h.db.company.get(harbor.id)
    const all = (await h.db.campaign.list(harbor.id)).filter(({ line }) => line === 'local')
    const own = [...all, ...(await some(harbor.id, 23))]
    const shown = own.filter(({ status }) => ['active', 'paused', 'stopped'].includes(status))
    const orders: [Partial<ListQuery>, Campaign[]][] = [
      [{}, shown.toSorted((a, b) => (a.id < b.id ? 1 : -1))],
      [{ order: 'asc' }, shown.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? 1 : -1))],
      [
        { isArchived: true },
        own.filter(({ status }) => status === 'archived').toSorted((a, b) => (a.id < b.id ? 1 : -1)),
      ],
      [
        { status: 'removed' },
        own.filter(({ status }) => status === 'removed').toSorted((a, b) => (a.id < b.id ? 1 : -1)),
      ],
      [
        { search: 'offer' },
        shown.filter(({ name }) => name.startsWith('Offer')).toSorted((a, b) => (a.id < b.id ? 1 : -1)),
      ],
      [
        { sort: 'name', order: 'asc' },
        shown.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }) || (a.id < b.id ? 1 : -1)),
      ],
    ]
    for (const [more, wanted] of orders) {
      const ids: string[] = []
      const numbered: string[] = []
      let place: ListQuery['place']
      for (let page = 1; page === 1 || place; page++) {
        const found = await campaignPage(h.services, asked(harbor.id, { ...more, place, page }))
        expect(found.total, JSON.stringify(more)).toBe(wanted.length)
        ids.push(...found.rows.map(({ entry }) => entry.id))
        for (const { entry } of found.rows) expect(entry.companyName).toBe(name)
        const byNumber = await campaignPage(h.services, asked(harbor.id, { ...more, page }))
        numbered.push(...byNumber.rows.map(({ entry }) => entry.id))
        place = found.next
      }
      expect(ids, JSON.stringify(more)).toEqual(wanted.map(({ id }) => id))
      expect(numbered, JSON.stringify(more)).toEqual(ids)
    }
    // Those of another agency's client are nobody's here.
    const foreign = await campaignPage(h.services, asked(h.cast.peakFitness.id))
    expect(foreign).toMatchObject({ rows: [], total: 0 })
  })

  it('cost as much in a large agency as in a small one, and the newest of them as much as of few', async () => {
    const queries = [
      asked(brightSmiles.id),
      asked(brightSmiles.id, { sort: 'name' }),
      asked(brightSmiles.id, { search: 'none' }),
    ]
    const costs = async () => {
      const units: number[] = []
      for (const query of queries) units.push((await cost(query)).units)
      return units
    }
    await some(brightSmiles.id, 12)
    const before = await costs()
    await some(harbor.id, 60)
    expect(await costs()).toEqual(before)
    await some(brightSmiles.id, 40, { status: 'paused' })
    expect((await costs())[0]).toBeLessThanOrEqual(before[0] ?? 0)
  })
})

describe('an agency with a thousand campaigns', () => {
  it('reads a page of its list with at most ten units', async () => {
    const agencyId = 'com_01JD00000000000000000000AA'
    const entries = Array.from({ length: 1000 }, (_, index) => ({
      agencyId,
      line: 'local' as const,
      status: index % 3 === 0 ? ('active' as const) : ('paused' as const),
      campaignId: `cmp_01JD0000000000000000${String(index).padStart(6, '0')}`,
      companyId: `com_01JD0000000000000000${String(index % 200).padStart(6, '0')}`,
      companyName: `A client with an ordinary name ${index % 200}`,
      number: String(20_000_000 + index),
      name: `Visitors of the spring offer ${index}`,
      statusReason: 'user' as const,
      timeZone: 'America/Chicago',
      term: 'Weekly' as const,
      createdAt: 1_700_000_000_000 + index,
    }))
    await entryEntity(h.services.table).put(entries).go()
    await meterEntity(h.services.table)
      .put(entries.map(({ companyId, campaignId }) => ({ companyId, campaignId, open: true, leads: 7 })))
      .go()
    const { db, count } = countedDb()
    const page = async (more: Partial<ListQuery>) => {
      count.units = 0
      const asked = {
        clientId: undefined,
        line: 'local',
        status: undefined,
        isArchived: false,
        groupId: undefined,
      } as const
      const plain = { search: '', sort: 'created', order: 'desc', page: 1, perPage: 10, place: undefined } as const
      const found = await campaignPage({ db, now: h.services.now }, { agencyId, ...asked, ...plain, ...more })
      return { found, units: count.units }
    }
    const first = await page({})
    expect(first.found.rows).toHaveLength(10)
    expect(first.units).toBeLessThanOrEqual(10)
    const next = await page({ place: first.found.next })
    expect(next.found.rows[0]?.entry.createdAt).toBe((first.found.rows.at(-1)?.entry.createdAt ?? 0) - 1)
    expect(next.units).toBeLessThanOrEqual(10)
    expect((await page({ status: 'active' })).units).toBeLessThanOrEqual(10)
  })

  it('has its last page, asked for by its number, also behind more than one answer of the table holds', async () => {
    const agencyId = 'com_01JD00000000000000000000AB'
    const total = 520
    const entries = Array.from({ length: total }, (_, index) => ({
      agencyId,
      line: 'local' as const,
      status: 'paused' as const,
      campaignId: `cmp_01JD1000000000000000${String(index).padStart(6, '0')}`,
      companyId: brightSmiles.id,
      companyName: brightSmiles.name,
      number: String(30_000_000 + index),
      // As wide as some thousands of ordinary lines.
      name: `Campaign ${index} `.padEnd(2_400, 'x'),
      statusReason: 'user' as const,
      timeZone: 'America/Chicago',
      term: 'Weekly' as const,
      createdAt: 1_700_000_000_000 + index,
    }))
    await entryEntity(h.services.table).put(entries).go()
    const of = { agencyId, line: 'local', status: 'paused' } as const
    const found = await h.db.campaignList.some(of, { after: undefined, limit: total })
    expect(found.map(({ createdAt }) => createdAt)).toEqual(entries.map(({ createdAt }) => createdAt).reverse())
    const [tenth] = found.slice(9)
    const next = await h.db.campaignList.some(of, { after: tenth?.id, limit: 3 })
    expect(next.map(({ id }) => id)).toEqual(found.slice(10, 13).map(({ id }) => id))
  })
})

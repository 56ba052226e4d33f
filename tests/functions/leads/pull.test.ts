// Who searched becomes a lead once: asked for each hour, never more than there is room for, and nobody is lost on the way.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { capState, setClientCap } from '#functions/domain/leads/client-cap.ts'
import { chosenTypes } from '#functions/domain/leads/types.ts'
import { units } from '#infra/usage.ts'
import { requestIdOf } from '#shared/campaigns/pull.ts'
import { HOUR, MINUTE } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { firstList } from '#shared/model/information-type.ts'
import { noPrice } from '#shared/money/price-list.ts'
import { countUnits } from '#tests/bench/units.ts'
import { killAt, noon, type Pulls, search, searches, startPulls } from './pull-stage.ts'

let stage: Pulls
beforeAll(async () => {
  stage = await startPulls()
})
beforeEach(() => {
  stage.setClock(noon)
  stage.provider.search(searches(3))
})
const addresses = (count: number) => searches(count).map(({ person }) => person.email)
const limitOf = (count: number, every: 'day' | 'max' = 'day') => ({ limit: { count, every, fromOn: '', toOn: '' } })

/** What a pull asked the provider, and was charged for. */
async function asking(work: () => Promise<unknown>) {
  const [before, billed] = [stage.provider.pulled().length, stage.provider.billed()]
  await work()
  return { asked: stage.asked(before), billed: stage.provider.billed() - billed }
}

describe('a pull', () => {
  it('CMP-50+ takes three people who searched as three leads, and none in the next run', async () => {
    const campaign = await stage.newSearch()
    const { asked } = await asking(() => stage.pull(campaign))
    expect(asked).toMatchObject([
      { line: 'locator', keywords: ['roof repair'], area: 'national', from: noon - HOUR, to: noon, cursor: null },
    ])
    expect(await stage.emailsOf(campaign)).toEqual(addresses(3))
    expect(await stage.rowOf(campaign)).toMatchObject({ pulledTo: noon, nextAt: noon + HOUR, leasedUntil: 0 })
    stage.setClock(noon + HOUR)
    const next = await asking(() => stage.pull(campaign))
    expect(next).toMatchObject({ asked: [{ from: noon, to: noon + HOUR }], billed: 0 })
    expect(await stage.emailsOf(campaign)).toEqual(addresses(3))
  })

  it('CMP-50+ asks Enhance ID for its advanced information and B2B ID for that of the company, and keeps no other', async () => {
    const information = { advanced: { gender: 'F', education: 'College' }, company: { industry: 'Retail' } }
    const person = { id: 'searcher-7', email: 'searcher-7@example.com', ...information }
    stage.provider.search([search(7, { person })])
    const target = {
      isNational: false,
      states: ['TX'],
      advancedInformationIds: ['gender', 'net-worth'],
      b2bInformationIds: ['industry'],
    }
    const enhance = await stage.newSearch({ line: 'enhance', informationType: 'advanced' }, { target })
    const basic = await stage.newSearch({ line: 'enhance' }, { target })
    const b2b = await stage.newSearch({ line: 'b2b', informationType: 'b2b' }, { target })
    const { asked } = await asking(async () => {
      for (const campaign of [enhance, basic, b2b]) await stage.pull(campaign)
    })
    const area = { states: ['TX'], cities: [], zips: [] }
    expect(asked).toMatchObject([
      { line: 'enhance', area, informationTypeIds: ['gender', 'net-worth'] },
      { line: 'enhance', area, informationTypeIds: [] },
      { line: 'b2b', area, informationTypeIds: ['industry'] },
    ])
    const personOf = async (campaign: Campaign) =>
      (await stage.db.lead.list(campaign, { start: 0, end: 4e12 }, { limit: 1 }))[0]?.person
    expect(await personOf(enhance)).toMatchObject({ advanced: { gender: 'F' }, business: {} })
    expect(await personOf(basic)).toMatchObject({ advanced: {}, business: {} })
    expect(await personOf(b2b)).toMatchObject({ advanced: {}, business: { industry: 'Retail' } })
  })

  it('CMP-23 asks for all that there is where nothing was chosen, and shows it', async () => {
    const information = { advanced: { gender: 'F', education: 'College', other: 'x' }, company: { industry: 'Retail' } }
    stage.provider.search([
      search(8, { person: { id: 'searcher-8', email: 'searcher-8@example.com', ...information } }),
    ])
    const enhance = await stage.newSearch({ line: 'enhance', informationType: 'advanced' })
    const b2b = await stage.newSearch({ line: 'b2b', informationType: 'b2b' })
    const { asked } = await asking(async () => {
      for (const campaign of [enhance, b2b]) await stage.pull(campaign)
    })
    const idsOf = (kind: 'advanced' | 'b2b') => firstList(kind).types.map(({ id }) => id)
    expect(asked.map(({ informationTypeIds }) => informationTypeIds)).toEqual([idsOf('advanced'), idsOf('b2b')])
    const [lead] = await stage.db.lead.list(enhance, { start: 0, end: 4e12 }, { limit: 1 })
    expect(lead?.person.advanced).toEqual({ gender: 'F', education: 'College' })
    expect(await chosenTypes(stage.db, enhance)).toEqual({ advanced: firstList('advanced').types, business: [] })
    expect(await chosenTypes(stage.db, b2b)).toEqual({ advanced: [], business: firstList('b2b').types })
    const basic = await stage.newSearch({ line: 'enhance' })
    expect(await chosenTypes(stage.db, basic)).toEqual({ advanced: [], business: [] })
  })

  it('OTH-17+ ends the same when the timetable runs twice, late, or for a day that is named', async () => {
    const campaign = await stage.newSearch()
    await stage.runner.trigger('pullLeads', noon - 2 * HOUR)
    await stage.drain()
    expect(await stage.emailsOf(campaign)).toEqual([])
    const runs = await asking(async () => {
      for (const at of [noon, noon, noon + MINUTE]) await stage.runner.trigger('pullLeads', at)
      await stage.drain()
      await stage.runner.trigger('pullLeads', noon + 2 * HOUR)
      await stage.drain()
    })
    expect(runs.asked.filter(({ requestId }) => requestId.startsWith(campaign.id))).toHaveLength(1)
    expect(await stage.emailsOf(campaign)).toEqual(addresses(3))
    stage.setClock(noon + HOUR)
    const next = await asking(async () => {
      await stage.runner.trigger('pullLeads', noon + HOUR)
      await stage.drain()
    })
    expect(next.asked.filter(({ requestId }) => requestId.startsWith(campaign.id))).toHaveLength(1)
    expect(await stage.emailsOf(campaign)).toEqual(addresses(3))
  })

  it('is due from the start of a campaign to its stop, and for no other product', async () => {
    const campaign = await stage.newSearch({ status: 'paused', startedAt: 0 })
    const site = await stage.newSearch({ line: 'local' })
    const rows = async () => [await stage.rowOf(campaign), await stage.rowOf(site)]
    expect(await rows()).toEqual([undefined, undefined])
    expect((await asking(() => stage.pull(campaign))).asked).toEqual([])
    const set = async (status: 'active' | 'paused') => {
      const found = await stage.db.campaign.get(campaign.companyId, campaign.id)
      expect(await stage.db.campaignChange.setStatus(found, status, 'user', { at: stage.services.now() })).toBe(true)
    }
    await set('active')
    expect((await rows())[0]).toMatchObject({ pulledTo: noon, nextAt: noon })
    // Nothing was searched since, so nothing is asked for yet.
    expect((await asking(() => stage.pull(campaign))).asked).toEqual([])
    await set('paused')
    expect((await rows())[0]).toMatchObject({ isEnded: true })
    stage.setClock(noon + 2 * HOUR)
    expect((await asking(() => stage.pull(campaign))).asked).toEqual([])
    expect(await rows()).toEqual([undefined, undefined])
    // What was searched while it rested was not asked for by anybody.
    stage.setClock(noon + 5 * HOUR)
    await set('active')
    expect((await rows())[0]).toMatchObject({ pulledTo: noon + 5 * HOUR })
    stage.setClock(noon + 5 * HOUR + 6 * MINUTE)
    const { asked } = await asking(() => stage.pull(campaign))
    expect(asked).toMatchObject([{ from: noon + 5 * HOUR, to: noon + 5 * HOUR + 6 * MINUTE }])
  })

  it('asks a campaign nothing that lacks keywords or an area, or has not begun', async () => {
    const startOn = '2026-11-20'
    const campaigns = [
      await stage.newSearch({}, { target: { keywords: [] } }),
      await stage.newSearch({}, { target: { isNational: false } }),
      await stage.newSearch({ startOn }),
    ]
    const { asked } = await asking(async () => {
      for (const campaign of campaigns) expect(await stage.pull(campaign)).toBe(false)
    })
    expect(asked).toEqual([])
    const [, , early] = campaigns
    if (!early) throw new Error('There is no third campaign.')
    const opensAt = Date.UTC(2026, 10, 20, 6)
    stage.setClock(opensAt + HOUR)
    expect((await asking(() => stage.pull(early))).asked).toMatchObject([{ from: opensAt, to: opensAt + HOUR }])
  })
})

describe('how much is asked for', () => {
  it('CMP-50+ is no more than the limit has room for, and the rest waits for the next day', async () => {
    stage.provider.search(searches(10))
    const campaign = await stage.newSearch({}, { price: limitOf(2) })
    const { asked, billed } = await asking(() => stage.pull(campaign))
    expect(asked).toMatchObject([{ limit: 2 }])
    expect(billed).toBe(2)
    expect(await stage.emailsOf(campaign)).toEqual(addresses(2))
    stage.setClock(noon + HOUR)
    expect((await asking(() => stage.pull(campaign))).asked).toEqual([])
    // The window goes on where it ended.
    const nextDay = noon + 13 * HOUR
    stage.setClock(nextDay)
    expect(await asking(() => stage.pull(campaign))).toMatchObject({ asked: [{ limit: 2, to: noon }], billed: 2 })
    expect((await stage.emailsOf(campaign)).length).toBe(4)
  })

  it('is more where some of a page are no leads', async () => {
    stage.provider.search(
      searches(6).map((each, at) => (at < 2 ? { ...each, person: { id: `p-${at}`, email: '' } } : each)),
    )
    const campaign = await stage.newSearch({ requiresEmail: true }, { price: limitOf(3) })
    const { asked, billed } = await asking(() => stage.pull(campaign))
    expect(asked.map(({ limit }) => limit)).toEqual([3, 2])
    expect(billed).toBe(5)
    expect((await stage.emailsOf(campaign)).length).toBe(3)
  })

  it('ends with the last lead of all, which stops the campaign', async () => {
    stage.provider.search(searches(10))
    const campaign = await stage.newSearch({}, { price: limitOf(2, 'max') })
    expect((await asking(() => stage.pull(campaign))).billed).toBe(2)
    expect(await stage.db.campaign.get(campaign.companyId, campaign.id)).toMatchObject({
      status: 'stopped',
      statusReason: 'limit_total',
    })
    expect(await stage.rowOf(campaign)).toBeUndefined()
  })

  it('stops a campaign that had its last lead when a worker crashed before it did', async () => {
    const campaign = await stage.newSearch()
    await stage.pull(campaign)
    const price = { ...noPrice, ...limitOf(3, 'max') }
    await stage.db.price.saveRetail(campaign.companyId, 'locator', price, { by: 'usr_x', at: noon }, campaign.id)
    stage.setClock(noon + HOUR)
    expect((await asking(() => stage.pull(campaign))).asked).toEqual([])
    expect(await stage.db.campaign.get(campaign.companyId, campaign.id)).toMatchObject({ statusReason: 'limit_total' })
    expect(await stage.rowOf(campaign)).toBeUndefined()
  })

  it('has more leads bought, or its campaign stopped, where none are left and the message that says so was lost', async () => {
    const price = { term: 'Prepaid', topUp: { mode: 'onetime', leads: 3 } } as const
    const campaign = await stage.newSearch({ term: 'Prepaid' }, { price })
    await stage.pull(campaign)
    await stage.drain()
    expect(await stage.db.campaign.get(campaign.companyId, campaign.id)).toMatchObject({ statusReason: 'topup_empty' })
  })

  it('LED-24 tells of the bound of its client where a rest is left that no lead fits into', async () => {
    const { brightSmiles } = stage.cast
    const { id } = brightSmiles
    const state = async () => {
      const { isReached, usedCents } = await capState(stage.services, id)
      return { isReached, usedCents, toldFor: (await stage.db.clientCap.find(id)).toldFor }
    }
    const campaign = await stage.newSearch({ companyId: id }, { price: { perLeadCentiCents: 10_000 } })
    await setClientCap(stage.services, brightSmiles, 250)
    const told = expect.stringContaining('#250')
    await stage.pull(campaign)
    expect(await stage.emailsOf(campaign)).toHaveLength(2)
    expect(await state()).toMatchObject({ isReached: false, usedCents: 200, toldFor: '' })
    stage.setClock(noon + HOUR)
    const { asked } = await asking(() => stage.pull(campaign))
    expect([asked, await state()]).toEqual([[], { isReached: true, usedCents: 200, toldFor: told }])
    await setClientCap(stage.services, brightSmiles, 0)
  })

  it('LED-24 asks for nobody who does not fit into what is left of the campaign’s own bound of the month', async () => {
    const campaign = await stage.newSearch({ monthlyCapCents: 250 }, { price: { perLeadCentiCents: 10_000 } })
    const first = await asking(() => stage.pull(campaign))
    expect(first.asked).toMatchObject([{ limit: 2 }])
    expect(await stage.emailsOf(campaign)).toHaveLength(2)
    stage.setClock(noon + HOUR)
    expect(await asking(() => stage.pull(campaign))).toEqual({ asked: [], billed: 0 })
    // One whose leads above the limit cost less goes on with these.
    const price = { perLeadCentiCents: 10_000, aboveLimitCentiCents: 4_000, ...limitOf(2) }
    const other = await stage.newSearch({ monthlyCapCents: 250 }, { price })
    await stage.pull(other)
    stage.setClock(noon + 2 * HOUR)
    await stage.pull(other)
    expect(await stage.emailsOf(other)).toHaveLength(3)
  })

  it('CMP-50+ reaches back a day at most, and a window that was begun longer ago begins anew', async () => {
    const campaign = await stage.newSearch({ startedAt: noon - 50 * HOUR })
    stage.provider.search([search(1), search(2, { seenAt: noon - 25 * HOUR })])
    expect((await asking(() => stage.pull(campaign))).asked).toMatchObject([{ from: noon - 24 * HOUR, to: noon }])
    expect(await stage.emailsOf(campaign)).toEqual(addresses(1))
    stage.setClock(noon + HOUR)
    stage.provider.fail(500)
    await stage.pull(campaign)
    // Nobody asks for the page that was never answered, either.
    const later = noon + 60 * HOUR
    stage.setClock(later)
    expect((await asking(() => stage.pull(campaign))).asked).toMatchObject([{ from: later - 24 * HOUR, to: later }])
  })

  it('is asked in pages, and a search that stands on two of them is one lead', async () => {
    stage.provider.search(Array.from({ length: 200 }, (_, at) => search(at + 1, { seenAt: noon - HOUR + at * 1000 })))
    stage.provider.repeatAcrossPages(true)
    const campaign = await stage.newSearch()
    const { asked } = await asking(() => stage.pull(campaign))
    stage.provider.repeatAcrossPages(false)
    expect(asked.map(({ cursor, limit }) => [cursor, limit])).toEqual([
      [null, 90],
      ['after-0-90', 90],
      ['after-0-180', 90],
    ])
    expect((await stage.emailsOf(campaign)).length).toBe(200)
    expect(await stage.db.lead.findMeter(campaign, true)).toMatchObject({ leads: 200 })
  })

  it('begins a window anew when people look for something else by now', async () => {
    stage.provider.search(searches(4))
    const campaign = await stage.newSearch({}, { price: limitOf(2) })
    await stage.pull(campaign)
    const found = await stage.db.campaign.get(campaign.companyId, campaign.id)
    const { target } = await stage.db.campaign.detail(campaign)
    await stage.db.campaignChange.update(found, {}, { target: { ...target, keywords: ['gutter cleaning'] } })
    stage.setClock(noon + 13 * HOUR)
    const { asked } = await asking(() => stage.pull(campaign))
    expect(asked).toMatchObject([{ cursor: null, keywords: ['gutter cleaning'], from: noon - HOUR }, { limit: 2 }])
  })
})

describe('a provider that fails', () => {
  it.each([429, 500, 'garbage', 'other shape', 'lost'] as const)(
    'CMP-50+ loses nobody by %s: the same page is asked for again, later, and charged for once',
    async (failure) => {
      const campaign = await stage.newSearch()
      stage.provider.fail(failure)
      const first = await asking(() => stage.pull(campaign))
      expect(first.billed).toBe(failure === 'lost' ? 3 : 0)
      const row = await stage.rowOf(campaign)
      expect(row).toMatchObject({ failures: 1, leasedUntil: 0, nextAt: noon + 5 * MINUTE })
      // Nobody asks before that.
      expect((await asking(() => stage.pull(campaign))).asked).toEqual([])
      stage.setClock(noon + 5 * MINUTE)
      const again = await asking(() => stage.pull(campaign))
      expect(again.asked).toEqual(first.asked)
      expect(first.billed + again.billed).toBe(3)
      expect(await stage.emailsOf(campaign)).toEqual(addresses(3))
      // The hour counts from the window, so that nothing falls behind.
      expect(await stage.rowOf(campaign)).toMatchObject({ failures: 0, pulledTo: noon, nextAt: noon + HOUR })
    },
  )

  it('that does not know a page any more is asked from the beginning of the window', async () => {
    stage.provider.search(searches(4))
    const campaign = await stage.newSearch({}, { price: limitOf(2) })
    await stage.pull(campaign)
    stage.provider.forgetCursors()
    stage.setClock(noon + 13 * HOUR)
    const { asked } = await asking(async () => {
      await stage.pull(campaign)
      stage.setClock(noon + 14 * HOUR)
      await stage.pull(campaign)
    })
    expect(asked.map(({ cursor, from }) => [cursor, from])).toEqual([
      ['after-0-2', noon - HOUR],
      [null, noon - HOUR],
      ['after-1-2', noon - HOUR],
    ])
    expect(await stage.emailsOf(campaign)).toEqual(addresses(4))
  })

  it('is left alone for longer each time', async () => {
    const campaign = await stage.newSearch()
    const waits = []
    for (let at = noon, round = 0; round < 6; round++) {
      stage.setClock(at)
      stage.provider.fail(500)
      await stage.pull(campaign)
      const next = (await stage.rowOf(campaign))?.nextAt ?? 0
      waits.push((next - at) / MINUTE)
      at = next
    }
    expect(waits).toEqual([5, 10, 20, 40, 60, 60])
  })
})

describe('workers', () => {
  it('that have the same campaign at once ask once', async () => {
    const campaign = await stage.newSearch()
    const { asked, billed } = await asking(() => Promise.all(Array.from({ length: 4 }, () => stage.pull(campaign))))
    expect(asked).toHaveLength(1)
    expect(billed).toBe(3)
    expect(await stage.emailsOf(campaign)).toEqual(addresses(3))
  })

  it.each(['day', 'max'] as const)(
    'CMP-50+ that crash at any request leave the page where it was: it is asked for by its name again, and nobody is doubled, lost or left behind (%s)',
    { timeout: 120_000 },
    async (every) => {
      stage.provider.search(searches(5))
      const price = limitOf(3, every)
      for (const when of ['before', 'after'] as const) {
        let requests = 0
        for (let isHit = true; isHit; requests++) {
          const at = requests + 1
          stage.setClock(noon)
          const campaign = await stage.newSearch({}, { price })
          const kill = killAt(stage.services, at, when)
          const first = await asking(() => stage.pull(campaign))
          kill.revive()
          isHit = kill.wasHit()
          // Its message comes again when its lease is over; what is left then is found by the timetable.
          stage.setClock(noon + 4 * MINUTE)
          const again = await asking(async () => {
            for (let round = 0; round < 2; round++) await stage.pull(campaign)
          })
          const pages = new Set([...first.asked, ...again.asked].map(({ requestId }) => requestId)).size
          const seen = { when, at, pages, billed: first.billed + again.billed }
          expect(seen).toEqual({ when, at, pages: 1, billed: 3 })
          expect(await stage.emailsOf(campaign)).toEqual(addresses(3))
          expect(await stage.db.lead.findMeter(campaign, true)).toMatchObject({ leads: 3, dayLeads: 3 })
          // The last step of the pipeline was made for each of them.
          const { stored } = await stage.db.leadTally.count(campaign, noon - HOUR, noon)
          const { status } = await stage.db.campaign.get(campaign.companyId, campaign.id)
          const row = await stage.rowOf(campaign)
          const state = { stored, status, hasRow: row !== undefined, leasedUntil: row?.leasedUntil ?? 0 }
          const isOver = every === 'max'
          const end = { stored: 3, status: isOver ? 'stopped' : 'active', hasRow: !isOver, leasedUntil: 0 }
          expect({ when, at, ...state }).toEqual({ when, at, ...end })
        }
        expect(requests).toBeGreaterThan(5)
      }
    },
  )

  it('CMP-50+ that crash in a window which nobody comes back to in time leave no lead that nobody is told of', async () => {
    stage.provider.search([1, 2, 3].map((number) => search(number, { seenAt: noon - 23 * HOUR + number * MINUTE })))
    const seen = new Set<string>()
    for (const when of ['before', 'after'] as const)
      for (let requests = 1, isHit = true; isHit; requests++) {
        stage.setClock(noon)
        const campaign = await stage.newSearch({ startedAt: noon - 50 * HOUR })
        const kill = killAt(stage.services, requests, when)
        const first = await asking(() => stage.pull(campaign))
        kill.revive()
        isHit = kill.wasHit()
        const before = (await stage.emailsOf(campaign)).length
        // By now those who searched are too old for new leads, and what was stored of them is sold.
        const later = noon + 13 * HOUR
        stage.setClock(later)
        const again = await asking(async () => {
          for (let round = 0; round < 2; round++) await stage.pull(campaign)
        })
        const { stored } = await stage.db.leadTally.count(campaign, noon - 24 * HOUR, later)
        const leads = (await stage.emailsOf(campaign)).length
        seen.add(`${before} of ${first.billed}`)
        expect({ when, requests, stored, leads }).toEqual({ when, requests, stored: before, leads: before })
        // The page is charged for once at most, and what comes after it is asked for too.
        expect(first.billed + again.billed).toBeLessThanOrEqual(3)
        expect(await stage.rowOf(campaign)).toMatchObject({ pulledTo: later, leasedUntil: 0 })
      }
    expect(seen).toEqual(new Set(['0 of 0', '0 of 3', '3 of 3']))
  })

  it.each(['changed', 'removed'] as const)(
    'CMP-50+ that crash with a page of keywords that were %s meanwhile leave no lead that nobody is told of',
    { timeout: 120_000 },
    async (how) => {
      stage.provider.search(searches(3))
      const seen = new Set<string>()
      for (const when of ['before', 'after'] as const)
        for (let requests = 1, isHit = true; isHit; requests++) {
          stage.setClock(noon)
          const campaign = await stage.newSearch()
          const kill = killAt(stage.services, requests, when)
          const first = await asking(() => stage.pull(campaign))
          kill.revive()
          isHit = kill.wasHit()
          const before = (await stage.emailsOf(campaign)).length
          const found = await stage.db.campaign.get(campaign.companyId, campaign.id)
          const { target } = await stage.db.campaign.detail(campaign)
          const keywords = how === 'changed' ? ['gutter cleaning'] : []
          await stage.db.campaignChange.update(found, {}, { target: { ...target, keywords } })
          stage.provider.search([])
          const later = noon + 2 * HOUR
          stage.setClock(later)
          for (let round = 0; round < 2; round++) await stage.pull(campaign)
          stage.provider.search(searches(3))
          const { stored } = await stage.db.leadTally.count(campaign, noon - 24 * HOUR, later)
          const leads = (await stage.emailsOf(campaign)).length
          seen.add(`${before} of ${first.billed}`)
          expect({ when, requests, stored, leads }).toEqual({ when, requests, stored: before, leads: before })
          expect(await stage.rowOf(campaign)).toMatchObject({ limit: 0, leasedUntil: 0 })
        }
      expect(seen).toEqual(new Set(['0 of 0', '0 of 3', '3 of 3']))
    },
  )

  it('that come back after their lease change nothing', async () => {
    const campaign = await stage.newSearch()
    const slow = await stage.rowOf(campaign)
    if (!slow) throw new Error('There is no row.')
    await stage.pull(campaign)
    expect(await stage.db.pull.save(slow, { pulledTo: 1 })).toBeUndefined()
    expect(await stage.rowOf(campaign)).toMatchObject({ pulledTo: noon })
  })

  it('end when their campaign stops between asking and storing: nothing is sold, and nothing is due any more', async () => {
    const campaign = await stage.newSearch()
    const { client } = stage.services.table
    let stops = 0
    client.middlewareStack.add(
      (next, context) => async (args) => {
        const isSale = context.commandName === 'TransactWriteItemsCommand' && stops === 0
        if (isSale) {
          stops++
          expect(await stage.db.campaignChange.setStatus(campaign, 'paused', 'user')).toBe(true)
        }
        return next(args)
      },
      { step: 'initialize', name: 'stop' },
    )
    expect(await stage.pull(campaign)).toBe(false)
    client.middlewareStack.remove('stop')
    expect(stops).toBe(1)
    expect(await stage.emailsOf(campaign)).toEqual([])
    expect(await stage.rowOf(campaign)).toBeUndefined()
  })

  it('that fail each time let the campaign rest for an hour', async () => {
    const campaign = await stage.newSearch()
    const kill = killAt(stage.services, 2, 'before')
    expect(await stage.pull(campaign, 5)).toBe(true)
    kill.revive()
    stage.setClock(noon + 3 * MINUTE)
    const { client } = stage.services.table
    client.middlewareStack.add(
      (next, context) => async (args) => {
        if (context.commandName === 'TransactWriteItemsCommand') throw new Error('broken')
        return next(args)
      },
      { step: 'initialize', name: 'broken' },
    )
    expect(await stage.pull(campaign, 4)).toBe(true)
    expect(await stage.rowOf(campaign)).toMatchObject({ leasedUntil: 0, nextAt: noon - HOUR })
    expect(await stage.pull(campaign, 5)).toBe(true)
    client.middlewareStack.remove('broken')
    expect(await stage.rowOf(campaign)).toMatchObject({ leasedUntil: 0, nextAt: noon + HOUR + 3 * MINUTE })
  })

  it('name a page by campaign, window and number', () => {
    const window = { pulledTo: 1, windowEnd: 2, question: 'q', page: 3 }
    expect(requestIdOf('cmp_1', window)).toBe('cmp_1-1-2-q-3')
  })
})

describe('what a pull costs', () => {
  it('is the units that the price of a month is reckoned by, where nobody searched', async () => {
    stage.provider.search([])
    await stage.pull(await stage.newSearch())
    const campaign = await stage.newSearch()
    const counter = countUnits(stage.services.table)
    const { units: cost } = await counter.of(() => stage.pull(campaign))
    expect([cost.writes, cost.reads]).toEqual([units.pull.writes, units.pull.reads])
  })
})

// A bound for a month that all campaigns of a client share: never exceeded however many leads of however many campaigns come at once,
// set while leads come, told once, and cleared with the month of the business zone. Clients without one pay nothing for it.
import { beforeEach, describe, expect, it } from 'vitest'
import { openDb } from '#functions/data/index.ts'
import { openTable } from '#functions/data/lib/table.ts'
import { joinCap, setClientCap } from '#functions/domain/leads/client-cap.ts'
import { findRoom } from '#functions/domain/leads/room.ts'
import { take } from '#functions/domain/leads/take.ts'
import { leadTermsAt } from '#functions/domain/pricing/prices.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { Person } from '#shared/model/lead.ts'
import { noPrice } from '#shared/money/price-list.ts'
import { countUnits } from '../../bench/units.ts'
import { startCampaigns } from '../campaigns/stage.ts'
import { Crash, crashesAt, watchTable } from '../leads/faults.ts'

const h = await startCampaigns()
const { brightSmiles, northlight } = h.cast
const MORNING = Date.parse('2026-12-10T15:00:00Z')
const { plantCampaign } = await import('../../support/plant-campaign.ts')

let made = 0
const campaign = (more: Partial<Campaign> = {}) =>
  plantCampaign(h.db, {
    ...h.cast.campaigns.smiles,
    id: h.services.newId('campaign'),
    name: `Bound ${++made}`,
    status: 'active',
    statusReason: 'user',
    ...more,
  })
let people = 0
const people45 = (count = 45) =>
  Array.from({ length: count }, () => {
    const n = ++people
    const person = { personId: `c${n}`, email: `c${n}@example.com`, firstName: 'A', lastName: 'B' }
    return { id: `led_c${n}`, person, pageUrl: '', visitedAt: h.services.now() }
  })
const price = (retailCentiCents = 10_000) => ({ retailCentiCents, wholesaleCentiCents: 4_000 })
const sell = async (of: Campaign, count: number, retail = 10_000, db = h.db) => {
  const ends = await db.lead.store(of, { at: h.services.now(), leads: people45(count), price: price(retail) })
  return { sold: ends.filter(({ end }) => end === 'stored').length, ends: [...new Set(ends.map(({ end }) => end))] }
}
const priced = (of: Campaign) =>
  h.db.price.saveRetail(
    brightSmiles.id,
    of.line,
    { ...noPrice, term: 'Weekly', perLeadCentiCents: 10_000 },
    { by: 'test', at: h.services.now() },
    of.id,
  )
const soldOf = async (of: readonly Campaign[]) => {
  const meters = await Promise.all(of.map((each) => h.db.lead.findMeter(each, true)))
  return meters.reduce((sum, meter) => sum + (meter?.monthRetailCentiCents ?? 0), 0)
}
const set = (capCents: number) => setClientCap(h.services, brightSmiles, capCents)
const ask = (who: 'ada' | 'abe' | 'cleo' | 'sam', monthly_cap: string) =>
  h.call(who, 'pricing.setSpendingCap', { companyID: brightSmiles.id, monthly_cap })
const look = (who: 'ada' | 'abe' | 'cleo' = 'ada') => h.call(who, 'pricing.spendingCap', { companyID: brightSmiles.id })

beforeEach(async () => {
  h.mails.clear()
  h.setClock(MORNING)
  await set(0)
  for (const { id } of await h.db.campaign.list(brightSmiles.id))
    await h.services.table.client.send(
      new (await import('@aws-sdk/lib-dynamodb')).DeleteCommand({
        TableName: h.services.table.name,
        Key: { pk: `C#${brightSmiles.id}#CAMPAIGNS`, sk: id },
      }),
    )
})

describe('the bound of a client', () => {
  it('LED-24 a bound of 100.00 at 1.00 a lead and 10,000 leads of four campaigns at once sells exactly 100', async () => {
    const all = await Promise.all([campaign(), campaign(), campaign(), campaign()])
    await set(10_000)
    // As workers of other containers, which do not take turns.
    const workers = Array.from({ length: 8 }, () => openDb(openTable(h.services.table.name)))
    const batches = Array.from({ length: 223 }, (_, index) => index)
    const ends = await Promise.all(
      workers.map(async (db, worker) => {
        let sold = 0
        for (const index of batches.filter((each) => each % workers.length === worker)) {
          const of = all[index % all.length]
          if (!of) continue
          for (let tries = 0; tries < 20; tries++) {
            const done = await sell(of, 45, 10_000, db).catch((error: unknown) => {
              if (error instanceof Error && error.name === 'WriteConflict') return undefined
              throw error
            })
            if (!done) continue
            sold += done.sold
            break
          }
        }
        return sold
      }),
    )
    expect(ends.reduce((sum, each) => sum + each, 0)).toBe(100)
    expect(await soldOf(all)).toBe(1_000_000)
    expect((await h.db.clientCap.find(brightSmiles.id)).leftCentiCents).toBe(0)
  })

  it('is never exceeded by prices that do not fit into it, and what fits is sold', async () => {
    const [cheap, dear] = [await campaign(), await campaign()]
    await set(1_000)
    expect(await sell(dear, 5, 30_000)).toEqual({ sold: 3, ends: ['stored', 'client_cap'] })
    expect(await sell(cheap, 5, 7_000)).toEqual({ sold: 1, ends: ['stored', 'client_cap'] })
    expect(await sell(cheap, 5, 0)).toEqual({ sold: 5, ends: ['stored'] })
    expect(await soldOf([cheap, dear])).toBe(97_000)
  })

  it('counts what was sold before it was set, exactly, while leads come', async () => {
    const all = await Promise.all([campaign(), campaign()])
    const other = await campaign({ status: 'archived' })
    for (const each of all) expect((await sell(each, 10)).sold).toBe(10)
    const [, ...sold] = await Promise.all([
      set(4_000),
      ...all.map((each) => sell(each, 15)),
      ...all.map((each) => sell(each, 15)),
    ])
    const rest = await Promise.all(all.map((each) => sell(each, 45)))
    const after = [...sold, ...rest].reduce((sum, each) => sum + each.sold, 0)
    const { leftCentiCents } = await h.db.clientCap.find(brightSmiles.id)
    expect(4_000 * 100 - leftCentiCents).toBe(await soldOf([...all, other]))
    // What was on its way when it was set may have gone beyond it; nothing has after that.
    expect(after).toBeGreaterThanOrEqual(20)
    expect(rest.some(({ ends }) => ends.includes('client_cap'))).toBe(true)
    expect((await sell(all[0] as Campaign, 1)).sold).toBe(0)
  })

  it('holds for a campaign that is started later, and is what it was for one that is removed', async () => {
    const first = await campaign()
    await set(1_000)
    await sell(first, 4)
    const later = await campaign()
    expect((await h.db.lead.findMeter(later, true))?.isClientCapped).toBe(false)
    await Promise.all([joinCap(h.services, later), joinCap(h.services, later)])
    expect((await sell(later, 45)).sold).toBe(6)
    await set(2_000)
    expect((await sell(first, 45)).sold).toBe(10)
    await set(1_500)
    expect((await sell(later, 1)).ends).toEqual(['client_cap'])
    await set(0)
    expect((await sell(later, 45)).sold).toBe(45)
    expect((await h.db.lead.findMeter(later, true))?.isClientCapped).toBe(false)
    // Set anew in the same month: what was sold without one counts.
    await set(7_000)
    expect((await sell(first, 45)).sold).toBe(70 - 4 - 6 - 10 - 45)
  })

  it('LED-24 holds for all campaigns or for none wherever the one who sets it crashes, and for all when it is set again', async () => {
    const all = [await campaign(), await campaign({ status: 'paused' })]
    await sell(all[0] as Campaign, 2)
    const isBound = async () => {
      const { capCents } = await h.db.clientCap.find(brightSmiles.id)
      const meters = await Promise.all(all.map((each) => h.db.lead.findMeter(each, true)))
      return [capCents > 0, ...(capCents > 0 ? meters.map((meter) => meter?.isClientCapped) : [])]
    }
    const left = async () => {
      const cap = await h.db.clientCap.find(brightSmiles.id)
      return cap.capCents * 100 - cap.leftCentiCents
    }
    const live = async (crash?: { at: number; when: 'before' | 'after' }) => {
      await set(0)
      const watch = watchTable(h.services, crash)
      await set(5_000).catch((error: unknown) => {
        if (!(error instanceof Crash) && !((error as Error).cause instanceof Crash)) throw error
      })
      watch.remove()
      expect([[false], [true, true, true]]).toContainEqual(await isBound())
      // What is sold between the crash and the one who sets it again counts, too.
      await sell(all[0] as Campaign, 1, 100)
      await set(5_000)
      expect([crash, await isBound()]).toEqual([crash, [true, true, true]])
      expect([crash, await left()]).toEqual([crash, await soldOf(all)])
      return watch.commands.length
    }
    const steps = await live()
    expect(steps).toBeGreaterThan(8)
    // Before a request is what comes after the one before it.
    for (let at = 1; at <= steps; at++) await live({ at, when: 'after' })
  })

  it('gives one of two who set it at once a true answer', async () => {
    const of = await campaign()
    const done = await Promise.allSettled([set(300), set(400)])
    const won = done.filter(({ status }) => status === 'fulfilled')
    expect(won.length).toBeGreaterThanOrEqual(1)
    const { capCents } = await h.db.clientCap.find(brightSmiles.id)
    expect(done[[300, 400].indexOf(capCents)]?.status).toBe('fulfilled')
    expect((await sell(of, 10)).sold).toBe(capCents / 100)
  })

  it('asks the provider for nobody once it is reached, and tells both companies once', async () => {
    const of = await campaign()
    await priced(of)
    await set(250)
    let asked = 0
    const candidates = (count: number) =>
      people45(count).map(({ id, person, visitedAt }) => ({
        id,
        seenAt: visitedAt,
        person: async () => {
          asked++
          return Person.parse(person)
        },
      }))
    const ends = (await take(h.services, of, candidates(5))).map(({ end }) => end)
    expect(ends.filter((end) => end === 'stored')).toHaveLength(2)
    expect(ends.filter((end) => end === 'cap')).toHaveLength(3)
    const before = asked
    const [outcomes] = await Promise.all([take(h.services, of, candidates(3)), take(h.services, of, candidates(3))])
    expect([asked, outcomes.map(({ end }) => end)]).toEqual([before, ['cap', 'cap', 'cap']])
    await h.drain()
    for (const who of ['ada', 'cleo'] as const) {
      const mails = (await h.mailsTo(h.cast.users[who].email)).filter(({ subject }) => subject.includes('bound'))
      expect(mails.map(({ text }) => /January 1, 2027/.test(text ?? ''))).toEqual([true])
    }
    expect((await look()).body).toEqual({ monthly_cap: '2.50', used: '2.00', is_reached: 'T', clears_on: '2027-01-01' })
    // Another amount is another bound.
    await set(400)
    expect((await look()).body).toMatchObject({ is_reached: 'F', clears_on: '' })
  })

  describe('of one campaign', () => {
    const candidates = (count: number) =>
      people45(count).map(({ id, person, visitedAt }) => ({ id, seenAt: visitedAt, person: Person.parse(person) }))
    const ends = async (of: Campaign, count: number) =>
      (await take(h.services, of, candidates(count))).map(({ end }) => end)
    const bounded = async (more: Partial<Campaign> = {}) => {
      const of = await campaign({ monthlyCapCents: 250, ...more })
      await priced(of)
      return of
    }
    const mailsAbout = async ({ name }: Campaign) => {
      await h.drain()
      const to = async (who: 'ada' | 'cleo') =>
        (await h.mailsTo(h.cast.users[who].email)).filter(({ subject }) => subject.includes(`${name} is reached`))
      return { ada: await to('ada'), cleo: await to('cleo') }
    }
    const noticesAbout = async (companyId: string, { name }: Campaign) =>
      (await h.db.notice.list(companyId, { limit: 100 })).filter(
        ({ kind, facts }) => kind === 'capReached' && facts.campaign === name,
      )

    it('is told once, by its name and to both companies, and again for another amount', async () => {
      const of = await bounded({ name: 'Roofs of May' })
      expect(await ends(of, 3)).toEqual(['stored', 'stored', 'cap'])
      await Promise.all([ends(of, 2), ends(of, 2)])
      const told = await mailsAbout(of)
      for (const mails of [told.ada, told.cleo]) {
        expect(mails.map(({ subject }) => subject)).toEqual(['The monthly bound of Roofs of May is reached'])
        expect(mails[0]?.text).toMatch(/\$2\.50[\s\S]*January 1, 2027/)
      }
      for (const { id } of [brightSmiles, northlight])
        expect((await noticesAbout(id, of)).map(({ facts }) => facts)).toEqual([
          {
            who: brightSmiles.name,
            amount: '$2.50',
            clearsOn: '2027-01-01',
            campaign: 'Roofs of May',
            number: of.number,
            line: of.line,
          },
        ])
      expect(await ends({ ...of, monthlyCapCents: 350 }, 2)).toEqual(['stored', 'cap'])
      expect((await mailsAbout(of)).cleo).toHaveLength(2)
    })

    it('is told once when a lead is refused by its write, which another one came before', async () => {
      const of = await bounded()
      const sold = (await Promise.all([ends(of, 2), ends(of, 2), ends(of, 2)])).flat()
      expect([...sold].sort()).toEqual(['cap', 'cap', 'cap', 'cap', 'stored', 'stored'])
      const { ada, cleo } = await mailsAbout(of)
      expect([ada.length, cleo.length]).toEqual([1, 1])
    })

    it('is told once where the worker crashes at any request of it', async () => {
      const live = async (crash?: { at: number; when: 'before' | 'after' }) => {
        const of = await bounded()
        await ends(of, 2)
        const watch = watchTable(h.services, crash)
        await ends(of, 1).catch((error: unknown) => {
          if (!(error instanceof Crash) && !((error as Error).cause instanceof Crash)) throw error
        })
        watch.remove()
        await ends(of, 1)
        const { ada, cleo } = await mailsAbout(of)
        const notices = await Promise.all([brightSmiles, northlight].map(({ id }) => noticesAbout(id, of)))
        expect([crash, ada.length, cleo.length, notices.map((each) => each.length)]).toEqual([crash, 1, 1, [1, 1]])
        return watch.commands
      }
      for (const crash of crashesAt(await live())) await live(crash)
    })
  })

  it.each([
    ['dearer', 30_000, 350, [2, 0]],
    ['cheaper', 5_000, 250, [3, 1]],
  ])('has room for as many leads as it pays for, where those beyond the limit are %s', async (_, above, cap, rooms) => {
    const of = await campaign()
    const limit = { count: 2, every: 'day' as const, fromOn: '', toOn: '' }
    const retail = {
      ...noPrice,
      term: 'Weekly' as const,
      perLeadCentiCents: 10_000,
      aboveLimitCentiCents: above,
      limit,
    }
    const by = { by: 'test', at: h.services.now() }
    await h.db.price.saveRetail(brightSmiles.id, of.line, retail, by, of.id)
    await set(cap)
    const room = async () => (await findRoom(h.db, of, h.services.now())).count
    const before = await room()
    const { term: __, ...terms } = await leadTermsAt(h.db, of, h.services.now())
    await h.db.lead.store(of, { at: h.services.now(), leads: people45(2), ...terms })
    expect([before, await room()]).toEqual(rooms)
    // The write of the leads comes to the same.
    const ends = await h.db.lead.store(of, { at: h.services.now(), leads: people45(2), ...terms })
    expect(ends.filter(({ end }) => end === 'stored')).toHaveLength(rooms[1] ?? 0)
    expect(await room()).toBe(0)
  })

  it('is joined by no campaign where there is none', async () => {
    const of = await campaign()
    await sell(of, 1)
    await joinCap(h.services, of)
    expect((await h.db.lead.findMeter(of, true))?.isClientCapped).toBeFalsy()
  })

  it('takes what a campaign sold once, however often it joins', async () => {
    const of = await campaign()
    await set(500)
    await sell(of, 2)
    await joinCap(h.services, of)
    expect((await look()).body).toMatchObject({ used: '2.00' })
    // One that is gone has nothing to join with.
    await joinCap(h.services, { companyId: brightSmiles.id, id: h.services.newId('campaign') })
  })

  it('that was left half-way is counted anew, and one that is gone uses nothing up', async () => {
    const of = await campaign()
    await set(500)
    await sell(of, 2)
    // The one who takes it away crashes before the first campaign has left it.
    await h.db.clientCap.set(brightSmiles.id, await h.db.clientCap.find(brightSmiles.id), 0, h.services.now())
    expect((await look()).body).toMatchObject({ used: '0.00', is_reached: 'F' })
    await sell(of, 1)
    await set(500)
    expect((await look()).body).toMatchObject({ used: '3.00' })
    await set(0)
    expect((await look()).body).toMatchObject({ used: '0.00', is_reached: 'F', clears_on: '' })
  })

  it('stands at the rows of campaigns and on their page, for the agency and the client, as does their own bound', async () => {
    const [mine, own] = [await campaign(), await campaign({ monthlyCapCents: 250 })]
    const reached = async (who: 'ada' | 'cleo', of: Campaign) => {
      const [listed, page] = await Promise.all([h.list(who, { PerPage: 100 }), h.get(who, of.id)])
      const row = listed.data.find(({ id }) => id === of.id)
      expect(page.body.cap_reached).toEqual(row?.cap_reached)
      return row?.cap_reached
    }
    expect(await reached('ada', own)).toBeNull()
    const terms = { at: h.services.now(), price: price(), capCentiCents: 25_000 }
    const store = await h.db.lead.store(own, { ...terms, leads: people45(3) })
    expect(store.map(({ end }) => end)).toEqual(['stored', 'stored', 'cap'])
    // What is left is less than a lead costs.
    for (const who of ['ada', 'cleo'] as const)
      expect(await reached(who, own)).toEqual({ of: 'campaign', clears_on: '2027-01-01' })
    expect(await reached('ada', mine)).toBeNull()
    await set(500)
    expect(await reached('ada', mine)).toBeNull()
    await sell(mine, 4)
    for (const who of ['ada', 'cleo'] as const)
      expect(await reached(who, mine)).toEqual({ of: 'client', clears_on: '2027-01-01' })
    expect((await reached('ada', own))?.of).toBe('client')
    await h.run('ada', mine.id, 'F')
    expect(await reached('ada', mine)).toBeNull()
    h.setClock(Date.parse('2027-01-01T12:00:00Z'))
    expect(await reached('ada', own)).toBeNull()
  })

  it('is set by the people of its agency, and by nobody else', async () => {
    expect((await ask('ada', '12.50')).body).toMatchObject({ monthly_cap: '12.50', used: '0.00', is_reached: 'F' })
    expect((await look()).body).toMatchObject({ monthly_cap: '12.50' })
    for (const who of ['cleo', 'sam'] as const) expect((await ask(who, '1')).status).toBe(403)
    expect((await ask('abe', '1')).status).toBe(403)
    expect([(await look('cleo')).status, (await look('abe')).status]).toEqual([403, 403])
    expect((await ask('ada', '1000000.01')).status).toBe(422)
    expect((await h.call('ada', 'pricing.setSpendingCap', { companyID: northlight.id, monthly_cap: '1' })).status).toBe(
      422,
    )
  })

  it('begins anew with the month of the business zone', async () => {
    const of = await campaign()
    h.setClock(Date.parse('2027-01-01T05:30:00Z'))
    await priced(of)
    await set(300)
    expect((await sell(of, 5)).sold).toBe(3)
    expect(await findRoom(h.db, of, h.services.now())).toMatchObject({ count: 0 })
    // 23:59 of the last day in Chicago, then its first minute of the year.
    h.setClock(Date.parse('2027-01-01T05:59:59Z'))
    expect((await sell(of, 5)).sold).toBe(0)
    h.setClock(Date.parse('2027-01-01T06:00:00Z'))
    const [first, second] = await Promise.all([sell(of, 2), sell(of, 2)])
    expect(first.sold + second.sold).toBe(3)
    // A clock that is behind gives nothing of the month before again.
    h.setClock(Date.parse('2027-01-01T05:59:00Z'))
    expect((await sell(of, 1)).sold).toBe(0)
  })
})

describe('what it costs the table', () => {
  it('is nothing for campaigns of clients without a bound, and 2 units of writing a batch with one', async () => {
    const units = countUnits(h.services.table)
    const [plain, bound] = [await campaign(), await campaign()]
    const costOf = async (of: Campaign, count: number) => {
      const meter = await h.db.lead.findMeter(of, true)
      const batch = { at: h.services.now(), leads: people45(count), price: price(), look: meter }
      const { units: cost } = await units.of(() => h.db.lead.store(of, batch))
      return [cost.writes, cost.reads, cost.requests]
    }
    expect([await costOf(plain, 1), await costOf(plain, 45)]).toEqual([
      // The first of a month says where reports find it: four more.
      [8 + 4, 0, 1],
      [184, 0, 1],
    ])
    await set(1_000_000)
    expect([await costOf(bound, 1), await costOf(bound, 45)]).toEqual([
      [10 + 4, 1, 2],
      [186, 1, 2],
    ])
    expect(await costOf(await campaign(), 1)).toEqual([8 + 4, 0, 1])
  })
})

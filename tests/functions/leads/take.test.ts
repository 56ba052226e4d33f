// The pipeline of all products: what becomes of candidates, in which order they are asked, and that each is one lead at most.
import { beforeAll, describe, expect, it } from 'vitest'
import { openDb } from '#functions/data/index.ts'
import { openTable } from '#functions/data/lib/table.ts'
import type { Candidate, Outcome } from '#functions/domain/leads/take.ts'
import { units as prices } from '#infra/usage.ts'
import { DAY, HOUR } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { leadEnds } from '#shared/leads/steps.ts'
import type { Campaign, RequiredField } from '#shared/model/campaign.ts'
import { type NewPerson, Person } from '#shared/model/lead.ts'
import { noCosts, noPrice, type RetailPrice } from '#shared/money/price-list.ts'
import { countUnits } from '../../bench/units.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
let take: typeof import('#functions/domain/leads/take.ts').take
beforeAll(async () => {
  stage = await startStage()
  take = (await import('#functions/domain/leads/take.ts')).take
})

let made = 0
const personOf = (more: Partial<NewPerson> = {}): Person => {
  const name = `p${++made}`
  return Person.parse({ personId: name, email: `${name}@people.example`, firstName: name, lastName: 'Fields', ...more })
}
const candidateOf = (more: Partial<Candidate> = {}): Candidate => ({
  id: stage.services.newId('lead'),
  seenAt: stage.services.now(),
  person: personOf(),
  ...more,
})
const endsOf = (outcomes: readonly Outcome[]) => outcomes.map(({ end }) => end)
const takeNow = async (campaign: Campaign, ...candidates: Candidate[]) =>
  endsOf(await take(stage.services, await stage.db.campaign.get(campaign.companyId, campaign.id), candidates))
const tallyOf = async (campaign: Campaign) => {
  const now = stage.services.now()
  const tally = await stage.db.leadTally.count(campaign, now - 14 * DAY, now + HOUR)
  return Object.fromEntries(Object.entries(tally).filter(([, count]) => count > 0))
}
const priced = (campaign: Campaign, price: Partial<RetailPrice>) =>
  stage.db.price.saveRetail(
    campaign.companyId,
    campaign.line,
    { ...noPrice, ...price },
    { by: 'usr_x', at: 1 },
    campaign.id,
  )
const limitOf = (count: number, every: 'day' | 'month' | 'max', aboveLimitCentiCents = 0): Partial<RetailPrice> => ({
  limit: { count, every, fromOn: '', toOn: '' },
  aboveLimitCentiCents,
})
const leadsOf = (campaign: Campaign) =>
  stage.db.lead.list(campaign, { start: 0, end: Number.MAX_SAFE_INTEGER }, { limit: 500 })
const setTarget = (campaign: Campaign, requiredFields: RequiredField[]) =>
  stage.db.campaignChange.update(campaign, {}, { target: { ...emptyTarget, requiredFields } })
const emptyTarget = {
  keywords: [],
  contextualKeywords: [],
  isNational: false,
  states: [],
  cities: [],
  zipCodes: [],
  areaDescription: '',
  locationTarget: '' as const,
  requiredFields: [],
  advancedInformationIds: [],
  b2bInformationIds: [],
}

describe('take', () => {
  it('CMP-51 ends each candidate by the first reason, tallies it once, and asking again changes nothing', async () => {
    const campaign = await stage.newCampaign()
    await setTarget(campaign, ['Phone'])
    await priced(campaign, limitOf(2, 'day'))
    await stage.exclude(campaign.companyId, ['listed@people.example'])
    const known = personOf({ phone: '+13125550100' })
    expect(await takeNow(campaign, candidateOf({ person: known }))).toEqual(['stored'])
    const phone = '+13125550101'
    const candidates = [
      candidateOf({ origin: async () => ({ isOwnSite: false, hasConverted: false }), person: async () => undefined }),
      candidateOf({ origin: async () => ({ isOwnSite: true, hasConverted: true }), person: async () => undefined }),
      candidateOf({ person: async () => undefined }),
      candidateOf({ person: personOf() }),
      candidateOf({ person: personOf({ phone, email: 'listed@people.example' }) }),
      candidateOf({ person: known }),
      candidateOf({ person: personOf({ phone }) }),
      candidateOf({ person: async () => personOf({ phone }) }),
    ]
    const ends = ['elsewhere', 'converted', 'unmatched', 'incomplete', 'excluded', 'duplicate', 'stored', 'limit']
    expect(await takeNow(campaign, ...candidates)).toEqual(ends)
    expect(await takeNow(campaign, ...candidates)).toEqual(
      ends.map((end) => (end === 'stored' ? 'stored' : expect.any(String))),
    )
    const tally = { ...Object.fromEntries(ends.map((end) => [end, 1])), stored: 2 }
    expect(await tallyOf(campaign)).toEqual(
      expect.objectContaining({ stored: tally.stored, duplicate: 1, excluded: 1 }),
    )
    const count = Object.values(await tallyOf(campaign)).reduce((sum, each) => sum + each, 0)
    expect(count).toBe(candidates.length + 1)
    expect(await leadsOf(campaign)).toHaveLength(2)
    const paused = await stage.newCampaign('smiles', { status: 'paused' })
    expect(await takeNow(paused, candidateOf({ person: async () => personOf() }))).toEqual(['inactive'])
    expect(Object.keys(await tallyOf(campaign)).every((end) => leadEnds.some((each) => each === end))).toBe(true)
  })

  it('CMP-49 ends whom the provider does not know as unmatched, and asks nobody for people who may not become leads', async () => {
    const campaign = await stage.newCampaign()
    await priced(campaign, limitOf(2, 'day'))
    let asked = 0
    const unknown = () =>
      candidateOf({
        person: async () => {
          asked++
          return asked === 2 ? undefined : personOf()
        },
      })
    // The second is nobody, so the place is the next one's: as many are asked for as there are places, and no more.
    expect(await takeNow(campaign, ...Array.from({ length: 6 }, unknown))).toEqual([
      'stored',
      'unmatched',
      'stored',
      'limit',
      'limit',
      'limit',
    ])
    expect(asked).toBe(3)
  })

  it.each([
    ['FirstName', { firstName: '' }, {}],
    ['LastName', { lastName: '' }, {}],
    ['Phone', { phone: '' }, { phone: '+13125550100' }],
    ['Address', { city: 'Austin', stateCode: 'TX' }, { street: '1 Main St', city: 'Austin', stateCode: 'TX' }],
    ['Email', { email: '' }, {}],
  ] as const)('CMP-52 wants %s where the campaign requires it', async (field, without, whole) => {
    const campaign = await stage.newCampaign()
    await setTarget(campaign, [field])
    const ends = await takeNow(
      campaign,
      candidateOf({ person: personOf(without) }),
      candidateOf({ person: personOf(whole) }),
    )
    expect(ends).toEqual(['incomplete', 'stored'])
  })

  it('CMP-52 always wants an address for Enhance ID and B2B ID, and takes one without for the others', async () => {
    const nobody = () => candidateOf({ person: personOf({ email: '' }) })
    const harbor = (line: Campaign['line']) => stage.newCampaign('harbor', { line })
    for (const [line, end] of [
      ['local', 'stored'],
      ['locator', 'stored'],
      ['enhance', 'incomplete'],
      ['b2b', 'incomplete'],
    ] as const)
      expect(await takeNow(await harbor(line), nobody())).toEqual([end])
  })

  it('CMP-53 looks for every address of a person in the lists', async () => {
    const campaign = await stage.newCampaign()
    await stage.exclude(campaign.companyId, ['second@people.example'])
    const person = personOf({ otherEmails: ['second@people.example'] })
    expect(await takeNow(campaign, candidateOf({ person }))).toEqual(['excluded'])
  })

  describe('who is known', () => {
    const NOON = Date.UTC(2027, 4, 20, 17)
    const later = async (campaign: Campaign, person: Person, days: number, more: Partial<Candidate> = {}) => {
      stage.setClock(NOON + days * DAY)
      try {
        return (await takeNow(campaign, candidateOf({ person, ...more })))[0]
      } finally {
        stage.setClock(undefined)
      }
    }

    it('CMP-54 becomes a lead anew once its window is over, and never where there is none', async () => {
      const [weekly, never] = [
        await stage.newCampaign('smiles', { reidentification: '1 week' }),
        await stage.newCampaign('smiles', { reidentification: 'never' }),
      ]
      const person = personOf()
      for (const campaign of [weekly, never]) expect(await later(campaign, person, 0)).toBe('stored')
      expect(await later(weekly, person, 6)).toBe('duplicate')
      expect(await later(weekly, person, 8)).toBe('stored')
      expect(await later(weekly, person, 14)).toBe('duplicate')
      expect(await later(never, person, 800)).toBe('duplicate')
      expect(await leadsOf(weekly)).toHaveLength(2)
    })

    it('CMP-58 stores no second lead for a message that comes again after the window', async () => {
      const campaign = await stage.newCampaign('smiles', { reidentification: '1 week' })
      const person = personOf()
      const visit = { id: stage.services.newId('lead'), seenAt: NOON }
      expect(await later(campaign, person, 0, visit)).toBe('stored')
      expect(await later(campaign, person, 10, visit)).toBe('stored')
      expect(await leadsOf(campaign)).toHaveLength(1)
      // The person came back since; the old visit is still no new one.
      expect(await later(campaign, person, 11)).toBe('stored')
      expect(await later(campaign, person, 30, visit)).toBe('duplicate')
      expect(await leadsOf(campaign)).toHaveLength(2)
    })

    it('CMP-54 is known to all campaigns of a client that share what they know, and to no other client', async () => {
      const home = { companyId: stage.cast.campaigns.smiles.companyId }
      const plain = await stage.newCampaign('smiles', home)
      const [one, two] = [
        await stage.newCampaign('smiles', { ...home, reidentifiesAcross: true }),
        await stage.newCampaign('smiles', { ...home, reidentifiesAcross: true }),
      ]
      const [first, second] = [personOf(), personOf()]
      expect(await takeNow(plain, candidateOf({ person: first }))).toEqual(['stored'])
      expect(await takeNow(one, candidateOf({ person: first }), candidateOf({ person: second }))).toEqual([
        'duplicate',
        'stored',
      ])
      // Two at once meet at the mark that they share.
      const third = personOf()
      const ends = await Promise.all([one, two].map((campaign) => takeNow(campaign, candidateOf({ person: third }))))
      expect(ends.flat().sort()).toEqual(['duplicate', 'stored'])
      expect(await takeNow(two, candidateOf({ person: second }))).toEqual(['duplicate'])
      expect(await takeNow(plain, candidateOf({ person: second }))).toEqual(['stored'])
      const neighbour = await stage.newCampaign('harbor', { reidentifiesAcross: true })
      expect(await takeNow(neighbour, candidateOf({ person: second }))).toEqual(['stored'])
    })

    it('is known by any address and by the id of somebody without one, also twice in one batch', async () => {
      const campaign = await stage.newCampaign()
      const person = personOf()
      const other = personOf({ otherEmails: [person.email] })
      const nameless = personOf({ email: '' })
      const again = [person, other, nameless, { ...nameless, firstName: 'Other' }].map((each) =>
        candidateOf({ person: each }),
      )
      const twice = again.slice(1, 2)
      expect(await takeNow(campaign, ...again, ...twice)).toEqual([
        'stored',
        'duplicate',
        'stored',
        'duplicate',
        'duplicate',
      ])
      expect(await takeNow(campaign, candidateOf({ person: other }))).toEqual(['duplicate'])
    })
  })

  it('CMP-55 gives exactly as many leads as the limit allows to 20 at once, and stops at a limit of all', async () => {
    const [daily, monthly, all] = [await stage.newCampaign(), await stage.newCampaign(), await stage.newCampaign()]
    await priced(daily, limitOf(5, 'day'))
    await priced(monthly, limitOf(5, 'month'))
    await priced(all, limitOf(5, 'max'))
    // Two doors to one table are two workers: one of them does not wait for the other.
    const other = { ...stage.services, db: openDb(openTable(stage.services.table.name)) }
    for (const campaign of [daily, monthly, all]) {
      const ends = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          take(index % 2 ? other : stage.services, campaign, [candidateOf()]).then(endsOf),
        ),
      )
      expect(ends.flat().filter((end) => end === 'stored')).toHaveLength(5)
      expect(await leadsOf(campaign)).toHaveLength(5)
      expect(await stage.db.lead.findMeter(campaign, true)).toMatchObject({ leads: 5, dayLeads: 5, monthLeads: 5 })
    }
    for (const { companyId, id } of [daily, monthly])
      expect(await stage.db.campaign.find(companyId, id)).toMatchObject({ status: 'active' })
    expect(await stage.db.campaign.find(all.companyId, all.id)).toMatchObject({
      status: 'stopped',
      statusReason: 'limit_total',
    })
  })

  it('CMP-55 sells a batch within the limit for its price, and the rest for that of further leads', async () => {
    const campaign = await stage.newCampaign()
    await priced(campaign, { ...limitOf(3, 'day', 40), perLeadCentiCents: 100 })
    expect(await takeNow(campaign, ...Array.from({ length: 5 }, () => candidateOf()))).toEqual(Array(5).fill('stored'))
    const leads = await leadsOf(campaign)
    expect(leads.map(({ retailCentiCents, isAboveLimit }) => [retailCentiCents, isAboveLimit]).sort()).toEqual([
      [100, false],
      [100, false],
      [100, false],
      [40, true],
      [40, true],
    ])
  })

  it.each([
    ['basic', 11],
    ['advanced', 22],
    ['b2b', 33],
  ] as const)(
    'CMP-56 sells a lead with %s information for the price of its kind, and both prices stay with it',
    async (informationType, cents) => {
      const campaign = await stage.newCampaign('harbor', { informationType })
      await priced(campaign, { perLeadCentiCents: 11, perLeadAdvancedCentiCents: 22, perLeadB2bCentiCents: 33 })
      await takeNow(campaign, candidateOf())
      await priced(campaign, { perLeadCentiCents: 99, perLeadAdvancedCentiCents: 99, perLeadB2bCentiCents: 99 })
      const [lead] = await leadsOf(campaign)
      expect(lead).toMatchObject({
        kind: informationType,
        retailCentiCents: cents,
        wholesaleCentiCents: expect.any(Number),
      })
    },
  )

  it('CMP-56 buys a lead for what its agency pays for the product, the term and the kind of information', async () => {
    const at = stage.services.now() - 1
    const dear = (own: number) => ({
      ...noCosts.costs.local.Weekly,
      perLeadCentiCents: own,
      perLeadAdvancedCentiCents: own + 5,
    })
    const of = (base: number) => ({
      Weekly: dear(base + 10),
      Monthly: dear(base + 20),
      OneTime: dear(base + 30),
      Prepaid: dear(base + 40),
    })
    const costs = { local: of(1_000), locator: of(2_000), enhance: of(3_000), b2b: of(4_000) }
    const { agencyId } = stage.cast.campaigns.smiles
    await stage.db.price.saveCosts(agencyId, { term: 'Weekly', costs }, { by: 'usr_x', at })
    for (const [line, informationType, term, cents] of [
      ['locator', 'basic', 'Weekly', 2_010],
      ['locator', 'basic', 'Monthly', 2_020],
      ['b2b', 'b2b', 'Monthly', 4_020],
      ['enhance', 'advanced', 'Monthly', 3_020],
      // Only Site ID has leads of both kinds, and a cost for each.
      ['local', 'basic', 'Monthly', 1_020],
      ['local', 'advanced', 'Monthly', 1_025],
    ] as const) {
      const campaign = await stage.newCampaign('smiles', { line, informationType, term })
      await priced(campaign, {
        term,
        perLeadCentiCents: 9_000,
        perLeadAdvancedCentiCents: 9_100,
        perLeadB2bCentiCents: 9_200,
      })
      expect(await takeNow(campaign, candidateOf())).toEqual(['stored'])
      const [lead] = await leadsOf(campaign)
      expect(lead?.wholesaleCentiCents, `${line} ${informationType} ${term}`).toBe(cents)
    }
  })

  it('CMP-58 stores one lead for candidates that come twice, in one batch, in two, or to two workers', async () => {
    const campaign = await stage.newCampaign()
    const candidates = Array.from({ length: 7 }, () => candidateOf())
    await Promise.all([takeNow(campaign, ...candidates), takeNow(campaign, ...candidates, ...candidates)])
    expect(await takeNow(campaign, ...candidates)).toEqual(Array(7).fill('stored'))
    expect(await leadsOf(campaign)).toHaveLength(7)
    expect(await tallyOf(campaign)).toEqual({ stored: 7 })
  })

  it('lets one question without an answer come again, and goes on with the others', async () => {
    const campaign = await stage.newCampaign()
    const down = new AppError('unavailable', 'The provider did not answer.')
    const candidates = [candidateOf(), candidateOf({ person: async () => Promise.reject(down) }), candidateOf()]
    expect(await takeNow(campaign, ...candidates)).toEqual(['stored', 'again', 'stored'])
    expect(await tallyOf(campaign)).toEqual({ stored: 2 })
  })

  it('says that a visit was stored although its lead was the last that the limit allowed, when its worker crashed', async () => {
    const campaign = await stage.newCampaign()
    await priced(campaign, limitOf(1, 'max'))
    const person = personOf()
    const visit = candidateOf({ person: async () => person })
    expect(await takeNow(campaign, visit)).toEqual(['stored'])
    expect((await stage.db.campaign.find(campaign.companyId, campaign.id))?.status).toBe('stopped')
    expect(await takeNow(campaign, { ...visit, isRepeat: true })).toEqual(['stored'])
    // That it was handed out before makes no lead of a visit that none was made of.
    const customer = async () => ({ isOwnSite: true, hasConverted: true })
    const second = await stage.newCampaign()
    const repeat = { person: async () => personOf(), isRepeat: true }
    expect(await takeNow(second, candidateOf({ ...repeat, origin: customer }))).toEqual(['converted'])
    const other = candidateOf({ person: async () => personOf(), isRepeat: true })
    expect(await takeNow(campaign, other)).toEqual(['inactive'])
  })
})

describe('what a batch costs the table', () => {
  let units: ReturnType<typeof countUnits>
  beforeAll(() => {
    units = countUnits(stage.services.table)
  })

  it.each([
    [1, 8],
    [10, 44],
    [45, 184],
  ])('%i leads of one transaction take %i units of writing', async (count, writes) => {
    const campaign = await stage.newCampaign()
    await takeNow(campaign, candidateOf())
    const look = await stage.db.lead.findMeter(campaign, true)
    const leads = Array.from({ length: count }, () => ({
      id: stage.services.newId('lead'),
      person: personOf(),
      pageUrl: 'https://shop.example/a',
      visitedAt: stage.services.now(),
    }))
    const { units: cost } = await units.of(() =>
      stage.db.lead.store(campaign, { at: stage.services.now(), leads, look }),
    )
    expect([cost.writes, cost.reads, cost.requests]).toEqual([writes, 0, 1])
    expect(await leadsOf(campaign)).toHaveLength(count + 1)
  })

  it('counts a busy hour in rows that stay small, each candidate once, also where it comes again to another row', async () => {
    const campaign = await stage.newCampaign()
    const { leadTally } = openDb(openTable(stage.services.table.name))
    const seenAt = Date.UTC(2027, 2, 1, 12, 30)
    const of = (from: number, to: number, end: 'stored' | 'limit') =>
      Array.from({ length: to - from }, (_, index) => ({ id: `led_busy${from + index}`, seenAt, end }))
    const add = async (from: number, to: number, end: 'stored' | 'limit', tally = leadTally) =>
      (await units.of(() => tally.add(campaign, of(from, to, end), seenAt))).units.writes
    for (let at = 0; at < 1000; at += 25) await add(at, at + 25, 'stored')
    await add(1000, 1100, 'limit')
    // Those who ended as no lead and are one by now, and messages that come again, to another worker too.
    await add(1000, 1050, 'stored')
    await add(0, 300, 'stored', openDb(openTable(stage.services.table.name)).leadTally)
    const counted = await leadTally.count(campaign, seenAt - HOUR, seenAt + HOUR)
    expect({ stored: counted.stored, limit: counted.limit }).toEqual({ stored: 1050, limit: 50 })
    expect(await stage.db.leadTally.count(campaign, seenAt + HOUR, seenAt + 2 * HOUR)).toMatchObject({ stored: 0 })
    // The last rows of 200 hashes take three units at most, not the ten of all hashes together.
    const own = openDb(stage.services.table).leadTally
    // A process marks the hour once.
    await own.add(campaign, of(1999, 2000, 'stored'), seenAt)
    expect(await units.of(() => own.add(campaign, of(2000, 2001, 'stored'), seenAt))).toMatchObject({
      units: { writes: expect.toSatisfy((writes: number) => writes <= 3) },
    })
  })

  it('takes a long list of candidates in as few transactions as there may be, and writes one tally for each', async () => {
    const campaign = await stage.newCampaign()
    await takeNow(campaign, candidateOf())
    const candidates = Array.from({ length: 90 }, () => candidateOf())
    const { units: cost } = await units.of(() => takeNow(campaign, ...candidates))
    const { writes, reads } = prices.batchedLead
    expect([cost.writes / 90 <= writes, cost.reads / 90 <= reads], `${cost.writes} ${cost.reads}`).toEqual([true, true])
    expect(await leadsOf(campaign)).toHaveLength(91)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, DAY } from '#shared/dates.ts'
import { minimumBeforeAfter } from '#shared/money/minimum-facts.ts'
import {
  addMonths,
  endedMonth,
  endedWithin,
  heldUntil,
  minimumPlanOf,
  planMinimumSpend,
  requiredCents,
  spendMonthOf,
} from '#shared/money/minimum-spend.ts'

const plan = { monthsCents: [10_000, 20_000], flatMonthCents: 34_900 }
const root = { isOn: true, firstMonthCents: 5_000, secondMonthCents: 6_000, monthlyCents: 7_000 }

describe('what a month requires', () => {
  it('MIN-21 is the plan’s amount for that month, then the flat one', () => {
    expect([0, 1, 2, 3, 99].map((month) => requiredCents(plan, month))).toEqual([
      10_000, 20_000, 34_900, 34_900, 34_900,
    ])
  })

  it.each([
    { name: 'the plan', facts: { plan, root, hasDeveloperAgreement: true }, minimum: plan },
    {
      name: 'the root setting without a plan',
      facts: { plan: undefined, root, hasDeveloperAgreement: true },
      minimum: { monthsCents: [5_000, 6_000], flatMonthCents: 7_000 },
    },
    {
      name: 'nothing where the root setting is off',
      facts: { plan: undefined, root: { ...root, isOn: false }, hasDeveloperAgreement: true },
      minimum: undefined,
    },
    {
      name: 'COB-17 349 for developers where nothing is set',
      facts: { plan: undefined, root: undefined, hasDeveloperAgreement: true },
      minimum: { monthsCents: [], flatMonthCents: 34_900 },
    },
    {
      name: 'nothing for others',
      facts: { plan: undefined, root: undefined, hasDeveloperAgreement: false },
      minimum: undefined,
    },
  ])('MIN-09 $name', ({ facts, minimum }) => expect(minimumPlanOf(facts)).toEqual(minimum))
})

describe('months of an agency’s own calendar', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2026-11-15', 2, '2027-01-15'],
    ['2026-03-15', -1, '2026-02-15'],
  ])('%s and %i months', (day, months, later) => expect(addMonths(day, months)).toBe(later))

  it('MIN-21 begin on the anniversary of the start', () => {
    expect(spendMonthOf('2026-01-31', '2026-02-27')).toEqual({ month: 0, fromOn: '2026-01-31', toOn: '2026-02-27' })
    expect(spendMonthOf('2026-01-31', '2026-02-28')).toEqual({ month: 1, fromOn: '2026-02-28', toOn: '2026-03-30' })
    expect(spendMonthOf('2026-01-31', '2026-01-30')).toBeUndefined()
  })

  it('MIN-22 end the day before the day on which they are looked at', () => {
    expect(endedMonth('2026-01-15', '2026-02-15')).toEqual({ month: 0, fromOn: '2026-01-15', toOn: '2026-02-14' })
    expect(endedMonth('2026-01-15', '2026-02-14')).toBeUndefined()
    expect(endedMonth('2026-01-15', '2026-02-16')).toBeUndefined()
    expect(endedMonth('2026-01-15', '2026-01-15')).toBeUndefined()
  })

  it('follow one another without gap or overlap, and each ends once', () => {
    const starts = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2020-01-01', days))
    fc.assert(
      fc.property(starts, (startOn) => {
        const ends: number[] = []
        for (let day = startOn, left = 400; left > 0; day = addDays(day, 1), left--) {
          const here = spendMonthOf(startOn, day)
          expect(here && here.fromOn <= day && day <= here.toOn).toBe(true)
          const ended = endedMonth(startOn, day)
          if (ended) ends.push(ended.month)
        }
        expect(ends).toEqual(ends.map((_, index) => index))
        expect(ends.length).toBeGreaterThanOrEqual(12)
      }),
      { numRuns: 40 },
    )
  })
})

describe('planMinimumSpend', () => {
  const flat = { monthsCents: [], flatMonthCents: 34_900 }
  const spend = { month: 0, spentCents: 0, carriedCents: 0, isExcluded: false }
  it.each([
    { name: 'MIN-22 less than required', changes: { spentCents: 10_000 }, due: 24_900, carry: 0 },
    { name: 'MIN-22 more than required', changes: { spentCents: 40_000 }, due: 0, carry: 0 },
    { name: 'MIN-22 excluded', changes: { spentCents: 10_000, isExcluded: true }, due: 0, carry: 0 },
    { name: 'MIN-23 a difference of 0.50', changes: { spentCents: 34_850 }, due: 0, carry: 50 },
    { name: 'a difference of 0.51', changes: { spentCents: 34_849 }, due: 51, carry: 0 },
    {
      name: 'a small difference and what was carried',
      changes: { spentCents: 34_850, carriedCents: 50 },
      due: 100,
      carry: 0,
    },
    { name: 'nothing owed but what was carried', changes: { spentCents: 40_000, carriedCents: 30 }, due: 0, carry: 30 },
    { name: 'excluded with something carried', changes: { carriedCents: 30, isExcluded: true }, due: 0, carry: 30 },
  ])('$name', ({ changes, due, carry }) => {
    expect(planMinimumSpend(flat, { ...spend, ...changes })).toEqual({
      requiredCents: 34_900,
      dueCents: due,
      carryCents: carry,
    })
  })

  it('never loses or makes a cent over months', () => {
    const months = fc.array(fc.integer({ min: 0, max: 70_000 }), { minLength: 1, maxLength: 24 })
    fc.assert(
      fc.property(months, (spent) => {
        let carriedCents = 0
        let charged = 0
        let owed = 0
        spent.forEach((spentCents, month) => {
          const found = planMinimumSpend(flat, { month, spentCents, carriedCents, isExcluded: false })
          owed += Math.max(0, 34_900 - spentCents)
          charged += found.dueCents
          carriedCents = found.carryCents
        })
        expect(charged + carriedCents).toBe(owed)
        expect(carriedCents).toBeLessThanOrEqual(50)
      }),
    )
  })
})

describe('what held when a month ended', () => {
  it.each([
    { instant: 5, held: 'first' },
    // A change at the very instant counts from then on.
    { instant: 10, held: 'first' },
    { instant: 11, held: 'second' },
    { instant: 20, held: 'second' },
    { instant: 21, held: 'present' },
  ])('MIN-22 right before $instant is the $held one, in any order of what is kept', ({ instant, held }) => {
    const before = [
      { of: 'first', until: 10 },
      { of: 'second', until: 20 },
    ]
    for (const kept of [before, before.toReversed()])
      expect(heldUntil<{ of: string }>({ of: 'present' }, kept, instant).of).toBe(held)
  })

  it('MIN-22 a run may be six days late, and no more', () => {
    const start = { createdAt: Date.parse('2027-01-15T12:00:00Z'), minimumAgreedAt: 0 }
    const of = (today: string) => endedWithin(start, { today, timeZone: 'America/Chicago' })?.toOn
    expect(['2027-02-14', '2027-02-15', '2027-02-21', '2027-02-22'].map(of)).toEqual([
      undefined,
      '2027-02-14',
      '2027-02-14',
      undefined,
    ])
  })

  it('MIN-22 is kept for two months beside what took its place, and only where something changed', () => {
    const agency = {
      minimumSpendPlanId: 'p1',
      excludesMinimumSpend: false,
      hasDeveloperAgreement: true,
      minimumBefore: [
        { minimumSpendPlanId: 'old', excludesMinimumSpend: true, hasDeveloperAgreement: false, until: 1_000 },
        { minimumSpendPlanId: 'late', excludesMinimumSpend: true, hasDeveloperAgreement: false, until: 1_001 },
      ],
    }
    const now = 1_000 + 60 * DAY
    expect(minimumBeforeAfter(agency, {}, now)).toBeUndefined()
    expect(minimumBeforeAfter(agency, { minimumSpendPlanId: 'p1', excludesMinimumSpend: false }, now)).toBeUndefined()
    const was = { minimumSpendPlanId: 'p1', excludesMinimumSpend: false, hasDeveloperAgreement: true, until: now }
    for (const change of [
      { minimumSpendPlanId: 'p2' },
      { excludesMinimumSpend: true },
      { hasDeveloperAgreement: false },
    ])
      expect(minimumBeforeAfter(agency, change, now)).toEqual([agency.minimumBefore[1], was])
  })

  it('MIN-21 an acceptance after the end of a month moves no month that is over', () => {
    const createdAt = Date.parse('2027-01-15T12:00:00Z')
    const run = { today: '2027-02-16', timeZone: 'America/Chicago' }
    const toOn = (agreed: string) => endedWithin({ createdAt, minimumAgreedAt: Date.parse(agreed) }, run)?.toOn
    expect([toOn('2027-02-15T06:00:00Z'), toOn('2027-02-15T05:59:00Z')]).toEqual(['2027-02-14', undefined])
  })
})

// The most that leads may cost in a month: which month an instant belongs to, what is left, and when leads come again.
import { describe, expect, it } from 'vitest'
import type { Meter } from '#shared/campaigns/meter.ts'
import {
  type ClientCap,
  capClearsOn,
  capLeft,
  capMonthAt,
  clearsOn,
  isTakenFrom,
  toldKey,
} from '#shared/money/client-cap.ts'
import { reachedCap } from '#shared/money/reached-cap.ts'

const cap = (more: Partial<ClientCap> = {}): ClientCap => ({
  capCents: 10_000,
  month: '2027-01',
  leftCentiCents: 500_000,
  version: 1,
  toldFor: '',
  isCounting: false,
  ...more,
})
/** Five in the morning of 1 February in London is still January in Chicago. */
const lateJanuary = Date.parse('2027-02-01T05:00:00Z')
const february = Date.parse('2027-02-10T12:00:00Z')

describe('the bound of a client', () => {
  it('goes by months of the business zone, and never back', () => {
    expect(capMonthAt(lateJanuary, { month: '' })).toBe('2027-01')
    expect(capMonthAt(february, { month: '2027-01' })).toBe('2027-02')
    expect(capMonthAt(lateJanuary, { month: '2027-02' })).toBe('2027-02')
  })

  it('is whole in a month in which nothing was sold', () => {
    expect([capLeft(cap(), '2027-01'), capLeft(cap(), '2027-02')]).toEqual([500_000, 1_000_000])
  })

  it.each([
    ['2027-01', '2027-02-01'],
    ['2027-02', '2027-03-01'],
    ['2027-12', '2028-01-01'],
  ])('of %s ends on %s', (month, day) => expect(clearsOn(month)).toBe(day))

  it('is reached where nothing is left, or its people were told so of this month and amount', () => {
    expect(capClearsOn(cap(), lateJanuary)).toBeUndefined()
    expect(capClearsOn(cap({ leftCentiCents: 0 }), lateJanuary)).toBe('2027-02-01')
    expect(capClearsOn(cap({ leftCentiCents: 1 }), lateJanuary)).toBeUndefined()
    expect(capClearsOn(cap({ leftCentiCents: 0 }), february)).toBeUndefined()
    const told = toldKey(cap(), '2027-01')
    expect(capClearsOn(cap({ toldFor: told }), lateJanuary)).toBe('2027-02-01')
    expect(capClearsOn(cap({ toldFor: told, capCents: 20_000 }), lateJanuary)).toBeUndefined()
    expect(capClearsOn(cap({ capCents: 0, leftCentiCents: 0 }), lateJanuary)).toBeUndefined()
  })

  it('is taken from while there is one, and while one may come', () => {
    expect([cap(), cap({ capCents: 0 }), cap({ capCents: 0, isCounting: true })].map(isTakenFrom)).toEqual([
      true,
      false,
      true,
    ])
  })
})

describe('a bound that is reached', () => {
  const campaign = { status: 'active', timeZone: 'America/Chicago', monthlyCapCents: 1_000 } as const
  const meter = (more: Partial<Meter> = {}): Meter => ({
    campaignId: 'cmp_1',
    isOpen: true,
    opensAt: 0,
    closesAt: 0,
    leads: 2,
    wholesaleCentiCents: 0,
    retailCentiCents: 60_000,
    creditedLeads: 0,
    creditedWholesaleCentiCents: 0,
    creditedRetailCentiCents: 0,
    firstLeadAt: 1,
    lastLeadAt: 1,
    newestBy: 0,
    day: '2027-01-31',
    dayLeads: 2,
    dayWholesaleCentiCents: 0,
    dayRetailCentiCents: 60_000,
    month: '2027-01',
    monthLeads: 2,
    monthRetailCentiCents: 60_000,
    seq: 0,
    lines: {},
    credits: {},
    frozen: null,
    bought: 0,
    gone: 0,
    lotCount: 0,
    lots: [],
    isSettling: false,
    holds: 0,
    hold: null,
    holdRestCentiCents: 0,
    capToldFor: '',
    isClientCapped: true,
    ...more,
  })
  const of = (more: Partial<Meter>, clientCap?: ClientCap, about: object = {}) =>
    reachedCap({ campaign: { ...campaign, ...about }, meter: meter(more), clientCap }, lateJanuary)

  it('is one that the next lead would break, at what leads of the day cost', () => {
    expect(of({ monthRetailCentiCents: 70_000 })).toBeNull()
    expect(of({ monthRetailCentiCents: 70_001 })).toEqual({ of: 'campaign', clearsOn: '2027-02-01' })
    expect(of({ monthRetailCentiCents: 100_000, dayLeads: 0 })).toEqual({ of: 'campaign', clearsOn: '2027-02-01' })
    expect(of({ monthRetailCentiCents: 99_999, dayLeads: 0 })).toBeNull()
    expect(of({ monthRetailCentiCents: 100_000 }, undefined, { monthlyCapCents: 0 })).toBeNull()
    expect(of({ monthRetailCentiCents: 100_000 }, undefined, { status: 'paused' })).toBeNull()
    expect(of({ monthRetailCentiCents: 100_000, month: '2026-12' })).toBeNull()
  })

  it('is the client’s, unless the campaign’s own holds longer', () => {
    const reached = cap({ leftCentiCents: 0 })
    expect(of({}, reached)).toEqual({ of: 'client', clearsOn: '2027-02-01' })
    expect(of({ isClientCapped: false }, reached)).toBeNull()
    expect(of({ monthRetailCentiCents: 100_000 }, reached)).toEqual({ of: 'client', clearsOn: '2027-02-01' })
    expect(reachedCap({ campaign, meter: undefined, clientCap: reached }, lateJanuary)).toBeNull()
  })
})

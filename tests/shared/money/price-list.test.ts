import { describe, expect, it } from 'vitest'
import {
  belowMinimum,
  comparePrices,
  isBought,
  leadPrice,
  limitOn,
  noCosts,
  noFees,
  noPrice,
  periodWords,
  raisedToMinimum,
  wholesaleOf,
} from '#shared/money/price-list.ts'
import { priceCurrency, priceText, readPrice } from '#shared/money/price-text.ts'

const fees = {
  platformFeeCents: 10_000,
  periodFeeCents: 5_000,
  perLeadCentiCents: 2_500,
  perLeadAdvancedCentiCents: 4_000,
}
const root = {
  ...noCosts.costs,
  enhance: { ...noCosts.costs.enhance, Monthly: { ...noFees, perLeadCentiCents: 5_000 } },
  b2b: { ...noCosts.costs.b2b, Weekly: { ...noFees, perLeadCentiCents: 7_500 } },
  // A price of the root's that is no floor.
  local: { ...noCosts.costs.local, Weekly: fees },
}

describe('prices as text', () => {
  it.each([
    ['0', 0],
    ['12', 120_000],
    ['12.', 120_000],
    ['0.5', 5_000],
    ['.5', 5_000],
    ['0.1234', 1_234],
    ['1000000', 10_000_000_000],
  ])('reads %s', (text, centiCents) => expect(readPrice(text, 4)).toBe(centiCents))

  it.each([
    '',
    '.',
    '-1',
    '-.5',
    '1e3',
    '1,000',
    '12,50',
    ',5',
    '.12345',
    '0.12345',
    '1.2.3',
    'abc',
    '1000001',
    'NaN',
    '١',
  ])('takes %j for no price', (text) => expect(readPrice(text, 4)).toBeUndefined())

  it('CST-24 lets fees have two decimals and leads four', () => {
    expect(readPrice('0.12', 2)).toBe(1_200)
    expect(readPrice('0.123', 2)).toBeUndefined()
    expect(readPrice('0.1234', 4)).toBe(1_234)
  })

  it('writes the shortest text, and reads it again as the same price', () => {
    for (const centiCents of [0, 1, 10, 99, 100, 5_000, 9_999, 10_000, 123_456, 10_000_000_000])
      expect(readPrice(priceText(centiCents), 4)).toBe(centiCents)
    expect(priceText(125_000)).toBe('12.5')
  })

  it('CST-21 COB-12 shows US dollars, with as many decimals as the price has beyond two', () => {
    expect([0, 12_345_000, 1_250, 1_234, -5_000].map(priceCurrency)).toEqual([
      '$0.00',
      '$1,234.50',
      '$0.125',
      '$0.1234',
      '−$0.50',
    ])
  })
})

describe('floors', () => {
  it('name each price below the root’s, of enhance and b2b only', () => {
    expect(belowMinimum(noCosts.costs, root)).toEqual([
      { line: 'enhance', term: 'Monthly', minimumCentiCents: 5_000 },
      { line: 'b2b', term: 'Weekly', minimumCentiCents: 7_500 },
    ])
    expect(belowMinimum(root, root)).toEqual([])
  })

  it('raise what lies below them and nothing else', () => {
    const raised = raisedToMinimum({ ...noCosts.costs, locator: { ...noCosts.costs.locator, Weekly: fees } }, root)
    expect(raised.enhance.Monthly.perLeadCentiCents).toBe(5_000)
    expect(raised.b2b.Weekly.perLeadCentiCents).toBe(7_500)
    expect(raised.enhance.Weekly).toEqual(noFees)
    expect(raised.locator.Weekly).toEqual(fees)
    expect(raised.local).toEqual(noCosts.costs.local)
  })

  it('hold for agencies that nobody set a price for', () => {
    expect(wholesaleOf(noCosts, { costs: root }, 'b2b', 'Weekly').perLeadCentiCents).toBe(7_500)
    expect(wholesaleOf(noCosts, { costs: root }, 'local', 'Weekly')).toEqual(noFees)
  })
})

describe('the price of a lead', () => {
  const price = {
    ...noPrice,
    perLeadCentiCents: 10_000,
    perLeadAdvancedCentiCents: 20_000,
    perLeadB2bCentiCents: 30_000,
  }
  it.each([
    { line: 'local', kind: 'basic', retailCentiCents: 10_000, wholesaleCentiCents: 2_500 },
    { line: 'local', kind: 'advanced', retailCentiCents: 20_000, wholesaleCentiCents: 4_000 },
    // Only Site ID has a wholesale price of advanced leads: elsewhere they cost the agency what any lead does, and never nothing.
    { line: 'enhance', kind: 'advanced', retailCentiCents: 20_000, wholesaleCentiCents: 2_500 },
    { line: 'b2b', kind: 'b2b', retailCentiCents: 30_000, wholesaleCentiCents: 2_500 },
  ] as const)('of $line that is $kind', ({ line, kind, ...prices }) =>
    expect(leadPrice(price, fees, line, kind)).toEqual(prices),
  )

  it('stands beside its cost and margin', () => {
    const compared = comparePrices({ ...price, periodFeeCents: 2_000 }, fees, 'local')
    expect(compared.perLead).toEqual({ retailCentiCents: 10_000, wholesaleCentiCents: 2_500, marginCentiCents: 7_500 })
    expect(compared.period.marginCentiCents).toBe(-300_000)
    expect(comparePrices(price, fees, 'b2b').perLead.retailCentiCents).toBe(30_000)
    const advanced = { retailCentiCents: 20_000, wholesaleCentiCents: 4_000, marginCentiCents: 16_000 }
    expect(comparePrices(price, fees, 'local').perLeadAdvanced).toEqual(advanced)
    // As it is charged: elsewhere than at Site ID by the cost of any lead.
    const ofEnhance = { wholesaleCentiCents: 2_500, marginCentiCents: 17_500 }
    expect(comparePrices(price, fees, 'enhance').perLeadAdvanced).toEqual({ ...advanced, ...ofEnhance })
  })
})

describe('a limit', () => {
  const on = (day: string, fromOn: string, toOn: string, count = 5) =>
    limitOn({ limit: { count, every: 'day', fromOn, toOn } }, day)
  const five = { every: 'day', count: 5 }
  it.each([
    { name: 'without days', limit: on('2027-01-05', '', ''), is: five },
    { name: 'on its first day', limit: on('2027-01-05', '2027-01-05', ''), is: five },
    { name: 'on its last day', limit: on('2027-01-05', '', '2027-01-05'), is: five },
    { name: 'before it', limit: on('2027-01-04', '2027-01-05', ''), is: undefined },
    { name: 'after it', limit: on('2027-01-06', '2027-01-01', '2027-01-05'), is: undefined },
    { name: 'of nothing', limit: on('2027-01-05', '', '', 0), is: undefined },
  ])('holds, or does not, $name', ({ limit, is }) => expect(limit).toEqual(is))

  it('of another term than Prepaid and One Time is paid afterwards', () => {
    expect((['Weekly', 'Monthly', 'Prepaid', 'One Time'] as const).map(isBought)).toEqual([false, false, true, true])
  })
})

describe('terms in words', () => {
  it('name a period for all but One Time', () => {
    expect(periodWords).toEqual({ Weekly: 'per week', Monthly: 'per month', 'One Time': '', Prepaid: 'per month' })
  })
})

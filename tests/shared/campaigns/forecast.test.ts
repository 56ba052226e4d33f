import { describe, expect, it } from 'vitest'
import { forecast } from '#shared/campaigns/forecast.ts'
import { noFees, noPrice, type RetailPrice } from '#shared/money/price-list.ts'

const wholesale = { ...noFees, perLeadCentiCents: 5_000, perLeadAdvancedCentiCents: 7_000, periodFeeCents: 300 }
const price = (more: Partial<RetailPrice> = {}): RetailPrice => ({
  ...noPrice,
  perLeadCentiCents: 20_000,
  perLeadAdvancedCentiCents: 30_000,
  periodFeeCents: 1_000,
  ...more,
})
const limit = (count: number, every: RetailPrice['limit']['every']) => ({ count, every, fromOn: '', toOn: '' })
const of = (people: number, more: Partial<RetailPrice> = {}, rest: object = {}) =>
  forecast({ line: 'locator', kind: 'basic', people, price: price(more), wholesale, ...rest })

describe('the forecast of a campaign', () => {
  it('costs the people of a week where no limit cuts them, with the fee of the period', () => {
    expect(of(100)).toMatchObject({ leadsAWeek: 100, period: 'week', leads: 100, retailCents: 21_000 })
    expect(of(100)).toMatchObject({ wholesaleCents: 5_300, marginCents: 15_700, lastsWeeks: undefined })
  })

  it('stops at a limit by day or month, and goes on above it where leads have a price there', () => {
    expect(of(100, { limit: limit(10, 'day') })).toMatchObject({ leadsAWeek: 70, retailCents: 15_000 })
    expect(of(100, { limit: limit(10, 'day'), aboveLimitCentiCents: 10_000 })).toMatchObject({
      leadsAWeek: 100,
      retailCents: 70 * 200 + 30 * 100 + 1_000,
    })
    expect(of(100, { limit: limit(30, 'month') }).leadsAWeek).toBe(6)
  })

  it('stops where the bound of a month is used up, at the lower of two prices last', () => {
    // 304.375 leads of a month at two dollars would cost 608.75; 100 dollars of that are 11.5 leads a week.
    expect(of(70, {}, { capCents: 10_000 })).toMatchObject({ leadsAWeek: 11, leads: 11, retailCents: 2_300 + 1_000 })
    expect(of(70, { term: 'Monthly' }, { capCents: 10_000 })).toMatchObject({ leads: 50, retailCents: 11_000 })
    const above = { limit: limit(1, 'day'), aboveLimitCentiCents: 10_000 }
    expect(of(70, above, { capCents: 10_000 }).leadsAWeek).toBe(7 + 8)
    expect(of(70, {}, { capCents: 100_000 })).toEqual(of(70))
  })

  it('counts a month of what is billed by month, and what is paid once in one sum', () => {
    const month = of(70, { term: 'Monthly' })
    expect(month).toMatchObject({ period: 'month', leads: 304 })
    expect(of(50, { term: 'One Time', limit: limit(200, 'max') })).toMatchObject({
      period: 'once',
      retailCents: 40_000,
      lastsWeeks: 4,
    })
    expect(of(50, { term: 'Prepaid', topUp: { mode: 'onetime', leads: 25 } }).lastsWeeks).toBe(0.5)
    expect(of(0, { term: 'Prepaid', topUp: { mode: 'onetime', leads: 25 } }).lastsWeeks).toBeUndefined()
  })

  it('takes the price of the information, and of wholesale only that of products that have one', () => {
    expect(of(10, {}, { line: 'local', kind: 'advanced' })).toMatchObject({ retailCents: 4_000, wholesaleCents: 1_000 })
    expect(of(10, {}, { line: 'enhance', kind: 'advanced' })).toMatchObject({ retailCents: 4_000, wholesaleCents: 800 })
  })

  it('knows nothing of wholesale where nobody may', () => {
    expect(of(10, {}, { wholesale: undefined })).toMatchObject({ wholesaleCents: undefined, marginCents: undefined })
  })
})

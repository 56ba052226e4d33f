import { describe, expect, it } from 'vitest'
import { toCurrency } from '#shared/money/format.ts'
import { centsOf, cleanDecimal, textOf } from '#web/ui/decimal.ts'
import { tidyNumber } from '#web/ui/format.ts'

describe('tidyNumber', () => {
  it.each([
    ['WID-032', 'abc', '0'],
    ['WID-032', '', '0'],
    ['WID-033', '12.', '12'],
    ['WID-034', '12.50', '12.50'],
    ['WID-035', '012', '12'],
    ['WID-035', '-007', '-7'],
  ])('%s turns %j into %j', (_row, typed, tidy) => {
    expect(tidyNumber(typed)).toBe(tidy)
  })
})

describe('toCurrency', () => {
  it.each([
    [123_450, '$1,234.50'],
    [500, '$5.00'],
    [7, '$0.07'],
    [-23_050, '−$230.50'],
    [900_719_925_474_099, '$9,007,199,254,740.99'],
  ])('CON-017 writes %d cents in dollars', (cents, text) => {
    expect(toCurrency(cents)).toBe(text)
  })
})

describe('decimals', () => {
  it.each([
    ['1.2.3x', '1.23'],
    ['$1,000', '1000'],
    ['.5', '.5'],
    ['3.999', '3.99'],
    // Pasted from where cents stand behind a comma: digits alone would be a hundred times as much.
    ['12,50', '12.50'],
    ['1.000,50', '1000.50'],
    ['€ 1.234.567,8', '1234567.8'],
    ['12,345', '12345'],
    ['1,234.50', '1234.50'],
    ['1,2,3', '123'],
    // The same where it begins with the comma, or with a nought: no thousands begin so.
    [',50', '.50'],
    ['0,125', '0.12'],
    ['1000,000', '1000000'],
  ])('WID-036 keeps digits and one dot of %j', (typed, kept) => {
    expect(cleanDecimal(typed)).toBe(kept)
  })

  it.each([
    ['0,1250', '0.1250'],
    ['0,125', '0.125'],
    // A price is shown as $1,250.00: who types it like that means thousands.
    ['1,250', '1250'],
  ])('reads %j where a price may have four decimals', (typed, kept) => {
    expect(cleanDecimal(typed, 4)).toBe(kept)
  })

  it.each([
    ['', undefined],
    [',', undefined],
    ['.', undefined],
    ['0.1', 10],
    ['19.99', 1999],
    ['250', 25_000],
  ])('reads %j without a float', (typed, cents) => {
    expect(centsOf(typed)).toBe(cents)
  })

  it('writes back what it read', () => {
    expect([undefined, 0, 5, 1250, 25_000].map(textOf)).toEqual(['', '0', '0.05', '12.50', '250'])
  })
})

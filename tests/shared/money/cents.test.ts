import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, cents, minus, parseCents, percent, toDollars } from '#shared/money/cents.ts'

const amount = fc.integer({ min: 0, max: 10 ** 11 - 1 }).map(cents)

describe('cents', () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('are whole: %s is refused', (value) => {
    expect(() => cents(value)).toThrow()
  })

  it('WAL-043 keep 0.1 + 0.2 exactly', () => {
    const [a, b] = [parseCents('0.1'), parseCents('0.2')]
    expect(a !== undefined && b !== undefined && toDollars(add(a, b))).toBe('0.30')
  })

  it.each([
    ['250', 25_000],
    ['12.5', 1250],
    ['12.', 1200],
    ['.05', 5],
    [' 7.00 ', 700],
    ['999999999.99', 99_999_999_999],
  ])('reads %s', (text, value) => expect(parseCents(text)).toBe(value))

  it.each(['', '.', '1.234', '-1', '+1', '1e3', '1,000', 'abc', '0x10', '٣', '9'.repeat(10)])('refuses %s', (text) => {
    expect(parseCents(text)).toBeUndefined()
  })

  it('reads back whatever it writes', () => {
    fc.assert(fc.property(amount, (value) => parseCents(toDollars(value)) === value))
    expect(toDollars(cents(-5))).toBe('-0.05')
    expect(Object.is(minus(cents(5), cents(5)), -0)).toBe(false)
  })
})

describe('percent', () => {
  it.each([
    [1005, 1000, 'up', 101],
    [1005, 1000, 'down', 100],
    [1005, 1000, 'half-up', 101],
    [1004, 1000, 'half-up', 100],
    [1000, 1000, 'up', 100],
    [-15, 1000, 'down', -2],
    [-15, 1000, 'up', -1],
    [-10, 1000, 'down', -1],
  ] as const)('%i at %i basis points rounded %s is %i', (value, points, rounding, expected) => {
    expect(percent(cents(value), points, rounding)).toBe(expected)
  })

  it('never differs from the exact value by a cent or more', () => {
    fc.assert(
      fc.property(
        amount,
        fc.integer({ min: 0, max: 20_000 }),
        fc.constantFrom('up', 'down', 'half-up'),
        (value, points, rounding) => {
          const off = BigInt(percent(value, points, rounding)) * 10_000n - BigInt(value) * BigInt(points)
          return off > -10_000n && off < 10_000n
        },
      ),
    )
  })
})

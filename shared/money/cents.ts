// Amounts of money: whole cents of one currency (US dollars). Nothing else in the house does arithmetic on money, so there is
// no place where a fraction of a cent could be lost or made.
import * as z from 'zod'

export const Cents = z.number().int().brand<'Cents'>()
/** A whole number of cents. Only this file makes them out of plain numbers. */
export type Cents = z.output<typeof Cents>

const isCents = (value: number): value is Cents => Number.isSafeInteger(value)

/** A whole number as an amount; anything else is a mistake of ours and throws. */
export function cents(value: number): Cents {
  if (!isCents(value)) throw new Error(`${value} is no whole number of cents.`)
  // A negative zero would be written, compared and shown differently.
  return value === 0 && Object.is(value, -0) ? cents(0) : value
}

export const ZERO = cents(0)

/** Nobody types an amount of a billion dollars or more. */
const MOST_DIGITS = 9

/**
 * An amount as people type it: digits, and up to two behind one dot. Undefined for everything else; a third decimal is
 * refused and not rounded, because nobody can have meant it.
 * @example parseCents('12.5') // 1250
 */
export function parseCents(text: string): Cents | undefined {
  const found = /^(\d*)(?:\.(\d{0,2}))?$/.exec(text.trim())
  const [, whole = '', fraction = ''] = found ?? []
  if (!found || whole + fraction === '' || whole.length > MOST_DIGITS) return undefined
  return cents(Number(whole) * 100 + Number(fraction.padEnd(2, '0')))
}

/**
 * Dollars with two decimals, digit by digit.
 * @example toDollars(cents(-5)) // '-0.05'
 */
export function toDollars(amount: Cents): string {
  const size = Math.abs(amount)
  return `${amount < 0 ? '-' : ''}${(size - (size % 100)) / 100}.${String(size % 100).padStart(2, '0')}`
}

export const add = (...amounts: readonly Cents[]): Cents => cents(amounts.reduce((sum: number, each) => sum + each, 0))
export const minus = (from: Cents, amount: Cents): Cents => cents(from - amount)
export type Rounding = 'up' | 'down' | 'half-up'

/**
 * A share of an amount in basis points (hundredths of a percent), rounded as the rule at hand says.
 * @example percent(cents(1005), 1000, 'up') // 101: ten percent of 10.05
 */
export function percent(amount: Cents, basisPoints: number, rounding: Rounding): Cents {
  if (!Number.isSafeInteger(basisPoints)) throw new Error('Rates are whole basis points.')
  const product = BigInt(amount) * BigInt(basisPoints)
  const shift = { up: 9_999n, down: 0n, 'half-up': 5_000n }[rounding]
  const sum = product + shift
  // BigInt divides towards zero; amounts below it are rounded towards less, as on a number line.
  const quotient = sum / 10_000n
  return cents(Number(sum < 0n && quotient * 10_000n !== sum ? quotient - 1n : quotient))
}

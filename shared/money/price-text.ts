// Prices as people write them, from and to integers. A lead may cost a fraction of a cent, so single prices are counted
// in hundredths of a cent ("centi-cents"); anything that is charged is counted in whole cents.
import { MINUS } from './format.ts'

/** Hundredths of a cent in one dollar. */
const PER_DOLLAR = 10_000
/** More than this is a slip of the hand. */
export const MOST_DOLLARS = 1_000_000

export type Decimals = 2 | 4

/**
 * Centi-cents of a decimal text, read digit by digit so that nothing is ever rounded. Undefined for anything that is not
 * digits with an optional dot, of which one side may be empty, and at most so many decimals. A comma is refused: `12,50`
 * and `1,000` would have to be told apart by a guess.
 * @example readPrice('.125', 4) // 1250
 */
export function readPrice(text: string, decimals: Decimals): number | undefined {
  const found = /^(\d{0,7})(?:\.(\d*))?$/.exec(text.trim())
  const [, whole = '', fraction = ''] = found ?? []
  if (whole + fraction === '' || fraction.length > decimals || Number(whole) > MOST_DOLLARS) return undefined
  return Number(whole) * PER_DOLLAR + Number(fraction.padEnd(4, '0'))
}

const fractionOf = (centiCents: number) => String(centiCents % PER_DOLLAR).padStart(4, '0')
const wholeOf = (centiCents: number) => Math.floor(centiCents / PER_DOLLAR)

/**
 * Centi-cents as the shortest text that means them.
 * @example priceText(-125_000) // '-12.5'
 */
export function priceText(centiCents: number): string {
  const size = Math.abs(centiCents)
  const fraction = fractionOf(size).replace(/0+$/, '')
  return `${centiCents < 0 ? '-' : ''}${wholeOf(size)}${fraction && `.${fraction}`}`
}

const grouped = new Intl.NumberFormat('en-US')

/**
 * Centi-cents as US dollars: two decimals, and up to four where a price is that fine.
 * @example priceCurrency(-12_345_000) // '−$1,234.50'
 */
export function priceCurrency(centiCents: number): string {
  const size = Math.abs(centiCents)
  const fraction = fractionOf(size).replace(/0{1,2}$/, '')
  return `${centiCents < 0 ? MINUS : ''}$${grouped.format(wholeOf(size))}.${fraction}`
}

/**
 * Centi-cents as a number for programs: two decimals, and up to four where a price is that fine.
 * @example priceDollars(-12_345_670) // '-1234.567'
 */
export function priceDollars(centiCents: number): string {
  const size = Math.abs(centiCents)
  return `${centiCents < 0 ? '-' : ''}${wholeOf(size)}.${fractionOf(size).replace(/0{1,2}$/, '')}`
}

/** Cents as centi-cents, for a fee that stands beside prices of leads. */
export const fromCents = (cents: number): number => cents * 100

/** Whole cents of a sum of centi-cents, half up. */
export const roundToCents = (centiCents: number): number => Math.floor((centiCents + 50) / 100)

/** Cents out of a text of the wire; what is no amount is nothing. */
export const readCents = (text: string): number => (readPrice(text, 2) ?? 0) / 100
/** Hundredths of a cent, in which leads are priced. */
export const readCentiCents = (text: string): number => readPrice(text, 4) ?? 0

const grouped = new Intl.NumberFormat('en-US')

/** As wide as a figure, where the hyphen is narrow and may end a line. */
export const MINUS = '\u2212'

/** Cents as US dollars, such as `$1,234.50`; whole dollars and cents are written apart, so that no float is ever made. */
export function toCurrency(cents: number): string {
  const size = Math.abs(cents)
  const dollars = grouped.format((size - (size % 100)) / 100)
  return `${cents < 0 ? MINUS : ''}$${dollars}.${String(size % 100).padStart(2, '0')}`
}

/** A count with separators between thousands. */
export const toCount = (count: number): string => grouped.format(count)

/** A number as typed, tidied: not a number becomes 0, a trailing dot goes, decimals stay as they are, leading zeros go. */
export function tidyNumber(text: string): string {
  const found = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text.trim())
  if (!found) return '0'
  const [, sign = '', whole = '0', decimals = ''] = found
  const integer = whole.replace(/^0+(?=\d)/, '')
  return `${sign}${integer}${decimals === '' ? '' : `.${decimals}`}`
}

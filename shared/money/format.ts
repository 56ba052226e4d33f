// Amounts as people read them: on a screen, in a mail, on a paper.
const grouped = new Intl.NumberFormat('en-US')

/** As wide as a figure, where the hyphen is narrow and may end a line. */
export const MINUS = '\u2212'

/** Cents as US dollars, such as `$1,234.50`; whole dollars and cents are written apart, so that no float is ever made. */
export function toCurrency(cents: number): string {
  const size = Math.abs(cents)
  const dollars = grouped.format((size - (size % 100)) / 100)
  return `${cents < 0 ? MINUS : ''}$${dollars}.${String(size % 100).padStart(2, '0')}`
}

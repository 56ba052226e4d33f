const grouped = new Intl.NumberFormat('en-US')

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

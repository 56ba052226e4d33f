/** Cents behind a comma, as most of Europe writes them: behind one that parts thousands stand three digits. */
const behindComma = /^(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}$/

/**
 * Digits and the first dot of what was typed, with no more than two digits behind the dot.
 * @example cleanDecimal('1,000') // '1000'
 * @example cleanDecimal('12,50') // '12.50', where digits alone would be a hundred times as much
 */
export function cleanDecimal(text: string): string {
  const typed = text.replace(/[^\d.,]/g, '')
  const kept = behindComma.test(typed) ? typed.replaceAll('.', '').replace(',', '.') : typed.replaceAll(',', '')
  const dot = kept.indexOf('.')
  if (dot < 0) return kept
  return `${kept.slice(0, dot)}.${kept
    .slice(dot + 1)
    .replaceAll('.', '')
    .slice(0, 2)}`
}

/** Cents of a decimal text, read digit by digit so that no fraction is ever rounded. Empty text is no amount at all. */
export function centsOf(text: string): number | undefined {
  const [whole = '', fraction = ''] = cleanDecimal(text).split('.')
  if (whole === '' && fraction === '') return undefined
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/** Cents as the text one edits: `1250` is `12.50`, whole amounts stay short. */
export function textOf(cents: number | undefined): string {
  if (cents === undefined) return ''
  const fraction = String(cents % 100).padStart(2, '0')
  const whole = String(Math.floor(cents / 100))
  return fraction === '00' ? whole : `${whole}.${fraction}`
}

import type { Decimals } from '#shared/money/price-text.ts'

const signsOf = (text: string) => text.replace(/[^\d.,]/g, '')

/** A comma with what may be meant by it: cents behind one comma, as most of Europe writes them. Dots before it part thousands. */
const behindComma = /^(?:\d*|\d{1,3}(?:\.\d{3})+),(\d+)$/
/** As we write thousands ourselves: three digits behind a comma that no nought stands before. */
const thousands = /^[1-9]\d*,\d{3}$/

/**
 * Digits and the first dot of an amount as it was written, with no more digits behind the dot than it may have. Behind one comma stand
 * cents, or thousands where there are three digits.
 * @example cleanDecimal('1,000') // '1000'
 * @example cleanDecimal('12,50') // '12.50', where digits alone would be a hundred times as much
 */
export function cleanDecimal(text: string, decimals: Decimals = 2): string {
  const typed = signsOf(text)
  const behind = behindComma.exec(typed)?.[1]
  const isFraction = behind !== undefined && !thousands.test(typed) && (behind.length <= decimals || /^0*,/.test(typed))
  const kept = isFraction ? typed.replaceAll('.', '').replace(',', '.') : typed.replaceAll(',', '')
  const dot = kept.indexOf('.')
  if (dot < 0) return kept
  return `${kept.slice(0, dot)}.${kept
    .slice(dot + 1)
    .replaceAll('.', '')
    .slice(0, decimals)}`
}

/**
 * The same while it is typed: a comma stays, because only what comes behind it tells what is meant. It goes when the field is left.
 * @example typedDecimal('12,5') // '12,5', on the way to 12.50
 */
export function typedDecimal(text: string, decimals: Decimals = 2): string {
  const typed = signsOf(text)
  return typed.includes(',') && !typed.includes('.') ? typed : cleanDecimal(text, decimals)
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

/**
 * A number as its country writes it, for the ten digits of North America; others as they are, with one dial code before them. A
 * number that begins with `+` needs no dial code.
 */
export function showPhone(number: string, dialCode = ''): string {
  const [, area, office, line] = /^(?:\+1)?(\d{3})(\d{3})(\d{4})$/.exec(number) ?? []
  if (area && (dialCode === '+1' || number.startsWith('+'))) return `${area}-${office}-${line}`
  return number.startsWith('+') ? number : `${dialCode} ${number}`.trim()
}

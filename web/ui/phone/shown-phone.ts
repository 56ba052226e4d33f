/** A number as its country writes it, for the ten digits of North America; others as they are, with one dial code before them. */
export function showPhone(number: string, dialCode: string): string {
  if (number.startsWith('+')) return number
  const [, area, office, line] = /^(\d{3})(\d{3})(\d{4})$/.exec(number) ?? []
  return dialCode === '+1' && area ? `${area}-${office}-${line}` : `${dialCode} ${number}`.trim()
}

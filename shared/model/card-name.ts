const brands: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' }

/** A card as people name it: `Visa ending in 4242`. */
export const cardName = (brand: string, last4: string): string => `${brands[brand] ?? brand} ending in ${last4}`

/** What paid something where it was no card: so our books and answers call it. */
export const PAID_BY_WALLET = 'Data Wallet'

/** What paid something: a card is kept as its brand and last four digits; what else paid says so itself. */
export function paidWithName(text: string): string {
  const [, brand = '', last4 = ''] = /^(\S+) (\d{4})$/.exec(text) ?? []
  return last4 ? cardName(brand, last4) : text
}

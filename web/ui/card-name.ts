const brands: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' }

/** A card as people name it: `Visa ending in 4242`. */
export const cardName = (brand: string, last4: string): string => `${brands[brand] ?? brand} ending in ${last4}`

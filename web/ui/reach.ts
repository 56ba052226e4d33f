// Where a press on an address or a telephone number leads.

/** What the signs of an address would say in a link is not what they say in an address. */
export const mailTo = (email: string): string => `mailto:${encodeURI(email).replace(/[?&#]/g, encodeURIComponent)}`

/** A number that begins with `+` needs no dial code. */
export const callTo = (phone: string, dialCode = ''): string =>
  `tel:${(phone.startsWith('+') ? phone : dialCode + phone).replace(/[^+\d]/g, '')}`

/** What a phone field says about its number. Everything but the text typed is missing until it can be read. */
export type PhoneResult = {
  countryCode: string | undefined
  isValid: boolean
  phoneNumber: string
  countryCallingCode: string | undefined
  formattedNumber: string | undefined
  nationalNumber: string | undefined
  type: string | undefined
  formatInternational: string | undefined
  formatNational: string | undefined
  uri: string | undefined
  e164: string | undefined
}

/** The answer while the number tables are still on their way. */
export const unread = (text: string, iso2: string | undefined): PhoneResult => ({
  countryCode: iso2,
  isValid: false,
  phoneNumber: text,
  countryCallingCode: undefined,
  formattedNumber: undefined,
  nationalNumber: undefined,
  type: undefined,
  formatInternational: undefined,
  formatNational: undefined,
  uri: undefined,
  e164: undefined,
})

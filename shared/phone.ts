import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

export type Phone = { national: string; countryCode: string; callingCode: string }

/** A number under the names by which a person keeps it. */
export const phoneFacts = ({ national, countryCode, callingCode }: Phone) => ({
  phone: national,
  phoneCountry: countryCode,
  phoneCallingCode: callingCode,
})

/**
 * A number as it is kept: national digits, with the country it belongs to. Undefined when it is no number of that
 * country, or of the one that its own `+` prefix names.
 */
export function readPhone(text: string, countryCode: string): Phone | undefined {
  const country: CountryCode | undefined = isSupportedCountry(countryCode) ? countryCode : undefined
  const parsed = country && parsePhoneNumberFromString(text, country)
  if (!parsed?.isValid()) return undefined
  return {
    national: parsed.nationalNumber,
    countryCode: parsed.country ?? countryCode,
    callingCode: `+${parsed.countryCallingCode}`,
  }
}

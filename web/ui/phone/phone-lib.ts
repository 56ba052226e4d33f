import parse, {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
} from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/min/metadata'
import examples from 'libphonenumber-js/mobile/examples'
import { areaCodes, type Country } from './country.ts'
import type { PhoneResult } from './phone-result.ts'

const nameOf = new Intl.DisplayNames(['en'], { type: 'region' })

/** The metadata lists the countries of a dial code with the main one first. */
function priorityOf(iso2: CountryCode, dialCode: string): number {
  const sharing: Readonly<Record<string, readonly string[]>> = metadata.country_calling_codes
  return Math.max(0, sharing[dialCode]?.indexOf(iso2) ?? 0)
}

/** Every country that has a dial code, by name. */
export const countries: readonly Country[] = getCountries(metadata)
  .map((iso2) => {
    const dialCode = String(getCountryCallingCode(iso2, metadata))
    return {
      name: nameOf.of(iso2) ?? iso2,
      iso2,
      dialCode,
      priority: priorityOf(iso2, dialCode),
      areaCodes: areaCodes[iso2] ?? null,
    }
  })
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))

const supported = (iso2: string | undefined): iso2 is CountryCode =>
  iso2 !== undefined && isSupportedCountry(iso2 as CountryCode, metadata) // @NOTE: the guard itself takes only the type it proves.

export const isCountry = (iso2: string): boolean => supported(iso2)

/** Reads a number as one of the country. A number that begins with + names its own country, which then wins. */
export function readPhone(text: string, iso2: string | undefined): PhoneResult {
  const phone = parse(text, supported(iso2) ? { defaultCountry: iso2 } : {}, metadata)
  return {
    countryCode: phone?.country ?? iso2,
    isValid: phone?.isValid() ?? false,
    phoneNumber: text,
    countryCallingCode:
      phone?.countryCallingCode ?? (supported(iso2) ? getCountryCallingCode(iso2, metadata) : undefined),
    formattedNumber: phone?.number,
    nationalNumber: phone?.nationalNumber,
    type: phone?.getType(),
    formatInternational: phone?.formatInternational(),
    formatNational: phone?.formatNational(),
    uri: phone?.getURI(),
    e164: phone?.format('E.164'),
  }
}

/** A sample number as people of that country write it. */
export function sampleOf(iso2: string | undefined): string | undefined {
  return supported(iso2) ? getExampleNumber(iso2, examples, metadata)?.formatNational() : undefined
}

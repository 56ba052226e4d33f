import { countryOfLanguage } from './country.ts'

export type PhoneSetup = {
  defaultCountry?: string | undefined
  /** Looks up where the visitor is; its plain answer begins with 1 and names the country at the third place. */
  fetchCountry?: (() => Promise<string>) | undefined
  /** Do not guess from the browser's language. */
  noBrowserLocale?: boolean | undefined
}

/** Refuses settings that contradict each other, while the page is being built rather than on a customer's screen. */
export function checkSetup({ defaultCountry, fetchCountry, noBrowserLocale }: PhoneSetup): void {
  if (defaultCountry && fetchCountry)
    throw new Error('A phone field takes a default country or looks one up, not both.')
  if (defaultCountry && noBrowserLocale) {
    throw new Error('A phone field with a default country never asks the browser, so it cannot be told not to.')
  }
}

/** The country to begin with, before anybody has chosen one. */
export function firstCountry({ defaultCountry, fetchCountry, noBrowserLocale }: PhoneSetup, language: string) {
  if (defaultCountry) return defaultCountry.toUpperCase()
  return fetchCountry || noBrowserLocale ? undefined : countryOfLanguage(language)
}

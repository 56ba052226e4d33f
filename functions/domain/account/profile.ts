// What a profile must hold before its set-up counts as done.
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'

/** The fields that are missing, each with a sentence. */
export function missingFields(user: User, company: Company): Record<string, string> {
  const { address } = company
  const required = {
    name: [user.name, 'Enter your name.'],
    email: [user.email, 'Enter your e-mail address.'],
    phone: [user.phone, 'Enter your phone number.'],
    companyName: [company.name, 'Enter the name of the company.'],
    address: [address.street, 'Enter the street and number.'],
    city: [address.city, 'Enter the city.'],
    stateCode: [address.stateCode, 'Enter the state.'],
    zip: [address.zip, 'Enter the zip code.'],
    countryCode: [address.countryCode, 'Choose a country.'],
  } as const
  return Object.fromEntries(
    Object.entries(required).flatMap(([field, [value, sentence]]) => (value.trim() === '' ? [[field, sentence]] : [])),
  )
}

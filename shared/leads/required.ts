// What must be known of a person, or they are no lead.
import type { RequiredField } from '../model/campaign.ts'
import type { ProductLine } from '../model/company.ts'
import type { Person } from '../model/lead.ts'

const isFilled = {
  FirstName: ({ firstName }) => firstName !== '',
  LastName: ({ lastName }) => lastName !== '',
  Email: ({ email }) => email !== '',
  Phone: ({ phone }) => phone !== '',
  Address: ({ street, city, stateCode, zipCode }) =>
    street !== '' && city !== '' && (stateCode !== '' || zipCode !== ''),
} as const satisfies Record<RequiredField, (person: Person) => boolean>

type Asking = { line: ProductLine; requiresEmail: boolean; requiredFields: readonly RequiredField[] }

/** The fields that a person lacks to be a lead of a campaign. Enhance ID and B2B ID always need an e-mail address. */
export function missingFields(person: Person, { line, requiresEmail, requiredFields }: Asking): RequiredField[] {
  const needsEmail = requiresEmail || line === 'enhance' || line === 'b2b'
  const wanted = new Set<RequiredField>([...requiredFields, ...(needsEmail ? (['Email'] as const) : [])])
  return [...wanted].filter((field) => !isFilled[field](person))
}

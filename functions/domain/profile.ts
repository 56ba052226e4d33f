// What a profile must hold before its set-up counts as done, and where names stand besides: lists of companies show the
// company's name and its main person, and must not show yesterday's.
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import type { Db } from '../data/index.ts'

/** The fields that are missing, named as the wire names them, each with a sentence. */
export function missingFields(user: User, company: Company): Record<string, string> {
  const { address } = company
  const required = {
    name: [user.name, 'Enter your name.'],
    email: [user.email, 'Enter your e-mail address.'],
    phonenum: [user.phone, 'Enter your phone number.'],
    company_name: [company.name, 'Enter the name of the company.'],
    address: [address.street, 'Enter the street and number.'],
    city: [address.city, 'Enter the city.'],
    state_code: [address.stateCode, 'Enter the state.'],
    zip: [address.zip, 'Enter the zip code.'],
    country_code: [address.countryCode, 'Choose a country.'],
  } as const
  return Object.fromEntries(
    Object.entries(required).flatMap(([field, [value, sentence]]) => (value.trim() === '' ? [[field, sentence]] : [])),
  )
}

type Shown = { companyName?: string; fullName?: string; email?: string }

/** Tells the list that shows a company of its new names. A person who is not its main one stands in no list. */
export async function renameInList(db: Db, company: Company, user: Pick<User, 'id'> | null, shown: Shown) {
  if (!company.parentId) return
  const node = await db.node.find(company.parentId, company.id)
  if (!node || (user && node.userId !== user.id)) return
  const next = { ...node, ...shown }
  if (JSON.stringify(next) !== JSON.stringify(node)) await db.node.update(node, next)
}

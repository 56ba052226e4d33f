// What a profile must hold before its set-up counts as done, and where names stand besides: lists of companies show the
// company's name and its main person, and must not show yesterday's.
import type { Company } from '#shared/model/company.ts'
import { withCompany, withPerson } from '#shared/model/node.ts'
import type { User } from '#shared/model/user.ts'
import type { Db } from '../../data/index.ts'

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

/** A list may be changed by two at once; each then sees the other and tries again. */
const ROUNDS = 5

/** Shows a company and its main person in the list of their parent as they are now. Other people stand in no list. */
export async function refreshEntry(db: Db, company: Company, user: User | null): Promise<void> {
  for (let round = 1; company.parentId; round++) {
    const node = await db.node.find(company.parentId, company.id)
    if (!node) return
    const renamed = withCompany(node, company)
    const next = user?.id === node.userId ? withPerson(renamed, user) : renamed
    if (JSON.stringify(next) === JSON.stringify(node)) return
    try {
      return await db.node.update(node, next)
    } catch (error) {
      if (round === ROUNDS) throw error
    }
  }
}

// The people whom the double of the lead data provider knows.
import { createHash } from 'node:crypto'

export type KnownPerson = {
  id: string
  email: string
  firstName?: string
  lastName?: string
  phone?: string
  city?: string
  state?: string
  emails?: string[]
  phones?: string[]
  street?: string
  zip?: string
  /** By the ids of the kinds of information that were asked for. */
  advanced?: Record<string, string>
  company?: Record<string, string>
}

const firstNames = 'Amara Ben Chloe Diego Elif Farid Grace Hiro Ines Jonas Kofi Lena'.split(' ')
const lastNames = 'Adler Brooks Castillo Demir Ekberg Foster Garcia Huang Ivanov Jensen'.split(' ')
const places = ['Chicago, IL', 'Austin, TX', 'Denver, CO', 'Portland, OR', 'Tampa, FL']

const pick = (all: readonly string[], byte: number) => all[byte % all.length] ?? ''

/** The same visitor is always the same person; addresses and numbers are of the ranges that belong to nobody. */
export function personOf(visitorId: string): KnownPerson {
  const hash = createHash('sha256').update(visitorId).digest()
  const [first = 0, last = 0, place = 0, phone = 0] = hash
  const firstName = pick(firstNames, first)
  const lastName = pick(lastNames, last)
  const [city = '', state = ''] = pick(places, place).split(', ')
  const tail = hash.toString('hex').slice(8, 14)
  return {
    id: `person-${tail}`,
    email: `${firstName}.${lastName}.${tail}@example.com`.toLowerCase(),
    firstName,
    lastName,
    phone: `+1312555${String(100 + (phone % 100)).padStart(4, '0')}`,
    city,
    state,
  }
}

/** Who has an address: addresses that begin with `unknown` nobody knows. */
export const personByEmail = (email: string): KnownPerson | undefined =>
  email.startsWith('unknown') ? undefined : { ...personOf(email), email }

/** Of sixteen hashes one is of nobody. */
export const personByMd5 = (md5: string): KnownPerson | undefined => (md5.startsWith('f') ? undefined : personOf(md5))

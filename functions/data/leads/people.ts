// Who is a lead of a campaign or of a client already. A mark names nobody: its key is a hash of an address, or of the provider's id
// of somebody who has none.
import { createHash } from 'node:crypto'
import { Entity } from 'electrodb'
import { emailKey } from '#shared/email.ts'
import type { PersonMark } from '#shared/leads/known.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { emailsOf, type Person } from '#shared/model/lead.ts'
import { many, whole } from '../lib/batch.ts'
import { electro, type Table } from '../lib/table.ts'
import { clientPeopleSchema, peopleSchema } from './item.ts'

type Known = Pick<Person, 'personId' | 'email' | 'otherEmails'>
export type PersonSource = Pick<Campaign, 'companyId' | 'id'>

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
const addressKey = (email: string) => hashOf(emailKey(email))
const idKey = (personId: string) => hashOf(`id:${personId}`)

/** The one key that a person's mark stands under. It is what two workers that find the same person at once meet at. */
export const personKey = ({ email, personId }: Pick<Person, 'email' | 'personId'>): string =>
  email === '' ? idKey(personId) : addressKey(email)

/** Every key under which a person may be known: by each address, and by the provider's id. */
export const keysOf = (person: Known): string[] => [
  ...new Set([...emailsOf(person).map(addressKey), ...(person.personId ? [idKey(person.personId)] : [])]),
]

export function readPeople(table: Table) {
  const people = new Entity(peopleSchema, electro(table))
  const ofClient = new Entity(clientPeopleSchema, electro(table))

  /** The marks that each of some persons has in a campaign, or in any of the client's where those are given, too. */
  async function findMarks(
    { companyId, id }: PersonSource,
    persons: readonly Known[],
    { siblings = [], consistent = false }: { siblings?: readonly string[] | undefined; consistent?: boolean } = {},
  ): Promise<PersonMark[][]> {
    const keys = persons.map(keysOf)
    const all = [...new Set(keys.flat())]
    if (all.length === 0) return persons.map(() => [])
    const campaignIds = [...new Set([id, ...siblings])]
    const wanted = campaignIds.flatMap((campaignId) => all.map((personKey) => ({ companyId, campaignId, personKey })))
    const inClient = siblings.length > 0 ? all.map((personKey) => ({ companyId, personKey })) : []
    const freshness = consistent ? 'as written' : 'may be a moment old'
    const [own, shared] = await Promise.all([
      whole(table, people, people.get(wanted).go({ ...many, consistent }), freshness),
      inClient.length > 0 ? whole(table, ofClient, ofClient.get(inClient).go({ ...many, consistent }), freshness) : [],
    ])
    const found = Map.groupBy([...own, ...shared], ({ personKey }) => personKey)
    return keys.map((own) =>
      own.flatMap((key) => (found.get(key) ?? []).map(({ leadId, storedAt }) => ({ leadId, storedAt }))),
    )
  }
  return { findMarks }
}

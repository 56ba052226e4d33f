// Mailbox Power.
import * as z from 'zod'
import { judge, openToolDoor, readAnswer } from './door.ts'
import { type Credentials, filled, type ToolAdapter } from './tool.ts'

const name = 'Mailbox Power'

/**
 * @NOTE the groups and the header are known from one public connector; where contacts go, and the shapes of all answers, are
 * assumed. Once its contract is seen with a real key, this table and the shapes below are all that changes.
 */
const wire = { groups: '/contacts/groups', contacts: '/contacts', keyHeader: 'APIKEY', country: 'US' } as const

const Id = z.union([z.string(), z.number()]).transform(String)
const Group = z.looseObject({ id: Id, name: z.string() })
const Groups = z.union([z.array(Group), z.looseObject({ groups: z.array(Group) }).transform(({ groups }) => groups)])
const Made = z.looseObject({ id: Id.optional(), contact: z.looseObject({ id: Id }).optional() })

export function openMailboxpower({ url, now }: { url: string; now: () => number }): ToolAdapter {
  const door = openToolDoor({ name, url })
  const ask = async ({ api_key: key = '' }: Credentials, path: string, json?: unknown) => {
    const asked = { headers: { [wire.keyHeader]: key }, ...(json !== undefined && { method: 'POST' as const, json }) }
    return judge(await door.ask(path, asked), {
      name,
      now,
      isDisconnected: ({ status }) => status === 401 || status === 403,
    })
  }
  const groups = async (credentials: Credentials) =>
    readAnswer(Groups, await ask(credentials, wire.groups), name).map((group) => ({ id: group.id, name: group.name }))

  return {
    async check(credentials) {
      await groups(credentials)
    },
    lookUp: groups,
    async deliver(credentials, { row, values }) {
      // It knows people by name and address.
      if (row.street === '' || row.city === '' || row.zipCode === '') return { skipped: 'no address' }
      const company = row.business.find(({ id }) => /company|employer/i.test(id))?.value ?? ''
      const contact = filled({
        first_name: row.firstName,
        last_name: row.lastName,
        street: row.street,
        city: row.city,
        state: row.stateCode,
        zip: row.zipCode,
        country: wire.country,
        email: row.email,
        phone: row.phone,
        company,
        group: values.groups?.[0] ?? '',
      })
      const answer = await ask(credentials, wire.contacts, contact)
      const made = readAnswer(Made, answer, name)
      return { id: made.contact?.id ?? made.id ?? '', status: answer.status, words: 'The contact was saved.' }
    },
  }
}

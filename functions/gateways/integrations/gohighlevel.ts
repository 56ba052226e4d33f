// GoHighLevel's first version: keys of one location, no new ones since the end of 2025. As public-api.gohighlevel.com has it.
import * as z from 'zod'
import { judge, openToolDoor, readAnswer } from './door.ts'
import { type Credentials, filled, type ToolAdapter, ToolFault, type ToolParcel } from './tool.ts'

const name = 'GoHighLevel'
const Tags = z.object({ tags: z.array(z.object({ id: z.string(), name: z.string() })) })
const Made = z.object({ contact: z.object({ id: z.string() }) })
const Known = z.object({
  contacts: z.array(z.object({ id: z.string(), tags: z.array(z.string()).default([]) })).default([]),
})
/** Of a question after a contact: there is none. Which of them it says is described nowhere. */
const none = new Set([400, 404, 422])

/** What a lead is there, in both of its versions. */
export const contactOf = ({ row, campaignName }: Pick<ToolParcel, 'row' | 'campaignName'>) =>
  filled({
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    address1: row.street,
    city: row.city,
    state: row.stateCode,
    postalCode: row.zipCode,
    source: campaignName,
  })

export function openGohighlevel({ url, now }: { url: string; now: () => number }): ToolAdapter {
  const door = openToolDoor({ name, url })
  const ask = async ({ api_key: key }: Credentials, path: string, json?: unknown, method: 'POST' | 'PUT' = 'POST') => {
    const headers = { authorization: `Bearer ${key}` }
    const answer = await door.ask(path, { headers, ...(json !== undefined && { method, json }) })
    return judge(answer, { name, now })
  }
  const tags = async (credentials: Credentials) => readAnswer(Tags, await ask(credentials, '/tags/'), name).tags

  /** A contact is known again by its address. One of a telephone number alone is looked for first, or each try would make another. */
  async function findByPhone(credentials: Credentials, phone: string) {
    try {
      const answer = await ask(credentials, `/contacts/lookup?phone=${encodeURIComponent(phone)}`)
      return readAnswer(Known, answer, name).contacts[0]
    } catch (error) {
      if (error instanceof ToolFault && none.has(error.status)) return undefined
      throw error
    }
  }

  return {
    pace: { most: 100, perMs: 10_000, of: 'connection' },
    async check(credentials) {
      await tags(credentials)
    },
    // A contact takes tags by their names.
    lookUp: async (credentials) => (await tags(credentials)).map((tag) => ({ id: tag.name, name: tag.name })),
    async deliver(credentials, parcel) {
      const { row, values } = parcel
      if (row.email === '' && row.phone === '')
        return { skipped: 'The lead has neither an e-mail address nor a phone number.' }
      // Without an empty list: a contact that is there already might lose its tags.
      const { tags: chosen = [] } = values
      const known = row.email === '' ? await findByPhone(credentials, row.phone) : undefined
      const tags = [...new Set([...(known?.tags ?? []), ...chosen])]
      const contact = { ...contactOf(parcel), ...(tags.length > 0 && { tags }) }
      const answer = known
        ? await ask(credentials, `/contacts/${encodeURIComponent(known.id)}`, contact, 'PUT')
        : await ask(credentials, '/contacts/', contact)
      const { id } = readAnswer(Made, answer, name).contact
      return { id, status: answer.status, words: 'The contact was saved.' }
    },
  }
}

// SendGrid Marketing, as its public description of 2025 has it (twilio/sendgrid-oai, tsg_mc_lists_v3 and tsg_mc_contacts_v3).
import * as z from 'zod'
import { cutText } from '#shared/text.ts'
import { judge, openToolDoor, readAnswer, wordsOf } from './door.ts'
import { type Credentials, filled, type LaterResult, type Option, type ToolAdapter, ToolFault } from './tool.ts'

const name = 'SendGrid'
const PAGE = 1000
/** A company with more lists than so many pages of them chooses among the first. */
const MOST_PAGES = 10

/** What it refuses a whole call for. */
const most = { name: 50, street: 100, city: 60, state: 50, zip: 50, phone: 50 } as const

/** A name that no import has. */
const NO_IMPORT = '00000000-0000-0000-0000-000000000000'

const Scopes = z.object({ scopes: z.array(z.string()) })
const Lists = z.object({
  result: z.array(z.object({ id: z.string(), name: z.string() })),
  _metadata: z.object({ next: z.string().nullish() }).nullish(),
})
const Job = z.object({ job_id: z.string() })
const JobState = z.object({
  status: z.string(),
  results: z.object({ errored_count: z.number().nullish() }).nullish(),
})

/** An address of the next page is trusted for its token alone, never for its host. */
function tokenOf(next: string | null | undefined): string | null {
  const url = next ? URL.parse(next, 'https://api.sendgrid.com') : null
  return url?.searchParams.get('page_token') ?? null
}

export function openSendgrid({ url, now }: { url: string; now: () => number }): ToolAdapter {
  const door = openToolDoor({ name, url })
  const bearer = ({ api_key: key }: Credentials) => ({ authorization: `Bearer ${key}` })
  const ask = async (credentials: Credentials, path: string, asked: Parameters<typeof door.ask>[1] = {}) => {
    const answer = await door.ask(path, { ...asked, headers: bearer(credentials) })
    // It says when it may be asked again as an instant, in seconds.
    const reset = Number(answer.headers.get('x-ratelimit-reset')) * 1000 - now()
    if (answer.status === 429 && !answer.headers.has('retry-after') && reset > 0)
      throw new ToolFault('retry', `${name} asks for a pause.`, { status: 429, afterMs: reset })
    return judge(answer, { name, now, isDisconnected: ({ status }) => status === 401 || status === 403 })
  }

  async function lists(credentials: Credentials): Promise<Option[]> {
    const found: Option[] = []
    let token: string | null = null
    for (let page = 0; page < MOST_PAGES; page++) {
      const query: string = token === null ? '' : `&page_token=${encodeURIComponent(token)}`
      const answer = await ask(credentials, `/v3/marketing/lists?page_size=${PAGE}${query}`)
      const { result, _metadata } = readAnswer(Lists, answer, name)
      found.push(...result.map(({ id, name: called }) => ({ id, name: called })))
      token = tokenOf(_metadata?.next)
      if (token === null) break
    }
    return found
  }

  /** What it refused stands behind an address elsewhere, which is not followed. */
  async function look(credentials: Credentials, id: string): Promise<LaterResult> {
    try {
      const answer = await ask(credentials, `/v3/marketing/contacts/imports/${encodeURIComponent(id)}`)
      const { status, results } = readAnswer(JobState, answer, name)
      const refused = results?.errored_count ?? 0
      if (status === 'completed' && refused === 0) return { is: 'done' }
      // Of four states that it names, `pending` means that it has not begun: what it says in between is no refusal.
      if (!['completed', 'errored', 'failed'].includes(status)) return { is: 'pending' }
      const count = refused > 0 ? ` (errored_count ${refused})` : ''
      return {
        is: 'failed',
        words: wordsOf(`SendGrid took the contact and refused it afterwards: its import ended as “${status}”${count}.`),
      }
    } catch (error) {
      if (!(error instanceof ToolFault)) throw error
      if (error.status === 403) return { is: 'hidden' }
      if (error.status === 404) return { is: 'unknown', words: error.message }
      throw error
    }
  }

  return {
    async check(credentials) {
      readAnswer(Scopes, await ask(credentials, '/v3/scopes'), name)
      try {
        await lists(credentials)
      } catch (error) {
        if (error instanceof ToolFault && error.status === 403)
          throw new ToolFault('disconnected', 'This key has no access to Marketing.', { status: 403 })
        throw error
      }
    },
    lookUp: (credentials) => lists(credentials),
    async deliver(credentials, { row, values }) {
      if (row.email === '') return { skipped: 'The lead has no e-mail address.' }
      const contact = filled({
        email: row.email,
        first_name: cutText(row.firstName, most.name),
        last_name: cutText(row.lastName, most.name),
        // A reserved field of its contacts. Not `phone_number_id`: that one identifies a contact, and an update would have to know it.
        phone_number: cutText(row.phone, most.phone),
        address_line_1: cutText(row.street, most.street),
        city: cutText(row.city, most.city),
        state_province_region: cutText(row.stateCode, most.state),
        postal_code: cutText(row.zipCode, most.zip),
      })
      const ids = values.lists ?? []
      const answer = await ask(credentials, '/v3/marketing/contacts', {
        method: 'PUT',
        json: { ...(ids.length > 0 && { list_ids: ids }), contacts: [contact] },
      })
      const { job_id: id } = readAnswer(Job, answer, name)
      return { id, status: answer.status, words: 'SendGrid has queued the contact.' }
    },
    look,
    // By the question itself: which of a key's scopes it asks for stands in none of its documents.
    mayLook: async (credentials) => (await look(credentials, NO_IMPORT)).is !== 'hidden',
  }
}

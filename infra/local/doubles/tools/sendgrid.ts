// SendGrid Marketing on one machine: keys with and without access to Marketing, pages of lists, contacts by address, and jobs.
import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod'
import { createToolDouble, type ToolDouble, type ToolReply, type ToolRequest } from './double.ts'

/** What the demonstration connects with. A key of nobody's. */
export const sendgridKey = 'SG.demonstration-only.no-secret-of-anybody-at-all'
/** One that exists, and may not touch Marketing. */
export const sendgridMailKey = 'SG.mail-only-of-nobody.no-secret-of-anybody-at-all'

type List = { id: string; name: string }
/** The work that came of one request: it is `pending` until somebody has looked at it. */
type Job = { status: 'completed' | 'errored' | 'failed'; contacts: number; isSeen: boolean }
export type SendgridDouble = ToolDouble & {
  lists(): List[]
  /** Takes the place of all lists. */
  setLists(names: readonly string[]): void
  /** By address. */
  contacts(): ReadonlyMap<string, SendgridContact>
  /** Keys that were right are worth nothing any more, until they are taken back. */
  revoke(isRevoked?: boolean): void
  /** Keys may do everything but see what came of contacts that it took. */
  hideImports(areHidden?: boolean): void
  /** What it says of all imports instead of how they are; empty: as they are. */
  sayOfImports(status: string): void
}

/** The same at each start: what a campaign of the demonstration chose is still there. */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

const name = z.string().max(50)
const Contact = z.strictObject({
  email: z.email().max(254),
  first_name: name.optional(),
  last_name: name.optional(),
  phone_number: name.optional(),
  address_line_1: z.string().max(100).optional(),
  city: z.string().max(60).optional(),
  state_province_region: z.string().max(50).optional(),
  postal_code: z.string().max(50).optional(),
})
export type SendgridContact = z.output<typeof Contact> & { list_ids: string[] }
const Put = z.strictObject({ list_ids: z.array(z.string()).optional(), contacts: z.array(Contact).min(1).max(30_000) })

const refuse = (status: number, message: string, field: string | null = null): ToolReply => ({
  status,
  json: { errors: [{ field, message }] },
})

export function createSendgrid({ now }: { now: () => number }): SendgridDouble {
  const state = {
    lists: [] as List[],
    contacts: new Map<string, SendgridContact>(),
    jobs: new Map<string, Job>(),
    isRevoked: false,
    areImportsHidden: false,
    saidOfImports: '',
  }
  const setLists = (names: readonly string[]) => {
    state.lists = names.map((each) => ({ id: idOf(each), name: each }))
  }
  setLists(['Newsletter', 'New leads', 'Open house'])

  function listPage(query: URLSearchParams): ToolReply {
    const size = Number(query.get('page_size') ?? 100)
    if (!Number.isInteger(size) || size < 1 || size > 1000)
      return refuse(400, 'page_size must be 1 to 1000', 'page_size')
    const from = Number(query.get('page_token') ?? 0)
    const next =
      from + size < state.lists.length
        ? `https://api.sendgrid.com/v3/marketing/lists?page_size=${size}&page_token=${from + size}`
        : undefined
    return {
      status: 200,
      json: {
        result: state.lists.slice(from, from + size).map((list) => ({ ...list, contact_count: 0 })),
        _metadata: { count: state.lists.length, ...(next && { next }) },
      },
    }
  }

  function put(body: Record<string, unknown>, isDoomed: boolean): ToolReply {
    const parsed = Put.safeParse(body)
    if (!parsed.success)
      return refuse(400, parsed.error.issues[0]?.message ?? 'invalid', parsed.error.issues[0]?.path.join('.'))
    const { list_ids: ids = [], contacts: given } = parsed.data
    if (ids.some((id) => !state.lists.some((list) => list.id === id))) return refuse(400, 'list not found', 'list_ids')
    const id = randomUUID()
    state.jobs.set(id, { status: isDoomed ? 'errored' : 'completed', contacts: given.length, isSeen: false })
    if (isDoomed) return { status: 202, json: { job_id: id } }
    for (const contact of given) {
      const address = contact.email.toLowerCase()
      const known = state.contacts.get(address)
      const listIds = new Set([...(known?.list_ids ?? []), ...ids])
      state.contacts.set(address, { ...known, ...contact, list_ids: [...listIds] })
    }
    return { status: 202, json: { job_id: id } }
  }

  function job(id: string): ToolReply {
    const found = state.jobs.get(id)
    if (!found) return refuse(404, 'import job not found')
    const { isSeen, status, contacts } = found
    found.isSeen = true
    const shared = { id, job_type: 'upsert_contacts' }
    const said = state.saidOfImports || (isSeen ? '' : 'pending')
    if (said !== '') return { status: 200, json: { ...shared, status: said, results: { requested_count: contacts } } }
    const errored = status === 'completed' ? 0 : contacts
    const results = {
      requested_count: contacts,
      created_count: contacts - errored,
      updated_count: 0,
      deleted_count: 0,
      errored_count: errored,
      ...(errored > 0 && { errors_url: `https://errors.sendgrid.example/${id}` }),
    }
    return { status: 200, json: { ...shared, status, results } }
  }

  function answer({ method, path, query, headers, body, isDoomed = false }: ToolRequest): ToolReply {
    const key = headers.authorization?.replace(/^Bearer /, '')
    if (state.isRevoked || (key !== sendgridKey && key !== sendgridMailKey))
      return refuse(401, 'The provided authorization grant is invalid, expired, or revoked')
    const isMailOnly = key === sendgridMailKey
    if (method === 'GET' && path === '/v3/scopes')
      return {
        status: 200,
        json: { scopes: isMailOnly ? ['mail.send'] : ['mail.send', 'marketing.read', 'marketing.automation.read'] },
      }
    if (isMailOnly) return refuse(403, 'access forbidden')
    if (method === 'GET' && path === '/v3/marketing/lists') return listPage(query)
    if (method === 'PUT' && path === '/v3/marketing/contacts') return put(body, isDoomed)
    if (method === 'GET' && path.startsWith('/v3/marketing/contacts/imports/'))
      return state.areImportsHidden ? refuse(403, 'access forbidden') : job(path.split('/').at(-1) ?? '')
    return refuse(404, 'not found')
  }

  const double = createToolDouble({
    slug: 'sendgrid',
    demonstration: { api_key: sendgridKey },
    state,
    now,
    answer,
    refusal: (status) => refuse(status, `Asked to answer ${status}.`).json,
  })
  return {
    ...double,
    lists: () => [...state.lists],
    setLists,
    contacts: () => state.contacts,
    revoke(is = true) {
      state.isRevoked = is
    },
    hideImports(are = true) {
      state.areImportsHidden = are
    },
    sayOfImports(status) {
      state.saidOfImports = status
    },
    clear() {
      double.clear()
      state.contacts.clear()
      state.jobs.clear()
      state.isRevoked = false
      state.areImportsHidden = false
      state.saidOfImports = ''
    },
  }
}

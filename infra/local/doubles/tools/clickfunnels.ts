// ClickFunnels 2.0 on one machine: refuses who does not say who they are, gives 20 tags at once, and `tag_ids` take away the others.
import { createToolDouble, type ToolDouble, type ToolReply, type ToolRequest } from './double.ts'

/** What the demonstration connects with. Nobody's secrets. */
const clickfunnelsKeys = {
  subdomain: 'demonstration',
  workspace_id: '4711',
  token: 'demonstration-token-of-nobody',
} as const

const PAGE = 20
type Contact = { id: number; fields: Record<string, unknown>; tags: Set<number> }
export type ClickfunnelsDouble = ToolDouble & {
  tags(): { id: number; name: string }[]
  contacts(): ReadonlyMap<string, Contact>
  /** The next contact that is saved is answered as it was before another request applied its tags. */
  lag(): void
  revoke(isRevoked?: boolean): void
}

export function createClickfunnels({ now }: { now: () => number }): ClickfunnelsDouble {
  const tags = Array.from({ length: 21 }, (_, index) => ({ id: 100 + index, name: `Tag ${index + 1}` }))
  const state = {
    contacts: new Map<string, Contact>(),
    isRevoked: false,
  }
  let lags = false
  const shown = ({ id, fields, tags: has }: Contact) => ({ id, ...fields, tags: [...has].map((tag) => ({ id: tag })) })

  function tagPage(query: URLSearchParams): ToolReply {
    const after = Number(query.get('after') ?? 0)
    const from = after === 0 ? 0 : tags.findIndex(({ id }) => id === after) + 1
    const page = tags.slice(from, from + PAGE)
    const last = page.at(-1)
    const hasMore = from + PAGE < tags.length && last
    return { status: 200, json: page, headers: hasMore ? { 'pagination-next': String(last.id) } : {} }
  }

  function upsert(body: Record<string, unknown>): ToolReply {
    const given: Record<string, unknown> = { ...Object(body.contact) }
    const { tag_ids: ids, ...fields } = given
    const email = String(fields.email_address ?? '').toLowerCase()
    if (!email) return { status: 422, json: { error: 'Email address is required' } }
    const known = state.contacts.get(email)
    const contact = known ?? { id: 9000 + state.contacts.size, fields: {}, tags: new Set<number>() }
    // Nulls do not erase.
    for (const [name, value] of Object.entries(fields)) if (value !== null) contact.fields[name] = value
    if (Array.isArray(ids)) contact.tags = new Set(ids.map(Number))
    state.contacts.set(email, contact)
    const answered = lags ? { ...shown(contact), tags: [] } : shown(contact)
    lags = false
    return { status: known ? 200 : 201, json: answered }
  }

  function answer({ method, path, query, headers, body }: ToolRequest): ToolReply {
    if (!headers['user-agent']) return { status: 403, json: { error: 'User-Agent is required' } }
    if (state.isRevoked || headers.authorization !== `Bearer ${clickfunnelsKeys.token}`)
      return { status: 401, json: { error: 'API key missing or invalid' } }
    const workspace = `/workspaces/${clickfunnelsKeys.workspace_id}`
    if (method === 'GET' && path === `${workspace}/contacts/tags`) return tagPage(query)
    if (method === 'POST' && path === `${workspace}/contacts/upsert`) return upsert(body)
    const [, id = '', rest = ''] = /^\/contacts\/(\d+)(\/applied_tags)?$/.exec(path) ?? []
    const contact = [...state.contacts.values()].find((one) => one.id === Number(id))
    if (!contact) return { status: 404, json: { error: 'Not found' } }
    if (method === 'GET' && rest === '') return { status: 200, json: shown(contact) }
    const tag = Number(Object(body.contacts_applied_tag).tag_id)
    if (!tags.some((one) => one.id === tag)) return { status: 422, json: { error: 'Tag must exist' } }
    if (contact.tags.has(tag)) return { status: 422, json: { error: 'Tag has already been taken' } }
    contact.tags.add(tag)
    return { status: 201, json: { id: contact.id * 1000 + tag, tag_id: tag } }
  }

  const double = createToolDouble({
    slug: 'clickfunnels',
    demonstration: clickfunnelsKeys,
    state,
    now,
    answer,
    refusal: (status) => ({ error: `Asked to answer ${status}.` }),
  })
  return {
    ...double,
    tags: () => [...tags],
    contacts: () => state.contacts,
    lag() {
      lags = true
    },
    revoke(is = true) {
      state.isRevoked = is
    },
    clear() {
      double.clear()
      state.contacts.clear()
      state.isRevoked = false
    },
  }
}

// GoHighLevel's first version on one machine: one location, its tags, and contacts that are known by their address, or looked for by
// their number.
import { randomUUID } from 'node:crypto'
import { createToolDouble, type ToolDouble, type ToolReply, type ToolRequest } from './double.ts'

/** What the demonstration connects with. A key of nobody's. */
const gohighlevelKey = 'demonstration-location-key-of-nobody'

export type GohighlevelDouble = ToolDouble & {
  contacts(): ReadonlyMap<string, Record<string, unknown>>
  revoke(isRevoked?: boolean): void
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

export function createGohighlevel({ now }: { now: () => number }): GohighlevelDouble {
  const state = {
    tags: ['website', 'hot lead', 'newsletter'].map((name) => ({ id: randomUUID(), name })),
    contacts: new Map<string, Record<string, unknown>>(),
    isRevoked: false,
  }

  /** By the address or, where it has none, by a name that nobody looks for: a number alone makes a contact anew each time. */
  function save(at: string, body: Record<string, unknown>): ToolReply {
    const known = state.contacts.get(at)
    const id = textOf(known?.id) || randomUUID()
    const contact = { ...known, ...body, id }
    state.contacts.set(at || id, contact)
    return { status: 200, json: { contact } }
  }

  function answer({ method, path, query, headers, body }: ToolRequest): ToolReply {
    if (state.isRevoked || headers.authorization !== `Bearer ${gohighlevelKey}`)
      return { status: 401, json: { msg: 'Api key is invalid.' } }
    if (method === 'GET' && path === '/tags/') return { status: 200, json: { tags: state.tags } }
    if (method === 'GET' && path === '/contacts/lookup') {
      const found = [...state.contacts.values()].filter(({ phone }) => textOf(phone) === query.get('phone'))
      return found.length > 0
        ? { status: 200, json: { contacts: found } }
        : { status: 404, json: { msg: 'No contact found' } }
    }
    const [, id] = /^\/contacts\/([^/]+)$/.exec(path) ?? []
    const [at] = [...state.contacts].find(([, contact]) => contact.id === id) ?? []
    if (method === 'PUT' && at !== undefined) return save(at, body)
    if (method !== 'POST' || path !== '/contacts/') return { status: 404, json: { msg: 'Not found' } }
    const [email, phone] = [textOf(body.email).toLowerCase(), textOf(body.phone)]
    if (!email && !phone)
      return {
        status: 422,
        json: { email: { message: 'email or phone is required' }, msg: 'email or phone is required' },
      }
    return save(email, body)
  }

  const double = createToolDouble({
    slug: 'gohighlevel',
    demonstration: { api_key: gohighlevelKey },
    state,
    now,
    answer,
    refusal: (status) => ({ msg: `Asked to answer ${status}.` }),
  })
  return {
    ...double,
    contacts: () => state.contacts,
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

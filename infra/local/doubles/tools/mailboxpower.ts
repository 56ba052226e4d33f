// Mailbox Power on one machine, as its adapter assumes it.
import { createToolDouble, type ToolDouble, type ToolReply, type ToolRequest } from './double.ts'

/** What the demonstration connects with. A key of nobody's. */
const mailboxpowerKey = 'demonstration-key-of-nobody'

export type MailboxpowerDouble = ToolDouble & {
  /** By name and address. */
  contacts(): ReadonlyMap<string, Record<string, unknown>>
  revoke(isRevoked?: boolean): void
}

export function createMailboxpower({ now }: { now: () => number }): MailboxpowerDouble {
  const groups = [
    { id: 1, name: 'Postcards' },
    { id: 2, name: 'Letters' },
  ]
  const state = {
    contacts: new Map<string, Record<string, unknown>>(),
    isRevoked: false,
  }

  function answer({ method, path, headers, body }: ToolRequest): ToolReply {
    if (state.isRevoked || headers.apikey !== mailboxpowerKey)
      return { status: 401, json: { message: 'Invalid API key' } }
    if (method === 'GET' && path === '/contacts/groups') return { status: 200, json: { groups } }
    if (method !== 'POST' || path !== '/contacts') return { status: 404, json: { message: 'Not found' } }
    const key = ['first_name', 'last_name', 'street', 'city', 'state']
      .map((name) => String(body[name] ?? ''))
      .join('|')
      .toLowerCase()
    const known = state.contacts.get(key)
    const contact = { ...known, ...body, id: known?.id ?? state.contacts.size + 1 }
    state.contacts.set(key, contact)
    return { status: 200, json: { id: contact.id } }
  }

  const double = createToolDouble({
    slug: 'mailboxpower',
    demonstration: { api_key: mailboxpowerKey },
    state,
    now,
    answer,
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

// Mailbox Power on one machine, as its adapter assumes it.
import { createToolDouble, type ToolDouble, type ToolReply, type ToolRequest } from './double.ts'

/** What the demonstration connects with. A key of nobody's. */
export const mailboxpowerKey = 'demonstration-key-of-nobody'

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
  const contacts = new Map<string, Record<string, unknown>>()
  let isRevoked = false

  function answer({ method, path, headers, body }: ToolRequest): ToolReply {
    if (isRevoked || headers.apikey !== mailboxpowerKey) return { status: 401, json: { message: 'Invalid API key' } }
    if (method === 'GET' && path === '/contacts/groups') return { status: 200, json: { groups } }
    if (method !== 'POST' || path !== '/contacts') return { status: 404, json: { message: 'Not found' } }
    const key = ['first_name', 'last_name', 'street', 'city', 'state']
      .map((name) => String(body[name] ?? ''))
      .join('|')
      .toLowerCase()
    const known = contacts.get(key)
    const contact = { ...known, ...body, id: known?.id ?? contacts.size + 1 }
    contacts.set(key, contact)
    return { status: 200, json: { id: contact.id } }
  }

  const double = createToolDouble({ slug: 'mailboxpower', demonstration: { api_key: mailboxpowerKey }, now, answer })
  return {
    ...double,
    contacts: () => contacts,
    revoke(is = true) {
      isRevoked = is
    },
    clear() {
      double.clear()
      contacts.clear()
      isRevoked = false
    },
  }
}

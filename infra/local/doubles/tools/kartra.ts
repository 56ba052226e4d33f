// Kartra on one machine: forms with brackets in their names, 200 for everything, and a status for the whole and for each action.
import { createToolDouble, type ToolDouble, type ToolReply, type ToolRequest } from './double.ts'

/** What the platform is known by, and what the demonstration connects with. Nobody's secrets. */
export const kartraAppId = 'demonstration-app'
const kartraKeys = { api_key: 'demonstration-key', api_password: 'demonstration-password' } as const

const MOST_A_SECOND = 20

type Lead = { id: string; fields: Record<string, string>; tags: Set<string>; lists: Set<string> }
export type KartraDouble = ToolDouble & {
  leads(): ReadonlyMap<string, Lead>
  /** Takes away lists and tags, as their owner may. */
  removeList(name: string): void
  revoke(isRevoked?: boolean): void
  /** The platform's own account is at fault (262). */
  disallow(isDisallowed?: boolean): void
}

const error = (type: number, message: string) => ({ status: 'Error', message, type: String(type) })

export function createKartra({ now }: { now: () => number }): KartraDouble {
  const state = {
    lists: new Set(['Newsletter', 'New leads']),
    tags: new Set(['website', 'hot']),
    leads: new Map<string, Lead>(),
    isRevoked: false,
    isDisallowed: false,
  }
  let second = 0
  let count = 0

  /** The fields below one name: `lead[email]` by `lead`, `actions[0][cmd]` by `actions[0]`. */
  const below = (body: Record<string, unknown>, head: string) =>
    Object.fromEntries(
      Object.entries(body).flatMap(([name, value]) =>
        name.startsWith(`${head}[`) && name.indexOf(']', head.length) === name.length - 1
          ? [[name.slice(head.length + 1, -1), String(value)]]
          : [],
      ),
    )

  function act(command: string, action: Record<string, string>, fields: Record<string, string>) {
    const email = (fields.email ?? '').toLowerCase()
    const lead = state.leads.get(email)
    if (command === 'retrieve_account_lists')
      return state.lists.size ? { status: 'Success', account_lists: [...state.lists] } : error(234, 'No list found')
    if (command === 'retrieve_account_tags')
      return state.tags.size ? { status: 'Success', account_tags: [...state.tags] } : error(243, 'No tag found')
    if (command === 'create_lead') {
      if (!email) return error(211, 'Lead email is required')
      if (lead) return error(244, 'Lead already exists')
      const made: Lead = { id: String(1000 + state.leads.size), fields, tags: new Set(), lists: new Set() }
      state.leads.set(email, made)
      return { status: 'Success', lead_details: { id: made.id } }
    }
    if (!lead) return error(212, 'No lead found')
    if (command === 'edit_lead') {
      Object.assign(lead.fields, fields)
      return { status: 'Success', lead_details: { id: lead.id } }
    }
    if (command === 'assign_tag') {
      if (!state.tags.has(action.tag_name ?? '')) return error(206, 'Tag does not exist')
      lead.tags.add(action.tag_name ?? '')
      return { status: 'Success' }
    }
    if (command === 'subscribe_lead_to_list') {
      if (!state.lists.has(action.list_name ?? '')) return error(207, 'List does not exist')
      lead.lists.add(action.list_name ?? '')
      return { status: 'Success' }
    }
    return error(245, 'Unknown command')
  }

  function answer({ method, path, body }: ToolRequest): ToolReply {
    if (method !== 'POST' || path !== '/') return { status: 404 }
    const at = Math.floor(now() / 1000)
    count = at === second ? count + 1 : 1
    second = at
    if (count > MOST_A_SECOND) return { status: 429 }
    if (body.app_id !== kartraAppId) return { status: 200, json: error(238, 'Invalid app id') }
    if (state.isDisallowed) return { status: 200, json: error(262, 'The app has no permission for this command') }
    if (state.isRevoked || body.api_key !== kartraKeys.api_key || body.api_password !== kartraKeys.api_password)
      return { status: 200, json: error(203, 'Invalid API key or password') }
    const results: Record<string, unknown>[] = []
    for (let index = 0; ; index++) {
      const action = below(body, `actions[${index}]`)
      const command = action.cmd
      if (!command) break
      const result = act(command, action, below(body, 'lead'))
      results.push({ [command]: result })
      if (result.status === 'Error') {
        const { message, type } = error(Number(Object(result).type), Object(result).message)
        return { status: 200, json: { status: 'Error', message, type, actions: results } }
      }
      // What is looked up stands beside the status.
      if (command.startsWith('retrieve_')) return { status: 200, json: result }
    }
    return { status: 200, json: { status: 'Success', actions: results } }
  }

  const double = createToolDouble({
    slug: 'kartra',
    demonstration: kartraKeys,
    state,
    now,
    answer,
    refusal: () => error(201, 'Asked to fail.'),
  })
  return {
    ...double,
    leads: () => state.leads,
    removeList: (name) => void state.lists.delete(name),
    revoke(is = true) {
      state.isRevoked = is
    },
    disallow(is = true) {
      state.isDisallowed = is
    },
    clear() {
      double.clear()
      state.leads.clear()
      state.isRevoked = false
      state.isDisallowed = false
      count = 0
    },
  }
}

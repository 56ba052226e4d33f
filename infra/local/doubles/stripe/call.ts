// What every operation of the double is given, and what several of them need.
import { missing } from './errors.ts'
import { numberOf, type Params, textOf } from './form.ts'
import type { Kind, Objects } from './objects.ts'
import type { Store } from './store.ts'

export type Call = {
  store: Store
  /** The connected account the request is made in; empty for the platform's own. */
  account: string
  params: Params
  /** The id in the path. */
  id: string
  /** In seconds. */
  now: number
  /** Where its own pages are reached. */
  pages: string
  /** How many seconds search lags behind. */
  searchLag: number
  emit: (type: string, object: { id: string }, account?: string) => void
}
export type Operation = (call: Call) => object

/** The thing that a path or parameter names. Other accounts' things do not exist here. */
export function need<K extends Kind>({ store, account }: Call, kind: K, id: string, param = 'id'): Objects[K] {
  const found = store.get(account, kind, id)
  if (!found) throw missing(kind, id, param)
  return found
}

const LIMIT = 10

/** A page of a list, the newest first, as Stripe cuts it. */
export function page(call: Call, url: string, all: readonly { id: string }[]): object {
  const limit = numberOf(call.params, 'limit') ?? LIMIT
  const after = textOf(call.params, 'starting_after')
  const start = after ? all.findIndex(({ id }) => id === after) + 1 : 0
  if (after && start === 0) throw missing('object', after, 'starting_after')
  const data = all.slice(start, start + limit)
  return { object: 'list', url, has_more: start + limit < all.length, data }
}

// How a person has set up their lists. It goes with the sign-out like everything else of a person.
import { useMemo, useSyncExternalStore } from 'react'
import { useMe } from './session-store.ts'
import { readKey, storageKeys, writeKey } from './storage.ts'

/** What a list shows, under a name; the address is its query. */
export type SavedView = { name: string; address: string }
type ListSettings = { hidden: readonly string[]; views: readonly SavedView[] }

const MOST_VIEWS = 20

const listeners = new Set<() => void>()
const isText = (value: unknown): value is string => typeof value === 'string'
const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  'address' in value &&
  isText(value.name) &&
  isText(value.address)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function parse(text: string | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  // Another window of the same person may set them up too.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
const read = () => readKey(storageKeys.lists)

/** The hidden columns and saved views of one list, by the person: who looks through other eyes has set up other lists. */
export function useKeptList(list: string) {
  const key = `${useMe().id}/${list}`
  const text = useSyncExternalStore(subscribe, read)
  const { hidden, views } = useMemo((): ListSettings => {
    const kept = Object(parse(text)[key])
    return { hidden: listOf(kept.hidden).filter(isText), views: listOf(kept.views).filter(isView) }
  }, [text, key])
  const keep = (changes: Partial<ListSettings>) => {
    writeKey(storageKeys.lists, JSON.stringify({ ...parse(read()), [key]: { hidden, views, ...changes } }))
    for (const listener of listeners) listener()
  }
  const without = (name: string) => views.filter((view) => view.name !== name)
  return {
    hidden,
    views,
    mayAdd: views.length < MOST_VIEWS,
    hide: (columns: readonly string[]) => keep({ hidden: columns }),
    /** One of the same name gives way. */
    save: (view: SavedView) => keep({ views: [...without(view.name), view].slice(-MOST_VIEWS) }),
    remove: (name: string) => keep({ views: without(name) }),
  }
}

import { vi } from 'vitest'

/** As much of IndexedDB as one store of keys needs; the test environment brings none. It outlives reloads, as the real one does. */
export function fakeIndexedDb() {
  const values = new Map<string, unknown>()

  const request = <T>(work: () => T) => {
    const made: {
      result?: T
      error?: unknown
      onsuccess?: () => void
      onerror?: () => void
      onupgradeneeded?: () => void
    } = {}
    queueMicrotask(() => {
      try {
        made.result = work()
        made.onupgradeneeded?.()
        made.onsuccess?.()
      } catch (error) {
        made.error = error
        made.onerror?.()
      }
    })
    return made
  }
  const store = {
    get: (key: string) => request(() => values.get(key)),
    add: (value: unknown, key: string) =>
      request(() => {
        if (values.has(key)) throw new Error('There is such a key.')
        values.set(key, value)
      }),
  }
  const database = { createObjectStore: () => store, transaction: () => ({ objectStore: () => store }) }
  vi.stubGlobal('indexedDB', { open: () => request(() => database) })
  return values
}

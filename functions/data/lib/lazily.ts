// biome-ignore lint/suspicious/noExplicitAny: any list of arguments; the caller's own type says which.
type Door = Record<string, (...args: any[]) => Promise<unknown>>

/**
 * A door that is loaded and opened when it is first used: its library is heavy, and most requests never come to it.
 * A failure to open is not kept.
 */
export function lazily<T extends Door>(open: () => Promise<T>): T {
  let opened: Promise<T> | undefined
  const get = () => {
    opened ??= open().catch((error) => {
      opened = undefined
      throw error
    })
    return opened
  }
  // @NOTE every member of T is an async function, so a function that first waits for T has the same type.
  return new Proxy({} as T, {
    get: (own, name) => {
      if (name === 'then') return undefined
      // What somebody put in its place, as tests do to break it.
      if (name in own) return own[String(name)]
      return async (...args: unknown[]) => (await get())[String(name)]?.(...args)
    },
  })
}

// Where a person is in the application, and the ways to go on from there.

/** `state` is what was handed over to this entry of the history; `key` is another one for each entry. */
export type Place = { pathname: string; search: string; hash: string; state: unknown; key: string }

/** The first page of a visit has no page before it. */
export const FIRST_KEY = 'default'

export type GoOptions = { replace?: boolean; state?: unknown }

/** Whether leaving must wait; `go` is how it goes on after all. */
export type Guard = (from: Place, to: Place, go: () => void) => boolean

export type Places = {
  now: () => Place
  /** An address with its path, or only a search (`?a=b`) of the same path. */
  go: (to: string, options?: GoOptions) => void
  walk: (steps: number) => void
  /** Tells of every change until the answer is called. */
  follow: (listener: () => void) => () => void
  guard: (guard: Guard | null) => void
}

export const addressOf = ({ pathname, search, hash }: Pick<Place, 'pathname' | 'search' | 'hash'>): string =>
  pathname + search + hash

/** An address seen from a place, as the browser reads it: `//host` is a path of ours, too, and leads nowhere else. */
export function readAddress(to: string, from: Pick<Place, 'pathname'>): Pick<Place, 'pathname' | 'search' | 'hash'> {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(to) ?? []
  const pathname = path === '' ? from.pathname : `/${path.replace(/^\/+/, '')}`
  return { pathname, search: search === '?' ? '' : search, hash: hash === '#' ? '' : hash }
}

export const newKey = (): string => Math.random().toString(36).slice(2, 10)

/** Those who want to hear of a change. */
export function listeners() {
  const all = new Set<() => void>()
  return {
    tell: () => {
      for (const each of all) each()
    },
    follow: (listener: () => void) => {
      all.add(listener)
      return () => {
        all.delete(listener)
      }
    },
  }
}

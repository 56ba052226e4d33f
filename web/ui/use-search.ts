import { useEffect, useState } from 'react'
import { MIN_LETTERS, SEARCH_WAIT_MS } from '#shared/constants.ts'

export type Search<T> = (text: string, signal: AbortSignal) => Promise<readonly T[]>
export type Found<T> = { status: 'idle' | 'searching' | 'found' | 'failed'; items: readonly T[] }

const idle = { status: 'idle', items: [] } as const

/** Searches for a text once it has three letters and nobody has typed for 300 ms; an answer that comes too late is dropped. */
export function useSearch<T>(text: string, search: Search<T>): Found<T> {
  const [found, setFound] = useState<Found<T>>(idle)
  const query = text.trim()
  useEffect(() => {
    if (query.length < MIN_LETTERS) {
      setFound(idle)
      return
    }
    const late = new AbortController()
    const timer = setTimeout(() => {
      setFound((before) => ({ status: 'searching', items: before.items }))
      search(query, late.signal).then(
        (items) => !late.signal.aborted && setFound({ status: 'found', items }),
        () => !late.signal.aborted && setFound({ status: 'failed', items: [] }),
      )
    }, SEARCH_WAIT_MS)
    return () => {
      late.abort()
      clearTimeout(timer)
    }
  }, [query, search])
  return found
}

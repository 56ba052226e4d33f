import { useRef, useState } from 'react'

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const isParted = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What somebody changed of a form stays as they typed it; every other part of it is as it is kept now. */
export function rebased<T>(began: T, kept: T, typed: T): T {
  if (isSame(typed, began)) return kept
  if (!isParted(began) || !isParted(kept) || !isParted(typed)) return typed
  const parts = Object.keys({ ...kept, ...typed }).map((name) => [name, rebased(began[name], kept[name], typed[name])])
  // @NOTE each part keeps its own kind.
  return Object.fromEntries(parts) as T
}

/**
 * The values of a form over something that is kept elsewhere and may change there: what was typed stays, and nothing older
 * than what is kept now stands beside it or is sent back. `sending` is called as values leave, and answers what tells that
 * they were saved: what was typed meanwhile is still to be saved then.
 */
export function useKept<T>(kept: T) {
  const [seen, setSeen] = useState(kept)
  const [began, setBegan] = useState(kept)
  const [values, setValues] = useState(kept)
  if (!isSame(kept, seen)) {
    setSeen(kept)
    setBegan(kept)
    setValues(rebased(began, kept, values))
  }
  const latest = useRef({ seen, values })
  latest.current = { seen, values }
  const sending = (sent: T = latest.current.values) => {
    const before = latest.current.seen
    return (as: T = sent) => {
      const { seen: now, values: typed } = latest.current
      // The answer that tells of it comes before or after the word that it was saved.
      const next = isSame(now, before) ? as : now
      setBegan(next)
      setValues(rebased(sent, next, typed))
    }
  }
  return { values, setValues, began, isDirty: !isSame(values, began), sending }
}

import { useRef, useState } from 'react'
import { isAlike, typedOver } from '#shared/typed-over.ts'

/**
 * The values of a form over something that is kept elsewhere and may change there: what was typed stays, and nothing older
 * than what is kept now stands beside it or is sent back. `sending` is called as values leave, and answers what tells that
 * they were saved: what was typed meanwhile is still to be saved then. `met`: what stood in each field when it was typed in.
 */
export function useKept<T>(kept: T) {
  const [seen, setSeen] = useState(kept)
  const [began, setBegan] = useState(kept)
  const [values, setValues] = useState(kept)
  const [met, setMet] = useState(kept)
  if (!isAlike(kept, seen)) {
    setSeen(kept)
    setBegan(kept)
    setValues(typedOver(kept, began, values))
    setMet(typedOver(kept, values, met))
  }
  const isDirty = !isAlike(values, began)
  if (!isDirty && !isAlike(met, began)) setMet(began)
  const latest = useRef({ seen, values })
  latest.current = { seen, values }
  const sending = (sent: T = latest.current.values) => {
    const before = latest.current.seen
    return (as: T = sent) => {
      const { seen: now, values: typed } = latest.current
      // The answer that tells of it comes before or after the word that it was saved.
      const next = isAlike(now, before) ? as : now
      setBegan(next)
      setValues(typedOver(next, sent, typed))
    }
  }
  return { values, setValues, began, met, isDirty, sending }
}

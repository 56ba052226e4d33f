import { useState } from 'react'

/** A row that says something else than before flashes once: it was saved. What it is spread over has the animation. */
export function useFlash<Row>(row: Row): { 'data-flash': true | undefined; onAnimationEnd: () => void } {
  const [seen, setSeen] = useState(row)
  const [isFlashing, setFlashing] = useState(false)
  if (row !== seen) {
    setSeen(row)
    // Lists are asked for anew all the time, and mostly answer the same.
    if (JSON.stringify(row) !== JSON.stringify(seen)) setFlashing(true)
  }
  return { 'data-flash': isFlashing || undefined, onAnimationEnd: () => setFlashing(false) }
}

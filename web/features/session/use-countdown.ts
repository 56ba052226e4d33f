import { useEffect, useState } from 'react'

const SECOND = 1000

/** Seconds that are left of a wait; told once a second. */
export function useCountdown(): { left: number; start: (seconds: number) => void } {
  const [endsAt, setEndsAt] = useState(0)
  const [now, setNow] = useState(0)
  const left = Math.max(0, Math.ceil((endsAt - now) / SECOND))

  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [left])

  const start = (seconds: number) => {
    // Read once: a clock that ticks between two looks would begin with a second more.
    const begunAt = Date.now()
    setNow(begunAt)
    setEndsAt(begunAt + seconds * SECOND)
  }
  return { left, start }
}

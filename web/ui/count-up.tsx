import { useReducedMotion } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef, useState } from 'react'

const COUNT_MS = 600

/** A whole number that counts from what it was to what it is now; at once where less motion is wished, and at first. */
export function CountUp({ value, show }: { value: number; show: (value: number) => ReactNode }) {
  const isStill = useReducedMotion()
  const [shown, setShown] = useState(value)
  const from = useRef(value)
  useEffect(() => {
    if (isStill || from.current === value) {
      from.current = value
      return setShown(value)
    }
    const [start, begin] = [from.current, performance.now()]
    from.current = value
    let frame = requestAnimationFrame(function step(now) {
      const share = Math.min(1, (now - begin) / COUNT_MS)
      setShown(Math.round(start + (value - start) * (1 - (1 - share) ** 3)))
      if (share < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [value, isStill])
  return show(shown)
}

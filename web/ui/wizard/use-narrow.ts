import { type RefObject, useEffect, useState } from 'react'
import { RESIZE_MS } from '#shared/constants.ts'
import { throttle } from '../throttle.ts'

/** Whether an element is narrower than so many pixels; looked at once in 40 ms while the window is being resized. */
export function useNarrow(ref: RefObject<HTMLElement | null>, width: number): boolean {
  const [narrow, setNarrow] = useState(false)
  useEffect(() => {
    const look = () => {
      const element = ref.current
      if (element) setNarrow(element.clientWidth < width)
    }
    const { call, cancel } = throttle(look, RESIZE_MS)
    look()
    window.addEventListener('resize', call)
    return () => {
      cancel()
      window.removeEventListener('resize', call)
    }
  }, [ref, width])
  return narrow
}

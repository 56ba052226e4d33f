import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether what is inside an element fits its width. A head can stick to the window only while nothing scrolls sideways. */
export function useFits(ref: RefObject<HTMLElement | null>): boolean {
  const [fits, setFits] = useState(true)
  useLayoutEffect(() => {
    const element = ref.current
    const content = element?.firstElementChild
    if (!element || !content) return
    const look = () => setFits(content.scrollWidth <= element.clientWidth + 1)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    observer.observe(content)
    look()
    return () => observer.disconnect()
  }, [ref])
  return fits
}

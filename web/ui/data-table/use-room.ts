import { type RefObject, useLayoutEffect, useState } from 'react'

/** Narrower tables leave out what needs room, or put it under something else. */
const NARROW = 800

/**
 * Whether what is inside an element fits its width, and whether that is little. A head can stick to the window only while
 * nothing scrolls sideways. `data-more` marks the element while something lies behind its right edge.
 */
export function useRoom(ref: RefObject<HTMLElement | null>) {
  const [fits, setFits] = useState(true)
  const [isNarrow, setNarrow] = useState(false)
  useLayoutEffect(() => {
    const element = ref.current
    const content = element?.firstElementChild
    if (!element || !content) return
    const look = () => {
      const { clientWidth: width, scrollLeft } = element
      setFits(content.scrollWidth <= width + 1)
      setNarrow(width > 0 && width < NARROW)
      element.toggleAttribute('data-more', scrollLeft + width < content.scrollWidth - 1)
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    observer.observe(content)
    element.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [ref])
  return { fits, isNarrow }
}

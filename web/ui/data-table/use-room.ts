import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Room } from './lay-columns.ts'

/** Narrower tables leave out what needs room, or put it under something else. */
const NARROW = 800
/** A dozen columns stand beside one another. */
const WIDE = 1480

/**
 * Whether what is inside an element fits its width, and whether that is little. A head can stick to the window only while
 * nothing scrolls sideways. `data-more` marks the element while something lies behind its right edge.
 */
export function useRoom(ref: RefObject<HTMLElement | null>) {
  const [fits, setFits] = useState(true)
  const [room, setRoom] = useState<Room>('much')
  useLayoutEffect(() => {
    const element = ref.current
    const content = element?.firstElementChild
    if (!element || !content) return
    const look = () => {
      const { clientWidth: width, scrollLeft } = element
      setFits(content.scrollWidth <= width + 1)
      // Where nothing is drawn, nothing has a width.
      setRoom(width === 0 || width >= WIDE ? 'much' : width < NARROW ? 'little' : 'some')
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
  return { fits, room }
}

import { useEffect, useState } from 'react'

/** Where something stands in the window, in pixels. */
export type Spot = { top: number; left: number; width: number; height: number }

const same = (a: Spot | undefined, b: Spot) =>
  a !== undefined && a.top === b.top && a.left === b.left && a.width === b.width && a.height === b.height

/** Follows an element on the page, brought into view first. Undefined while it is not there. */
export function useSpot(selector: string | undefined): Spot | undefined {
  const [spot, setSpot] = useState<Spot>()
  useEffect(() => {
    const element = selector === undefined ? null : document.querySelector(selector)
    if (!element) {
      setSpot(undefined)
      return
    }
    element.scrollIntoView({ block: 'center', inline: 'nearest' })
    const look = () => {
      const { top, left, width, height } = element.getBoundingClientRect()
      const next = { top, left, width, height }
      setSpot((before) => (same(before, next) ? before : next))
    }
    look()
    window.addEventListener('resize', look)
    window.addEventListener('scroll', look, true)
    return () => {
      window.removeEventListener('resize', look)
      window.removeEventListener('scroll', look, true)
    }
  }, [selector])
  return spot
}

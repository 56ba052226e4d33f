import { SCROLL_MS } from '#shared/constants.ts'

/** Slow at both ends, so that the eye can follow. */
const ease = (share: number) => (share < 0.5 ? 2 * share * share : 1 - (-2 * share + 2) ** 2 / 2)

const wantsNoMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Scrolls an element's top to the top of the window (less a margin for what sticks there) within half a second. What is left above it
 * by then is shown too where it is no more than that margin.
 */
export function scrollToTop(element: Element, margin = 80, duration = SCROLL_MS): void {
  const from = window.scrollY
  const above = from + element.getBoundingClientRect().top - margin
  const to = above > margin ? above : 0
  if (to >= from && element.getBoundingClientRect().top >= 0) return
  if (duration === 0 || wantsNoMotion()) {
    window.scrollTo(0, to)
    return
  }
  const start = performance.now()
  const step = (now: number) => {
    const share = Math.min(1, (now - start) / duration)
    window.scrollTo(0, from + (to - from) * ease(share))
    if (share < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}

// A row that is edited gives its place to a form. When the form goes, the row is drawn anew: the focus goes back to the
// button of the same name, because the one that was pressed is gone.
import { type RefObject, useEffect, useRef } from 'react'
import { wayBack } from '../focus-return.ts'

/** The question about unsaved changes may still be fading, and looks for a place for the focus as well. */
const LOOK_MS = 100
const MOST_LOOKS = 20

const isAsking = ({ activeElement }: Document) => Boolean(activeElement?.closest('[role="dialog"]'))
/** Nobody put the focus where it is: the content of the page takes it where nothing else is left. */
const isLeftOver = ({ activeElement }: Document) =>
  activeElement === null || activeElement === document.body || activeElement.id === 'content'

export function useRowFocus(isReplaced: boolean, row: RefObject<HTMLElement | null>): void {
  const names = useRef<readonly string[]>([])
  const wasAsked = useRef(false)
  const wasReplaced = useRef(false)
  // Still where the person pressed: what comes instead has no focus yet.
  if (isReplaced && !wasAsked.current)
    names.current = wayBack().flatMap((node) => node.getAttribute('aria-label') ?? [])
  wasAsked.current = isReplaced
  useEffect(() => {
    const hasEnded = wasReplaced.current && !isReplaced
    wasReplaced.current = isReplaced
    if (!hasEnded) return
    let looks = 0
    const timer = setInterval(() => {
      const isWaiting = isAsking(document) && ++looks < MOST_LOOKS
      if (isWaiting) return
      clearInterval(timer)
      if (!isLeftOver(document)) return
      const buttons = [...(row.current?.querySelectorAll<HTMLElement>('button[aria-label]') ?? [])]
      buttons.find((button) => names.current.includes(button.getAttribute('aria-label') ?? ''))?.focus()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [isReplaced, row])
}

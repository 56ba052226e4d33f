import { type ChangeEvent, useLayoutEffect, useReducer, useRef } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * Lets a field keep only what `clean` lets through, and leaves the caret where the user had it:
 * behind as many signs as were kept of those before it.
 */
export function useCleanText(clean: (text: string) => string, onText: (text: string) => void) {
  const caret = useRef<{ field: Field; at: number }>(undefined)
  // A sign that is dropped changes no state; the field must be drawn again all the same, or the caret jumps to the end.
  const [, redraw] = useReducer((n: number) => n + 1, 0)

  useLayoutEffect(() => {
    const wanted = caret.current
    caret.current = undefined
    if (wanted && document.activeElement === wanted.field) wanted.field.setSelectionRange(wanted.at, wanted.at)
  })

  return (event: ChangeEvent<Field>) => {
    const field = event.currentTarget
    const before = field.value.slice(0, field.selectionStart ?? field.value.length)
    caret.current = { field, at: clean(before).length }
    onText(clean(field.value))
    redraw()
  }
}

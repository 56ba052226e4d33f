import { useEffect, useRef, useState } from 'react'
import { notify } from './notify.tsx'

type Errors = Readonly<Record<string, string>>

/**
 * What is wrong with fields, by their names. What is said of one goes as soon as it is changed: `mend`. The first that is wrong gets
 * the focus, but for what is only told on the way: `tell`. `otherwise` is said at the edge of the screen where a sentence has no field in
 * view: a notice lies over buttons, and goes.
 */
export function useFieldErrors() {
  const [errors, show] = useState<Errors>({})
  const place = useRef<ParentNode>(null)
  const fresh = useRef<{ otherwise: string }>(undefined)
  const setErrors = (found: Errors, otherwise = '') => {
    // While an answer is on its way the button cannot have the focus: it is still the form from which it was asked for.
    place.current = document.activeElement?.closest('form,[role=dialog]') ?? place.current
    fresh.current = { otherwise }
    show(found)
  }
  /** Of a field that was left. Who goes on to another one stays there: it may be the one that mends it. */
  const tell = (found: Errors) => {
    fresh.current = undefined
    show(found)
  }
  const mend = (name: string) =>
    show((before) =>
      Object.hasOwn(before, name)
        ? Object.fromEntries(Object.entries(before).filter(([each]) => each !== name))
        : before,
    )
  useEffect(() => {
    if (!fresh.current) return
    const { otherwise } = fresh.current
    fresh.current = undefined
    const said = Object.keys(errors).length
    const wrong = (place.current ?? document).querySelectorAll<HTMLElement>('[aria-invalid=true]')
    // Behind another tab none can have it.
    if (said > 0)
      for (const field of wrong) {
        field.focus()
        if (document.activeElement === field) break
      }
    if (otherwise && (said === 0 || wrong.length < said)) notify('danger', otherwise)
  }, [errors])
  return { errors, setErrors, tell, mend }
}

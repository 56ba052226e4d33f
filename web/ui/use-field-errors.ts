import { useEffect, useRef, useState } from 'react'

type Errors = Readonly<Record<string, string>>

/**
 * What is wrong with fields, by their names. What is said of one goes as soon as it is changed: `mend`. The first that is wrong gets
 * the focus.
 */
export function useFieldErrors() {
  const [errors, show] = useState<Errors>({})
  const place = useRef<ParentNode>(null)
  const isNew = useRef(false)
  const setErrors = (found: Errors) => {
    // While an answer is on its way the button cannot have the focus: it is still the form from which it was asked for.
    place.current = document.activeElement?.closest('form,[role=dialog]') ?? place.current
    isNew.current = true
    show(found)
  }
  const mend = (name: string) =>
    show((before) =>
      Object.hasOwn(before, name)
        ? Object.fromEntries(Object.entries(before).filter(([each]) => each !== name))
        : before,
    )
  useEffect(() => {
    if (!isNew.current || Object.keys(errors).length === 0) return
    isNew.current = false
    const first = (place.current ?? document).querySelector<HTMLElement>('[aria-invalid=true]')
    first?.focus()
  }, [errors])
  return { errors, setErrors, mend }
}

import { useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'

type Texts = Record<string, string>
type Errors = Record<string, string | undefined>

/**
 * The text fields of a short form: checked when one is left and when the form is sent, with the focus on the first that is
 * wrong. `check` says what is wrong with some values.
 */
export function useFields<Values extends Texts>(initial: Values, check: (values: Values) => Errors) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Errors>({})
  const inputs = useRef(new Map<string, HTMLElement | null>())

  /** Shows what is wrong; false when nothing of these fields is. */
  const show = (found: Errors): boolean => {
    setErrors(found)
    const first = Object.keys(initial).find((name) => found[name])
    if (first) inputs.current.get(first)?.focus()
    return first !== undefined
  }
  const set = (name: keyof Values, text: string) => {
    setValues((before) => ({ ...before, [name]: text }))
    setErrors((before) => ({ ...before, [name]: undefined }))
  }
  return {
    values,
    set,
    clear: () => setValues(initial),
    /** Whether the form may be sent; otherwise what is wrong is shown. */
    isReady: () => !show(check(values)),
    /** Shows what a server found wrong with these fields; false when it said nothing of them. */
    takeFailure: (error: unknown) => error instanceof ApiError && show(error.fields),
    field: (name: keyof Values & string) => ({
      ref: (node: HTMLInputElement | null) => void inputs.current.set(name, node),
      name,
      value: values[name] ?? '',
      error: errors[name],
      onChange: (text: string) => set(name, text),
      onBlur: () => {
        // A field that nobody touched is not blamed for being empty.
        if (values[name] !== initial[name]) setErrors((before) => ({ ...before, [name]: check(values)[name] }))
      },
    }),
  }
}

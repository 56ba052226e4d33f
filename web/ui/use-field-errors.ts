import { useState } from 'react'

/** What is wrong with fields, by their names. What is said of one goes as soon as it is changed: `mend`. */
export function useFieldErrors() {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const mend = (name: string) =>
    setErrors((before) =>
      Object.hasOwn(before, name)
        ? Object.fromEntries(Object.entries(before).filter(([each]) => each !== name))
        : before,
    )
  return { errors, setErrors, mend }
}

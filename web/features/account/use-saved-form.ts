import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { isDeclined } from '../../api/password-question.ts'
import { refreshMe } from '../../api/session.ts'
import { notify } from '../../ui/notify.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'

type Values = Record<string, string>
type Checks<T extends Values> = { [Name in keyof T]?: (value: string, values: T) => string | null }

export const isFilled = (sentence: string) => (value: string) => (value.trim() === '' ? sentence : null)

/** The server names a part of something by a dot, which a form would take for a nested value. */
const flatten = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, sentence]) => [name.replaceAll('.', '_'), sentence]))

export type SavedForm<T extends Values> = { form: UseFormReturnType<T>; save: () => Promise<boolean> }

/**
 * A form over something of the person. `save` checks it, sends it, and says whether it went well: faults stand at their
 * fields, the first of them in focus; anything else is told as a notice.
 */
export function useSavedForm<T extends Values>(
  initialValues: T,
  checks: Checks<T>,
  /** `began`: what stood there when the form was opened, or was saved last. */
  send: (values: T, began: T) => Promise<{ message: string }>,
  /** What was changed beside the fields. */
  isChanged = false,
): SavedForm<T> {
  // @NOTE the checks have the very shape that the form asks for; it cannot see this through a generic.
  const form = useForm<T>({ initialValues, validate: checks as never, validateInputOnBlur: true })
  const [began, setBegan] = useState(initialValues)
  useLeaveGuard(form.isDirty() || isChanged)

  const focusFirst = (errors: object) => {
    const [name] = Object.keys(errors)
    // The node is there once the error is drawn.
    if (name) queueMicrotask(() => form.getInputNode(name)?.focus())
  }
  const save = async () => {
    const { hasErrors, errors } = form.validate()
    if (hasErrors) {
      focusFirst(errors)
      return false
    }
    try {
      const values = form.getValues()
      const { message } = await send(values, began)
      // What was typed while it was on its way is not saved.
      form.resetDirty(values)
      setBegan(values)
      await refreshMe()
      notify('success', message)
      return true
    } catch (error) {
      const fields = error instanceof ApiError ? flatten(error.fields) : {}
      form.setErrors(fields)
      if (Object.keys(fields).length > 0) focusFirst(fields)
      else if (!isDeclined(error)) notify('danger', messageOf(error))
      return false
    }
  }
  return { form, save }
}

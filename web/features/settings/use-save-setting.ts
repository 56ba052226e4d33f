import { fieldsOf, messageOf } from '../../api/api-error.ts'
import { isDeclined } from '../../api/password-question.ts'
import { refreshMe } from '../../api/session.ts'
import { useMe } from '../../api/session-store.ts'
import type { Input } from '../../api/terms.ts'
import { useSend } from '../../api/use-send.ts'
import { notify } from '../../ui/notify.tsx'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { showSaved } from './show-saved.ts'

type Saved = Input<'settings.save'>
type Choice = Saved extends infer One ? (One extends Saved ? Omit<One, 'companyId' | 'actionType'> : never) : never

/** Before the name of a field inside of the setting. */
const PREFIX = /^value\./

/** Saves a setting of the own company and takes it over at once: menus, brand and page follow without a reload. */
export function useSaveSetting() {
  const me = useMe()
  const { send, sending } = useSend('settings.save')
  const { errors, setErrors, tell, mend } = useFieldErrors()

  const save = async (choice: Choice): Promise<boolean> => {
    setErrors({})
    try {
      // @NOTE `choice` is one of the three pairs of name and value that the contract takes.
      const wanted = { companyId: me.companyId, actionType: 'save', ...choice } as Saved
      // The server asks for the password where a setting could be turned against others.
      const { message } = await send(wanted)
      await Promise.allSettled([showSaved(me), refreshMe()])
      notify('success', message)
      return true
    } catch (error) {
      if (isDeclined(error)) return false
      const fields = Object.entries(fieldsOf(error) ?? {})
      setErrors(Object.fromEntries(fields.map(([name, text]) => [name.replace(PREFIX, ''), text])))
      if (fields.length === 0) notify('danger', messageOf(error))
      return false
    }
  }
  return { save, sending, errors, setErrors, tell, mend }
}

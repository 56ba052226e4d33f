import { Button, Stack } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { passwordFault, passwordRules } from '#shared/model/password-policy.ts'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { useMe } from '../../api/session-store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'

/** How long the notice of success stands. */
export const PASSWORD_NOTICE_MS = 2000

const labels = { ready: 'Change Password', sending: 'Change new password...', failed: 'Reset Password' }
const wrongCurrent = '* Sorry, your current password invalid'

type Values = { current: string; next: string; confirmation: string }
type Errors = Partial<Values>
const order: (keyof Values)[] = ['current', 'next', 'confirmation']

function checkAll({ current, next, confirmation }: Values, email: string): Errors {
  const fault = next === '' ? 'Enter a new password.' : passwordFault(next, email)
  return {
    ...(current === '' && { current: 'Enter your current password.' }),
    ...(fault && { next: fault }),
    ...(confirmation === '' && { confirmation: 'Enter the new password once more.' }),
    ...(confirmation !== '' && confirmation !== next && { confirmation: 'The two passwords differ.' }),
  }
}

/** What a server found wrong, under the field that can mend it. */
function toErrors(error: unknown): Errors {
  const fields = fieldsOf(error) ?? {}
  return {
    ...(fields.currentPassword && { current: wrongCurrent }),
    ...(fields.newPassword && { next: fields.newPassword }),
  }
}

export default function ChangePassword({ onClose }: { onClose: () => void }) {
  const { id, email } = useMe()
  const [isOpen, setOpen] = useState(true)
  const [values, setValues] = useState<Values>({ current: '', next: '', confirmation: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [state, setState] = useState<keyof typeof labels>('ready')
  const inputs = useRef<Partial<Record<keyof Values, HTMLInputElement | null>>>({})

  const show = (found: Errors) => {
    setErrors(found)
    const first = order.find((name) => found[name])
    if (first) inputs.current[first]?.focus()
    return first !== undefined
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (show(checkAll(values, email))) return
    setState('sending')
    try {
      const { message } = await send('session.changePassword', {
        userId: id,
        newPassword: values.next,
        currentPassword: values.current,
      })
      notify('success', message, { timeout: PASSWORD_NOTICE_MS })
      setValues({ current: '', next: '', confirmation: '' })
      setOpen(false)
    } catch (error) {
      setState('failed')
      if (!show(toErrors(error))) show({ current: messageOf(error) })
    }
  }
  const field = (name: keyof Values) => ({
    ref: (node: HTMLInputElement | null) => {
      inputs.current[name] = node
    },
    value: values[name],
    error: errors[name],
    required: true,
    onChange: (text: string) => {
      setValues({ ...values, [name]: text })
      setErrors({ ...errors, [name]: undefined })
    },
  })

  return (
    <Dialog
      opened={isOpen}
      isDirty={Object.values(values).some(Boolean)}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title="Change Password"
    >
      <form onSubmit={submit} noValidate>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Stack gap="md">
          <PasswordInput
            {...field('current')}
            label="Current password"
            autoComplete="current-password"
            data-autofocus
          />
          <PasswordInput {...field('next')} label="New password" autoComplete="new-password" rules={passwordRules} />
          <PasswordInput {...field('confirmation')} label="Confirm new password" autoComplete="new-password" />
          <Button type="submit" disabled={state === 'sending'}>
            {labels[state]}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}

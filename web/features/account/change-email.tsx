import { Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import { isDeclined } from '../../api/password-question.ts'
import { refreshMe } from '../../api/session.ts'
import type { UserData } from '../../api/session-store.ts'
import { useSend } from '../../api/use-send.ts'
import { useSudo } from '../../api/use-sudo.ts'
import { CodeInput } from '../../ui/code-input.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmailInput } from '../../ui/email-input.tsx'
import { notify } from '../../ui/notify.tsx'
import { PasswordStep } from '../../ui/password-step.tsx'
import { useFieldErrors } from '../../ui/use-field-errors.ts'

/** The new address, then a code from each of the two. One dialog goes through its stages. */
export function ChangeEmail({ user, onClose }: { user: UserData; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const [address, setAddress] = useState('')
  const [isSent, setSent] = useState(false)
  const [codes, setCodes] = useState({ oldCode: '', newCode: '' })
  const { errors, setErrors, mend } = useFieldErrors()
  const [busy, setBusy] = useState(false)
  const sudo = useSudo()
  const { send: begin } = useSend('account.changeEmail')
  const { send: finish } = useSend('account.confirmEmail')

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setErrors({})
    try {
      await work()
    } catch (error) {
      const fields = fieldsOf(error) ?? {}
      setErrors(fields)
      if (Object.keys(fields).length === 0 && !isDeclined(error)) notify('danger', messageOf(error))
    }
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSent) {
      if (address.trim() === '') return setErrors({ newEmail: 'Enter the new address.' })
      return void attempt(async () => {
        await sudo.run(() => begin({ userId: user.id, newEmail: address.trim() }))
        setSent(true)
      })
    }
    void attempt(async () => {
      const { message } = await finish({ userId: user.id, ...codes })
      await refreshMe()
      notify('success', message)
      setOpen(false)
    })
  }

  return (
    <Dialog
      opened={isOpen}
      isDirty={address !== ''}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title={sudo.isAsking ? 'Confirm it is you' : 'Change your e-mail address'}
    >
      {sudo.isAsking && <PasswordStep onConfirm={sudo.confirm} onCancel={sudo.cancel} errorOf={messageOf} />}
      <form onSubmit={submit} noValidate hidden={sudo.isAsking}>
        <Stack gap="md">
          {isSent ? (
            <>
              <Text size="sm">We sent a code to each of the two addresses. Enter both; they work for 30 minutes.</Text>
              <CodeInput
                label={`Code sent to ${user.email}`}
                value={codes.oldCode}
                onChange={(oldCode) => {
                  mend('oldCode')
                  setCodes({ ...codes, oldCode })
                }}
                error={errors.oldCode}
              />
              <CodeInput
                label={`Code sent to ${address.trim()}`}
                value={codes.newCode}
                onChange={(newCode) => {
                  mend('newCode')
                  setCodes({ ...codes, newCode })
                }}
                error={errors.newCode}
              />
            </>
          ) : (
            <EmailInput
              label="New e-mail address"
              value={address}
              onChange={(text) => {
                mend('newEmail')
                setAddress(text)
              }}
              error={errors.newEmail}
              data-autofocus
            />
          )}
          <Group justify="flex-end" gap="xs">
            {isSent && (
              <Button variant="subtle" color="gray" disabled={busy} onClick={() => setSent(false)}>
                Back
              </Button>
            )}
            <Button type="submit" loading={busy}>
              {isSent ? 'Change e-mail' : 'Send codes'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

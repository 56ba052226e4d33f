import { Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { PasswordInput } from './password-input.tsx'

type Props = {
  /** Checks the password; what it throws is shown under the field, in the words of `errorOf`. */
  onConfirm: (password: string) => Promise<void>
  onCancel: () => void
  errorOf: (error: unknown) => string
}

/** Asks for the own password once more before something sensitive is done. It takes the place of what asked. */
export function PasswordStep({ onConfirm, onCancel, errorOf }: Props) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // It may stand over another form, which is not sent by this one.
    event.stopPropagation()
    if (password === '') return setError('Enter your password.')
    setBusy(true)
    setError('')
    try {
      await onConfirm(password)
    } catch (failure) {
      setError(errorOf(failure))
      setBusy(false)
      field.current?.focus()
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">Enter your password again to go on. We ask because you logged in a while ago.</Text>
        <PasswordInput
          ref={field}
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={error}
          data-autofocus
          autoFocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Continue
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useState } from 'react'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import { isDeclined } from '../../api/password-question.ts'
import type { Output } from '../../api/terms.ts'
import { CodeInput } from '../../ui/code-input.tsx'
import { notify } from '../../ui/notify.tsx'
import classes from './authenticator-setup.module.css'

export type NewSecret = Output<'security.getGoogleTfa'>

type Props = {
  secret: NewSecret
  onConfirm: (secretKey: string, code: string) => Promise<void>
  onCancel: () => void
}

const DIGITS = 6

/** The secret as a picture and as text, and the first code as the proof that the app has it. */
export function AuthenticatorSetup({ secret, onConfirm, onCancel }: Props) {
  const [code, setCode] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const { copy, copied } = useClipboard({ timeout: 2000 })

  const confirm = async (given: string) => {
    if (busy) return
    if (given.length < DIGITS) return setError('Enter the six digits that the app shows.')
    setBusy(true)
    setError('')
    try {
      await onConfirm(secret.secretKey, given)
    } catch (failure) {
      if (isDeclined(failure)) return setBusy(false)
      const said = fieldsOf(failure)?.code ?? ''
      setError(said)
      if (!said) notify('danger', messageOf(failure))
      setCode('')
    }
    setBusy(false)
  }

  return (
    <Stack gap="md">
      <List type="ordered" spacing="sm" size="sm">
        <List.Item>Open an authenticator app, such as Google Authenticator, 1Password or Aegis.</List.Item>
        <List.Item>
          Scan this code with it, or type in the key.
          <div className={classes.secret}>
            <img
              src={secret.qrCodeUrl}
              alt="QR code with the key"
              className={classes.picture}
              width={168}
              height={168}
            />
            <div className={classes.key}>
              <Text size="xs" c="dimmed">
                Key
              </Text>
              <code className={classes.text}>{secret.secretKey.replace(/.{4}(?=.)/g, '$& ')}</code>
              <Button variant="default" size="compact-xs" onClick={() => copy(secret.secretKey)}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            </div>
          </div>
        </List.Item>
        <List.Item>Enter the code that the app shows now.</List.Item>
      </List>
      <CodeInput
        label="Code"
        value={code}
        onChange={setCode}
        onComplete={(given) => void confirm(given)}
        length={DIGITS}
        error={error}
        disabled={busy}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button loading={busy} onClick={() => void confirm(code)}>
          Turn on
        </Button>
      </Group>
    </Stack>
  )
}

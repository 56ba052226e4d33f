import { Button, Checkbox, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { isFramed } from '../../api/framed.ts'
import { type Challenge, confirmSignIn } from '../../api/session.ts'
import classes from './login-page.module.css'
import { useCountdown } from './use-countdown.ts'

const where = {
  email: 'Enter the code that was sent to your e-mail address.',
  google: 'Enter the code that your authenticator shows, or one of your recovery codes.',
} as const

/** Another code can be had once a minute. */
const RESEND_SECONDS = 60

type Props = {
  email: string
  challenge: Challenge
  /** Back to the password, with the reason when the sign-in cannot go on. */
  onBack: (why?: string) => void
  /** Without a card of its own: in a dialog. */
  isPlain?: boolean
}

/** The second step of signing in. One field takes all kinds of code, so that a recovery code fits too. */
export default function SecondStep({ email, challenge, onBack, isPlain = false }: Props) {
  const { otpToken, twoFactorAuthType: kind } = challenge
  const [code, setCode] = useState('')
  const [error, setError] = useState('')
  const [said, setSaid] = useState('')
  const [remembers, setRemembers] = useState(false)
  const [busy, setBusy] = useState<'confirm' | 'resend' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const resendWait = useCountdown()

  const attempt = async (what: 'confirm' | 'resend', work: () => Promise<void>) => {
    setBusy(what)
    setError('')
    setSaid('')
    try {
      await work()
    } catch (failure) {
      const { fields = {}, retryAfter = 0 } = failure instanceof ApiError ? failure : {}
      if (fields.otpToken) return onBack(fields.otpToken)
      if (what === 'resend') resendWait.start(retryAfter)
      setError(messageOf(failure))
    }
    setBusy(null)
    field.current?.focus()
  }
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (code.trim() === '') return setError('Enter the code.')
    void attempt('confirm', () =>
      confirmSignIn({ email, code: code.trim(), otpToken, ...(remembers && { remember: true }) }),
    )
  }
  const resend = () =>
    attempt('resend', async () => {
      setSaid((await send('security.resendCode', { email, otpToken })).message)
      resendWait.start(RESEND_SECONDS)
    })

  return (
    <Paper
      component="form"
      noValidate
      onSubmit={confirm}
      className={isPlain ? undefined : classes.card}
      aria-labelledby="code-title"
    >
      <Stack gap="md">
        <div>
          <Title order={isPlain ? 2 : 1} size={isPlain ? 'h4' : undefined} id="code-title">
            Confirm it is you
          </Title>
          <Text c="dimmed">{where[kind]}</Text>
        </div>
        <TextInput
          ref={field}
          label="Code"
          size="md"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          error={error}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        {!isFramed() && (
          <Checkbox
            label="Remember this device for 30 days"
            description="Then no code is asked for here. Do not choose it on a device that others use too."
            checked={remembers}
            onChange={({ currentTarget }) => setRemembers(currentTarget.checked)}
          />
        )}
        <Button type="submit" size="md" fullWidth loading={busy === 'confirm'}>
          Confirm
        </Button>
        <Group justify="space-between" gap="xs">
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onBack()}>
            Back
          </Button>
          {kind === 'email' && (
            <Button
              variant="subtle"
              size="compact-sm"
              loading={busy === 'resend'}
              disabled={resendWait.left > 0}
              onClick={() => void resend()}
            >
              {resendWait.left > 0 ? `New code in ${resendWait.left} s` : 'Send a new code'}
            </Button>
          )}
        </Group>
        <Text size="sm" role="status">
          {said}
        </Text>
      </Stack>
    </Paper>
  )
}

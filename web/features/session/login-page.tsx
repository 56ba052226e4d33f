import { Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import type { Route } from '#shared/access/routes.ts'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import { fetchPart } from '../../api/fetch-part.ts'
import type { Challenge } from '../../api/session.ts'
import { useTenant } from '../../api/tenant.ts'
import classes from './login-page.module.css'

/** Everything that talks to the server is fetched with the first key, so that the page itself is there sooner. */
const talk = () => import('../../api/session.ts')

const SecondStep = lazy(() => import('./second-step.tsx'))

type Errors = { username?: string; password?: string }
type Field = keyof Errors

const missing: Required<Errors> = { username: 'Enter your e-mail address.', password: 'Enter your password.' }

function checkFilled(values: Record<Field, string>): Errors {
  return {
    ...(values.username.trim() === '' && { username: missing.username }),
    ...(values.password === '' && { password: missing.password }),
  }
}

/** What the page before has to say, such as that the password was changed. The router keeps it in the history. */
function readNotice(): string {
  const state: { usr?: { notice?: unknown } | null } | null = history.state
  return typeof state?.usr?.notice === 'string' ? state.usr.notice : ''
}

/** What was typed before the page had to be loaded anew. */
function readName(): string {
  const state: { name?: unknown } | null = history.state
  return typeof state?.name === 'string' ? state.name : ''
}

type Props = {
  route?: Route
  /** Lets the rest of the application be fetched while the server checks the password. */
  onSending?: () => unknown
}

export default function LoginPage({ onSending }: Props) {
  const { data } = useTenant()
  const [values, setValues] = useState({ username: readName(), password: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState('')
  const [notice] = useState(readNotice)
  const [isSending, setSending] = useState(false)
  const [isCapsOn, setCapsOn] = useState(false)
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const fields = { username: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) }

  const show = (found: Errors) => {
    setErrors(found)
    fields[found.username ? 'username' : 'password'].current?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = checkFilled(values)
    setFailure('')
    if (found.username || found.password) return show(found)
    setErrors({})
    setSending(true)
    onSending?.()
    try {
      // A page that must be loaded anew still knows who it is about.
      history.replaceState({ ...history.state, name: values.username }, '')
      const { signIn } = await fetchPart(talk)
      const { ownedCompanyId, rootId: companyRootId, captchaKey } = data
      const next = await signIn({ ...values, ownedCompanyId, companyRootId }, captchaKey)
      if (next) {
        setSending(false)
        setChallenge(next)
      }
    } catch (error) {
      setSending(false)
      setFailure(messageOf(error))
      show(fieldsOf(error) ?? {})
    }
  }

  const field = (name: Field) => ({
    ref: fields[name],
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      void talk().then(
        ({ prepareSignIn }) => prepareSignIn(),
        () => undefined,
      )
      setValues({ ...values, [name]: currentTarget.value })
      setErrors({ ...errors, [name]: undefined })
    },
  })
  const leaveStep = (why = '') => {
    setChallenge(null)
    setFailure(why)
  }
  const watchCaps = (event: KeyboardEvent) => setCapsOn(event.getModifierState('CapsLock'))

  if (challenge) {
    return (
      <Suspense fallback={null}>
        <SecondStep email={values.username} challenge={challenge} onBack={leaveStep} />
      </Suspense>
    )
  }
  return (
    <Paper component="form" noValidate onSubmit={submit} className={classes.card} aria-labelledby="login-title">
      <Stack gap="md">
        <div>
          <Title order={1} id="login-title">
            Log in
          </Title>
          <Text c="dimmed">to {data.brand.name}</Text>
        </div>
        {notice && (
          <Text size="sm" role="status">
            {notice}
          </Text>
        )}
        {failure && (
          <div role="alert" className={classes.failure}>
            {failure}
          </div>
        )}
        <TextInput
          {...field('username')}
          type="email"
          label="E-mail"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          autoFocus
        />
        <PasswordInput
          {...field('password')}
          label="Password"
          autoComplete="current-password"
          description={isCapsOn ? 'Caps Lock is on.' : undefined}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
          onKeyDown={watchCaps}
          onKeyUp={watchCaps}
          onBlur={() => setCapsOn(false)}
          size="md"
        />
        <Button type="submit" size="md" fullWidth loading={isSending}>
          Log in
        </Button>
        <div className={classes.ways}>
          <a href="/forgot-password">Forgot your password?</a>
          <a href="/register">Create an account</a>
        </div>
      </Stack>
    </Paper>
  )
}

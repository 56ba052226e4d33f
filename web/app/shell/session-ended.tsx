import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { messageOf } from '../../api/api-error.ts'
import { type Challenge, forget, signIn } from '../../api/session.ts'
import { useTenant } from '../../api/tenant.ts'
import { useFocusReturn } from '../../ui/focus-return.ts'

const SecondStep = lazy(() => import('../../features/session/second-step.tsx'))

/** The person whose page it is logs in again, and goes on with the page as it stands; anybody else begins anew. */
function LogInAgain({ email }: { email: string }) {
  const { ownedCompanyId, rootId: companyRootId, captchaKey } = useTenant().data
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const [isSending, setSending] = useState(false)
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const field = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!password) {
      setError('Enter your password.')
      return field.current?.focus()
    }
    setError('')
    setSending(true)
    try {
      setChallenge(await signIn({ username: email, password, ownedCompanyId, companyRootId }, captchaKey))
    } catch (failure) {
      setError(messageOf(failure))
    }
    setSending(false)
    field.current?.focus()
  }
  if (challenge) {
    const back = (why = '') => {
      setChallenge(null)
      setError(why)
    }
    return (
      <Suspense fallback={null}>
        <SecondStep email={email} challenge={challenge} onBack={back} isPlain />
      </Suspense>
    )
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Text size="sm">
          Log in as {email}, and this page goes on as it is. If another system signs you in, open it from there in a new
          tab.
        </Text>
        <PasswordInput
          ref={field}
          label="Password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
          value={password}
          error={error}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={forget}>
            Leave this page
          </Button>
          <Button type="submit" loading={isSending}>
            Log in
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Nothing but its buttons closes it: what was typed below would go with a slip. `email`: whose page it is, where it may go on. */
export default function SessionEnded({ email }: { email: string | undefined }) {
  const { mutate } = useSWRConfig()
  const root = useRef<HTMLDivElement>(null)
  useFocusReturn(true, root)
  // What could not be read meanwhile is read again; of another person's page nothing is left to be read.
  useEffect(() => () => void mutate(() => true).catch(() => undefined), [mutate])
  return (
    <Modal
      ref={root}
      opened
      returnFocus={false}
      onClose={forget}
      title="Session Ended"
      zIndex={1000}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Text mb="md">Your session has ended. Please log in again to continue.</Text>
      {email === undefined ? (
        <Group justify="flex-end">
          <Button onClick={forget} data-autofocus>
            Log in
          </Button>
        </Group>
      ) : (
        <LogInAgain email={email} />
      )}
    </Modal>
  )
}

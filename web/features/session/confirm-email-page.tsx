import { Button, Text } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { refreshMe } from '../../api/session.ts'
import { useSession } from '../../api/session-store.ts'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import { useLink } from './use-link.ts'
import { VisitorCard } from './visitor-card.tsx'

type State = 'asking' | 'working' | 'done' | { reason: string } | { failure: string }

const sentences: Record<string, string> = {
  invalid: 'This link is not valid. It may have been cut off on its way, or your address has changed since.',
  expired: 'This link is too old.',
  used: 'This link was used before. Your e-mail address is confirmed already.',
  ended:
    'This change of address has ended: it was replaced, or the account changed since. Ask the person who wanted it to begin anew.',
  taken: 'This address cannot be used for the account. Ask the person who wanted it to choose another one.',
}

export default function ConfirmEmailPage() {
  const link = useLink()
  if (!link) return null
  // An address that somebody else asked for is agreed to by a press: programs open links too.
  return <Confirmation token={link.token} isNew={new URLSearchParams(link.search).has('new')} />
}

function Confirmation({ token, isNew }: { token: string; isNew: boolean }) {
  const { status } = useSession()
  const [state, setState] = useState<State>(isNew ? 'asking' : 'working')
  const spent = useRef('')
  const confirm = useCallback(() => {
    // The link works once, so it is shown to the server once.
    if (spent.current === token) return
    spent.current = token
    setState('working')
    send('session.confirmEmail', { token }).then(
      ({ valid, reason }) => setState(valid ? 'done' : { reason }),
      (error: unknown) => setState({ failure: messageOf(error) }),
    )
  }, [token])
  useEffect(() => {
    if (!isNew) confirm()
  }, [isNew, confirm])

  // A person who is signed in here is asked to confirm neither on this page nor on those that follow.
  const isDone = state === 'done' && !isNew
  useEffect(() => {
    if (isDone && status === 'in') void refreshMe()
  }, [isDone, status])

  const next = (
    <Button component={Link} to="/" size="md" fullWidth>
      {status === 'in' ? 'Continue' : 'Log in'}
    </Button>
  )
  if (state === 'asking') {
    return (
      <VisitorCard
        title="Confirm your new e-mail address"
        intro="An administrator asked that you sign in with the address that this mail came to. Your devices are signed out when you confirm."
      >
        <Button size="md" fullWidth onClick={confirm}>
          Use this address
        </Button>
      </VisitorCard>
    )
  }
  if (state === 'working') {
    return (
      <VisitorCard title="Confirm your e-mail address">
        <SkeletonLines label="Confirming" />
      </VisitorCard>
    )
  }
  if (state === 'done') {
    return (
      <VisitorCard
        title="Your e-mail address is confirmed"
        intro={isNew ? 'Log in with it from now on. Your password is the same.' : 'Thank you.'}
      >
        {next}
      </VisitorCard>
    )
  }
  if ('failure' in state) {
    const again = () => {
      spent.current = ''
      confirm()
    }
    return (
      <VisitorCard title="Confirm your e-mail address" failure={state.failure}>
        <Button size="md" fullWidth onClick={again}>
          Try again
        </Button>
      </VisitorCard>
    )
  }
  return (
    <VisitorCard title="This link does not work" intro={sentences[state.reason] ?? sentences.invalid}>
      {status === 'in' && !isNew && state.reason !== 'used' && <Resend />}
      {next}
    </VisitorCard>
  )
}

function Resend() {
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const resend = async () => {
    setBusy(true)
    setSaid(
      await send('session.resendConfirmation', {}).then(
        ({ message }) => message,
        (error: unknown) => messageOf(error),
      ),
    )
    setBusy(false)
  }
  return (
    <>
      <Text size="sm" role="status">
        {said}
      </Text>
      <Button variant="default" size="md" fullWidth loading={busy} onClick={() => void resend()}>
        Send a new link
      </Button>
    </>
  )
}

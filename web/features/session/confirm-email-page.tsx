import { Button, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { useSession } from '../../api/session-store.ts'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import { VisitorCard } from './visitor-card.tsx'

type State = 'working' | 'done' | { reason: string } | { failure: string }

const sentences: Record<string, string> = {
  invalid: 'This link is not valid. It may have been cut off on its way, or your address has changed since.',
  expired: 'This link is too old: it works for seven days.',
  used: 'This link was used before. Your e-mail address is confirmed already.',
}

export default function ConfirmEmailPage() {
  const token = useLocation().pathname.split('/')[2] ?? ''
  const { status } = useSession()
  const [state, setState] = useState<State>('working')
  const spent = useRef('')
  useEffect(() => {
    // The link works once, so it is shown to the server once.
    if (spent.current === token) return
    spent.current = token
    send('session.confirmEmail', { token }).then(
      ({ valid, reason }) => setState(valid ? 'done' : { reason }),
      (error: unknown) => setState({ failure: messageOf(error) }),
    )
  }, [token])

  const next = (
    <Button component={Link} to="/" size="md" fullWidth>
      {status === 'in' ? 'Continue' : 'Log in'}
    </Button>
  )
  if (state === 'working') {
    return (
      <VisitorCard title="Confirm your e-mail address">
        <SkeletonLines label="Confirming" />
      </VisitorCard>
    )
  }
  if (state === 'done') {
    return (
      <VisitorCard title="Your e-mail address is confirmed" intro="Thank you.">
        {next}
      </VisitorCard>
    )
  }
  if ('failure' in state) {
    return <VisitorCard title="Confirm your e-mail address" failure={state.failure} />
  }
  return (
    <VisitorCard title="This link does not work" intro={sentences[state.reason] ?? sentences.invalid}>
      {status === 'in' && state.reason !== 'used' && <Resend />}
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

import { Alert, Button, Group } from '@mantine/core'
import { useEffect } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { refreshMe } from '../../api/session.ts'
import { useMe } from '../../api/session-store.ts'
import { useSend } from '../../api/use-send.ts'
import { notify } from '../../ui/notify.tsx'

/** Stands above every page until the person has shown that mail to their address reaches them. */
export function ConfirmAddress() {
  const me = useMe()
  return me.emailConfirmed || me.isViewMode ? null : <Unconfirmed email={me.email} />
}

function Unconfirmed({ email }: { email: string }) {
  const { send, sending } = useSend('session.resendConfirmation')
  useEffect(() => {
    // The link opens in another tab: the person who comes back from there need not load the page.
    const look = () => void refreshMe()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [])
  const ask = async () => {
    try {
      notify('success', (await send({})).message)
    } catch (error) {
      notify('danger', messageOf(error))
      // It may have been confirmed meanwhile.
      await refreshMe()
    }
  }
  return (
    <Alert color="yellow" title="Please confirm your e-mail address">
      <Group justify="space-between" gap="sm">
        <span style={{ overflowWrap: 'anywhere' }}>Open the link in the mail that we sent to {email}.</span>
        <Button variant="default" size="xs" loading={sending} onClick={() => void ask()}>
          Send the mail again
        </Button>
      </Group>
    </Alert>
  )
}

import { Badge, Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { forget } from '../../api/session.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { useSend } from '../../api/use-send.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { notify } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import classes from './sessions-dialog.module.css'

type Device = Output<'session.list'>['data'][number]

/** Where one is signed in, with a way to end each or all of it. */
export default function SessionsDialog({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const { data, error, reload } = useCall('session.list', {})
  return (
    <Dialog
      opened={isOpen}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title="Signed-in devices"
      size="lg"
    >
      {!data && !error && <SkeletonLines />}
      {error !== undefined && (
        <ErrorState title="Your devices could not be loaded" onRetry={() => void reload()}>
          {messageOf(error)}
        </ErrorState>
      )}
      {data && (
        <ul className={classes.list}>
          {data.data.map((device) => (
            <Row key={device.id} device={device} />
          ))}
        </ul>
      )}
      {data && <Everywhere />}
    </Dialog>
  )
}

function Row({ device }: { device: Device }) {
  const { send: end, sending } = useSend('session.end')
  const signOut = () =>
    end({ sessionId: device.id }).then(
      ({ message }) => notify('success', message),
      (error: unknown) => notify('danger', messageOf(error)),
    )
  return (
    <li className={classes.row}>
      <div>
        <Group gap="xs">
          <Text fw={500}>{device.device}</Text>
          {device.isCurrent && <Badge>This device</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {device.ip}, used <RelativeTime at={device.lastUsedAt} />
        </Text>
      </div>
      {!device.isCurrent && (
        <Button variant="default" size="compact-sm" loading={sending} onClick={() => void signOut()}>
          Sign out<VisuallyHidden> {device.device}</VisuallyHidden>
        </Button>
      )}
    </li>
  )
}

/** Asks once more in its own place, because it signs out this device too. */
function Everywhere() {
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const signOut = async () => {
    setBusy(true)
    try {
      await send('session.endAll', {})
      forget()
    } catch (error) {
      setBusy(false)
      notify('danger', messageOf(error))
    }
  }
  if (!isAsking) {
    return (
      <Button variant="light" color="red" mt="md" onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
    )
  }
  return (
    <Group mt="md" justify="space-between">
      <Text size="sm" role="status">
        Every device is signed out at once, this one included.
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => setAsking(false)} autoFocus>
          Cancel
        </Button>
        <Button color="red" loading={busy} onClick={() => void signOut()}>
          Sign out everywhere
        </Button>
      </Group>
    </Group>
  )
}

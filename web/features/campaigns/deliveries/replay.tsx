import { Alert, Button, Group, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useMe } from '../../../api/session-store.ts'
import { useCall } from '../../../api/use-call.ts'
import { useMay } from '../../../api/use-may.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import type { Receiver } from './history.tsx'

const ReplayDialog = lazy(() => import('./replay-dialog.tsx'))

const POLL_MS = 3000
type Props = {
  of: Receiver
  /** The first instant that is offered: since when leads were missed. */
  since?: number
}

/** Sends leads of some days to a receiver again, and says how far that is. */
export function Replay({ of, since }: Props) {
  const me = useMe()
  const may = useMay()
  // Who receives them reads them.
  const mayReplay = may('integration:update', 'POST') && may('lead:read', 'GET') && !me.isViewMode
  const [isOpen, setOpen] = useState(false)
  const latest = useCall('integrations.latestReplay', of, {
    every: POLL_MS,
    until: ({ data }) => data?.state !== 'running',
  })
  const replay = latest.data?.data
  const isRunning = replay?.state === 'running'
  return (
    <>
      {isRunning && (
        <ProgressBar
          label="Sending leads again"
          value={(replay.done / Math.max(1, replay.total)) * 100}
          counts={{ done: replay.done, total: Math.max(replay.total, replay.done) }}
        />
      )}
      {replay?.state === 'failed' && (
        <Alert color="yellow">
          <Text size="sm">
            Sending leads again stopped after {replay.done} of {replay.total}. Start it once more: none is sent twice.
          </Text>
        </Alert>
      )}
      {(mayReplay || replay?.state === 'done') && (
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            {replay?.state === 'done' && (
              <>
                {replay.done === 1 ? 'One lead was' : `${replay.done} leads were`} sent again{' '}
                <RelativeTime at={replay.createdAt} />.
              </>
            )}
          </Text>
          {mayReplay && (
            <Button variant="default" disabled={isRunning} onClick={() => setOpen(true)}>
              Send leads of some days again
            </Button>
          )}
        </Group>
      )}
      <Suspense fallback={null}>
        {isOpen && (
          <ReplayDialog
            of={of}
            {...(since !== undefined && { since })}
            onClose={() => setOpen(false)}
            onBegun={() => void latest.reload()}
          />
        )}
      </Suspense>
    </>
  )
}

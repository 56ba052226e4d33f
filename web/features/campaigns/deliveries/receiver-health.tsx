import { Alert, Button, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { notify } from '../../../ui/notify.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import type { Receiver } from './history.tsx'

const ReplayDialog = lazy(() => import('./replay-dialog.tsx'))

type Props = {
  of: Receiver
  name: string
  at: { failingSince: string | null; offSince: string | null; offReason?: string }
  /** Without it the person who looks may not. */
  onSwitchOn?: (() => Promise<unknown>) | undefined
  onChange: () => void
}

/** Says that a receiver fails or is off for that; once it is on again, what it missed is offered to be sent. */
export function ReceiverHealth({ of, name, at: { failingSince, offSince, offReason }, onSwitchOn, onChange }: Props) {
  const [since, setSince] = useState<number>()
  const [isSending, setSending] = useState(false)
  const switchOn = async () => {
    setSending(true)
    try {
      await onSwitchOn?.()
      setSince(Date.parse(failingSince ?? offSince ?? ''))
    } catch (error) {
      notify('danger', messageOf(error))
    }
    setSending(false)
    onChange()
  }
  return (
    <>
      {offSince && (
        <Alert color="red" title={`No leads are sent to ${name}`}>
          <Stack gap="sm" align="flex-start">
            <Text size="sm">
              {failingSince ? (
                <>
                  Nothing could be delivered since <RelativeTime at={failingSince} />, so it was switched off{' '}
                </>
              ) : (
                <>{offReason} It was switched off </>
              )}
              <RelativeTime at={offSince} />. Leads that come meanwhile are kept, and can be sent once it is on.
            </Text>
            {onSwitchOn && (
              <Button loading={isSending} onClick={() => void switchOn()}>
                Switch on and see what was missed
              </Button>
            )}
          </Stack>
        </Alert>
      )}
      {failingSince && !offSince && (
        <Alert color="yellow" title={`Leads do not arrive at ${name}`}>
          <Text size="sm">
            Only failures since <RelativeTime at={failingSince} />. After five days it is switched off; a mail comes
            before.
          </Text>
        </Alert>
      )}
      <Suspense fallback={null}>
        {since !== undefined && (
          <ReplayDialog of={of} since={since} onClose={() => setSince(undefined)} onBegun={onChange} />
        )}
      </Suspense>
    </>
  )
}

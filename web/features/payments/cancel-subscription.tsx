import { Button, Paper, Stack, Text, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useCall } from '../../api/use-call.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { NotYet } from '../../ui/not-yet.tsx'
import { notify } from '../../ui/notify.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'

/** Ends an agency's contract. It says what stops, asks why, and asks once more. */
export function CancelSubscription({ companyId }: { companyId: string }) {
  const found = useCall('payments.getCard', { companyId: companyId })
  const { data } = found
  const { send, sending } = useSend('payments.cancelSubscription')
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState('')
  const settle = useLeaveGuard(reason.trim() !== '' && data?.cancelledAt === null)
  if (!data) {
    return <NotYet of={found} title="Your subscription could not be loaded" rows={4} height={20} />
  }
  if (data.cancelledAt !== null) {
    return (
      <Paper p="lg" withBorder>
        <Title order={2} size="h4">
          Subscription
        </Title>
        <Text mt="xs">Your subscription is cancelled. To bring it back, please contact support.</Text>
      </Paper>
    )
  }
  const cancel = async () => {
    if (reason.trim() === '') return setFault('Tell us why, in a few words.')
    const isSure = await confirm({
      title: 'Cancel your subscription?',
      children:
        'All campaigns of your clients stop now, and no new ones can be created. You can still read your data for 30 days.',
      confirmLabel: 'Cancel subscription',
      cancelLabel: 'Keep it',
      danger: true,
    })
    if (!isSure) return
    try {
      notify('success', (await send({ companyId: companyId, reason })).message)
      settle()
    } catch (error) {
      notify('danger', messageOf(error))
    }
  }
  return (
    <Paper p="lg" withBorder>
      <Stack gap="sm">
        <Title order={2} size="h4">
          Subscription
        </Title>
        <Text>Cancelling stops all campaigns of your clients. You keep reading access for 30 days.</Text>
        <Textarea
          label="Why do you cancel?"
          maxLength={200}
          value={reason}
          error={fault || undefined}
          onChange={(event) => {
            setFault('')
            setReason(event.currentTarget.value)
          }}
        />
        <Button variant="outline" color="red" maw={220} loading={sending} onClick={() => void cancel()}>
          Cancel subscription
        </Button>
      </Stack>
    </Paper>
  )
}

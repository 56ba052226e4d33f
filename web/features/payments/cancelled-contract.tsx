import { Alert, Button, Stack, Text } from '@mantine/core'
import { messageOf } from '../../api/api-error.ts'
import type { Output } from '../../api/terms.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { notify } from '../../ui/notify.tsx'

type Props = {
  agency: { companyId: string; companyName: string }
  cancelled: NonNullable<Output<'companies.get'>['cancelled']>
  onResumed: () => void
}

/** Operators see why an agency's contract ended, and bring it back when the agency asks for it. */
export function CancelledContract({ agency: { companyId, companyName }, cancelled, onResumed }: Props) {
  const mayResume = useMay()('contract:cancel', 'PUT')
  const { send, sending } = useSend('payments.cancelSubscription')
  const resume = async () => {
    const isSure = await confirm({
      title: `Bring back the subscription of ${companyName}?`,
      children:
        'Campaigns can be made and started again, and the agency can log in even if its 30 days are over. Campaigns that were stopped stay so until somebody starts them, and manual billing stays off. What it may cost the agency goes on, too: its minimum spend, that of the month that runs now included, and automatic top-ups that it chose. Months that began and ended since it was cancelled ask nothing.',
      confirmLabel: 'Bring it back',
    })
    if (!isSure) return
    try {
      notify('success', (await send({ companyId, undo: true })).message)
    } catch (error) {
      notify('danger', messageOf(error))
    }
    onResumed()
  }
  return (
    <Alert color="yellow" title="Subscription cancelled" mb="lg">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          Cancelled on <DateTime at={cancelled.at} />. Its campaigns are stopped, and no new ones can be made.
        </Text>
        {cancelled.reason && (
          <Text size="sm" dir="auto">
            Reason given: {cancelled.reason}
          </Text>
        )}
        {mayResume && (
          <Button variant="default" loading={sending} onClick={() => void resume()}>
            Bring it back
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

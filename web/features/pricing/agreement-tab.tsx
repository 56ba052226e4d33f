import { Badge, Button, Group, Paper, ScrollArea, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { log } from '../../api/log.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { useSend } from '../../api/use-send.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { DocumentView } from '../../ui/document-view.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { notify } from '../../ui/notify.tsx'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'

/** What an agency must spend, as the addendum to its agreement, and whether it agreed. */
export default function AgreementTab({ mayChange }: { mayChange: boolean }) {
  const me = useMe()
  const companyId = me.companyId
  const { data, error } = useCall('pricing.agreement', { companyId })
  const status = useCall('pricing.agreementStatus', { companyId })
  const { send, sending } = useSend('pricing.agree')
  const failure = error ?? status.error
  useEffect(() => {
    // Nobody can do anything about it here, and nothing depends on it.
    if (failure) log.error('The minimum spend could not be loaded.', failure)
  }, [failure])

  const agree = async () => {
    try {
      const read = data?.data
      const terms = read && { version: read.version, months: read.months, flatMonth: read.flatMonth }
      notify('success', (await send({ companyId, accepted: true, ...terms })).message)
    } catch (refusal) {
      notify('danger', messageOf(refusal))
    }
  }
  if (!data) return failure ? null : <SkeletonLines rows={8} height={16} />
  if (!data.data)
    return (
      <EmptyState title="No minimum spend" drawing="money">
        Your agency does not have to spend any minimum.
      </EmptyState>
    )
  const { title, version, blocks } = data.data
  const accepted = status.data?.status ? status.data : undefined
  return (
    <Paper p="lg" maw={760}>
      <Stack gap="md">
        <Group justify="space-between">
          <div>
            <Title order={2} size="h4">
              {title}
            </Title>
            <Text size="sm" c="dimmed">
              Version {version}
            </Text>
          </div>
          {accepted && <Badge color="green">Accepted</Badge>}
        </Group>
        <ScrollArea.Autosize mah="50vh" type="auto" offsetScrollbars viewportProps={{ tabIndex: 0 }}>
          <DocumentView blocks={blocks} />
        </ScrollArea.Autosize>
        {accepted && (
          <Text size="sm">
            Accepted by {accepted.acceptedBy} on <DateTime at={accepted.acceptedAt} />.
          </Text>
        )}
        {status.data && !accepted && mayChange && !me.isViewMode && (
          <Group justify="flex-end">
            <Button loading={sending} onClick={() => void agree()}>
              I agree
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

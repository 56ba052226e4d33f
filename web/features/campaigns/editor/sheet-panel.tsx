import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { messageOf } from '../../../api/api-error.ts'
import { useCall } from '../../../api/use-call.ts'
import { useMay } from '../../../api/use-may.ts'
import { useSend } from '../../../api/use-send.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { NotYet } from '../../../ui/not-yet.tsx'
import { notify } from '../../../ui/notify.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'

/** The spreadsheets of a campaign: where leads go now, and those before. */
export function SheetPanel({ campaignId, mayChange }: { campaignId: string; mayChange: boolean }) {
  // Who may change campaigns may not make something in them for that.
  const maySend = useMay()('campaign:update', 'POST')
  const found = useCall('integrations.sheetHistory', { campaignId })
  const { data } = found
  const resetting = useSend('integrations.resetSheet')
  const resending = useSend('integrations.resendSheetLink')
  if (!data) return <NotYet of={found} title="The sheets could not be loaded" rows={1} height={38} />
  const [present] = data.data
  const act = async (work: () => Promise<{ result: string; message: string }>) => {
    try {
      const { result, message } = await work()
      notify(result === 'failed' ? 'danger' : 'success', message)
    } catch (fault) {
      notify('danger', messageOf(fault))
    }
    void found.reload()
  }
  const reset = async () => {
    const isSure = await confirm({
      title: 'Begin a new sheet?',
      children: 'Leads go to a new sheet from now on. The present one stays in Google Drive as it is.',
      confirmLabel: 'Begin a new sheet',
    })
    if (isSure) await act(() => resetting.send({ campaignId }))
  }
  return (
    <Stack gap="xs">
      {present ? (
        data.data.map((sheet) => (
          <div key={sheet.number}>
            <Anchor href={sheet.url} target="_blank" rel="noreferrer" size="sm">
              {sheet.title}
            </Anchor>
            <Text size="xs" c="dimmed">
              {sheet.present ? 'Leads go here' : 'Earlier'} · made <RelativeTime at={sheet.createdAt} />
              {sheet.sharedWith.length > 0 && ` · shared with ${sheet.sharedWith.join(', ')}`}
            </Text>
            {sheet.present && sheet.refused.length > 0 && (
              <Text size="xs" c="dimmed">
                Google did not share it with {sheet.refused.join(', ')}. Send the link again to have it tried once more.
              </Text>
            )}
          </div>
        ))
      ) : (
        <Text size="sm" c="dimmed">
          The sheet is made when the campaign starts, or with its first lead. Those who get its reports are told by
          Google.
        </Text>
      )}
      {present && mayChange && (
        <Group gap="xs">
          {maySend && (
            <Button
              variant="default"
              size="xs"
              loading={resending.sending}
              onClick={() => void act(() => resending.send({ campaignId }))}
            >
              Send the link again
            </Button>
          )}
          <Button variant="default" size="xs" loading={resetting.sending} onClick={() => void reset()}>
            Begin a new sheet
          </Button>
        </Group>
      )}
    </Stack>
  )
}

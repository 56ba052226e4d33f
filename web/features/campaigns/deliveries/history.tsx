import { Button, Group, Select, Stack, Text } from '@mantine/core'
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs'
import { useState } from 'react'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import type { ToolSlug } from '#shared/integrations/slugs.ts'
import { isTryOutcome, type TryOutcome } from '#shared/model/delivery-try.ts'
import { eventNames } from '#shared/model/webhook.ts'
import { messageOf } from '../../../api/api-error.ts'
import { useMe } from '../../../api/session-store.ts'
import type { Output } from '../../../api/terms.ts'
import { useCall } from '../../../api/use-call.ts'
import { useMay } from '../../../api/use-may.ts'
import { useSend } from '../../../api/use-send.ts'
import type { Tone } from '../../../theme/tones.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { Column } from '../../../ui/data-table/table-types.ts'
import { notify } from '../../../ui/notify.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Status } from '../../../ui/status.tsx'
import { dayAndTime, exactTime } from '../../../ui/time-ago.ts'

/** A tool of a company; of webhooks one by its id. */
export type Receiver = { companyId: string; integrationId: ToolSlug; webhookId?: string }
type Row = Output<'integrations.deliveryHistory'>['data'][number]

const words: Record<TryOutcome, string> = {
  delivered: 'Delivered',
  waiting: 'With another try',
  failed: 'Not delivered',
  skipped: 'Left out',
}
const tones: Record<TryOutcome, Tone> = {
  delivered: 'success',
  waiting: 'warning',
  failed: 'danger',
  skipped: 'default',
}

const wordsOf = ({ outcome, open }: Row): string =>
  outcome === 'waiting' ? (open ? 'To be tried again' : 'Tried again') : words[outcome]

const reasonOf = ({ outcome, reason, said, nextAt }: Row): string => {
  const next = nextAt ? `Next try ${dayAndTime(Date.parse(nextAt), SYSTEM_ZONE)}.` : ''
  // Receivers do not end their sentences, and another one follows.
  const told = next && /\w$/.test(said) ? `${said}.` : said
  return [reason, outcome === 'delivered' ? '' : told, next].filter(Boolean).join(' ')
}

const isLead = ({ event }: Row) => event === 'lead.created'
const titleOf = (row: Row) => (isLead(row) ? row.leadName || 'No name' : eventNames[row.event])

const columns: Column<Row>[] = [
  { key: 'at', label: 'Time', card: 'fact', width: 'short', render: ({ at }) => <RelativeTime at={at} /> },
  {
    key: 'lead',
    label: 'Lead or event',
    card: 'title',
    width: 'wide',
    render: (row) => (
      <PersonName
        name={titleOf(row)}
        detail={row.campaignName || (isLead(row) ? 'A campaign that was removed' : 'All campaigns')}
        isDetailWhole
        picture={null}
      />
    ),
  },
  {
    key: 'outcome',
    label: 'Outcome',
    card: 'fact',
    width: 'wide',
    render: (row) => (
      <Status tone={tones[row.outcome]} reason={reasonOf(row)}>
        {wordsOf(row)}
      </Status>
    ),
  },
]

/** Every try of a receiver in the last 30 days, page by page. */
export function DeliveryHistory({ of }: { of: Receiver }) {
  const me = useMe()
  const may = useMay()
  const mayResend = may('campaign:update', 'POST') && !me.isViewMode
  const [outcome, setOutcome] = useState<TryOutcome>()
  const [cursors, setCursors] = useState<string[]>([])
  const cursor = cursors.at(-1)
  const { data, error, isValidating, isFormer, reload } = useCall(
    'integrations.deliveryHistory',
    { ...of, ...(outcome && { outcome }), ...(cursor !== undefined && { cursor }) },
    { keep: true },
  )
  const { send, sending } = useSend('integrations.replayDeliveries')

  const resend = async (row: Row) => {
    const { campaignId, deliveryId, outcome: was, leadName } = row
    const isSure =
      was !== 'delivered' ||
      (await confirm({
        title: isLead(row) ? 'Send this lead once more?' : 'Send this once more?',
        children: `${leadName || 'It'} was delivered there already, and comes again under the id that it had.`,
        confirmLabel: 'Send again',
      }))
    if (!isSure) return
    try {
      notify('success', (await send({ campaignId, deliveryId })).message)
    } catch (failure) {
      notify('danger', messageOf(failure))
    }
    void reload()
  }
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end" gap="xs">
        <Select
          label="Outcome"
          data={[
            { value: '', label: 'Every outcome' },
            ...Object.entries(words).map(([value, label]) => ({ value, label })),
          ]}
          value={outcome ?? ''}
          allowDeselect={false}
          onChange={(value) => {
            setOutcome(isTryOutcome(value) ? value : undefined)
            setCursors([])
          }}
        />
        <Button variant="default" loading={isValidating && data !== undefined} onClick={() => void reload()}>
          Look again
        </Button>
      </Group>
      <DataTable
        label="Deliveries of the last 30 days"
        columns={columns}
        rows={data?.data}
        keyOf={({ id }) => id}
        nameOf={(row) => `${titleOf(row)}, ${exactTime(Date.parse(row.at), SYSTEM_ZONE)}`}
        refreshing={isValidating && data !== undefined}
        error={
          error === undefined || data
            ? undefined
            : { title: 'The deliveries could not be loaded', text: messageOf(error), onRetry: () => void reload() }
        }
        actions={(row) =>
          mayResend && row.deliveryId && row.campaignId
            ? [
                {
                  key: 'resend',
                  label: 'Send again',
                  icon: <IconSend size={16} />,
                  disabled: sending,
                  onClick: () => void resend(row),
                },
              ]
            : []
        }
        empty={{
          title: outcome ? 'None of this outcome' : 'No lead was sent there yet',
          text: 'What is sent stands here for 30 days.',
        }}
      />
      {(cursors.length > 0 || data?.nextCursor) && (
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            Kept for 30 days.
          </Text>
          <Group gap="xs">
            <Button variant="default" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
              Newer
            </Button>
            <Button
              variant="default"
              disabled={!data?.nextCursor}
              // As long as the page before still stands here, its end is no place to go on from.
              onClick={() => !isFormer && data?.nextCursor && setCursors([...cursors, data.nextCursor])}
            >
              Older
            </Button>
          </Group>
        </Group>
      )}
    </Stack>
  )
}

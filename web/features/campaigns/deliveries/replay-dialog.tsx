import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { addDays, dayIn, daysIn } from '#shared/dates.ts'
import type { ReplayKind } from '#shared/model/replay.ts'
import { messageOf } from '../../../api/api-error.ts'
import { useCall } from '../../../api/use-call.ts'
import { useSend } from '../../../api/use-send.ts'
import type { DayRange } from '../../../ui/days.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { toCount } from '../../../ui/format.ts'
import { notify } from '../../../ui/notify.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { ZonedDateRange } from '../../../ui/zoned-date-range.tsx'
import type { Receiver } from './history.tsx'

const DAYS_KEPT = 30
type Props = { of: Receiver; since?: number; onClose: () => void; onBegun: () => void }

const leads = (count: number, hasMore: boolean) =>
  count === 1 && !hasMore ? '1 lead' : `${toCount(count)}${hasMore ? ' or more' : ''} leads`

/** Says how many leads it would be before anything is sent. */
export default function ReplayDialog({ of, since, onClose, onBegun }: Props) {
  const today = dayIn(SYSTEM_ZONE, useNow())
  const [isOpen, setOpen] = useState(true)
  const [range, setRange] = useState<DayRange | undefined>(() => ({
    from: since === undefined ? today : dayIn(SYSTEM_ZONE, since),
    to: today,
  }))
  const [which, setWhich] = useState<ReplayKind>('failed')
  const { send, sending } = useSend('integrations.startReplay')
  const days = range && daysIn(SYSTEM_ZONE, range.from, range.to)
  const input = days && {
    ...of,
    which,
    from: new Date(days.start).toISOString(),
    to: new Date(days.end).toISOString(),
  }
  const { data, error, isValidating, reload } = useCall('integrations.countReplay', input ?? null)

  const start = async () => {
    if (!input || !data) return
    try {
      notify('success', (await send({ ...input, to: data.to })).message)
      setOpen(false)
    } catch (failure) {
      notify('danger', messageOf(failure))
      void reload()
    }
    onBegun()
  }
  return (
    <Dialog
      opened={isOpen}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title="Send leads again"
      size="lg"
    >
      <Stack gap="md">
        <ZonedDateRange
          label="Tried on these days"
          timeZone={SYSTEM_ZONE}
          minDate={addDays(today, -DAYS_KEPT)}
          value={range}
          onChange={setRange}
        />
        <Radio.Group
          label="Which leads"
          value={which}
          onChange={(value) => setWhich(value === 'all' ? 'all' : 'failed')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="failed" label="Those that were not delivered" />
            <Radio
              value="all"
              label="All, also those that were delivered"
              description="They come under the ids that they had, so that the receiver can tell them apart from new ones."
            />
          </Stack>
        </Radio.Group>
        {error !== undefined && !data ? (
          <ErrorState title="The leads could not be counted" onRetry={() => void reload()} retrying={isValidating}>
            {messageOf(error)}
          </ErrorState>
        ) : (
          <Text size="sm" role="status">
            {!range && 'Choose the days first.'}
            {range && !data && 'Counting…'}
            {range && data && data.count === 0 && 'There are none on these days.'}
            {range && data && data.count > 0 && (
              <>
                <b>{leads(data.count, data.hasMore)}</b> would be sent again. Nobody who came onto an exclusion list
                since is sent.
              </>
            )}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button loading={sending} disabled={!data || data.count === 0} onClick={() => void start()}>
            {data && data.count > 0 ? `Send ${leads(data.count, data.hasMore)} again` : 'Send again'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

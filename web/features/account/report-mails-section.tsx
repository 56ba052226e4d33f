import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReportRhythm } from '#shared/reports/report-mail.ts'
import { messageOf } from '../../api/api-error.ts'
import type { UserData } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { showDay } from '../../ui/days.ts'
import { NotYet } from '../../ui/not-yet.tsx'
import { notify } from '../../ui/notify.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import { Section } from './section.tsx'

const choices: { value: ReportRhythm; label: string; description?: string }[] = [
  { value: 'daily', label: 'Every day', description: 'The leads of the day before.' },
  { value: 'weekly', label: 'Every Monday', description: 'The leads of the week before.' },
  { value: 'monthly', label: 'On the first of each month', description: 'The leads of the month before.' },
  { value: 'off', label: 'Never' },
]
const TITLE = 'Reports by mail'
const DESCRIPTION = 'What your campaigns brought, with a small chart.'

/** How often somebody who sees leads gets them summed up by mail. Nothing is shown to who sees none. */
export function ReportMailsSection({ user }: { user: UserData }) {
  const may = useMay()
  const mayRead = may('lead:read', 'GET')
  const mayChange = may('lead:read', 'PUT')
  const isRoot = user.isRootCompany
  const asked = mayRead && !isRoot ? { userId: user.id } : null
  const found = useCall('account.reportMails', asked)
  const { data, reload } = found
  const { send } = useSend('account.saveReportMails')
  const [chosen, setChosen] = useState<ReportRhythm>()
  useLeaveGuard(chosen !== undefined && chosen !== data?.rhythm)
  if (!asked) return null
  if (!data)
    return (
      <Section title={TITLE} description={DESCRIPTION}>
        <NotYet of={found} title="Your choice could not be loaded" rows={4} height={24} />
      </Section>
    )
  const { rhythm, next, timeZone, whyNone } = data
  const value = chosen ?? rhythm
  const save = async (): Promise<boolean> => {
    try {
      const { message } = await send({ userId: user.id, rhythm: value })
      notify('success', message)
      await reload()
      // Another one that was chosen while it was on its way is still to be saved.
      setChosen((now) => (now === value ? undefined : now))
      return true
    } catch (fault) {
      notify('danger', messageOf(fault))
      return false
    }
  }
  // Who gets none may still end what they once chose.
  if (whyNone && rhythm === 'off')
    return (
      <Section title={TITLE} description={DESCRIPTION}>
        <Text size="sm">{whyNone}</Text>
      </Section>
    )
  return (
    <Section title={TITLE} description={DESCRIPTION} {...(mayChange && { onSave: save })}>
      <Radio.Group
        label="How often"
        value={value}
        onChange={(text) => setChosen(choices.find((each) => each.value === text)?.value)}
      >
        <Stack gap="xs" mt={6}>
          {choices.map(({ value: each, ...words }) => (
            <Radio
              key={each}
              value={each}
              disabled={!mayChange || (whyNone !== '' && each !== 'off' && each !== rhythm)}
              {...words}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed">
        {whyNone || (next ? `The next one leaves on ${showDay(next)} at 7:00 AM (${timeZone}).` : 'None is planned.')}
      </Text>
      {user.isViewMode && (
        <Text size="sm" c="dimmed">
          While you look as somebody else their choice stays as it is.
        </Text>
      )}
    </Section>
  )
}

import { Alert, Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type StartNeed, startNeeds } from '#shared/campaigns/may-start.ts'
import { isScheduled } from '#shared/campaigns/schedule.ts'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { send as ask } from '../../../api/client.ts'
import { useMe } from '../../../api/session-store.ts'
import { useCall } from '../../../api/use-call.ts'
import { roleOf, useMay } from '../../../api/use-may.ts'
import { useSend } from '../../../api/use-send.ts'
import { showDay } from '../../../ui/days.ts'
import { notify } from '../../../ui/notify.tsx'
import { mendOf } from './mends.ts'
import type { EditorState } from './use-editor.ts'
import type { CampaignData, StepKey } from './values.ts'

type Props = { editor: EditorState; saved: CampaignData; onStep: (step: StepKey) => void; maySetPrices: boolean }
type Missing = NonNullable<CampaignData['missing']>

const isNeed = (text: string): text is StartNeed => startNeeds.some((need) => need === text)

/** What the server refused a start for, where it named it. */
function missingOf(error: unknown): Missing | undefined {
  const [what = '', message = ''] = (error instanceof ApiError && Object.entries(error.fields)[0]) || []
  return isNeed(what) ? { what, message } : undefined
}

function MissingNote({
  missing,
  companyId,
  onStep,
  maySetPrices,
}: Omit<Props, 'editor' | 'saved'> & { missing: Missing; companyId: string }) {
  const me = useMe()
  const may = useMay()
  const isClient = roleOf(me) === 'client'
  const mend = mendOf(missing.what, {
    isClient,
    maySetPrices,
    companyId,
    mayConnect: may('connection:update', 'POST') && !isClient,
    mayPay: may('card:update', 'POST'),
    maySeeClient: may('client:read', 'GET'),
    isManualBill: me.manualBill,
  })
  return (
    <Alert color="yellow" title="Before it can start">
      <Text size="sm" dir="auto">
        {missing.message}
      </Text>
      {mend && 'step' in mend && (
        <Anchor component="button" type="button" size="sm" onClick={() => onStep(mend.step)}>
          {mend.label}
        </Anchor>
      )}
      {mend && 'to' in mend && (
        <Anchor component={Link} to={mend.to} size="sm">
          {mend.label}
        </Anchor>
      )}
      {!mend && isClient && (
        <Text size="sm" c="dimmed">
          Your agency can help you with this.
        </Text>
      )}
    </Alert>
  )
}

/** How a saved campaign stands, and what starts or pauses it. The server decides. */
export function StartPanel({ editor, saved, onStep, maySetPrices }: Props) {
  // What is missing may have been mended on another page meanwhile.
  const fresh = useCall('campaigns.get', { id: saved.id }).data?.data ?? saved
  const { send, sending } = useSend('campaigns.setActive')
  const me = useMe()
  const may = useMay()
  const [refusal, setRefusal] = useState<Missing>()
  const mayMove = may('campaign:update', 'PUT')
  const isActive = fresh.status === 'active'
  const missing = isActive ? null : (refusal ?? fresh.missing)
  const move = async (status: boolean) => {
    setRefusal(undefined)
    // What is started is what stands here.
    if (status && editor.isDirty && !(await editor.save())) return
    try {
      const { message } = await send({ campaignId: saved.id, status })
      notify('success', status ? 'The campaign was started.' : message)
      editor.refresh((await ask('campaigns.get', { id: saved.id })).data)
    } catch (error) {
      const found = missingOf(error)
      if (found) setRefusal(found)
      else notify('danger', messageOf(error))
    }
  }
  const waits = isActive && isScheduled(fresh, Date.now())
  return (
    <Paper withBorder p="md" component="section" aria-label="Start">
      <Stack gap="sm">
        <Title order={3} size="h5">
          {isActive ? (waits ? `Scheduled for ${showDay(fresh.startOn)}` : 'It runs') : 'It does not run yet'}
        </Title>
        <Text size="sm" c="dimmed">
          {isActive
            ? 'You can pause it at any time. What you change holds for leads from now on.'
            : 'Saved campaigns are paused: nobody is looked for and nothing is paid before you start it.'}
        </Text>
        <div role="status">
          {missing && (
            <MissingNote missing={missing} companyId={saved.companyId} onStep={onStep} maySetPrices={maySetPrices} />
          )}
        </div>
        {mayMove && (
          <Group gap="xs">
            {isActive ? (
              <Button variant="default" loading={sending} onClick={() => void move(false)}>
                Pause
              </Button>
            ) : (
              <Button
                loading={sending}
                disabled={me.isViewMode}
                {...(me.isViewMode && { title: 'Campaigns are not started while you look as somebody else.' })}
                onClick={() => void move(true)}
              >
                Start
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

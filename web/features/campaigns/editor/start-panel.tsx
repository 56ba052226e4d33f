import { Alert, Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { isScheduled } from '#shared/campaigns/schedule.ts'
import { messageOf } from '../../../api/api-error.ts'
import { send as ask } from '../../../api/client.ts'
import { timeNow } from '../../../api/server-time.ts'
import { useMe } from '../../../api/session-store.ts'
import { useCall } from '../../../api/use-call.ts'
import { roleOf, useMay } from '../../../api/use-may.ts'
import { useSend } from '../../../api/use-send.ts'
import { showDay } from '../../../ui/days.ts'
import { notify } from '../../../ui/notify.tsx'
import { useOnce } from '../../../ui/use-once.ts'
import { helperOf, mendOf, type Refusal, refusalOf } from '../mends.ts'
import { startAsking } from '../start-campaign.tsx'
import { capWords } from '../status-words.ts'
import { useRights } from '../use-rights.ts'
import type { EditorState } from './use-editor.ts'
import type { CampaignData, StepKey } from './values.ts'

type Props = { editor: EditorState; saved: CampaignData; onStep: (step: StepKey) => void }

function MissingNote({ refusal, companyId, onStep }: Pick<Props, 'onStep'> & { refusal: Refusal; companyId: string }) {
  const rights = useRights()
  const mend = mendOf(refusal, { companyId }, rights)
  const helper = mend ? '' : helperOf(refusal, rights)
  return (
    <Alert color="yellow" title="Before it can start">
      <Text size="sm" dir="auto">
        {refusal.message} {helper}
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
    </Alert>
  )
}

/** How a saved campaign stands, and what starts or pauses it. The server decides. */
export function StartPanel({ editor, saved, onStep }: Props) {
  // What is missing may have been mended on another page meanwhile.
  const read = useCall('campaigns.get', { id: saved.id }).data
  const fresh = read?.data ?? saved
  const { send } = useSend('campaigns.setActive')
  const { once, isBusy } = useOnce()
  const me = useMe()
  const may = useMay()
  const [refusal, setRefusal] = useState<Refusal>()
  const mayMove = may('campaign:update', 'PUT')
  const isActive = fresh.status === 'active'
  const known = fresh.missing && { message: fresh.missing.message, need: fresh.missing.what }
  const missing = isActive ? null : (refusal ?? known)
  const move = async (status: boolean) => {
    setRefusal(undefined)
    // What is started is what stands here.
    if (status && editor.isDirty && !(await editor.save())) return
    try {
      if (status) {
        const started = await startAsking({ id: saved.id, campaignName: fresh.campaignName }, send)
        if (!started) return
        notify('success', 'The campaign was started.')
      } else notify('success', (await send({ campaignId: saved.id, status })).message)
    } catch (error) {
      const found = refusalOf(error)
      if (found.need) setRefusal(found)
      else notify('danger', found.message || messageOf(error))
      return
    }
    // It is done, no matter whether this can be read just now: nothing failed that could be pressed again.
    await ask('campaigns.get', { id: saved.id }).then(
      ({ data }) => editor.refresh(data),
      () => undefined,
    )
  }
  const waits = isActive && isScheduled(fresh, timeNow())
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
          {isActive && read?.capReached && (
            <Alert color="yellow" title="The bound of this month is reached">
              {capWords(read.capReached, roleOf(me) === 'client')}, or as soon as the bound is raised.
            </Alert>
          )}
          {missing && <MissingNote refusal={missing} companyId={saved.companyId} onStep={onStep} />}
        </div>
        {mayMove && (
          <Group gap="xs">
            {me.isViewMode && !isActive && (
              <Text size="sm" id="no-start">
                Campaigns are not started while you look as somebody else, because a start is paid for. Ask the person
                you look as to start it. What runs can be paused.
              </Text>
            )}
            {isActive ? (
              <Button variant="default" loading={isBusy} onClick={() => void once(() => move(false))}>
                Pause
              </Button>
            ) : (
              <Button
                loading={isBusy}
                disabled={me.isViewMode}
                {...(me.isViewMode && { 'aria-describedby': 'no-start' })}
                onClick={() => void once(() => move(true))}
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

import { Switch, Text, Tooltip } from '@mantine/core'
import { stepsOf } from '#shared/campaigns/state.ts'
import { CampaignState } from '../../ui/campaign-state.tsx'
import classes from './campaigns.module.css'
import { reasonOf } from './status-words.ts'
import type { CampaignRow } from './use-campaign-list.ts'
import type { Rights } from './use-rights.ts'
import type { Runner } from './use-run.ts'

type SwitchProps = { row: CampaignRow; runner: Runner; rights: Rights }
type Props = SwitchProps & { hasReason: boolean }

/** How a campaign stands, and the switch that starts or pauses it at once. */
export function StatusCell({ row: listed, runner, rights, hasReason }: Props) {
  const row = runner.shown(listed)
  const reason = hasReason && reasonOf(row, rights.isClient)
  return (
    <span className={classes.status}>
      <RunSwitch row={row} listed={listed} runner={runner} rights={rights} />
      <span className={classes.words}>
        <CampaignState status={row.status} isScheduled={row.isScheduled} />
        {reason && (
          <Text
            component="span"
            size="xs"
            c="dimmed"
            className={classes.reason}
            data-wraps={Boolean(row.capReached)}
            title={reason}
          >
            {reason}
          </Text>
        )}
      </span>
    </span>
  )
}

function RunSwitch({ row, listed, runner, rights }: SwitchProps & { listed: CampaignRow }) {
  const isOn = row.status === 'active'
  const canMove = stepsOf(listed).includes(listed.status === 'active' ? 'paused' : 'active')
  // Clients and people whose role only reads see the state alone; what is archived is restored first.
  if (!rights.mayUpdate || !canMove) return <span className={classes.noSwitch} />
  const why = isOn ? undefined : rights.whyNoStart
  const control = (
    <Switch
      size="xs"
      className={classes.switch ?? ''}
      aria-label={`Run ${row.campaignName}`}
      checked={isOn}
      // Still reached by Tab: only what has the focus can say why it does nothing.
      {...(why && { 'aria-disabled': true, 'data-held': true, 'aria-description': why })}
      onChange={({ currentTarget }) => {
        if (!why && !runner.isMoving(listed)) void runner.run(listed, currentTarget.checked)
      }}
    />
  )
  return why ? (
    <Tooltip label={why} multiline maw={280}>
      <span>{control}</span>
    </Tooltip>
  ) : (
    control
  )
}

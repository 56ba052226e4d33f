import { Badge } from '@mantine/core'
import type { CampaignStatus } from '#shared/model/campaign-status.ts'
import { colourOf, type Tone } from '../theme/tones.ts'

type Shown = CampaignStatus | 'scheduled'
type State = { status: CampaignStatus; isScheduled: boolean }

export const stateWords: Record<Shown, string> = {
  active: 'Active',
  scheduled: 'Scheduled',
  paused: 'Paused',
  stopped: 'Stopped',
  archived: 'Archived',
  removed: 'Removed',
}
const tones: Record<Shown, Tone> = {
  active: 'success',
  scheduled: 'info',
  paused: 'warning',
  stopped: 'danger',
  archived: 'default',
  removed: 'default',
}

/** A campaign that waits for its first day runs, and takes no leads yet. */
export const shownState = ({ status, isScheduled }: State): Shown =>
  status === 'active' && isScheduled ? 'scheduled' : status

/** How a campaign stands, in the same word wherever it is listed. */
export function CampaignState(of: State) {
  const state = shownState(of)
  return (
    <Badge size="sm" color={colourOf(tones[state])}>
      {stateWords[state]}
    </Badge>
  )
}

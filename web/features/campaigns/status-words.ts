// How a campaign stands, in words: its state, and why it has it.
import type { CampaignStatus, StatusReason } from '#shared/model/campaign.ts'
import type { Tone } from '../../theme/tones.ts'
import { showDay } from '../../ui/days.ts'
import type { CampaignRow } from './use-campaign-list.ts'
import type { StateFilter } from './use-list-state.ts'

export type Shown = CampaignStatus | 'scheduled'

export const stateWords: Record<Shown, string> = {
  active: 'Active',
  scheduled: 'Scheduled',
  paused: 'Paused',
  stopped: 'Stopped',
  archived: 'Archived',
  removed: 'Removed',
}
export const stateTones: Record<Shown, Tone> = {
  active: 'success',
  scheduled: 'info',
  paused: 'warning',
  stopped: 'danger',
  archived: 'default',
  removed: 'default',
}

const reasons: Record<StatusReason, string> = {
  '': '',
  new: 'Not started yet',
  user: '',
  payment_failed: 'A payment failed',
  limit_total: 'All its leads are delivered',
  end_date: 'Its last day is over',
  topup_empty: 'The bought leads are used up',
  manual_bill_stop: 'Billing by hand has ended',
  module_disabled: 'The product was switched off',
}

type State = Pick<CampaignRow, 'status' | 'statusReason' | 'isScheduled' | 'start'>

/** A campaign that waits for its first day runs, and takes no leads yet. */
export const shownState = ({ status, isScheduled }: Pick<State, 'status' | 'isScheduled'>): Shown =>
  status === 'active' && isScheduled ? 'scheduled' : status

/** Why it has its state; empty where the state says it all. */
export const reasonOf = (row: State): string =>
  shownState(row) === 'scheduled' ? `Begins ${showDay(row.start)}` : reasons[row.statusReason]

export const filterWords = stateWords satisfies Record<StateFilter, string>

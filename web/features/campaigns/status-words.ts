// Why a campaign has its state, in words.
import type { StatusReason } from '#shared/model/campaign.ts'
import { shownState } from '../../ui/campaign-state.tsx'
import { showDay } from '../../ui/days.ts'
import type { CampaignRow } from './use-campaign-list.ts'

const reasons: Record<StatusReason, string> = {
  '': '',
  new: 'Not started yet',
  user: '',
  payment_failed: 'A payment failed',
  limit_total: 'All its leads are delivered',
  end_date: 'Its last day is over',
  topup_empty: 'The bought leads are used up',
  manual_bill_stop: 'Its client pays from now on',
  module_disabled: 'The product was switched off',
  contract_cancelled: 'The subscription was cancelled',
}

type State = Pick<CampaignRow, 'status' | 'statusReason' | 'isScheduled' | 'start' | 'capReached'>

type Reached = NonNullable<CampaignRow['capReached']>

/** Whose bound is reached, for those who set it and for the client whose it is, and when leads come again. */
export function capWords({ of, clearsOn }: Reached, isClient: boolean): string {
  const whose = of === 'campaign' ? 'Its' : isClient ? 'Your' : 'The client’s'
  return `${whose} monthly bound is reached: leads again from ${showDay(clearsOn)}`
}

/** Why it has its state, or takes no leads in it; empty where the state says it all. */
export function reasonOf(row: State, isClient: boolean): string {
  if (row.status === 'active' && row.capReached) return capWords(row.capReached, isClient)
  if (shownState(row) === 'scheduled') return `Begins ${showDay(row.start)}`
  // Nobody stops a campaign by hand: of before the reason had a name.
  const isCancelled = row.status === 'stopped' && row.statusReason === 'user'
  return reasons[isCancelled ? 'contract_cancelled' : row.statusReason]
}

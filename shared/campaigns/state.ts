// The states of a campaign as one table: who may bring it from where to where, and with which reason. Server, lists and
// the editor read it; nothing else decides whether a change of state is one.
import type { Campaign, CampaignStatus, StatusReason } from '../model/campaign.ts'

/** People press buttons; the platform reacts to money, dates, limits and switched-off products. */
export type Mover = 'people' | 'platform'

type Transition = {
  from: readonly CampaignStatus[]
  to: CampaignStatus
  by: Mover
  /** The reasons that it may be given; the first where nobody says one. */
  reasons: readonly [StatusReason, ...StatusReason[]]
  /** Only out of a status that has this reason. */
  fromReason?: StatusReason
}

export const transitions = [
  { from: ['paused', 'stopped'], to: 'active', by: 'people', reasons: ['user'] },
  { from: ['active'], to: 'paused', by: 'people', reasons: ['user'] },
  {
    from: ['active'],
    to: 'stopped',
    by: 'platform',
    reasons: [
      'payment_failed',
      'limit_total',
      'end_date',
      'topup_empty',
      'manual_bill_stop',
      'module_disabled',
      'contract_cancelled',
    ],
  },
  // Settled: a person starts it again.
  { from: ['stopped'], fromReason: 'payment_failed', to: 'paused', by: 'platform', reasons: ['user'] },
  { from: ['paused', 'stopped'], to: 'archived', by: 'people', reasons: ['user'] },
  { from: ['archived'], to: 'paused', by: 'people', reasons: ['user'] },
  { from: ['paused', 'stopped', 'archived'], to: 'removed', by: 'people', reasons: ['user'] },
] as const satisfies readonly Transition[]

/** What every campaign begins with. */
export const beginning = { status: 'paused', statusReason: 'new' } as const

export const INVALID_CHANGE = 'Invalid campaign status change'

type State = Pick<Campaign, 'status' | 'statusReason'>

/**
 * The state after a change, or undefined where there is no such change.
 * @example nextState({ status: 'active', statusReason: 'user' }, 'archived', 'people') // undefined
 */
export function nextState(state: State, to: CampaignStatus, by: Mover, reason?: StatusReason): State | undefined {
  const found = (transitions as readonly Transition[]).find(
    (each) =>
      each.to === to &&
      each.by === by &&
      each.from.includes(state.status) &&
      (each.fromReason === undefined || each.fromReason === state.statusReason) &&
      (reason === undefined || each.reasons.includes(reason)),
  )
  return found && { status: to, statusReason: reason ?? found.reasons[0] }
}

/** What a person may do with a campaign as it is: the buttons of its row. */
export const stepsOf = (state: State): CampaignStatus[] =>
  (['active', 'paused', 'archived', 'removed'] as const).filter((to) => nextState(state, to, 'people'))

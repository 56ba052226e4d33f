// The states of a campaign: every change that there might be is asked for, and no other one is made than those that are written here.
import { describe, expect, it } from 'vitest'
import { type Mover, nextState, stepsOf } from '#shared/campaigns/state.ts'
import { type CampaignStatus, campaignStatuses, statusReasons } from '#shared/model/campaign-status.ts'

/** Every change without a word of why, as `mover: from(reason) -> to(reason)`. */
const changes = (by: Mover) =>
  campaignStatuses.flatMap((status) =>
    statusReasons.flatMap((statusReason) =>
      campaignStatuses.flatMap((to) => {
        const next = nextState({ status, statusReason }, to, by)
        return next ? [{ from: status, why: statusReason, to: next.status, reason: next.statusReason }] : []
      }),
    ),
  )
const pairs = (by: Mover) => [...new Set(changes(by).map(({ from, to }) => `${from} -> ${to}`))].sort()

describe('the states of a campaign', () => {
  it('CMP-31+ are changed by people as their table says, for no reason but that they want to', () => {
    expect(pairs('people')).toEqual([
      'active -> paused',
      'archived -> paused',
      'archived -> removed',
      'paused -> active',
      'paused -> archived',
      'paused -> removed',
      'stopped -> active',
      'stopped -> archived',
      'stopped -> removed',
    ])
    // No reason of the state before stands in their way: each of these changes is there for all nine of them.
    expect(changes('people')).toHaveLength(9 * statusReasons.length)
    expect(new Set(changes('people').map(({ reason }) => reason))).toEqual(new Set(['user']))
  })

  it('CMP-31+ are changed by the platform where something ends a campaign, or where a payment that had failed is settled', () => {
    expect(pairs('platform')).toEqual(['active -> stopped', 'stopped -> paused'])
    const settled = changes('platform').filter(({ to }) => to === 'paused')
    expect(settled).toEqual([{ from: 'stopped', why: 'payment_failed', to: 'paused', reason: 'user' }])
  })

  it('CMP-30+ bear a reason that is one of the change', () => {
    const running = { status: 'active', statusReason: 'user' } as const
    const reasonsOf = (to: CampaignStatus, by: Mover) =>
      statusReasons.filter((reason) => nextState(running, to, by, reason)?.statusReason === reason)
    expect(reasonsOf('paused', 'people')).toEqual(['user'])
    expect(reasonsOf('stopped', 'platform')).toEqual([
      'payment_failed',
      'limit_total',
      'end_date',
      'topup_empty',
      'manual_bill_stop',
      'module_disabled',
      'contract_cancelled',
    ])
    expect(reasonsOf('stopped', 'people')).toEqual([])
  })

  it.each([
    ['active', ['paused']],
    ['paused', ['active', 'archived', 'removed']],
    ['stopped', ['active', 'archived', 'removed']],
    ['archived', ['paused', 'removed']],
    ['removed', []],
  ] as const)('offer as buttons what people may do: %s', (status, steps) => {
    for (const statusReason of statusReasons) expect(stepsOf({ status, statusReason })).toEqual(steps)
  })
})

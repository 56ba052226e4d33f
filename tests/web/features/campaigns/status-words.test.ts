import { expect, it } from 'vitest'
import { reasonOf } from '#web/features/campaigns/status-words.ts'

const of = (
  statusReason: 'contract_cancelled' | 'user' | 'manual_bill_stop',
  status: 'stopped' | 'paused' = 'stopped',
) => reasonOf({ status, statusReason, isScheduled: false, start: '2026-11-01', capReached: null }, false)

it('says why a campaign was stopped, also where the end of the contract had no name of its own yet', () => {
  expect([of('contract_cancelled'), of('user'), of('manual_bill_stop')]).toEqual([
    'The subscription was cancelled',
    'The subscription was cancelled',
    'Its client pays from now on',
  ])
  // What a person paused needs no words.
  expect(of('user', 'paused')).toBe('')
})

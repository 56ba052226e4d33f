import { describe, expect, it } from 'vitest'
import {
  cardKey,
  firstKey,
  isPlanned,
  type Move,
  NOBODY,
  nextMove,
  plannedKey,
  renewedKey,
  type Standing,
  type Terms,
  tryOf,
  WHILE_HERE,
} from '#shared/money/attempt.ts'

const ENDS_AT = 1_000
const terms = (more: Partial<Terms> = {}): Terms => ({
  endsAt: ENDS_AT,
  ownerUntil: NOBODY,
  isSecretOut: false,
  ...more,
})

describe('the next move of an attempt', () => {
  it.each<[Standing, Partial<Terms>, number, Move]>([
    ['succeeded', {}, ENDS_AT - 1, 'book'],
    ['succeeded', { ownerUntil: WHILE_HERE, isSecretOut: true }, ENDS_AT, 'book'],
    ['declined', {}, ENDS_AT - 1, 'refuse'],
    ['declined', { isSecretOut: true }, ENDS_AT - 1, 'cancel'],
    ['action', { ownerUntil: 2_000 }, 1_999, 'confirm'],
    ['action', { ownerUntil: 2_000 }, 2_000, 'cancel'],
    ['action', { ownerUntil: WHILE_HERE }, Number.MAX_SAFE_INTEGER, 'confirm'],
    ['action', {}, ENDS_AT - 1, 'cancel'],
    ['open', {}, ENDS_AT - 1, 'wait'],
    ['open', { ownerUntil: WHILE_HERE }, ENDS_AT, 'cancel'],
    ['absent', {}, ENDS_AT - 1, 'wait'],
    ['absent', {}, ENDS_AT, 'absent'],
  ])('%s %j at %i: %s', (standing, more, now, move) => expect(nextMove(standing, terms(more), now)).toBe(move))
})

describe('keys of requests', () => {
  const owed = { companyId: 'com_1', key: 'invoice-7', retries: 1 }

  // Rows and the provider carry these: another spelling would ask for the same money once more.
  it('are made of what is owed and which try it is', () => {
    expect([firstKey(owed), plannedKey(owed), cardKey(owed, 'pm_9')]).toEqual([
      'com_1#invoice-7#1',
      'com_1#invoice-7#r2',
      'com_1#invoice-7#cpm_9',
    ])
  })

  it('are another request of the same try after a failure of the provider', () => {
    const again = renewedKey(firstKey(owed), 1)
    expect([again, renewedKey(again, 2)]).toEqual(['com_1#invoice-7#1~2', 'com_1#invoice-7#1~3'])
    expect(tryOf(renewedKey(again, 2))).toBe(firstKey(owed))
  })

  it('say whether the timetable planned the try', () => {
    expect([plannedKey(owed), firstKey(owed), cardKey(owed, 'pm_9')].map((key) => isPlanned(owed, key))).toEqual([
      true,
      false,
      false,
    ])
  })
})

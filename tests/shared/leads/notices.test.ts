import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { dueNotices } from '#shared/leads/notices.ts'

it('CMP-61+ each multiple is told of once, in whatever batches leads come', () => {
  const batches = fc.array(fc.integer({ min: 1, max: 45 }), { maxLength: 40 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), batches, (every, all) => {
      let total = 0
      let mark: { every: number; told: number } | undefined
      const told: number[] = []
      for (const stored of all) {
        total += stored
        const due = dueNotices({ every, total, stored, mark })
        told.push(...due)
        const last = due.at(-1)
        if (last !== undefined) mark = { every, told: last }
      }
      const first = told[0] ?? 1
      expect(told).toEqual(
        Array.from({ length: Math.max(0, Math.floor(total / every) - first + 1) }, (_, n) => n + first),
      )
      // Unless it had many leads before anybody was to be told, which a first batch never has.
      if (every <= 20 || all.length === 1) expect(first).toBe(1)
    }),
  )
})

it('a step that was changed, or switched on late, tells of what comes and not of what was', () => {
  expect(dueNotices({ every: 10, total: 1001, stored: 1 })).toEqual([])
  expect(dueNotices({ every: 10, total: 1010, stored: 1 })).toEqual([101])
  expect(dueNotices({ every: 10, total: 100, stored: 1, mark: { every: 2, told: 49 } })).toEqual([10])
  for (const every of [0, -2]) expect(dueNotices({ every, total: 100, stored: 1 })).toEqual([])
})

it('a campaign of twenty leads whose people were never told is told of from its first multiple on, a larger one is not', () => {
  expect(dueNotices({ every: 10, total: 21, stored: 1 })).toEqual([1, 2])
  expect(dueNotices({ every: 10, total: 30, stored: 9 })).toEqual([3])
  // Who was told by another step hears of what comes, of a small campaign too.
  expect(dueNotices({ every: 4, total: 12, stored: 1, mark: { every: 5, told: 2 } })).toEqual([3])
  expect(dueNotices({ every: 4, total: 12, stored: 1, mark: { every: 4, told: 1 } })).toEqual([2, 3])
})

import { describe, expect, it } from 'vitest'
import { nextLook, noWindow, requestIdOf, retryAt, windowAt } from '#shared/campaigns/pull.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'

const now = Date.UTC(2026, 10, 18, 18)
const at = { now, question: 'q', opensAt: 0, firstReachMs: 0 }
const state = { ...noWindow, pulledTo: now - HOUR, isNew: false }
const begun = { ...state, windowEnd: now - 30 * MINUTE, question: 'q', page: 2, cursor: 'c', limit: 90 }

describe('the window of a pull', () => {
  it.each([
    { name: 'an hour after the last one', given: state, from: now - HOUR },
    { name: 'a day at most', given: { ...state, pulledTo: now - 30 * HOUR }, from: now - DAY },
    {
      name: 'from the first day of the campaign on',
      given: state,
      opensAt: now - 20 * MINUTE,
      from: now - 20 * MINUTE,
    },
    { name: 'not yet', given: { ...state, pulledTo: now - MINUTE }, from: undefined },
    { name: 'not before the first day', given: state, opensAt: now + DAY, from: undefined },
    { name: 'not by a clock that is behind', given: { ...state, pulledTo: now + MINUTE }, from: undefined },
    {
      name: 'before the start, where that is wanted',
      given: { ...state, isNew: true },
      firstReachMs: 6 * HOUR,
      from: now - 7 * HOUR,
    },
    { name: 'before the start once only', given: state, firstReachMs: 6 * HOUR, from: now - HOUR },
  ])('begins: $name', ({ given, from, opensAt = 0, firstReachMs = 0 }) => {
    const window = windowAt(given, { ...at, opensAt, firstReachMs })
    const expected = from === undefined ? undefined : { ...noWindow, question: 'q', pulledTo: from, windowEnd: now }
    expect(window).toEqual(expected)
  })

  it('goes on where it was begun, for an hour longer than a pull may reach back', () => {
    const { isNew: _, ...window } = begun
    expect(windowAt(begun, at)).toEqual(window)
    const old = { ...begun, pulledTo: now - DAY - HOUR }
    expect(windowAt(old, at)).toMatchObject({ pulledTo: old.pulledTo, page: 2 })
    expect(windowAt({ ...old, pulledTo: old.pulledTo - 1 }, at)).toMatchObject({
      pulledTo: now - DAY,
      page: 0,
      limit: 0,
    })
  })

  it('begins anew with another question', () => {
    expect(windowAt(begun, { ...at, question: 'other' })).toMatchObject({
      pulledTo: begun.pulledTo,
      windowEnd: now,
      question: 'other',
      page: 0,
      cursor: null,
      limit: 0,
    })
  })
})

it('waits for a first day, for a first window, or for an hour', () => {
  const window = windowAt(state, at)
  expect(nextLook(window, { now, opensAt: 0 })).toBe(now + HOUR)
  expect(nextLook(undefined, { now, opensAt: 0 })).toBe(now + 5 * MINUTE)
  expect(nextLook(undefined, { now, opensAt: now + 10 * MINUTE })).toBe(now + 15 * MINUTE)
  expect(nextLook(undefined, { now, opensAt: now + DAY })).toBe(now + HOUR)
})

it('asks a provider again after a while that grows, and not before it wants that', () => {
  expect([1, 2, 3, 4, 5, 50].map((failures) => (retryAt(now, failures) - now) / MINUTE)).toEqual([
    5, 10, 20, 40, 60, 60,
  ])
  expect(retryAt(now, 1, 60)).toBe(now + 5 * MINUTE)
  expect(retryAt(now, 1, 7200)).toBe(now + 2 * HOUR)
})

it('names each page of each window of each campaign by a name of its own, and the same page always by the same one', () => {
  const page = { pulledTo: now - HOUR, windowEnd: now, question: 'q', page: 2 }
  const others = [{ pulledTo: now - DAY }, { windowEnd: now + 1 }, { question: 'r' }, { page: 3 }]
  const ids = [page, ...others.map((other) => ({ ...page, ...other }))].map((each) => requestIdOf('cmp_1', each))
  expect(new Set([...ids, requestIdOf('cmp_2', page)]).size).toBe(6)
  expect(requestIdOf('cmp_1', { ...page })).toBe(ids[0])
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describePage, findGroup } from '#shared/paging.ts'

describe('describePage', () => {
  it.each([
    { name: 'an empty list', page: { total: 0, offset: 0, perPage: 10, count: 0 }, numbers: [1, 1, 0, 0] },
    { name: 'the first page', page: { total: 95, offset: 0, perPage: 10, count: 10 }, numbers: [1, 10, 1, 10] },
    { name: 'the last page', page: { total: 95, offset: 90, perPage: 10, count: 5 }, numbers: [10, 10, 91, 95] },
    { name: 'a full last page', page: { total: 10, offset: 0, perPage: 10, count: 10 }, numbers: [1, 1, 1, 10] },
    { name: 'a page beyond the last', page: { total: 10, offset: 50, perPage: 10, count: 0 }, numbers: [6, 1, 0, 0] },
  ])('numbers $name', ({ page, numbers }) => {
    const { currentPage, lastPage, from, to } = describePage(page)
    expect([currentPage, lastPage, from, to]).toEqual(numbers)
  })
})

describe('findGroup', () => {
  it('finds the same row as counting one by one', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 })), fc.nat(40), (sizes, skip) => {
        const groups = sizes.map((leads, index) => ({ leads, index }))
        const rows = groups.flatMap(({ leads, index }) =>
          Array.from({ length: leads }, (_, within) => ({ index, within })),
        )
        const found = findGroup(groups, skip)
        expect(found && { index: found.group.index, within: found.skip }).toEqual(rows[skip])
      }),
    )
  })
})

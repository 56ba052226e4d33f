import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PAGE_SIZE } from '#shared/constants.ts'
import { PAGE_LINKS, pageCount, pageRange, pageWindow } from '#web/ui/page-window.ts'

describe('pages', () => {
  it('WID-042 CON-022 shows ten to a page', () => {
    expect(PAGE_SIZE).toBe(10)
    expect(pageCount(25)).toBe(3)
  })

  it('WID-043 CON-022 links five pages', () => {
    expect(PAGE_LINKS).toBe(5)
    expect(pageWindow(1, 20)).toEqual([1, 2, 3, 4, 5])
    expect(pageWindow(10, 20)).toEqual([8, 9, 10, 11, 12])
    expect(pageWindow(20, 20)).toEqual([16, 17, 18, 19, 20])
  })

  it('always links the page in view, and never one that is not there', () => {
    const anyPage = fc
      .integer({ min: 1, max: 500 })
      .chain((last) => fc.tuple(fc.integer({ min: 1, max: last }), fc.constant(last)))
    fc.assert(
      fc.property(anyPage, ([page, last]) => {
        const links = pageWindow(page, last)
        return links.includes(page) && links.every((link) => link >= 1 && link <= last) && links.length <= 5
      }),
    )
  })

  it('says which entries are in view', () => {
    expect(pageRange(3, 25)).toEqual({ from: 21, to: 25 })
    expect(pageRange(1, 0)).toEqual({ from: 0, to: 0 })
  })
})

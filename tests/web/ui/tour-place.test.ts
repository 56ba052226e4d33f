import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CARD_WIDTH, placeOf } from '#web/ui/tour/place.ts'

const screen = { width: 1440, height: 900 }

describe('the card of a tour', () => {
  it('stands under what it is about, or above what stands low', () => {
    expect(placeOf({ top: 10, left: 1100, width: 200, height: 36 }, screen)).toEqual({ left: 1086, top: 60 })
    expect(placeOf({ top: 840, left: 10, width: 200, height: 40 }, screen)).toEqual({ left: 14, bottom: 74 })
  })

  it('stands beside a menu as high as the window', () => {
    expect(placeOf({ top: 74, left: 0, width: 240, height: 760 }, screen)).toEqual({ left: 254, top: 88 })
    expect(placeOf({ top: 74, left: 1200, width: 240, height: 760 }, screen)).toEqual({ left: 846, top: 88 })
  })

  it('is inside the window wherever its target stands', () => {
    const size = fc.record({ width: fc.integer({ min: 370, max: 3000 }), height: fc.integer({ min: 460, max: 2000 }) })
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(size, share, share, share, share, (window, x, y, w, h) => {
        const spot = { left: x * window.width, top: y * window.height, width: 0, height: 0 }
        spot.width = w * (window.width - spot.left)
        spot.height = h * (window.height - spot.top)
        const place = placeOf(spot, window)
        expect(place.left).toBeGreaterThanOrEqual(0)
        expect(place.left + CARD_WIDTH).toBeLessThanOrEqual(window.width)
        const top = 'top' in place ? place.top : window.height - place.bottom - 200
        expect(top).toBeGreaterThanOrEqual(0)
        expect(top + 200).toBeLessThanOrEqual(window.height)
      }),
    )
  })
})

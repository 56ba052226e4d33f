import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lightnessOf, mix, withLightness } from '#shared/model/colour.ts'
import { adjustFor, contrastRatio, READABLE, readableOn } from '#shared/model/contrast.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

describe('contrastRatio', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4.0],
  ])('of %s on %s is %d', (a, b, ratio) => {
    expect(contrastRatio(a, b)).toBeCloseTo(ratio, 1)
  })

  it('does not care about the order', () => {
    fc.assert(fc.property(colour, colour, (a, b) => contrastRatio(a, b) === contrastRatio(b, a)))
  })
})

describe('readableOn', () => {
  it('is readable on every colour there is', () => {
    fc.assert(fc.property(colour, (background) => contrastRatio(readableOn(background), background) >= READABLE))
  })

  it('keeps white on a strong brand and goes dark on a pale one', () => {
    expect(readableOn('#4f46e5')).toBe('#ffffff')
    expect(readableOn('#fde68a')).toBe('#18181b')
  })
})

describe('adjustFor', () => {
  it('leaves a colour alone that can already be read', () => {
    expect(adjustFor('#4F46E5', '#ffffff')).toBe('#4f46e5')
  })

  it('reaches readable text for any colour on any background', () => {
    fc.assert(fc.property(colour, colour, (text, ground) => contrastRatio(adjustFor(text, ground), ground) >= READABLE))
  })

  it('reaches what is asked on several backgrounds when any colour can', () => {
    fc.assert(
      fc.property(colour, colour, colour, (text, one, two) => {
        const possible = ['#ffffff', '#000000'].some((end) =>
          [one, two].every((ground) => contrastRatio(end, ground) >= READABLE),
        )
        const found = adjustFor(text, [one, two])
        return !possible || [one, two].every((ground) => contrastRatio(found, ground) >= READABLE)
      }),
    )
  })

  it('gives the best there is when nothing can reach the minimum', () => {
    expect(adjustFor('#808080', '#808080', 21)).toBe('#000000')
  })

  it('changes no more than it must', () => {
    const ratio = contrastRatio(adjustFor('#93c5fd', '#ffffff'), '#ffffff')
    expect(ratio).toBeGreaterThanOrEqual(READABLE)
    expect(ratio).toBeLessThan(4.7)
  })
})

describe('mix and withLightness', () => {
  it('keeps both ends exactly', () => {
    fc.assert(fc.property(colour, colour, (a, b) => mix(a, b, 0) === a && mix(a, b, 1) === b))
  })

  it('steps the lightness evenly', () => {
    expect(lightnessOf(mix('#000000', '#ffffff', 0.5))).toBeCloseTo(0.5, 1)
  })

  it('moves any colour to a lightness', () => {
    fc.assert(fc.property(colour, (any) => Math.abs(lightnessOf(withLightness(any, 0.2, 0.02)) - 0.2) < 0.02))
  })
})

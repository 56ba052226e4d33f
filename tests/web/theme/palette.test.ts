import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Brand, defaultBrand } from '#shared/model/brand.ts'
import { lightnessOf } from '#shared/model/colour.ts'
import { contrastRatio, READABLE } from '#shared/model/contrast.ts'
import type { Surface } from '#shared/model/surface.ts'
import { brandPalette, type Palette } from '#web/theme/palette.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
const brand: fc.Arbitrary<Brand> = fc
  .record({ sidebarColour: colour, templateColour: colour, boxColour: colour, textColour: colour, linkColour: colour })
  .map((colours) => ({ ...defaultBrand, ...colours }))

/** Every pair of letters and ground that a surface can show. */
function pairs(surface: Surface): [string, string][] {
  const letters = [surface.text, surface.dimmed, surface.placeholder, surface.link, ...Object.values(surface.tones)]
  return letters.flatMap((letter) =>
    [surface.background, surface.hover, surface.active].map((ground): [string, string] => [letter, ground]),
  )
}

function allPairs(palette: Palette): [string, string][] {
  const painted = Object.values(palette.tones).flatMap((paint): [string, string][] => [
    [paint.contrast, paint.filled],
    [paint.contrast, paint.filledHover],
    [paint.lightColor, paint.light],
    [paint.lightColor, paint.lightHover],
  ])
  const onRaised = [palette.box.text, palette.box.dimmed, palette.box.link].map((letter): [string, string] => [
    letter,
    palette.raised,
  ])
  return [...pairs(palette.sidebar), ...pairs(palette.template), ...pairs(palette.box), ...painted, ...onRaised]
}

describe('brandPalette', () => {
  it.each(['light', 'dark'] as const)('keeps every text of any brand readable in the %s scheme', (scheme) => {
    fc.assert(
      fc.property(brand, (any) => {
        const poor = allPairs(brandPalette(any, scheme)).filter(
          ([letter, ground]) => contrastRatio(letter, ground) < READABLE,
        )
        expect(poor).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('keeps the focus ring visible on every surface of any brand', () => {
    fc.assert(
      fc.property(brand, (any) => {
        const { sidebar, template, box } = brandPalette(any, 'light')
        return [sidebar, template, box].every(({ focus, background }) => contrastRatio(focus, background) >= 3)
      }),
    )
  })

  it('THM-006 paints sidebar, template, box, text and link as the tenant chose them when they can be read', () => {
    const chosen = {
      ...defaultBrand,
      sidebarColour: '#0f766e',
      templateColour: '#f0fdfa',
      boxColour: '#fffffe',
      textColour: '#134e4a',
      linkColour: '#be123c',
    }
    const { sidebar, template, box } = brandPalette(chosen, 'light')
    expect([sidebar.background, template.background, box.background, box.text, box.link]).toEqual([
      '#0f766e',
      '#f0fdfa',
      '#fffffe',
      '#134e4a',
      '#be123c',
    ])
  })

  it('steps the surfaces of the dark scheme up by lightness', () => {
    fc.assert(
      fc.property(brand, (any) => {
        const { template, box, raised } = brandPalette(any, 'dark')
        const [page, card, menu] = [template.background, box.background, raised].map(lightnessOf)
        return page !== undefined && card !== undefined && menu !== undefined && page < card && card < menu
      }),
    )
  })
})

describe('screens', () => {
  it('colour words and marks by tones alone, whose contrast is computed for every tenant', () => {
    const usual = 'orange|lime|teal|cyan|indigo|violet|grape|pink|dark'
    const byName = new RegExp(
      `(?<![-\\w])(?:c|color|colour)="(?:${usual})(?:\\.\\d)?"|--mantine-color-(?:${usual})-(?:\\d|text|filled)`,
    )
    const files = readdirSync('web/features', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx|css)$/.test(file))
      .filter((file) => byName.test(readFileSync(join('web/features', file), 'utf8')))
    expect(files).toEqual([])
  })
})

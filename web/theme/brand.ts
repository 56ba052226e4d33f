import {
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  mergeThemeOverrides,
} from '@mantine/core'
import type { Brand } from '#shared/model/brand.ts'
import { mix } from '#shared/model/colour.ts'
import type { Surface } from '#shared/model/surface.ts'
import { familyOf } from './fonts.ts'
import { brandPalette, type Palette } from './palette.ts'
import { theme } from './theme.ts'
import { paletteVariables } from './variables.ts'

/** Mantine paints its light parts with the grey scale: from the box to its text, so that it follows any box. */
function greys(box: Surface): MantineColorsTuple {
  const step = (share: number) => mix(box.background, box.text, share)
  return [
    mix(box.background, box.hover, 0.6),
    box.hover,
    box.active,
    box.border,
    box.borderStrong,
    step(0.45),
    box.dimmed,
    step(0.8),
    step(0.9),
    box.text,
  ]
}

/** And its dark parts with the dark scale, from text (0) down to the page (8). */
function darks({ box, template, raised, raisedHover }: Palette): MantineColorsTuple {
  const below = mix(template.background, '#000000', 0.3)
  return [
    box.text,
    mix(box.text, box.dimmed, 0.5),
    box.dimmed,
    box.placeholder,
    box.borderStrong,
    raisedHover,
    raised,
    box.background,
    template.background,
    below,
  ]
}

/** Ten shades with the filled colour of the light scheme at 6 and of the dark one at 8, where Mantine looks for them. */
function shades(light: string, dark: string): MantineColorsTuple {
  const up = (share: number) => mix(light, '#ffffff', share)
  return [
    up(0.92),
    up(0.84),
    up(0.7),
    up(0.54),
    up(0.36),
    up(0.18),
    light,
    mix(light, '#000000', 0.12),
    dark,
    mix(light, '#000000', 0.36),
  ]
}

/** Lays a tenant's brand over our defaults: a theme for Mantine, and the variables that both schemes take. */
export function brandTheme(brand: Brand): { theme: MantineThemeOverride; cssVariablesResolver: CSSVariablesResolver } {
  const light = brandPalette(brand, 'light')
  const dark = brandPalette(brand, 'dark')
  const tone = (name: keyof Palette['tones']) => shades(light.tones[name].filled, dark.tones[name].filled)
  const font = familyOf(brand.font)
  return {
    theme: mergeThemeOverrides(theme, {
      fontFamily: font,
      headings: { fontFamily: font },
      colors: {
        brand: tone('brand'),
        red: tone('red'),
        green: tone('green'),
        yellow: tone('yellow'),
        blue: tone('blue'),
        gray: greys(light.box),
        dark: darks(dark),
      },
    }),
    cssVariablesResolver: () => ({ variables: {}, light: paletteVariables(light), dark: paletteVariables(dark) }),
  }
}

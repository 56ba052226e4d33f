import type { Brand } from '#shared/model/brand.ts'
import { mix } from '#shared/model/colour.ts'
import { adjustFor, READABLE, readableOn } from '#shared/model/contrast.ts'
import { type Surface, surfacesOf, tintBeside } from '#shared/model/surface.ts'
import { type ToneColour, toneBase } from './tones.ts'

export type Scheme = 'light' | 'dark'

/** How a tone is painted: as a filled button, as a light badge, as plain text on a box. */
export type TonePaint = {
  filled: string
  filledHover: string
  contrast: string
  light: string
  lightHover: string
  lightColor: string
}

export type Palette = {
  sidebar: Surface
  template: Surface
  box: Surface
  /** What floats above a box: menus, drop-downs, inputs. */
  raised: string
  raisedHover: string
  tones: Record<ToneColour, TonePaint>
  accent: string
}

function paintTone(base: string, box: string, scheme: Scheme): TonePaint {
  const filled = scheme === 'light' ? base : adjustFor(base, box, 3)
  const contrast = readableOn(filled)
  const away = contrast === '#ffffff' ? '#000000' : '#ffffff'
  const light = tintBeside(box, base, scheme === 'light' ? 0.1 : 0.2)
  const lightHover = tintBeside(light, base, scheme === 'light' ? 0.08 : 0.12)
  return {
    filled,
    filledHover: mix(filled, away, 0.14),
    contrast,
    light,
    lightHover,
    lightColor: adjustFor(scheme === 'light' ? base : mix(base, '#ffffff', 0.45), [light, lightHover], READABLE),
  }
}

/** All colours of a tenant in one scheme. In the light scheme its five colours stand as chosen; text gives way to contrast. */
export function brandPalette(brand: Brand, scheme: Scheme): Palette {
  const bases = { ...toneBase, brand: brand.linkColour }
  const surfaces = surfacesOf(brand, scheme, bases)
  const paint = (tone: ToneColour) => paintTone(bases[tone], surfaces.box.background, scheme)
  return {
    ...surfaces,
    accent: paint('brand').filled,
    tones: {
      brand: paint('brand'),
      gray: paint('gray'),
      red: paint('red'),
      green: paint('green'),
      yellow: paint('yellow'),
      blue: paint('blue'),
    },
  }
}

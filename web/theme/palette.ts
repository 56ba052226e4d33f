import type { Brand } from '#shared/model/brand.ts'
import { lightnessOf, mix, withLightness } from '#shared/model/colour.ts'
import { adjustFor, READABLE, readableOn } from '#shared/model/contrast.ts'
import { type Surface, shadeBeside, surfaceOf, tintBeside } from './surface.ts'
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

/** In the dark, surfaces step up by lightness and keep only a breath of the tenant's hue. */
function darkGrounds(brand: Brand) {
  const step = (lightness: number) => withLightness(brand.templateColour, lightness, 0.008)
  return {
    sidebar: withLightness(brand.sidebarColour, Math.min(lightnessOf(brand.sidebarColour), 0.2), 0.035),
    template: step(0.17),
    box: step(0.215),
    raised: step(0.26),
  }
}

const lightGrounds = (brand: Brand) => ({
  sidebar: brand.sidebarColour,
  template: brand.templateColour,
  box: brand.boxColour,
  raised: brand.boxColour,
})

/** All colours of a tenant in one scheme. In the light scheme its five colours stand as chosen; text gives way to contrast. */
export function brandPalette(brand: Brand, scheme: Scheme): Palette {
  const ground = scheme === 'light' ? lightGrounds(brand) : darkGrounds(brand)
  const bases = { ...toneBase, brand: brand.linkColour }
  const wish = {
    text: scheme === 'light' ? brand.textColour : withLightness(brand.textColour, 0.92, 0.006),
    link: brand.linkColour,
    tones: bases,
  }
  const raisedHover = shadeBeside([ground.raised, ground.box], 0.05)
  const paint = (tone: ToneColour) => paintTone(bases[tone], ground.box, scheme)
  return {
    sidebar: surfaceOf(ground.sidebar, { ...wish, text: readableOn(ground.sidebar) }),
    template: surfaceOf(ground.template, wish),
    box: surfaceOf(ground.box, wish, [ground.raised, raisedHover]),
    raised: ground.raised,
    raisedHover,
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

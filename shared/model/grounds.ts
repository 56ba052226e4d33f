import type { Brand } from './brand.ts'
import { lightnessOf, withLightness } from './colour.ts'

/** The colours that large areas of a tenant's pages have. `raised` floats above a box: menus, drop-downs, inputs. */
export type Grounds = { sidebar: string; template: string; box: string; raised: string }

/** In the dark, surfaces step up by lightness and keep only a breath of the tenant's hue. */
function darkGrounds(brand: Brand): Grounds {
  const step = (lightness: number) => withLightness(brand.templateColour, lightness, 0.008)
  return {
    sidebar: withLightness(brand.sidebarColour, Math.min(lightnessOf(brand.sidebarColour), 0.2), 0.035),
    template: step(0.17),
    box: step(0.215),
    raised: step(0.26),
  }
}

/** The grounds of a brand in one scheme. In the light one they are the tenant's own colours, as chosen. */
export function groundsOf(brand: Brand, scheme: 'light' | 'dark'): Grounds {
  if (scheme === 'dark') return darkGrounds(brand)
  const { sidebarColour: sidebar, templateColour: template, boxColour: box } = brand
  return { sidebar, template, box, raised: box }
}

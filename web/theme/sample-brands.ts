import { type Brand, defaultBrand } from '#shared/model/brand.ts'

/** Brands far apart from one another: calm, warm with a serif, far too bright, and dark throughout. */
export const brands = {
  default: defaultBrand,
  orchard: {
    ...defaultBrand,
    name: 'Orchard & Vine',
    shortName: 'Orchard',
    sidebarColour: '#0f3d2e',
    templateColour: '#f4f0e4',
    boxColour: '#fffdf6',
    textColour: '#1f2a24',
    linkColour: '#b4532a',
    font: 'Lora',
  },
  citron: {
    ...defaultBrand,
    name: 'Citron',
    shortName: 'Citron',
    sidebarColour: '#fde047',
    templateColour: '#fdf2f8',
    boxColour: '#ffffff',
    textColour: '#c4b5fd',
    linkColour: '#22d3ee',
    font: 'Space Grotesk',
  },
  midnight: {
    ...defaultBrand,
    name: 'Midnight',
    shortName: 'Midnight',
    sidebarColour: '#060a1a',
    templateColour: '#0b1020',
    boxColour: '#141b34',
    textColour: '#dbe4ff',
    linkColour: '#f472b6',
    font: 'Nunito',
  },
} as const satisfies Record<string, Brand>

export type BrandName = keyof typeof brands
export const brandNames: BrandName[] = ['default', 'orchard', 'citron', 'midnight']

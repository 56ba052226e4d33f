import * as z from 'zod'

/** Fonts that a tenant can choose. All are served by us: no page asks a third party for anything. */
export const fonts = ['Inter', 'Source Sans 3', 'Nunito', 'Lora', 'Space Grotesk'] as const

export const HexColour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Colours are written as # and six digits.')

/** How a tenant looks. Sent with the page itself, so nothing of another brand is ever painted. */
export const Brand = z.object({
  name: z.string(),
  shortName: z.string(),
  logo: z.string().nullable(),
  logoDark: z.string().nullable(),
  favicon: z.string().nullable(),
  sidebarColour: HexColour,
  templateColour: HexColour,
  boxColour: HexColour,
  textColour: HexColour,
  linkColour: HexColour,
  font: z.enum(fonts),
})
export type Brand = z.output<typeof Brand>

export const defaultBrand: Brand = {
  name: 'Leadloom',
  shortName: 'Leadloom',
  logo: null,
  logoDark: null,
  favicon: null,
  sidebarColour: '#18181b',
  templateColour: '#f4f4f5',
  boxColour: '#ffffff',
  textColour: '#18181b',
  linkColour: '#4f46e5',
  font: 'Inter',
}

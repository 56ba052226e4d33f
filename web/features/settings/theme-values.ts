import type { Brand } from '#shared/model/brand.ts'
import { contrastRatio, READABLE } from '#shared/model/contrast.ts'
import type { Surface } from '#shared/model/surface.ts'
import { brandPalette } from '../../theme/palette.ts'
import type { SettingValue } from './use-setting.ts'

export type Theme = SettingValue<'agencytheme'>
export type ColourField = 'sidebarColour' | 'templateColour' | 'boxColour' | 'textColour' | 'linkColour'
export type PictureField = 'logo' | 'logoDark' | 'favicon'

/** Where an uploaded picture can be seen before it is saved, by the id of its upload. */
export type Seen = Readonly<Record<string, string>>

/** The brand that a theme makes, to look at before it is saved. */
export function toBrand(theme: Theme, name: string, seen: Seen): Brand {
  const picture = (text: string | null) => (text === null ? null : (seen[text] ?? text))
  return {
    name,
    shortName: theme.shortName,
    sidebarColour: theme.sidebarColour,
    templateColour: theme.templateColour,
    boxColour: theme.boxColour,
    textColour: theme.textColour,
    linkColour: theme.linkColour,
    font: theme.font,
    logo: picture(theme.logo),
    logoDark: picture(theme.logoDark),
    favicon: picture(theme.favicon),
  }
}

const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

export const colourFields: readonly { field: ColourField; label: string; description: string }[] = [
  { field: 'sidebarColour', label: 'Sidebar', description: 'Behind the menu, and beside the log-in form' },
  { field: 'templateColour', label: 'Page', description: 'Behind everything else' },
  { field: 'boxColour', label: 'Boxes', description: 'Forms, tables, dialogs' },
  { field: 'textColour', label: 'Text', description: 'On pages and boxes' },
  { field: 'linkColour', label: 'Links and buttons', description: 'What can be clicked' },
]

export const hasColours = (theme: Theme) => colourFields.every(({ field }) => isColour(theme[field]))

export type Hint = { text: string; from: string; to: string }

/** Where a chosen colour could not be read, and what is shown instead. */
export function contrastHints(brand: Brand): Hint[] {
  const { box, template } = brandPalette(brand, 'light')
  const hint = (what: string, from: string, { background }: Surface, to: string): Hint[] =>
    contrastRatio(from, background) < READABLE ? [{ text: `${what} would be hard to read`, from, to }] : []
  return [
    ...hint('Text on boxes', brand.textColour, box, box.text),
    ...hint('Text on the page', brand.textColour, template, template.text),
    ...hint('Links on boxes', brand.linkColour, box, box.link),
    ...hint('Links on the page', brand.linkColour, template, template.link),
  ]
}

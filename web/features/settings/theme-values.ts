import type { Brand } from '#shared/model/brand.ts'
import { contrastRatio, READABLE } from '#shared/model/contrast.ts'
import type { Surface } from '#shared/model/surface.ts'
import { brandPalette } from '../../theme/palette.ts'
import type { SettingValue } from './use-setting.ts'

export type Theme = SettingValue<'agencytheme'>
export type ColourField = 'sidebarcolor' | 'templatecolor' | 'boxcolor' | 'textcolor' | 'linkcolor'
export type PictureField = 'logo' | 'logodark' | 'favicon'

/** Where an uploaded picture can be seen before it is saved, by the id of its upload. */
export type Seen = Readonly<Record<string, string>>

/** The brand that a theme makes, to look at before it is saved. */
export function toBrand(theme: Theme, name: string, seen: Seen): Brand {
  const picture = (text: string | null) => (text === null ? null : (seen[text] ?? text))
  return {
    name,
    shortName: theme.nameshort,
    sidebarColour: theme.sidebarcolor,
    templateColour: theme.templatecolor,
    boxColour: theme.boxcolor,
    textColour: theme.textcolor,
    linkColour: theme.linkcolor,
    font: theme.fonttheme,
    logo: picture(theme.logo),
    logoDark: picture(theme.logodark),
    favicon: picture(theme.favicon),
  }
}

const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

export const colourFields: readonly { field: ColourField; label: string; description: string }[] = [
  { field: 'sidebarcolor', label: 'Sidebar', description: 'Behind the menu, and beside the log-in form' },
  { field: 'templatecolor', label: 'Page', description: 'Behind everything else' },
  { field: 'boxcolor', label: 'Boxes', description: 'Forms, tables, dialogs' },
  { field: 'textcolor', label: 'Text', description: 'On pages and boxes' },
  { field: 'linkcolor', label: 'Links and buttons', description: 'What can be clicked' },
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

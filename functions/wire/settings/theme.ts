// A tenant's look and its own code as the wire names them.
import type { EmbeddedCode as CodeWire, AgencyTheme as ThemeWire } from '#shared/contracts/settings/fields.ts'
import { type AgencyTheme, type EmbeddedCode, noCode, SHORT_NAME_LENGTH } from '#shared/model/setting.ts'
import { present } from '#shared/present.ts'
import { cutText } from '#shared/text.ts'

export const toThemeWire = (theme: AgencyTheme): ThemeWire => ({
  // Who chose no short name has the whole one, which may be longer than one that can be chosen.
  nameshort: cutText(theme.shortName, SHORT_NAME_LENGTH).trim(),
  sidebarcolor: theme.sidebarColour,
  templatecolor: theme.templateColour,
  boxcolor: theme.boxColour,
  textcolor: theme.textColour,
  linkcolor: theme.linkColour,
  fonttheme: theme.font,
  logo: theme.logo,
  logodark: theme.logoDark,
  favicon: theme.favicon,
  supporturl: theme.supportUrl,
})

type Given<T> = { [Name in keyof T]?: T[Name] | undefined }

export const readTheme = (wire: Given<ThemeWire>): Given<AgencyTheme> => ({
  shortName: wire.nameshort,
  sidebarColour: wire.sidebarcolor,
  templateColour: wire.templatecolor,
  boxColour: wire.boxcolor,
  textColour: wire.textcolor,
  linkColour: wire.linkcolor,
  font: wire.fonttheme,
  logo: wire.logo,
  logoDark: wire.logodark,
  favicon: wire.favicon,
  supportUrl: wire.supporturl,
})

export const toCodeWire = ({ placeEmbedded, embeddedCode }: EmbeddedCode = noCode): CodeWire => ({
  placeEmbedded,
  embeddedcode: embeddedCode,
})

export const readCode = ({ placeEmbedded, embeddedcode }: Given<CodeWire>): Partial<EmbeddedCode> =>
  present({ placeEmbedded, embeddedCode: embeddedcode })

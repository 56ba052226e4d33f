// A tenant's look, from how the wire names it to how it is kept, and back.

import { refused } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import type { AgencyTheme } from '#shared/model/setting.ts'

/** Clients are shown their agency's look and menus: they have none of their own. */
export function requireTenant(company: Company): void {
  if (company.kind === 'client') throw refused('Only agencies and the platform have settings of their own.')
}

export function toTheme({ brand, supportUrl }: Company): AgencyTheme {
  return {
    nameshort: brand.shortName,
    sidebarcolor: brand.sidebarColour,
    templatecolor: brand.templateColour,
    boxcolor: brand.boxColour,
    textcolor: brand.textColour,
    linkcolor: brand.linkColour,
    fonttheme: brand.font,
    logo: brand.logo,
    logodark: brand.logoDark,
    favicon: brand.favicon,
    supporturl: supportUrl ?? '',
  }
}

type Pictures = Pick<AgencyTheme, 'logo' | 'logodark' | 'favicon'>

/** What of a company changes with a theme. Only the platform's owner names a place for help. */
export function toChanges(
  company: Company,
  theme: AgencyTheme,
  pictures: Pictures,
): Pick<Company, 'brand' | 'supportUrl'> {
  return {
    brand: {
      name: company.name,
      shortName: theme.nameshort,
      sidebarColour: theme.sidebarcolor.toLowerCase(),
      templateColour: theme.templatecolor.toLowerCase(),
      boxColour: theme.boxcolor.toLowerCase(),
      textColour: theme.textcolor.toLowerCase(),
      linkColour: theme.linkcolor.toLowerCase(),
      font: theme.fonttheme,
      logo: pictures.logo,
      logoDark: pictures.logodark,
      favicon: pictures.favicon,
    },
    supportUrl: company.kind === 'root' ? theme.supporturl || null : company.supportUrl,
  }
}

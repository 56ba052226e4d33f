// A tenant's look: what of a company is shown of it, and what changes with it.

import { refused } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import type { AgencyTheme } from '#shared/model/setting.ts'

/** Clients are shown their agency's look and menus: they have none of their own. */
export function requireTenant(company: Company): void {
  if (company.kind === 'client') throw refused('Only agencies and the platform have settings of their own.')
}

export function toTheme({ brand, supportUrl }: Company): AgencyTheme {
  return {
    shortName: brand.shortName,
    sidebarColour: brand.sidebarColour,
    templateColour: brand.templateColour,
    boxColour: brand.boxColour,
    textColour: brand.textColour,
    linkColour: brand.linkColour,
    font: brand.font,
    logo: brand.logo,
    logoDark: brand.logoDark,
    favicon: brand.favicon,
    supportUrl: supportUrl ?? '',
  }
}

type Pictures = Pick<AgencyTheme, 'logo' | 'logoDark' | 'favicon'>

/** What of a company changes with a theme. Only the platform's owner names a place for help. */
export function toChanges(
  company: Company,
  theme: AgencyTheme,
  pictures: Pictures,
): Pick<Company, 'brand' | 'supportUrl'> {
  return {
    brand: {
      name: company.name,
      shortName: theme.shortName,
      sidebarColour: theme.sidebarColour.toLowerCase(),
      templateColour: theme.templateColour.toLowerCase(),
      boxColour: theme.boxColour.toLowerCase(),
      textColour: theme.textColour.toLowerCase(),
      linkColour: theme.linkColour.toLowerCase(),
      font: theme.font,
      logo: pictures.logo,
      logoDark: pictures.logoDark,
      favicon: pictures.favicon,
    },
    supportUrl: company.kind === 'root' ? theme.supportUrl || null : company.supportUrl,
  }
}

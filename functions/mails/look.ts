// The tenant's brand as mail programs can show it: plain colours, absolute addresses, fonts that everybody has.
import type { Brand } from '#shared/model/brand.ts'
import { adjustFor, readableOn } from '#shared/model/contrast.ts'

/** Who writes: the tenant as its own people know it. */
export type Sender = {
  brand: Brand
  /** Address of the tenant's site, without a slash at the end. */
  site: string
  legalName: string
  /** Postal address in one line, or nothing. */
  address: string
  timeZone: string
}

export type Look = {
  page: string
  paper: string
  line: string
  ink: string
  quiet: string
  head: string
  onHead: string
  accent: string
  onAccent: string
  link: string
  /** Of bars on paper: seen beside white no matter what a tenant chose. */
  bar: string
  font: string
  logo: string | null
}

const paper = '#ffffff'

/** Mail programs show neither vector images nor images that are written into the mail. */
function logoOf({ brand, site }: Sender): string | null {
  const isDark = readableOn(brand.sidebarColour) === '#ffffff'
  const logo = isDark ? (brand.logoDark ?? brand.logo) : (brand.logo ?? brand.logoDark)
  if (!logo || /^data:|\.svg($|\?)/i.test(logo) || !URL.canParse(logo, `${site}/`)) return null
  const url = new URL(logo, `${site}/`)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
}

/** Text is readable no matter what a tenant chose: colours too pale for their ground are moved until they are. */
export function lookOf(sender: Sender): Look {
  const { sidebarColour, linkColour, font } = sender.brand
  return {
    page: '#f4f4f5',
    paper,
    line: '#e4e4e7',
    ink: '#18181b',
    quiet: '#52525b',
    head: sidebarColour,
    onHead: readableOn(sidebarColour),
    accent: linkColour,
    onAccent: readableOn(linkColour),
    link: adjustFor(linkColour, paper),
    bar: adjustFor(linkColour, paper),
    font: `'${font}', ${font === 'Lora' ? "Georgia, 'Times New Roman', serif" : "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"}`,
    logo: logoOf(sender),
  }
}

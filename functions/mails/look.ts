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
  /** What the same mail is painted with where its reader sees dark pages. */
  dark: {
    page: string
    paper: string
    soft: string
    line: string
    ink: string
    quiet: string
    link: string
    bar: string
  }
  font: string
  logo: string | null
}

const paper = '#ffffff'
const darkPaper = '#27272a'
const darkSoft = '#3f3f46'

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
    dark: {
      page: '#18181b',
      paper: darkPaper,
      soft: darkSoft,
      line: '#52525b',
      ink: '#fafafa',
      quiet: '#d4d4d8',
      link: adjustFor(linkColour, darkPaper),
      bar: adjustFor(linkColour, darkPaper),
    },
    font: `'${font}', ${font === 'Lora' ? "Georgia, 'Times New Roman', serif" : "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"}`,
    logo: logoOf(sender),
  }
}

/**
 * Rules for programs that know dark pages; others keep what stands at each element. Head and buttons are the tenant's own colours
 * and stay.
 */
export function darkRules({ dark }: Look): string {
  const paint = (name: string, rule: string) => `.m-${name}{${rule} !important}`
  const rules = [
    paint('page', `background-color:${dark.page}`),
    // The body's own cell, which has its ground too and takes no name.
    paint('page>table>tbody>tr>td', `background-color:${dark.page}`),
    paint('paper', `background-color:${dark.paper}`),
    paint('paper', `border-color:${dark.line}`),
    paint('soft', `background-color:${dark.soft}`),
    paint('line', `border-color:${dark.line}`),
    paint('ink', `color:${dark.ink}`),
    paint('quiet', `color:${dark.quiet}`),
    paint('link', `color:${dark.link}`),
    paint('bar', `background-color:${dark.bar}`),
    paint('none', `background-color:${dark.line}`),
  ]
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`
}

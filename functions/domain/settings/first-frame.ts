// What a page shows before its scripts have come: the frame that the application will draw, in its measures, with the tenant's
// logo in it. The application takes its place, and nothing moves. The script at the head says which of the two frames it will be.
import type { Brand } from '#shared/model/brand.ts'
import { logoFor } from '#shared/model/logo.ts'
import { escapeHtml } from './page-head.ts'

/** The measures of the application's own frames: those of visitors, and those of people who are signed in. */
const measures = [
  '#first{display:none;min-height:100dvh}',
  ':root[data-first] #first{display:grid}',
  '#first>:first-child{display:grid;align-content:center;justify-items:center;background:var(--brand-sidebar);color:var(--brand-sidebar-text)}',
  '[data-first=visitor] #first{grid-template-columns:minmax(280px,5fr) 8fr}',
  '[data-first=visitor] #first>:first-child{padding:clamp(24px,4vw,48px)}',
  '[data-first=member] #first{grid-template-columns:240px 1fr}',
  '[data-first=member] #first>:first-child>*{display:none}',
  '#first img{display:block;max-width:min(240px,100%);height:56px;object-fit:contain}',
  '#first span{font-size:clamp(20px,2.6vw,32px);font-weight:600;overflow-wrap:anywhere}',
  ':root:not([data-mantine-color-scheme=dark]) #first .dark,[data-mantine-color-scheme=dark] #first .light{display:none}',
  '@media(max-width:74.99em){[data-first=member] #first{grid-template-columns:64px 1fr}}',
  '@media(max-width:47.99em){[data-first=visitor] #first{grid-template:auto 1fr/1fr}[data-first=visitor] #first>:first-child{justify-items:start;padding:1rem}[data-first=member] #first>:first-child{display:none}#first img{height:36px;object-position:left}}',
].join('')

function face(brand: Brand): string {
  const [light, dark] = [logoFor(brand, 'light'), logoFor(brand, 'dark')]
  const name = escapeHtml(brand.name)
  if (!light || !dark) return `<span dir="auto">${name}</span>`
  const picture = (logo: string, more: string) => `<img src="${escapeHtml(logo)}" alt="${name}"${more}>`
  if (light === dark) return picture(light, '')
  // The one that is not shown is not fetched.
  return picture(light, ' class="light" loading="lazy"') + picture(dark, ' class="dark" loading="lazy"')
}

/** Stands in the application's own place. Without scripts it is not shown. */
export const firstFrame = (brand: Brand): string =>
  `<style>${measures}</style><div id="first"><div>${face(brand)}</div><div></div></div>`

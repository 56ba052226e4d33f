// What a tenant's page begins with: title, icon, the colours of the first paint in both schemes, and who lives here.
import type { Brand } from '#shared/model/brand.ts'
import { groundsOf } from '#shared/model/grounds.ts'
import { surfacesOf } from '#shared/model/surface.ts'

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** JSON that cannot end its script element, and that no parser takes for the end of a line. */
const inertJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The very colours that the application computes later. Only such as were checked when they were saved come here. */
function paint(brand: Brand, scheme: 'light' | 'dark'): string {
  const surfaces = surfacesOf(brand, scheme)
  const places = (['sidebar', 'template', 'box'] as const).map((name) => {
    const { background, text } = surfaces[name]
    return `--brand-${name}:${background};--brand-${name}-text:${text}`
  })
  return places.join(';')
}

/** Before any script has run, the page itself must not shine in the dark, nor hide what it says to browsers without scripts. */
const firstPaint = (brand: Brand) =>
  [
    `:root{${paint(brand, 'light')};color-scheme:light}`,
    `:root[data-mantine-color-scheme="dark"]{${paint(brand, 'dark')};color-scheme:dark}`,
    // Where no script may mark the page, the system's wish holds.
    `@media (prefers-color-scheme:dark){:root:not([data-mantine-color-scheme]){${paint(brand, 'dark')};color-scheme:dark}}`,
    'body{background:var(--brand-template);color:var(--brand-template-text)}',
  ].join('')

/** `info` says who lives here, as the application reads it. */
export function brandHead(brand: Brand, info: object): string {
  const icon = brand.favicon ?? brand.logo
  const colour = (scheme: 'light' | 'dark') =>
    `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${groundsOf(brand, scheme).sidebar}">`
  return [
    `<title>${escapeHtml(brand.name)}</title>`,
    `<link rel="icon" href="${escapeHtml(icon ?? 'data:,')}">`,
    colour('light'),
    colour('dark'),
    `<style id="brand-paint">${firstPaint(brand)}</style>`,
    `<script type="application/json" id="tenant">${inertJson(info)}</script>`,
  ].join('\n    ')
}

/** A page without any brand: for hosts where nobody lives, and for faults. */
export const plainPage = (title: string, sentence: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head><body style="font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem"><h1 style="font-size:1.5rem">${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p></body></html>`

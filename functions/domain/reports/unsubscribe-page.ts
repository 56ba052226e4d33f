// The page behind the link that ends reports: in the brand of who sent them, of the system's own colours, without any script.
import { type Brand, defaultBrand } from '#shared/model/brand.ts'
import { readableOn } from '#shared/model/contrast.ts'
import { escapeHtml } from '../settings/page-head.ts'

/** `button`: what is to be clicked, which sends the same address back. */
export type Shown = {
  title: string
  sentence: string
  button?: string
  link?: { label: string; path: string }
}

const style = (brand: Brand) => `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;background:Canvas;color:CanvasText}
header{padding:1rem 1.5rem;background:${brand.sidebarColour};color:${readableOn(brand.sidebarColour)};font-weight:600}
main{max-width:32rem;margin:12vh auto 0;padding:0 1.5rem 2rem}
h1{font-size:1.5rem;line-height:1.3;margin:0 0 .5rem}
p{margin:0 0 1.5rem}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1.25rem;border:0;border-radius:6px;cursor:pointer;background:${brand.linkColour};color:${readableOn(brand.linkColour)}}
a{color:LinkText}
:focus-visible{outline:2px solid Highlight;outline-offset:2px}`

export function unsubscribePage(of: Brand | undefined, { title, sentence, button, link }: Shown): string {
  const brand = of ?? defaultBrand
  const name = of ? escapeHtml(of.name) : ''
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${[escapeHtml(title), name].filter(Boolean).join(' · ')}</title><style>${style(brand)}</style></head><body>`,
    name && `<header>${name}</header>`,
    `<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p>`,
    button && `<form method="post"><button>${escapeHtml(button)}</button></form>`,
    link && `<p><a href="${escapeHtml(link.path)}">${escapeHtml(link.label)}</a></p>`,
    '</main></body></html>',
  ]
    .filter(Boolean)
    .join('')
}

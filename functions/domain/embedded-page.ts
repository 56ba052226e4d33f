// A tenant's own code as a page of its own. It is shown inside ours in a frame that has no origin: it may run and be seen,
// and reaches neither our page nor anything that the browser keeps for this site.
import type { EmbeddedPlace } from '#shared/model/embedded-code.ts'

/** Opened by itself the page is just as much without an origin, because the rule stands here and not only at the frame. */
export function embeddedPolicy(scheme: string): string {
  const web = scheme === 'https' ? 'https:' : 'https: http:'
  return [
    'sandbox allow-scripts allow-forms allow-popups',
    "default-src 'none'",
    `script-src ${web} 'unsafe-inline' 'unsafe-eval'`,
    `style-src ${web} 'unsafe-inline'`,
    `img-src ${web} data: blob:`,
    `font-src ${web} data:`,
    `media-src ${web} data: blob:`,
    `connect-src ${web} wss:`,
    `frame-src ${web}`,
    `form-action ${web}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}

/** Tells the page around how much room the code takes: it cannot look inside, and a frame does not grow by itself. */
const measure = `<script>(function(){var tell=function(){parent.postMessage({embeddedHeight:document.documentElement.offsetHeight},'*')};addEventListener('load',tell);if(window.ResizeObserver)new ResizeObserver(tell).observe(document.documentElement)})()</script>`

/** The code in the part of the page that its setting names. It is code by intent: nothing of it is escaped. */
export function embeddedPage(code: string, place: EmbeddedPlace): string {
  const at = (name: EmbeddedPlace) => (name === place ? code : '')
  return [
    '<!doctype html><html><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">',
    `<style>html{background:transparent}body{margin:0;font-family:system-ui,sans-serif}</style>${measure}`,
    `${at('head')}</head><body>${at('body')}<footer>${at('footer')}</footer></body></html>`,
  ].join('')
}

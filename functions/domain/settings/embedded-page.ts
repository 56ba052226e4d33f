// A tenant's own code as a page of its own. It is shown inside ours in a frame that has no origin: it may run and be seen,
// and reaches neither our page nor anything that the browser keeps for this site.
import type { EmbeddedPlace } from '#shared/model/embedded-code.ts'

/**
 * Opened by itself the page is just as much without an origin, because the rule stands here and not only at the frame. Who may
 * frame the page around it is above it as well.
 */
export function embeddedPolicy(scheme: string, frameAncestors: readonly string[] = []): string {
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
    ['frame-ancestors', "'self'", ...frameAncestors].join(' '),
  ].join('; ')
}

/**
 * Tells the page around how much room the code takes: it cannot look inside, and a frame does not grow by itself. What is
 * fixed to a corner, as chats are, takes its room over the page. The page around says in return which page is seen: the code
 * finds that in the title, in `dataLayer`, as most analytics read it, and as an event of its own, `pageview`.
 */
const companion = `<script>(function () {
  var told = '', timer
  function room() {
    var width = 0, height = 0, all = document.body ? document.body.querySelectorAll('*') : []
    for (var i = 0; i < all.length && i < 500; i++) {
      if (getComputedStyle(all[i]).position !== 'fixed') continue
      var box = all[i].getBoundingClientRect()
      if (box.width === 0 || box.height === 0) continue
      width = Math.max(width, innerWidth - box.left)
      height = Math.max(height, innerHeight - box.top)
    }
    return width > 0 && height > 0 ? { width: Math.ceil(width), height: Math.ceil(height) } : null
  }
  function tell() {
    timer = undefined
    var now = { embeddedHeight: document.documentElement.offsetHeight, embeddedFloat: room() }
    if (JSON.stringify(now) === told) return
    told = JSON.stringify(now)
    parent.postMessage(now, '*')
  }
  function soon() { timer = timer || setTimeout(tell, 50) }
  addEventListener('load', tell)
  if (window.ResizeObserver) new ResizeObserver(soon).observe(document.documentElement)
  new MutationObserver(soon).observe(document, { subtree: true, childList: true, attributes: true })
  addEventListener('message', function (event) {
    var view = event.source === parent && event.data && event.data.embeddedPageView
    if (!view) return
    document.title = view.title
    window.dataLayer = window.dataLayer || []
    window.dataLayer.push({ event: 'pageview', page_path: view.path, page_title: view.title })
    dispatchEvent(new CustomEvent('pageview', { detail: view }))
  })
  addEventListener('load', function () { parent.postMessage({ embeddedReady: true }, '*') })
})()</script>`

/** The code in the part of the page that its setting names. It is code by intent: nothing of it is escaped. */
export function embeddedPage(code: string, place: EmbeddedPlace): string {
  const at = (name: EmbeddedPlace) => (name === place ? code : '')
  return [
    '<!doctype html><html><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">',
    `<style>html{background:transparent}body{margin:0;font-family:system-ui,sans-serif}</style>${companion}`,
    `${at('head')}</head><body>${at('body')}<footer>${at('footer')}</footer></body></html>`,
  ].join('')
}

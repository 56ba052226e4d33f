// Tells that a page was seen, unless its visitor asks not to be tracked. Its own address says for which campaign, and on
// pages of thanks ?t=1. A policy has to let its host in twice: as script-src and as connect-src.
;(() => {
  const own = /^(https?:\/\/[^/]+)\/px\/(\d{8})\.js(\?t=1)?/
  // Some tag managers run copies: then nothing says which script it is that runs.
  const tag = document.currentScript || [...document.scripts].reverse().find(({ src }) => own.test(src))
  const [, site, campaign, isThanks] = own.exec(tag?.src) || []
  const mark = `px_${campaign}`
  if (!campaign) return
  // A page with two tags is still one page; the second may say that it is a page of thanks.
  if (window[mark]) return window[mark](isThanks)

  let thanks = isThanks
  let told = ''
  let before = document.referrer
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  let visitor = Array.from(bytes, (byte) => (byte + 256).toString(16).slice(1)).join('')

  function findVisitor(isPrivate) {
    const name = 'pixel_visitor'
    try {
      if (isPrivate) return localStorage.removeItem(name)
      const known = localStorage.getItem(name)
      if (/^[\w-]{8,64}$/.test(known)) visitor = known
      else localStorage.setItem(name, visitor)
    } catch {
      // No storage: the visitor is known as long as the page lives.
    }
  }

  function send() {
    const page = location.href.slice(0, 2000)
    const report = { c: campaign, v: visitor, u: page, r: before.slice(0, 2000), t: Date.now(), k: Boolean(thanks) }
    const body = JSON.stringify(report)
    const url = `${site}/px/collect`
    before = page
    // Both outlive the page. A beacon keeps the page's origin to itself where the page's rule for referrers says so.
    if (window.Request && 'keepalive' in Request.prototype) {
      const how = { method: 'POST', mode: 'no-cors', credentials: 'omit', keepalive: true }
      fetch(url, { ...how, referrerPolicy: 'strict-origin', body }).catch(() => {})
    } else navigator.sendBeacon(url, body)
  }

  function look() {
    // A page that was loaded ahead, or lies in the background, was not seen yet.
    if (document.prerendering || document.visibilityState === 'hidden') return
    const page = `${location.origin}${location.pathname} ${thanks}`
    if (page === told) return
    told = page
    const isPrivate = navigator.globalPrivacyControl || navigator.doNotTrack === '1'
    findVisitor(isPrivate)
    if (!isPrivate) send()
  }

  window[mark] = (isToo) => {
    thanks ||= isToo
    look()
  }
  // Applications change their page without loading one. They must not wait for us, nor see our faults.
  for (const name of ['pushState', 'replaceState']) {
    const change = history[name]
    history[name] = function (...to) {
      change.apply(this, to)
      setTimeout(look)
    }
  }
  addEventListener('popstate', look)
  for (const name of ['visibilitychange', 'prerenderingchange']) document.addEventListener(name, look)
  look()
})()

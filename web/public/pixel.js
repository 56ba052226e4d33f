// Tells that a page was seen, unless its visitor asks not to be tracked.
;(() => {
  const tag = document.currentScript
  const campaign = tag?.dataset.campaign
  // A page with two tags was still seen once.
  const mark = `pixel_${campaign}`
  if (!campaign || window[mark]) return
  window[mark] = true

  function findVisitor(isPrivate) {
    const name = 'pixel_visitor'
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    let visitor = Array.from(bytes, (byte) => (byte + 256).toString(16).slice(1)).join('')
    try {
      if (isPrivate) return localStorage.removeItem(name)
      const known = localStorage.getItem(name)
      if (/^[\w-]{8,64}$/.test(known)) visitor = known
      else localStorage.setItem(name, visitor)
    } catch {
      // No storage: this page view stands alone.
    }
    return visitor
  }

  function send() {
    const isPrivate = navigator.globalPrivacyControl || navigator.doNotTrack === '1'
    const v = findVisitor(isPrivate)
    if (isPrivate) return
    const url = new URL('/api/pixel/visit', tag.src).href
    const body = JSON.stringify({ c: campaign, v, u: location.href.slice(0, 2000) })
    // Names the page's origin, which a beacon might not.
    const referrerPolicy = 'strict-origin'
    const how = { method: 'POST', mode: 'no-cors', credentials: 'omit', keepalive: true, referrerPolicy }
    fetch(url, { ...how, body }).catch(() => {})
  }

  // A page that is loaded ahead was not seen yet.
  if (document.prerendering) document.addEventListener('prerenderingchange', send, { once: true })
  else send()
})()

// Marks the page before anything is painted: as light or dark, with the frame that the application is about to draw, and
// whether the browser is too old for it.
// The server puts it into the page, and allows it by its hash.
;(() => {
  let stored = null
  let isMember = false
  try {
    stored = localStorage.getItem('user-theme')
    isMember = localStorage.getItem('access_token') !== null
  } catch {
    // Storage is switched off: the system's preference holds, and a session does not outlive its page.
  }
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
  const isDark = stored === 'dark-theme' || (stored !== 'light-theme' && prefersDark)
  const page = document.documentElement
  page.classList.add(isDark ? 'dark-theme' : 'light-theme')
  page.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  // Other pages of visitors have frames of their own, which are known when their code is there.
  if (isMember) page.dataset.first = 'member'
  else if (location.pathname === '/' || location.pathname === '/login') page.dataset.first = 'visitor'

  // The newest of what the application cannot do without. Who has neither reads why, and does not wait before an empty frame.
  if ('any' in (window.AbortSignal || {}) && 'Segmenter' in Intl) return
  page.dataset.old = ''
  addEventListener('DOMContentLoaded', () => {
    const main = document.createElement('main')
    main.style.cssText = 'max-width: 32rem; margin: 15vh auto; padding: 0 24px; font-family: system-ui, sans-serif'
    const title = main.appendChild(document.createElement('h1'))
    title.textContent = 'This browser is too old'
    const text = main.appendChild(document.createElement('p'))
    text.textContent = 'Please update it, or open this page in Chrome, Edge, Firefox or Safari of the last two years.'
    document.getElementById('root').replaceWith(main)
  })
})()

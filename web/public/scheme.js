// Marks the page before anything is painted: as light or dark, and with the frame that the application is about to draw.
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
})()

// Marks the page as light or dark before anything is painted. The server puts it into the page, and allows it by its hash.
;(() => {
  let stored = null
  try {
    stored = localStorage.getItem('user-theme')
  } catch {
    // Storage is switched off: the system's preference holds.
  }
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
  const isDark = stored === 'dark-theme' || (stored !== 'light-theme' && prefersDark)
  const page = document.documentElement
  page.classList.add(isDark ? 'dark-theme' : 'light-theme')
  page.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
})()

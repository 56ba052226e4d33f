import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'

const KEY = 'user-theme'
const classes = { light: 'light-theme', dark: 'dark-theme' } as const

const toScheme = (stored: string | null | undefined): 'light' | 'dark' | undefined => {
  if (stored === classes.dark) return 'dark'
  return stored === classes.light ? 'light' : undefined
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null // Storage is switched off: the system's preference holds.
  }
}

/** Keeps the choice under `user-theme` as `light-theme` or `dark-theme`; without a choice the system decides. */
export function userThemeManager(): MantineColorSchemeManager {
  let onStorage: ((event: StorageEvent) => void) | undefined
  return {
    get: (fallback) => toScheme(read()) ?? fallback,
    set(value: MantineColorScheme) {
      try {
        if (value === 'auto') localStorage.removeItem(KEY)
        else localStorage.setItem(KEY, classes[value])
      } catch {
        // The choice then lasts as long as the page.
      }
    },
    subscribe(onUpdate) {
      onStorage = (event) => {
        if (event.key === KEY) onUpdate(toScheme(event.newValue) ?? 'auto')
      }
      window.addEventListener('storage', onStorage)
    },
    unsubscribe() {
      if (onStorage) window.removeEventListener('storage', onStorage)
    },
    clear: () => localStorage.removeItem(KEY),
  }
}

/** Ink on paper: a page in the dark is printed in the light, and is dark again behind that. */
export function printInLight(page: HTMLElement = document.documentElement): () => void {
  const name = 'data-mantine-color-scheme'
  let before: string | null = null
  const begin = () => {
    before = page.getAttribute(name)
    page.setAttribute(name, 'light')
  }
  const end = () => {
    if (before !== null) page.setAttribute(name, before)
    before = null
  }
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}

/** Marks the page with the scheme in force. */
export function markPage(scheme: 'light' | 'dark', page: HTMLElement = document.documentElement): void {
  page.classList.remove(classes.light, classes.dark)
  page.classList.add(classes[scheme])
}

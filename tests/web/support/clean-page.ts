import { afterEach, beforeEach, vi } from 'vitest'

/** A browser that remembers nothing, and no noise of failures that a test causes on purpose. */
export function cleanPageEachTime() {
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
    document.documentElement.className = ''
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

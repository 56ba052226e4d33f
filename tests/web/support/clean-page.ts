import { mutate } from 'swr'
import { afterEach, beforeEach, vi } from 'vitest'

/** A browser that remembers nothing, and no noise of failures that a test causes on purpose. */
export function useCleanPage() {
  beforeEach(async () => {
    // Answers that were read without a sign-in are kept beside the page, for as long as it stays open.
    await mutate(() => true, undefined, { revalidate: false })
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

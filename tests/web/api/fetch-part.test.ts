import { afterEach, describe, expect, it, vi } from 'vitest'
import { fetchPart } from '#web/api/fetch-part.ts'

afterEach(() => vi.unstubAllGlobals())

const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

describe('a part that is fetched when it is needed', () => {
  it('fails as long as the server is away or busy, and the page stays as it is', async () => {
    const reload = vi.fn()
    for (const answer of [
      () => Promise.reject(new TypeError('Failed to fetch')),
      async () => new Response('', { status: 503 }),
    ]) {
      vi.stubGlobal('fetch', answer)
      await expect(fetchPart(lost, reload)).rejects.toThrow('The server could not be reached.')
    }
    expect(reload).not.toHaveBeenCalled()
  })

  it('has the page loaded anew once the server is there again: the browser would remember the failure', async () => {
    vi.stubGlobal('fetch', async () => new Response('{}'))
    const reload = vi.fn()
    const settled = vi.fn()
    void fetchPart(lost, reload).then(settled, settled)
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1), 60_000)
    expect(settled).not.toHaveBeenCalled()
  })

  it('is simply there when it arrives', async () => {
    const reload = vi.fn()
    expect(await fetchPart(async () => 'part', reload)).toBe('part')
    expect(reload).not.toHaveBeenCalled()
  })
})

import { render, screen } from '@testing-library/react'
import { act, Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ErrorBoundary } from '#web/app/error-boundary.tsx'
import { CHUNK_TIMEOUT_MS, loadPage } from '#web/app/load-page.ts'
import { ThemeProvider } from '#web/theme/theme-provider.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function show(load: Parameters<typeof loadPage>[0]) {
  const Page = loadPage(load)
  render(
    <ThemeProvider>
      <ErrorBoundary>
        <Suspense fallback={<p>On its way</p>}>
          <Page />
        </Suspense>
      </ErrorBoundary>
    </ThemeProvider>,
  )
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('a part of the application', () => {
  it('CON-013 counts as failed when it has not come after 120 seconds, and not before', async () => {
    expect(CHUNK_TIMEOUT_MS).toBe(120_000)
    show(() => new Promise(() => undefined))
    await pass(119_999)
    expect(screen.getByText('On its way')).toBeDefined()
    await pass(1)
    expect(screen.getByRole('heading', { name: 'Something Went Wrong' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined()
  })

  it('is shown when it comes in time, and nothing fails afterwards', async () => {
    show(() => new Promise((resolve) => setTimeout(() => resolve({ default: () => <p>Here it is</p> }), 100_000)))
    await pass(100_000)
    expect(screen.getByText('Here it is')).toBeDefined()
    await pass(60_000)
    expect(screen.getByText('Here it is')).toBeDefined()
    expect(vi.getTimerCount()).toBe(0)
  })
})

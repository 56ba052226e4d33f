import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fixed } from '#shared/access/route-table.ts'
import { render } from '#tests/web/render.tsx'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { client } from '#tests/web/support/people.ts'
import { ErrorBoundary } from '#web/app/error-boundary.tsx'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('an unknown address', () => {
  it('RTE-066 RTE-067 RTE-106 says so inside the application, and leads home', async () => {
    const { user } = await openApp('/zzz')
    expect(await screen.findByText("The page you are looking for doesn't exist or has been moved.")).toBeDefined()
    expect(screen.getByRole('complementary')).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'Go to Homepage' }))
    expect(await screen.findByRole('heading', { name: 'Site ID' })).toBeDefined()
    expect(location.pathname).toBe('/siteid/dashboard')
  })

  it('RTE-068 RTE-106 says so to a visitor in the frame of the login page, and leads there', async () => {
    const { user } = await openApp('/zzz', { as: null })
    expect(await screen.findByText('The page you requested could not be found.')).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'Go to Homepage' }))
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined()
    expect(location.pathname).toBe('/login')
  })

  it('RTE-095 is what a page looks like that is not for this person', async () => {
    await openApp('/configuration/administrator-list')
    expect(await screen.findByText("The page you are looking for doesn't exist or has been moved.")).toBeDefined()
  })

  it('RTE-036 is the old segment of a line that was renamed', async () => {
    await openApp('/siteid/dashboard', { as: client({ leadlocalurl: 'abc' }) })
    expect(await screen.findByText("The page you are looking for doesn't exist or has been moved.")).toBeDefined()
  })
})

describe('a page of visitors that is on its way', () => {
  it.each(['/register', '/privacy-policy', '/zzz'])(
    'shows the tenant and the shape of %s, and no menu',
    async (path) => {
      const { container } = await openApp(path, { as: null })
      expect(screen.getByText('Loading')).toBeDefined()
      const [face, content] = [container.querySelector('header'), screen.getByRole('main')]
      expect(face?.textContent).toBe('Northlight')
      expect(content.querySelector('[aria-busy]')).not.toBeNull()
      await waitFor(() => expect(screen.queryByText('Loading')).toBeNull())
      // The frame is the one that the page has.
      expect(container.querySelector('header')?.className).toBe(face?.className)
    },
  )

  it('stands where texts stand, for each text of the table of pages', async () => {
    const { texts } = await import('#web/app/entrance.tsx')
    const open = Object.values(fixed).filter(({ area, access }) => area === 'public' && access === 'anyone')
    expect([...texts].sort()).toEqual(open.map(({ path }) => path).sort())
  })
})

function LateChunk(): never {
  throw new Error('chunk 17 failed')
}

describe('a page that cannot be shown', () => {
  it('RTE-069 ERR-012 ERR-013 ERR-014 says so in the exact words, and Retry loads it again', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    const { user } = render(
      <ErrorBoundary>
        <LateChunk />
      </ErrorBoundary>,
    )
    expect(screen.getByRole('heading', { name: 'Something Went Wrong' })).toBeDefined()
    expect(screen.getByText("We're sorry, an error occurred while loading the page.")).toBeDefined()
    expect(screen.getByText('Please try again later or contact the administrator.')).toBeDefined()
    expect(document.body.textContent).not.toContain('chunk 17')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(reload).toHaveBeenCalledOnce()
  })

  it('asks again when the person behind the token could not be learnt', async () => {
    let works = false
    const { user } = await openApp('/siteid/dashboard', {
      handlers: {
        'account.me': () => {
          if (works) return client()
          throw new Refusal('unavailable', 'Please try again in a moment.')
        },
      },
    })
    expect(await screen.findByText('Please try again in a moment.')).toBeDefined()
    works = true
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Site ID' })).toBeDefined())
  })
})

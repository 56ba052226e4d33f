import { screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { readRows, useAddress, writeRows } from '#web/ui/use-address.ts'
import { render } from '../render.tsx'

function Probe() {
  const { put } = useAddress()
  return (
    <>
      <button type="button" onClick={() => put({ page: '2' })}>
        second page
      </button>
      <button type="button" onClick={() => put({ q: 'r', page: undefined }, 'typing')}>
        type r
      </button>
      <button type="button" onClick={() => put({ q: 'roof', page: undefined }, 'typing')}>
        type roof
      </button>
      <button type="button" onClick={() => put({ page: '1' }, 'same')}>
        correct
      </button>
    </>
  )
}

/** Presses the buttons in their order, and walks back to the start; gives every address on the way. */
async function walk(...names: string[]) {
  const router = createMemoryRouter([{ path: '*', element: <Probe /> }], { initialEntries: ['/before', '/list'] })
  const { user, unmount } = render(<RouterProvider router={router} />)
  for (const name of names) await user.click(screen.getByRole('button', { name }))
  const at = () => router.state.location.pathname + router.state.location.search
  const seen = [at()]
  while (at() !== '/before') {
    await router.navigate(-1)
    seen.push(at())
  }
  unmount()
  return seen
}

describe('useAddress', () => {
  it('leaves an entry in the history for each change, so that Back takes it back', async () => {
    expect(await walk('second page', 'type roof')).toEqual(['/list?q=roof', '/list?page=2', '/list', '/before'])
  })

  it('leaves one entry for all that was typed in one go', async () => {
    expect(await walk('type r', 'type roof')).toEqual(['/list?q=roof', '/list', '/before'])
    expect(await walk('type r', 'second page', 'type roof')).toEqual([
      ...['/list?q=roof', '/list?q=r&page=2', '/list?q=r', '/list', '/before'],
    ])
  })

  it('leaves none where nothing changed, or where the address was only corrected', async () => {
    expect(await walk('second page', 'second page', 'correct')).toEqual(['/list?page=1', '/list', '/before'])
  })
})

describe('how many rows a page has', () => {
  it('is one of four, and ten where nothing else was chosen', () => {
    expect(['', '25', '100', '1000', 'x'].map(readRows)).toEqual([10, 25, 100, 10, 10])
    expect([10, 50].map(writeRows)).toEqual(['', '50'])
  })
})

import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MIN_LETTERS, SEARCH_WAIT_MS } from '#shared/constants.ts'
import { Autocomplete } from '#web/ui/autocomplete.tsx'
import type { Search } from '#web/ui/use-search.ts'
import { render } from '../render.tsx'

function Keywords({ search }: { search: Search<string> }) {
  const [text, setText] = useState('')
  return <Autocomplete label="Keyword" value={text} onChange={setText} search={search} />
}

const type = (text: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value: text } })
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

describe('Autocomplete', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('WID-030 CON-012 COB-16 searches nothing under three letters', async () => {
    const search = vi.fn(async () => [])
    render(<Keywords search={search} />)
    type('ro')
    await wait(1000)
    expect(search).not.toHaveBeenCalled()
    expect([MIN_LETTERS, SEARCH_WAIT_MS]).toEqual([3, 300])
  })

  it('WID-031 CON-012 COB-16 searches once, 300 ms after the last letter', async () => {
    const search = vi.fn(async (_text: string, _signal: AbortSignal) => ['roof repair'])
    render(<Keywords search={search} />)
    for (const text of ['roo', 'roof', 'roof ', 'roof r']) {
      type(text)
      await wait(100)
    }
    expect(search).not.toHaveBeenCalled()
    await wait(200)
    expect(search).toHaveBeenCalledOnce()
    expect(search.mock.calls[0]?.[0]).toBe('roof r')
    expect(screen.getByText('roof repair')).toBeTruthy()
  })

  it('drops an answer that comes after a newer question', async () => {
    const answers = new Map<string, (found: string[]) => void>()
    const search: Search<string> = (text) => new Promise((resolve) => answers.set(text, resolve))
    render(<Keywords search={search} />)
    type('roof')
    await wait(300)
    type('gutter')
    await wait(300)
    await act(async () => answers.get('gutter')?.(['gutter guard']))
    await act(async () => answers.get('roof')?.(['roof repair']))
    expect(screen.queryByText('roof repair')).toBeNull()
    expect(screen.getByText('gutter guard')).toBeTruthy()
  })

  it('ERR-031 ERB-15 says that the server might be busy', async () => {
    render(<Keywords search={async () => Promise.reject(new Error('down'))} />)
    type('roof')
    await wait(300)
    const mark = screen.getByRole('button', { name: 'Server might be busy. Please try again later.' })
    fireEvent.mouseEnter(mark)
    await wait(300)
    expect(screen.getByRole('tooltip').textContent).toBe('Server might be busy. Please try again later.')
  })
})

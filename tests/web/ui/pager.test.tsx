import { screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { SCROLL_MS } from '#shared/constants.ts'
import { tones } from '#web/theme/tones.ts'
import { Pager } from '#web/ui/pager.tsx'
import { render } from '../render.tsx'
import { withMotion } from '../support/with-motion.ts'

withMotion()

const button = (name: string) => screen.getByRole('button', { name })
const pageLinks = () => screen.getAllByRole('button', { name: /^Page \d/ })

function List() {
  const top = useRef<HTMLDivElement>(null)
  return (
    <>
      <div ref={top} data-testid="list" />
      <Pager page={1} total={50} onChange={() => {}} scrollTo={top} />
    </>
  )
}

function Paged() {
  const [page, setPage] = useState(1)
  return <Pager page={page} total={25} onChange={setPage} />
}

describe('Pager', () => {
  it('WID-040 has no previous page on the first', () => {
    render(<Pager page={1} total={200} onChange={() => {}} />)
    expect(button('Previous page')).toHaveProperty('disabled', true)
    expect(button('Next page')).toHaveProperty('disabled', false)
  })

  it('WID-041 has no next page on the last', () => {
    render(<Pager page={20} total={200} onChange={() => {}} />)
    expect(button('Next page')).toHaveProperty('disabled', true)
    expect(button('Previous page')).toHaveProperty('disabled', false)
  })

  it('WID-042 WID-043 shows three pages of 25 rows, and five links of many', () => {
    const { unmount } = render(<Pager page={1} total={25} onChange={() => {}} />)
    expect(pageLinks()).toHaveLength(3)
    unmount()
    render(<Pager page={9} total={200} onChange={() => {}} />)
    expect(pageLinks()).toHaveLength(5)
  })

  it.each(tones)('WID-044 is marked with its type %s', (type) => {
    render(<Pager page={1} total={25} onChange={() => {}} type={type} />)
    expect(screen.getByRole('navigation').dataset.type).toBe(type)
  })

  it('tells which page is wanted, and marks the one in view', async () => {
    const onChange = vi.fn()
    const { user } = render(<Pager page={2} total={50} onChange={onChange} />)
    expect(button('Page 2').getAttribute('aria-current')).toBe('page')
    await user.click(button('Page 4'))
    await user.click(button('Next page'))
    await user.click(button('Previous page'))
    expect(onChange.mock.calls).toEqual([[4], [3], [1]])
  })

  it('keeps the focus of who comes to its end with the keyboard', async () => {
    const { user } = render(<Paged />)
    button('Next page').focus()
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(button('Next page'))
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(button('Page 3'))
  })

  it('offers 10, 25, 50 and 100 rows where a list has more than ten', async () => {
    const onPerPage = vi.fn()
    const { user, rerender } = render(<Pager page={1} total={11} onChange={() => {}} onPerPage={onPerPage} />)
    const rows = screen.getByRole('combobox', { name: 'Rows per page' })
    expect([...rows.querySelectorAll('option')].map((option) => option.value)).toEqual(['10', '25', '50', '100'])
    await user.selectOptions(rows, '50')
    expect(onPerPage).toHaveBeenCalledWith(50)
    rerender(<Pager page={1} total={10} onChange={() => {}} onPerPage={onPerPage} />)
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('leaves a reader of a list that shrank on its last page', () => {
    render(<Pager page={9} total={25} onChange={() => {}} />)
    expect(screen.getByText('Showing 21 to 25 of 25 entries')).toBeTruthy()
  })

  it('WID-045 CON-022 scrolls back to the list within 500 ms', async () => {
    const frames: FrameRequestCallback[] = []
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
    vi.spyOn(performance, 'now').mockReturnValue(0)
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
    const { user } = render(<List />)
    vi.spyOn(screen.getByTestId('list'), 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -800, 10, 10))
    Object.defineProperty(window, 'scrollY', { value: 1000, configurable: true })
    await user.click(button('Next page'))
    const step = (at: number) => {
      for (const frame of frames.splice(0)) frame(at)
    }
    step(250)
    expect(scrollTo.mock.lastCall).toEqual([0, 560])
    expect(frames).toHaveLength(1)
    step(SCROLL_MS)
    expect(SCROLL_MS).toBe(500)
    expect(scrollTo.mock.lastCall).toEqual([0, 120])
    expect(frames).toHaveLength(0)
    vi.restoreAllMocks()
  })
})

import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toCurrency } from '#shared/money/format.ts'
import { CountUp } from '#web/ui/count-up.tsx'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'
import { render } from '../render.tsx'

afterEach(() => vi.restoreAllMocks())

const row = (leads: number) => ({ id: 'a', name: 'Harbour', leads })
const columns = [
  { key: 'name', label: 'Name', render: ({ name }: { name: string }) => name },
  { key: 'leads', label: 'Leads', render: ({ leads }: { leads: number }) => leads },
]
const list = (leads: number) => (
  <DataTable label="Campaigns" columns={columns} rows={[row(leads)]} keyOf={({ id }) => id} empty={{ title: 'None' }} />
)
const flashing = () => document.querySelectorAll('[data-flash]').length

describe('a row', () => {
  it('flashes once it says something else, and not when the list only answers the same again', () => {
    const { rerender } = render(list(3))
    expect(flashing()).toBe(0)
    rerender(list(3))
    expect(flashing()).toBe(0)
    rerender(list(4))
    expect(flashing()).toBe(1)
    act(() => void document.querySelector('[data-flash]')?.dispatchEvent(new Event('animationend', { bubbles: true })))
    expect(flashing()).toBe(0)
  })
})

/** Says whether less motion is wished. */
function motion(isLess: boolean) {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: isLess && media.includes('reduce'),
      media,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  )
}

describe('a figure that counts', () => {
  it('goes from what it was to what it is, step by step', async () => {
    motion(false)
    const steps: FrameRequestCallback[] = []
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((step) => steps.push(step))
    vi.spyOn(performance, 'now').mockReturnValue(1_000)
    const { rerender } = render(<CountUp value={10_000} show={toCurrency} />)
    expect(screen.getByText('$100.00')).toBeDefined()
    rerender(<CountUp value={60_000} show={toCurrency} />)
    act(() => steps.at(-1)?.(1_100))
    expect(screen.queryByText('$100.00')).toBeNull()
    expect(screen.queryByText('$600.00')).toBeNull()
    act(() => steps.at(-1)?.(1_700))
    expect(screen.getByText('$600.00')).toBeDefined()
  })

  it('is there at once for those who wish for less motion', () => {
    motion(true)
    const { rerender } = render(<CountUp value={10_000} show={toCurrency} />)
    rerender(<CountUp value={60_000} show={toCurrency} />)
    expect(screen.getByText('$600.00')).toBeDefined()
  })
})

describe('a side panel', () => {
  it('tells the page while it is open, so that notices stand beside its buttons', () => {
    const panel = (opened: boolean) => (
      <SidePanel title="Edit" opened={opened} onClose={() => undefined} actions={<button type="button">Save</button>}>
        Content
      </SidePanel>
    )
    const { rerender } = render(panel(true))
    expect(document.querySelector('[data-side-panel]')).not.toBeNull()
    rerender(panel(false))
    expect(document.querySelector('[data-side-panel]')).toBeNull()
  })
})

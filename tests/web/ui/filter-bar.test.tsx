import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { DateRange } from '#web/ui/date-range.tsx'
import type { DayRange } from '#web/ui/days.ts'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { readRange } from '#web/ui/typed-days.ts'
import { render } from '../render.tsx'

function Days({ told }: { told: (range: DayRange | undefined) => void }) {
  const [range, setRange] = useState<DayRange>()
  const change = (next: DayRange | undefined) => {
    told(next)
    setRange(next)
  }
  return <DateRange label="Days" value={range} onChange={change} today="2026-11-21" />
}

function Filtered() {
  const [isOn, setOn] = useState(true)
  const active = isOn ? [{ key: 'card', label: 'Card', value: 'failed', onClear: () => setOn(false) }] : []
  return (
    <main id="content" tabIndex={-1}>
      <FilterBar search={{ value: '', onChange: () => undefined }} active={active} />
    </main>
  )
}

describe('FilterBar', () => {
  it('tells a search once, when typing has stopped', async () => {
    const onChange = vi.fn()
    const { user } = render(<FilterBar search={{ value: '', onChange, label: 'Search campaigns' }} />)
    await user.type(screen.getByRole('searchbox', { name: 'Search campaigns' }), 'roof')
    expect(onChange).not.toHaveBeenCalled()
    await waitFor(() => expect(onChange).toHaveBeenCalled())
    expect(onChange.mock.calls).toEqual([['roof']])
  })

  it('keeps what is typed while the former words come back, and takes what somebody else put there', async () => {
    const onChange = vi.fn()
    const { user, rerender } = render(<FilterBar search={{ value: '', onChange }} />)
    const field = screen.getByRole<HTMLInputElement>('searchbox')
    await user.type(field, 'ro')
    await waitFor(() => expect(onChange).toHaveBeenCalledWith('ro'))
    await user.type(field, 'of')
    rerender(<FilterBar search={{ value: 'ro', onChange }} />)
    expect(field.value).toBe('roof')
    rerender(<FilterBar search={{ value: 'tiles', onChange }} />)
    expect(field.value).toBe('tiles')
  })

  it('says why nothing can be found by what was typed', () => {
    render(<FilterBar search={{ value: '12', onChange: () => undefined, fault: 'Enter its 8 digits.' }} />)
    expect(screen.getByRole('searchbox').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Enter its 8 digits.')).toBeDefined()
  })

  it('comes to the search by /, and clears it by its button', async () => {
    const onChange = vi.fn()
    const { user } = render(<FilterBar search={{ value: 'roof', onChange }} />)
    await user.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'roof')
    await user.click(screen.getByRole('button', { name: 'Clear the search' }))
    expect(onChange).toHaveBeenCalledWith('')
  })

  it('clears filters one by one, or all', async () => {
    const clear = vi.fn()
    const clearAll = vi.fn()
    const active = ['Status', 'Term'].map((label) => ({ key: label, label, value: 'x', onClear: () => clear(label) }))
    const { user } = render(<FilterBar active={active} onClearAll={clearAll} />)
    await user.click(screen.getByRole('button', { name: 'Clear Term' }))
    expect(clear).toHaveBeenCalledWith('Term')
    await user.click(screen.getByRole('button', { name: 'Clear all' }))
    expect(clearAll).toHaveBeenCalledOnce()
  })
})

describe('a filter that goes with its chip', () => {
  it('leaves the focus among the filters', async () => {
    const { user } = render(<Filtered />)
    await user.click(screen.getByRole('searchbox'))
    await user.tab()
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('button', { name: 'Clear Card' })).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')))
  })
})

describe('DateRange', () => {
  it.each([
    ['Last week', { from: '2026-11-15', to: '2026-11-21' }],
    ['Last month', { from: '2026-10-23', to: '2026-11-21' }],
    ['Last 3 months', { from: '2026-08-24', to: '2026-11-21' }],
  ])('LOG-09 takes %s by one press', async (label, range) => {
    const told = vi.fn()
    const { user } = render(<Days told={told} />)
    await user.click(screen.getByRole('button', { name: 'Days: Any time' }))
    await user.click(await screen.findByRole('button', { name: label }))
    expect(told).toHaveBeenLastCalledWith(range)
  })

  it('takes days that are typed, on Enter or when the field is left', async () => {
    const told = vi.fn()
    const { user } = render(<Days told={told} />)
    const field = screen.getByRole('textbox', { name: 'Days' })
    await user.type(field, '11/1/2026 - 2026-11-07{Enter}')
    expect(told).toHaveBeenLastCalledWith({ from: '2026-11-01', to: '2026-11-07' })
    expect(field).toHaveProperty('value', 'Nov 1, 2026 – Nov 7, 2026')
    await user.clear(field)
    await user.type(field, '21 November 2026')
    await user.tab()
    expect(told).toHaveBeenLastCalledWith({ from: '2026-11-21', to: '2026-11-21' })
    await user.click(screen.getByRole('button', { name: 'Clear the dates' }))
    expect(told).toHaveBeenLastCalledWith(undefined)
  })

  it('says what is wrong with typed days, keeps them, and tells nobody', async () => {
    const told = vi.fn()
    const { user } = render(<Days told={told} />)
    const field = screen.getByRole('textbox', { name: 'Days' })
    await user.type(field, 'Nov 31, 2026{Enter}')
    expect(screen.getByText(/^“Nov 31, 2026” is no day/)).toBeDefined()
    expect(field).toHaveProperty('value', 'Nov 31, 2026')
    expect(told).not.toHaveBeenCalled()
    await user.clear(field)
    await user.type(field, 'Nov 7, 2026 to Nov 1, 2026{Enter}')
    expect(screen.getByText('The last day lies before the first one.')).toBeDefined()
    expect(told).not.toHaveBeenCalled()
  })

  it('names the bound that typed days leave', () => {
    const bounds = { minDate: '2026-01-01', maxDate: '2026-11-21' }
    expect(readRange('2025-12-31 to 2026-02-01', bounds)).toEqual({
      fault: 'The first day may not lie before Jan 1, 2026.',
    })
    expect(readRange('2026-11-01 – 2026-11-22', bounds)).toEqual({
      fault: 'The last day may not lie after Nov 21, 2026.',
    })
    expect(readRange('', bounds)).toEqual({ range: undefined })
  })
})

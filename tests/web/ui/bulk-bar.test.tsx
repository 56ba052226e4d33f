import { screen, within } from '@testing-library/react'
import { useEffect } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { BulkBar } from '#web/ui/bulk-bar.tsx'
import { RowChoice } from '#web/ui/data-table/row-choice.tsx'
import { useSelection } from '#web/ui/data-table/use-selection.ts'
import { render } from '../render.tsx'

const bar = (count: number, onClear = () => {}) => (
  <BulkBar count={count} label="Chosen companies" onClear={onClear}>
    <button type="button">Pause</button>
  </BulkBar>
)

const rows = ['Alpha', 'Beta', 'Gamma', 'Delta']

function List({ names }: { names: readonly string[] }) {
  const { selection, rows: chosen, clear } = useSelection(rows, (row) => row)
  // biome-ignore lint/correctness/useExhaustiveDependencies: chosen once, at the beginning.
  useEffect(() => selection.choose(names, true), [])
  return (
    <>
      <RowChoice selection={selection} rows={rows} label="Select all" />
      {rows.map((row) => (
        <RowChoice key={row} selection={selection} rows={[row]} label={`Select ${row}`} />
      ))}
      {bar(chosen.length, clear)}
    </>
  )
}

describe('BulkBar', () => {
  it('is there once something is chosen, and keeps its place before', () => {
    const { container, rerender } = render(bar(0))
    const place = screen.getByRole('status').parentElement
    expect(screen.queryByRole('region')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
    rerender(bar(2))
    expect(screen.getByRole('status').parentElement).toBe(place)
    expect(container.contains(screen.getByRole('region', { name: 'Chosen companies' }))).toBe(true)
  })

  it('says aloud how many are chosen, and takes the choice back', async () => {
    const onClear = vi.fn()
    const { user, rerender } = render(bar(1, onClear))
    rerender(bar(1200, onClear))
    expect(screen.getByRole('status').textContent).toBe('Chosen companies: 1,200')
    const region = within(screen.getByRole('region', { name: 'Chosen companies' }))
    expect(region.getByText('1,200 chosen')).toBeDefined()
    await user.tab()
    await user.tab()
    expect(document.activeElement).toBe(region.getByRole('button', { name: 'Clear' }))
    await user.keyboard('{Enter}')
    expect(onClear).toHaveBeenCalledOnce()
  })

  it.each([
    ['to the last row that was chosen', ['Beta', 'Gamma'], 'Select Gamma'],
    ['to what chooses all where the chosen rows are on another page', ['Omega'], 'Select all'],
  ])('gives the focus back as it goes: %s', async (_, names, focused) => {
    const { user } = render(<List names={names} />)
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.queryByRole('region')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: focused }))
  })
})

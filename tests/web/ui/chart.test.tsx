import { screen, waitFor, within } from '@testing-library/react'
import { scaleLinear } from 'd3-scale'
import { describe, expect, it, vi } from 'vitest'
import { toCurrency } from '#shared/money/format.ts'
import { Chart } from '#web/ui/chart/chart.tsx'
import { axisTo, chartCsv, fillDays, labelledDays } from '#web/ui/chart/chart-data.ts'
import { render } from '../render.tsx'

const range = { from: '2026-10-30', to: '2026-11-03' }
const series = [
  { key: 'a', label: 'Spring' },
  { key: 'b', label: 'Roofing' },
]
const points = [
  { day: '2026-10-31', values: { a: 3, b: 1 } },
  { day: '2026-11-02', values: { a: 5 } },
]
const chart = { title: 'Leads per day', kind: 'bars', range, points, series } as const

describe('the numbers of a chart', () => {
  it('has every day of the range, with zero where nothing was counted', () => {
    const filled = fillDays(range, points, series)
    expect(filled.map(({ day }) => day)).toEqual(['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03'])
    expect(filled.map(({ values }) => [values.a, values.b])).toEqual([
      [0, 0],
      [3, 1],
      [0, 0],
      [5, 0],
      [0, 0],
    ])
  })

  it('leaves out what lies beside the range', () => {
    expect(fillDays({ from: '2026-11-02', to: '2026-11-02' }, points, series)).toHaveLength(1)
  })

  it('becomes a file with plain figures, whatever a series is called', () => {
    const filled = fillDays({ from: '2026-10-31', to: '2026-10-31' }, points, series)
    const named = [
      { key: 'a', label: '=SUM(A1)' },
      { key: 'b', label: 'Roofing, north' },
    ]
    expect(chartCsv(filled, named, String)).toBe(`Day,'=SUM(A1),"Roofing, north"\r\n2026-10-31,3,1\r\n`)
  })

  it('writes no more days under the axis than there is room for', () => {
    const days = ['1', '2', '3', '4', '5', '6', '7']
    expect(labelledDays(days, 3)).toEqual(['1', '4', '7'])
    expect(labelledDays(days, 0.2)).toEqual(['1'])
    expect(labelledDays(days, 20)).toEqual(days)
  })
})

describe('the axis of a chart', () => {
  it('ends at a round number that nothing exceeds', () => {
    expect(axisTo(1, 4)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
    expect(axisTo(47, 4)).toEqual([0, 10, 20, 30, 40, 50])
    expect(axisTo(1234, 4)).toEqual([0, 500, 1000, 1500])
  })

  it('has the lines that a chart library draws, whose own scale weighs as much as the rest of a chart', () => {
    const theirs = (most: number) => scaleLinear().domain([0, most]).nice(4).ticks(4)
    const tops = [...Array.from({ length: 3000 }, (_, index) => index + 1), 0.07, 0.3, 1.5, 2.25, 99_999.99, 1e6, 7.3e8]
    for (const most of tops) expect(axisTo(most, 4), `up to ${most}`).toEqual(theirs(most))
  })
})

describe('Chart', () => {
  it('has what is below nothing in its words and its table, and no bar for it', async () => {
    const lost = [
      { day: '2026-10-31', values: { a: 3 } },
      { day: '2026-11-02', values: { a: -5 } },
    ]
    const { container, user } = render(<Chart {...chart} series={series.slice(0, 1)} points={lost} />)
    await screen.findByRole('img', { name: /^Leads per day: -2 from/ })
    expect(container.querySelectorAll('rect[data-series="0"]')).toHaveLength(1)
    expect([...container.querySelectorAll('rect')].some((bar) => Number(bar.getAttribute('height')) < 0)).toBe(false)
    await user.click(screen.getByText('Table'))
    expect(screen.getByText('-5')).toBeDefined()
  })

  it('draws a bar for what was counted and a mark for each day without', async () => {
    const { container } = render(<Chart {...chart} />)
    await screen.findByRole('img', { name: 'Leads per day: 9 from Oct 30, 2026 to Nov 3, 2026' })
    expect(container.querySelectorAll('rect[data-none]')).toHaveLength(3)
    expect(container.querySelectorAll('rect[data-series="0"]')).toHaveLength(2)
  })

  it('stacks a series on the one before', async () => {
    const { container } = render(<Chart {...chart} />)
    await screen.findByRole('img')
    const number = (node: Element | null | undefined, name: string) => Number(node?.getAttribute(name))
    const below = container.querySelector('rect[data-series="0"]')
    const above = container.querySelector('rect[data-series="1"]')
    expect(number(above, 'y') + number(above, 'height')).toBeCloseTo(number(below, 'y'))
  })

  it('names its parts in one line that the keyboard reaches', async () => {
    render(<Chart {...chart} />)
    const line = await screen.findByRole('list', { name: 'Leads per day, parts' })
    expect(
      within(line)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(series.map(({ label }) => label))
    expect(line.tabIndex).toBe(0)
  })

  it('shows the same numbers as a table', async () => {
    const { user } = render(<Chart {...chart} format={(value) => toCurrency(value * 100)} />)
    await user.click(screen.getByRole('radio', { name: 'Table' }))
    const rows = within(screen.getByRole('table', { name: 'Leads per day' })).getAllByRole('row')
    expect(rows).toHaveLength(6)
    expect(rows[1]?.textContent).toBe('Oct 30, 2026$0.00$0.00')
    expect(rows[4]?.textContent).toBe('Nov 2, 2026$5.00$0.00')
  })

  it('gives the numbers as a file', async () => {
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
    const { user } = render(<Chart {...chart} />)
    await user.click(screen.getByRole('button', { name: 'CSV' }))
    const blob = made.mock.calls[0]?.[0]
    expect(blob instanceof Blob && (await blob.text())).toContain('2026-11-01,0,0')
    made.mockRestore()
  })

  it('says that there is nothing, that it waits, and that it failed', async () => {
    const onRetry = vi.fn()
    const { rerender, user } = render(<Chart {...chart} points={[]} empty="No leads yet." />)
    expect(screen.getByText('No leads yet.')).toBeDefined()
    rerender(<Chart {...chart} points={undefined} />)
    expect(screen.getByRole('status').textContent).toBe('Leads per day, loading')
    expect(screen.getByRole('button', { name: 'CSV' }).hasAttribute('disabled')).toBe(true)
    rerender(<Chart {...chart} points={undefined} error={{ onRetry }} />)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(onRetry).toHaveBeenCalledOnce())
  })
})

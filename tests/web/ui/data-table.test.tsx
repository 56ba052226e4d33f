import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import type { DataTableProps } from '#web/ui/data-table/table-props.ts'
import { type Column, type RowAction, type Selection, type Sort, splitActions } from '#web/ui/data-table/table-types.ts'
import { render } from '../render.tsx'

type Row = { id: string; name: string; leads: number }
const rows: Row[] = [
  { id: 'a', name: 'Harbour', leads: 3 },
  { id: 'b', name: 'Lakeside', leads: 40 },
]
const columns: Column<Row>[] = [
  { key: 'name', label: 'Name', render: (row) => row.name, sortable: true },
  { key: 'leads', label: 'Leads', render: (row) => row.leads, numeric: true, sortable: true },
  { key: 'note', label: 'Note', render: () => 'Only where there is room' },
  { key: 'owner', label: 'Owner', render: () => 'Ada' },
]
const common: DataTableProps<Row> = {
  label: 'Campaigns',
  columns,
  rows,
  keyOf: (row) => row.id,
  nameOf: (row) => row.name,
  empty: { title: 'No campaigns yet', action: <button type="button">Create one</button> },
}
const action = (key: string, danger = false): RowAction => ({ key, label: key, icon: null, onClick: () => {}, danger })

function Sorted({ told }: { told: (sort: Sort | undefined) => void }) {
  const [sort, setSort] = useState<Sort>()
  const change = (next: Sort | undefined) => {
    told(next)
    setSort(next)
  }
  return <DataTable {...common} sort={sort} onSort={change} />
}

const many = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, name: `Row ${id}`, leads: 1 }))

function Chosen() {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const selection: Selection<Row> = {
    isChosen: ({ id }) => chosen.includes(id),
    choose: (rows, isOn) => {
      const ids = rows.map(({ id }) => id)
      const rest = chosen.filter((id) => !ids.includes(id))
      setChosen(isOn ? [...rest, ...ids] : rest)
    },
  }
  return <DataTable {...common} rows={many} selection={selection} />
}

/** Answers the question for the width of the window. */
function widthOf(pixels: number) {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const limit = Number(/max-width: ([\d.]+)em/.exec(query)?.[1] ?? 0) * 16
    return Object.assign(new EventTarget(), {
      matches: pixels <= limit,
      media: query,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    })
  })
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('DataTable', () => {
  it('lines figures up at the right', () => {
    render(<DataTable {...common} />)
    expect(screen.getByRole('cell', { name: '40' }).dataset.numeric).toBe('true')
    expect(screen.getByRole('columnheader', { name: 'Leads' }).dataset.numeric).toBe('true')
  })

  it('AGL-09 sorts up, down and not at all, and begins anew with another column', async () => {
    const told = vi.fn()
    const { user } = render(<Sorted told={told} />)
    const head = screen.getByRole('columnheader', { name: 'Name' })
    const order: (string | null)[] = []
    for (let press = 0; press < 3; press++) {
      await user.click(within(head).getByRole('button'))
      order.push(head.getAttribute('aria-sort'))
    }
    expect(order).toEqual(['ascending', 'descending', 'none'])
    await user.click(within(head).getByRole('button'))
    await user.click(within(screen.getByRole('columnheader', { name: 'Leads' })).getByRole('button'))
    expect(told).toHaveBeenLastCalledWith({ key: 'leads', direction: 'asc' })
    expect(head.getAttribute('aria-sort')).toBe('none')
  })

  it('AGL-08 has nothing to press where a column cannot be sorted', () => {
    render(<DataTable {...common} onSort={() => {}} />)
    const head = screen.getByRole('columnheader', { name: 'Note' })
    expect(within(head).queryByRole('button')).toBeNull()
    expect(head.getAttribute('aria-sort')).toBeNull()
  })

  it('loads in the shape of its rows', () => {
    const { container } = render(<DataTable {...common} rows={undefined} skeletonRows={4} actions={() => []} />)
    const skeletons = container.querySelectorAll('tr[data-skeleton-row]')
    expect(skeletons).toHaveLength(4)
    expect(skeletons[0]?.children).toHaveLength(columns.length + 1)
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  })

  it('loads in the shape of its cards on a phone: a line for the title, and one for each fact', () => {
    widthOf(390)
    const { container } = render(<DataTable {...common} rows={undefined} skeletonRows={2} />)
    const cards = [...container.querySelectorAll('li[data-skeleton-row]')]
    expect(cards).toHaveLength(2)
    const loaded = render(<DataTable {...common} />)
    const facts = loaded.container.querySelector('dl')?.querySelectorAll('dt').length ?? 0
    expect(facts).toBeGreaterThan(0)
    expect(cards[0]?.querySelectorAll('[class*="Skeleton-root"]')).toHaveLength(1 + facts)
  })

  it('chooses with Shift every row from the last tick to this one, by the pointer or by the space bar', async () => {
    const { user } = render(<Chosen />)
    const box = (id: string) => screen.getByRole('checkbox', { name: `Select Row ${id}` })
    const chosen = () =>
      many.flatMap(({ id }) => ((box(id) as HTMLInputElement).checked && box(id).closest('[data-chosen]') ? id : []))
    await user.keyboard('{Shift>}')
    await user.click(box('b'))
    expect(chosen()).toEqual(['b'])
    await user.click(box('d'))
    expect(chosen()).toEqual(['b', 'c', 'd'])
    await user.keyboard('{/Shift}')
    await user.click(box('a'))
    expect(chosen()).toEqual(['a', 'b', 'c', 'd'])
    box('e').focus()
    await user.keyboard('{Shift>} {/Shift}')
    expect(chosen()).toEqual(['a', 'b', 'c', 'd', 'e'])
    box('c').focus()
    await user.keyboard('{Shift>} {/Shift}')
    expect(chosen()).toEqual(['a', 'b'])
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    expect(chosen()).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('puts one column under another in its cell, and sorts by either in one head', async () => {
    const told = vi.fn()
    const two = columns.map((column) => (column.key === 'leads' ? { ...column, under: 'name' } : column))
    const { user } = render(
      <DataTable {...common} columns={two} sort={{ key: 'leads', direction: 'desc' }} onSort={told} />,
    )
    const heads = screen.getAllByRole('columnheader')
    expect(heads.map((head) => head.textContent)).toEqual(['Name/Leads', 'Note', 'Owner'])
    expect(heads[0]?.getAttribute('aria-sort')).toBe('descending')
    expect(screen.getAllByRole('row')[2]?.firstElementChild?.textContent).toBe('Lakeside40')
    expect(screen.getByRole('button', { name: 'Leads', pressed: true })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Name', pressed: false }))
    expect(told).toHaveBeenLastCalledWith({ key: 'name', direction: 'asc' })
  })

  it('gives up what needs room where there is little: under another column, or not at all', () => {
    const wide = columns.map((column) =>
      column.key === 'leads'
        ? { ...column, under: 'name', needsRoom: true }
        : { ...column, needsRoom: column.key === 'note' },
    )
    const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)
    const { unmount } = render(<DataTable {...common} columns={wide} />)
    expect(heads()).toEqual(['Name', 'Leads', 'Note', 'Owner'])
    unmount()
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(700)
    render(<DataTable {...common} columns={wide} />)
    expect(heads()).toEqual(['Name/Leads', 'Owner'])
  })

  it('says what would be here, and offers to fill it', () => {
    render(<DataTable {...common} rows={[]} />)
    expect(screen.getByText('No campaigns yet')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Create one' })).toBeTruthy()
  })

  it('offers to clear the filters where nothing is found, and keeps the focus on the list', async () => {
    const onClear = vi.fn()
    const { user } = render(<DataTable {...common} rows={[]} empty={{ title: 'No campaign matches', onClear }} />)
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(onClear).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Campaigns' }))
  })

  it('says what failed, and tries again', async () => {
    const onRetry = vi.fn()
    const { user } = render(<DataTable {...common} rows={undefined} error={{ title: 'Not loaded', onRetry }} />)
    await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })

  it('keeps the old rows in view when only the renewal failed', () => {
    render(<DataTable {...common} error={{ title: 'Not loaded', onRetry: () => {} }} />)
    expect(screen.getByText('Lakeside')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps two actions in view, the rest in a menu, and what destroys last', async () => {
    expect(splitActions([action('delete', true), action('view'), action('edit'), action('pause')])).toMatchObject({
      inView: [{ key: 'view' }, { key: 'edit' }],
      inMenu: [{ key: 'pause' }, { key: 'delete' }],
    })
    const onClick = vi.fn()
    const actions = (row: Row) => [
      action('view'),
      action('edit'),
      { ...action('pause'), onClick: () => onClick(row.id) },
    ]
    const { user } = render(<DataTable {...common} actions={actions} />)
    expect(screen.getByRole('button', { name: 'view Harbour' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'pause Harbour' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'More actions Lakeside' }))
    await user.click(await screen.findByRole('menuitem', { name: 'pause' }))
    expect(onClick).toHaveBeenCalledWith('b')
  })

  it('opens a row, and closes it again when its content cannot be fetched', async () => {
    const onOpen = async (row: Row) => {
      if (row.id === 'b') throw new Error('The server is busy.')
    }
    const expand = { label: (row: Row) => `Leads of ${row.name}`, render: (row: Row) => `Inside ${row.name}`, onOpen }
    const { user } = render(<DataTable {...common} expand={expand} />)
    const opener = (name: string) => screen.getByRole('button', { name: `Leads of ${name}` })
    await user.click(opener('Harbour'))
    expect(screen.getByText('Inside Harbour')).toBeTruthy()
    expect(opener('Harbour').getAttribute('aria-expanded')).toBe('true')
    await user.click(opener('Lakeside'))
    await waitFor(() => expect(opener('Lakeside').getAttribute('aria-expanded')).toBe('false'))
    expect(screen.queryByText('Inside Lakeside')).toBeNull()
    await user.click(opener('Harbour'))
    expect(screen.queryByText('Inside Harbour')).toBeNull()
  })

  it('CON-014 becomes cards with two facts under 768 pixels', () => {
    widthOf(767)
    const { unmount } = render(<DataTable {...common} actions={() => [action('view')]} />)
    expect(screen.queryByRole('table')).toBeNull()
    const [card] = screen.getAllByRole('listitem')
    if (!card) throw new Error('There is no card.')
    expect(
      within(card)
        .getAllByRole('term')
        .map((term) => term.textContent),
    ).toEqual(['Leads', 'Note'])
    expect(within(card).getByRole('button', { name: 'view Harbour' })).toBeTruthy()
    unmount()
    widthOf(768)
    render(<DataTable {...common} />)
    expect(screen.getByRole('table')).toBeTruthy()
  })
})

import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import type { Column } from '#web/ui/data-table/table-types.ts'
import { ListTools } from '#web/ui/list-tools.tsx'
import { render } from '../render.tsx'

type Row = { id: string }
type View = { name: string; address: string }
const columns: Column<Row>[] = [
  { key: 'name', label: 'Name', card: 'title', render: ({ id }) => id },
  { key: 'email', label: 'E-mail', under: 'name', render: () => 'a@b.example' },
  { key: 'sales', label: 'Sales', render: () => 'Sam' },
]

function List({ start = [] }: { start?: readonly View[] }) {
  const [hidden, hide] = useState<readonly string[]>([])
  const [views, setViews] = useState(start)
  const kept = {
    hidden,
    views,
    mayAdd: views.length < 20,
    hide,
    save: (view: View) => setViews([...views, view]),
    remove: (name: string) => setViews(views.filter((view) => view.name !== name)),
  }
  return (
    <>
      <ListTools columns={columns} kept={kept} />
      <DataTable
        label="People"
        columns={columns}
        hidden={hidden}
        rows={[{ id: 'Ada' }]}
        keyOf={({ id }) => id}
        nameOf={({ id }) => id}
        actions={() => [{ key: 'edit', label: 'Edit', icon: null, onClick: () => {} }]}
        actionsAfter={{ column: 'email', label: 'Action' }}
        empty={{ title: 'Nobody' }}
      />
      <output>{useLocation().search}</output>
    </>
  )
}

const open = (start?: readonly View[], at = '/people?q=ada&page=3') =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <List {...(start && { start })} />
    </MemoryRouter>,
  )
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)

describe('the columns of a list', () => {
  it('are shown or not as the person chooses, but for the name of the row; actions keep their place', async () => {
    const { user } = open()
    expect(heads()).toEqual(['Name/E-mail', 'Action', 'Sales'])
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    const group = within(await screen.findByRole('dialog', { hidden: true }))
    const boxes = group.getAllByRole<HTMLInputElement>('checkbox', { hidden: true })
    expect(boxes.map(({ value, checked }) => [value, checked])).toEqual([
      ['email', true],
      ['sales', true],
    ])
    await user.click(group.getByLabelText('E-mail'))
    expect(heads()).toEqual(['Name', 'Action', 'Sales'])
    await user.click(group.getByLabelText('Sales'))
    expect(heads()).toEqual(['Name', 'Action'])
    await user.click(group.getByLabelText('E-mail'))
    expect(heads()).toEqual(['Name/E-mail', 'Action'])
  })
})

describe('the views of a list', () => {
  it('keep what the address says under a name, without the page', async () => {
    const { user } = open()
    await user.click(screen.getByRole('button', { name: 'Views' }))
    await user.click(await screen.findByRole('button', { name: 'Save', hidden: true }))
    expect(screen.getByText('Enter a name.')).toBeDefined()
    await user.type(screen.getByRole('textbox', { name: 'Name of the view', hidden: true }), 'Ada alone{Enter}')
    const views = within(screen.getByRole('list', { name: 'Saved views', hidden: true }))
    expect(views.getByRole('button', { name: 'Ada alone', hidden: true }).getAttribute('aria-current')).toBe('true')
    expect(screen.queryByText('Enter a name.')).toBeNull()
    await user.click(views.getByRole('button', { name: 'Ada alone', hidden: true }))
    expect(screen.getByRole('status').textContent).toBe('?q=ada')
  })

  it('are gone to, and removed', async () => {
    const { user } = open([
      { name: 'Newest', address: 'sort=-createdAt' },
      { name: 'All', address: '' },
    ])
    await user.click(screen.getByRole('button', { name: 'Views' }))
    await user.click(await screen.findByRole('button', { name: 'Newest', hidden: true }))
    expect(screen.getByRole('status').textContent).toBe('?sort=-createdAt')
    await user.click(screen.getByRole('button', { name: 'Views' }))
    await user.click(await screen.findByRole('button', { name: 'Remove Newest', hidden: true }))
    expect(screen.queryByRole('button', { name: 'Newest', hidden: true })).toBeNull()
    expect(screen.getByRole('button', { name: 'All', hidden: true })).toBeDefined()
  })

  it('are twenty at most', async () => {
    const { user } = open(Array.from({ length: 20 }, (_, i) => ({ name: `View ${i}`, address: '' })))
    await user.click(screen.getByRole('button', { name: 'Views' }))
    expect(await screen.findByText('20 views are the most. Remove one to save another.')).toBeDefined()
    expect(screen.queryByRole('textbox', { hidden: true })).toBeNull()
  })
})

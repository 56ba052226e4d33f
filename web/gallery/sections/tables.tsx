import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Column, Selection, Sort } from '../../ui/data-table/table-types.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { notify } from '../../ui/notify.tsx'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import { longName } from '../long-name.ts'
import { Case, Section } from '../section.tsx'
import { actions, columns, type Sample, samples } from './table-sample.tsx'

const keyOf = (row: Sample) => row.id
const nameOf = (row: Sample) => row.name
const empty = {
  title: 'No campaigns yet',
  text: 'Campaigns you create are listed here.',
  action: <Button>Create a campaign</Button>,
}
const common = { columns, keyOf, nameOf, empty }

const twoLines: Column<Sample>[] = columns.map((column) =>
  column.key === 'id' ? { ...column, label: 'E-mail', under: 'name', render: () => 'ada@lakeside.example' } : column,
)

const compare = {
  name: (a: Sample, b: Sample) => a.name.localeCompare(b.name),
  leads: (a: Sample, b: Sample) => a.leads - b.leads,
  spent: (a: Sample, b: Sample) => a.spentCents - b.spentCents,
}

const isSortable = (key: string): key is keyof typeof compare => key in compare

function sorted(sort: Sort | undefined) {
  if (!sort || !isSortable(sort.key)) return samples
  const ascending = samples.toSorted(compare[sort.key])
  return sort.direction === 'asc' ? ascending : ascending.reverse()
}

function Sortable() {
  const [sort, setSort] = useState<Sort>()
  return <DataTable {...common} label="Campaigns" rows={sorted(sort)} sort={sort} onSort={setSort} actions={actions} />
}

function Expandable() {
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set())
  const fetchRow = async (row: Sample) => {
    await new Promise((done) => setTimeout(done, 800))
    if (row.leads === 0) throw new Error('This one always fails, and closes again.')
    setLoaded((before) => new Set(before).add(row.id))
  }
  return (
    <DataTable
      {...common}
      label="Campaigns that open"
      rows={samples}
      expand={{
        label: (row) => `Leads of ${row.name}`,
        onOpen: fetchRow,
        render: (row) =>
          loaded.has(row.id) ? (
            <Text size="sm">What belongs to {row.name}.</Text>
          ) : (
            <SkeletonLines label="Loading Data" />
          ),
      }}
    />
  )
}

function Choosable() {
  const [chosen, setChosen] = useState<readonly string[]>(samples.slice(0, 2).map(keyOf))
  const clear = () => setChosen([])
  const selection: Selection<Sample> = {
    isChosen: (row) => chosen.includes(row.id),
    choose: (rows, isOn) => {
      const ids = rows.map(keyOf)
      const rest = chosen.filter((id) => !ids.includes(id))
      setChosen(isOn ? [...rest, ...ids] : rest)
    },
  }
  return (
    <div>
      <DataTable {...common} label="Campaigns to choose" rows={samples} selection={selection} actions={actions} />
      <BulkBar count={chosen.length} label="Chosen campaigns" onClear={clear}>
        <Button size="compact-sm" variant="default" onClick={() => notify('info', 'Each shows first what it changes.')}>
          Pause
        </Button>
      </BulkBar>
    </div>
  )
}

const hideable = columns.filter(({ key }) => key !== 'id')

function SetUp() {
  const [hidden, hide] = useState<readonly string[]>(['spent'])
  const [views, setViews] = useState([
    { name: 'Newest first', address: 'sort=-at' },
    { name: longName, address: 'q=lakeside' },
  ])
  const remove = (name: string) => setViews((before) => before.filter((view) => view.name !== name))
  const save = (view: (typeof views)[number]) => setViews((before) => [...before, view])
  return (
    <MemoryRouter>
      <FilterBar
        search={{ value: '', onChange: () => {}, label: 'Search the list that is set up' }}
        tools={<ListTools columns={hideable} kept={{ hidden, views, mayAdd: true, hide, save, remove }} />}
      />
      <DataTable {...common} columns={hideable} hidden={hidden} label="A list that is set up" rows={samples} />
    </MemoryRouter>
  )
}

function Broken() {
  const [tries, setTries] = useState(0)
  const error = {
    title: 'The campaigns could not be loaded',
    text: `Tried ${tries + 1} times.`,
    onRetry: () => setTries(tries + 1),
  }
  return <DataTable {...common} label="Broken campaigns" rows={undefined} error={error} />
}

export function TableSection(props: { id: string; title: string }) {
  return (
    <Section {...props}>
      <Stack>
        <Case name="Rows, sortable, with actions" plain>
          <Sortable />
        </Case>
        <Case name="Rows to choose, with Shift all between two, and what is done to all of them" plain>
          <Choosable />
        </Case>
        <Case name="Two lines in one cell, with little room and more behind the actions" plain>
          <div style={{ maxWidth: 640 }}>
            <DataTable {...common} columns={twoLines} label="Clients" rows={samples} actions={actions} />
          </div>
        </Case>
        <Case name="Columns to choose, and views with a name" plain>
          <SetUp />
        </Case>
        <Case name="Rows that open" plain>
          <Expandable />
        </Case>
        <Case name="Loading" plain>
          <DataTable {...common} label="Loading campaigns" rows={undefined} actions={actions} skeletonRows={3} />
        </Case>
        <Case name="Refreshing" plain>
          <DataTable {...common} label="Campaigns being renewed" rows={samples.slice(0, 2)} refreshing />
        </Case>
        <Case name="Empty" plain>
          <DataTable {...common} label="No campaigns" rows={[]} />
        </Case>
        <Case name="Nothing found" plain>
          <DataTable
            {...common}
            label="Campaigns that match"
            rows={[]}
            empty={{ title: 'No campaign matches', text: 'Try other words.', onClear: () => notify('info', 'Cleared') }}
          />
        </Case>
        <Case name="Failed" plain>
          <Broken />
        </Case>
      </Stack>
    </Section>
  )
}

import { Button, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { tones } from '../../theme/tones.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { longName } from '../long-name.ts'
import { Case, Cases, Section } from '../section.tsx'

function Filters() {
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState<string | null>('Active')
  const [term, setTerm] = useState<string | null>('Weekly')
  const active = [
    ...(status ? [{ key: 'status', label: 'Status', value: status, onClear: () => setStatus(null) }] : []),
    ...(term ? [{ key: 'term', label: 'Term', value: term, onClear: () => setTerm(null) }] : []),
  ]
  const clearAll = () => {
    setStatus(null)
    setTerm(null)
  }
  return (
    <FilterBar
      search={{ value: search, onChange: setSearch, label: 'Search campaigns', placeholder: 'Search campaigns' }}
      active={active}
      onClearAll={clearAll}
    >
      <Select
        aria-label="Status"
        placeholder="Status"
        w={140}
        data={['Active', 'Paused']}
        value={status}
        onChange={setStatus}
      />
    </FilterBar>
  )
}

function Pages({ type, total = 200, start = 1 }: { type: (typeof tones)[number]; total?: number; start?: number }) {
  const [page, setPage] = useState(start)
  return <Pager page={page} total={total} onChange={setPage} type={type} label={`Pages, ${type}, of ${total}`} />
}

function Rows() {
  const [page, setPage] = useState(1)
  const [rows, setRows] = useState(25)
  return (
    <Pager page={page} total={1204} perPage={rows} onPerPage={setRows} onChange={setPage} label="Pages, rows chosen" />
  )
}

export function PagesSection(props: { id: string; title: string }) {
  return (
    <Section {...props}>
      <Stack>
        <Case name="Header and filters" plain>
          <MemoryRouter>
            <PageHeader
              title="Campaigns"
              description="Everything that is running for your clients."
              trail={[
                { label: 'Clients', to: '/clients' },
                { label: longName, to: '/clients/1' },
              ]}
              action={<Button>Create campaign</Button>}
            />
          </MemoryRouter>
          <Filters />
        </Case>
        <Cases>
          {tones.map((type, index) => (
            <Case key={type} name={`Pages, ${type}`}>
              <Pages type={type} start={index * 4 + 1} />
            </Case>
          ))}
          <Case name="Rows per page">
            <Rows />
          </Case>
          <Case name="One page">
            <Pages type="default" total={3} />
          </Case>
          <Case name="Nothing">
            <Pages type="default" total={0} />
          </Case>
        </Cases>
      </Stack>
    </Section>
  )
}

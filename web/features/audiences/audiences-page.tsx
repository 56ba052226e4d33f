import { Badge, Button } from '@mantine/core'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { lazy, Suspense, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Column } from '../../ui/data-table/table-types.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { toCount } from '../../ui/format.ts'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { type AudienceRow, useLines } from './audience-row.ts'

const AudienceForm = lazy(() => import('./audience-form.tsx'))

function areaOf({ area, states, zipCodes }: AudienceRow): string {
  if (area === 'national') return 'The whole country'
  if (area === 'states') return states.join(', ')
  return `${toCount(zipCodes.length)} zip ${zipCodes.length === 1 ? 'code' : 'codes'}`
}

const columnsOf = (nameOf: (line: string) => string): Column<AudienceRow>[] => [
  { key: 'name', label: 'Name', width: 'wide', card: 'title', render: ({ name }) => name },
  {
    key: 'line',
    label: 'Product',
    card: 'fact',
    render: ({ productLine }) => (
      <Badge size="sm" color="gray">
        {nameOf(productLine)}
      </Badge>
    ),
  },
  { key: 'keywords', label: 'Keywords', width: 'medium', render: ({ keywords }) => keywords.join(', ') || '—' },
  { key: 'area', label: 'Area', card: 'fact', render: areaOf },
  { key: 'updated', label: 'Changed', needsRoom: true, render: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
]

const holds = (row: AudienceRow, search: string) =>
  [row.name, ...row.keywords].some((text) => text.toLowerCase().includes(search.trim().toLowerCase()))

/** Whom campaigns are for, saved to be taken again. */
export default function AudiencesPage() {
  const me = useMe()
  const may = useMay()
  const lines = useLines()
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<AudienceRow | 'new' | null>(null)
  const { data, error, reload } = useCall('audiences.list', { companyId: me.companyId })
  const { send } = useSend('audiences.remove')
  const mayChange = may('audience:update', 'PUT')
  const mayRemove = may('audience:update', 'DELETE')
  const remove = async (row: AudienceRow) => {
    const children = 'Campaigns that were made of it stay as they are.'
    if (!(await confirm({ title: `Delete ${row.name}?`, children, confirmLabel: 'Delete', danger: true }))) return
    try {
      notify('success', (await send({ companyId: me.companyId, audienceId: row.id })).message)
    } catch (failure) {
      notify('danger', messageOf(failure))
    }
  }
  const add = mayChange && <Button onClick={() => setOpen('new')}>New audience</Button>

  return (
    <Page title="Audiences" description="Keywords and places, saved to be used in campaigns." action={add}>
      <FilterBar
        search={{ value: search, onChange: setSearch, label: 'Search audiences', placeholder: 'Name or keyword' }}
      />
      <DataTable
        label="Audiences"
        columns={columnsOf((line) => lines.find(({ value }) => value === line)?.label ?? line)}
        rows={data?.data.filter((row) => holds(row, search))}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        error={
          error === undefined
            ? undefined
            : { title: 'The audiences could not be loaded', text: messageOf(error), onRetry: () => void reload() }
        }
        empty={
          search
            ? { title: 'No audience matches', text: 'Try other words.', onClear: () => setSearch('') }
            : { title: 'No audiences yet', text: 'Save keywords and places once, and use them again.', action: add }
        }
        actions={(row) => [
          ...(mayChange
            ? [{ key: 'edit', label: 'Edit', icon: <IconPencil size={16} />, onClick: () => setOpen(row) }]
            : []),
          ...(mayRemove
            ? [
                {
                  key: 'delete',
                  label: 'Delete',
                  icon: <IconTrash size={16} />,
                  danger: true,
                  onClick: () => void remove(row),
                },
              ]
            : []),
        ]}
      />
      <Suspense fallback={null}>
        {open && (
          <AudienceForm
            key={open === 'new' ? '' : open.id}
            row={open === 'new' ? undefined : open}
            onClose={() => setOpen(null)}
            onSaved={() => void reload()}
          />
        )}
      </Suspense>
    </Page>
  )
}

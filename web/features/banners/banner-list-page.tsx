import { Badge, Button, Text } from '@mantine/core'
import IconCode from '@tabler/icons-react/dist/esm/icons/IconCode.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Column, RowAction } from '../../ui/data-table/table-types.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import classes from './banners.module.css'
import { type BannerRow, sizeText, useProducts } from './values.ts'

const BannerPanel = lazy(() => import('./banner-panel.tsx'))
const BannerCode = lazy(() => import('./banner-code.tsx'))

const isActive = ({ status }: BannerRow) => status === 'active'
const hostOf = ({ clickUrl }: BannerRow) => URL.parse(clickUrl)?.host ?? clickUrl

const columnsOf = (productOf: (line: string) => string): Column<BannerRow>[] => [
  {
    key: 'name',
    label: 'Banner',
    card: 'title',
    width: 'wide',
    render: (row) => (
      <span className={classes.cell}>
        <img
          className={classes.small}
          src={row.imageUrl}
          alt=""
          loading="lazy"
          data-off={!isActive(row) || undefined}
        />
        <span className={classes.name} dir="auto" title={row.name}>
          {row.name}
        </span>
      </span>
    ),
  },
  { key: 'size', label: 'Size', card: 'fact', render: ({ size }) => sizeText(size) },
  {
    key: 'product',
    label: 'Product',
    needsRoom: true,
    render: ({ product }) => (
      <Badge size="sm" color="gray">
        {productOf(product)}
      </Badge>
    ),
  },
  {
    key: 'status',
    label: 'Status',
    card: 'fact',
    render: (row) => <Status tone={isActive(row) ? 'success' : 'default'}>{isActive(row) ? 'Active' : 'Off'}</Status>,
  },
  {
    key: 'link',
    label: 'Leads to',
    width: 'medium',
    needsRoom: true,
    render: (row) => (
      <Text component="span" size="sm" title={row.clickUrl}>
        {hostOf(row)}
      </Text>
    ),
  },
  { key: 'updated', label: 'Changed', needsRoom: true, render: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
]

const holds = (row: BannerRow, search: string) =>
  [row.name, row.clickUrl, sizeText(row.size), row.size].some((text) =>
    text.toLowerCase().includes(search.trim().toLowerCase()),
  )

type Open = { what: 'edit' | 'code'; row: BannerRow }

/** The banners of a company, each with its image, and the code that shows it. */
export default function BannerListPage() {
  const { companyId } = useMe()
  const may = useMay()
  const products = useProducts()
  const productOf = (line: string) => products.find(({ value }) => value === line)?.label ?? line
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<Open | null>(null)
  const { data, error, reload } = useCall('banners.list', { companyId })
  const removing = useSend('banners.remove')
  const switching = useSend('banners.setStatus')
  const mayChange = may('banner:update', 'PUT')

  const act = async (work: () => Promise<{ message: string }>) => {
    try {
      notify('success', (await work()).message)
    } catch (failure) {
      notify('danger', messageOf(failure))
    }
    void reload()
  }
  const remove = async (row: BannerRow) => {
    const children = 'Its image goes too. Pages that carry its code show nothing in its place.'
    if (!(await confirm({ title: `Delete ${row.name}?`, children, confirmLabel: 'Delete', danger: true }))) return
    await act(() => removing.send({ companyId, bannerId: row.id }))
  }
  const turn = (row: BannerRow) =>
    act(() => switching.send({ companyId, bannerId: row.id, status: isActive(row) ? 'inactive' : 'active' }))

  const actionsOf = (row: BannerRow): RowAction[] => [
    {
      key: 'code',
      label: 'Preview and code',
      icon: <IconCode size={16} />,
      onClick: () => setOpen({ what: 'code', row }),
    },
    ...(mayChange
      ? [
          { key: 'edit', label: 'Edit', icon: <IconPencil size={16} />, onClick: () => setOpen({ what: 'edit', row }) },
          {
            key: 'switch',
            label: isActive(row) ? 'Switch off' : 'Switch on',
            icon: isActive(row) ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />,
            onClick: () => void turn(row),
          },
        ]
      : []),
    ...(may('banner:update', 'DELETE')
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
  ]
  const add = may('banner:update', 'POST') && (
    <Button component={Link} to={pathTo('bannerCreate')}>
      New banner
    </Button>
  )

  return (
    <Page title="Banners" description="Images that lead to your pages, for the pages of others." action={add}>
      <FilterBar
        search={{ value: search, onChange: setSearch, label: 'Search banners', placeholder: 'Name, size or address' }}
      />
      <DataTable
        label="Banners"
        columns={columnsOf(productOf)}
        rows={data?.data.filter((row) => holds(row, search))}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        error={
          error === undefined
            ? undefined
            : { title: 'The banners could not be loaded', text: messageOf(error), onRetry: () => void reload() }
        }
        empty={
          search
            ? { title: 'No banner matches', text: 'Try other words.', onClear: () => setSearch('') }
            : {
                title: 'No banners yet',
                text: 'Upload an image, say where it leads, and put its code on any page.',
                drawing: 'files',
                action: add,
              }
        }
        actions={actionsOf}
      />
      <Suspense fallback={null}>
        {open?.what === 'edit' && (
          <BannerPanel key={open.row.id} row={open.row} onClose={() => setOpen(null)} onSaved={() => void reload()} />
        )}
        {open?.what === 'code' && (
          <BannerCode key={open.row.id} row={open.row} productOf={productOf} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </Page>
  )
}

import { ActionIcon, Button, Tooltip } from '@mantine/core'
import IconHelp from '@tabler/icons-react/dist/esm/icons/IconHelp.mjs'
import { lazy, type ReactNode, type Ref, Suspense, useRef, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useKeptList } from '../../api/kept-lists.ts'
import { useMe } from '../../api/session-store.ts'
import { useMay } from '../../api/use-may.ts'
import { PagedTable } from '../../ui/data-table/paged-table.tsx'
import { useSelection } from '../../ui/data-table/use-selection.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { leave } from '../../ui/leave.ts'
import { ListTools } from '../../ui/list-tools.tsx'
import { Page } from '../../ui/page.tsx'
import { OwnPlace } from '../../ui/place.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { AgencyFilters, filterNames } from './agency-filters.tsx'
import { ClientBranch } from './client-branch.tsx'
import classes from './companies.module.css'
import { CompanyBulkBar } from './company-bulk-bar.tsx'
import { agencyColumns } from './company-columns.tsx'
import { CompanyForm } from './company-form.tsx'
import { ListFiles } from './list-files.tsx'
import type { DomainOfForm } from './use-company-form.ts'
import { type CompanyRow, searchHint, useCompanyList } from './use-company-list.ts'
import { useListState } from './use-list-state.ts'
import { useRights } from './use-rights.ts'
import { type MoreActions, useRowActions } from './use-row-actions.tsx'

const AgenciesReport = lazy(() => import('./agencies-report.tsx'))
const EndCompany = lazy(() => import('./end-company.tsx'))
const UnpaidList = lazy(() => import('./unpaid-list.tsx'))
const HelpDialog = lazy(() => import('./help-dialog.tsx'))

type Props = {
  onViewAs: (userId: string) => Promise<void>
  more?: MoreActions | undefined
  /** What the form of an agency shows of its own domain. */
  domainOf?: (row: CompanyRow, form: DomainOfForm) => ReactNode
  /** The bar that begins the list. */
  bar?: Ref<HTMLElement>
  /** Stands above the list. */
  top?: ReactNode
  /** Stands beside the name of the page. */
  tools?: ReactNode
}
type Waiting = { resolve: () => void; reject: (reason: Error) => void }

/** The agencies of a root, each with its clients below it. */
export default function AgencyListPage({ onViewAs, more, domainOf, bar, top, tools }: Props) {
  const me = useMe()
  const rights = useRights()
  const may = useMay()
  const { state, setPage, setPerPage, setSort, change } = useListState()
  const { page, perPage, search, sort, filters } = state
  const kept = useKeptList('agencies')
  const list = useCompanyList({ companyId: me.companyId, page, perPage, search, sort, filters })
  const { data, reload } = list
  const [isAdding, setAdding] = useState(false)
  const [editing, setEditing] = useState('')
  const [addingTo, setAddingTo] = useState('')
  const [asked, setAsked] = useState<CompanyRow | null>(null)
  const [ending, setEnding] = useState<CompanyRow | null>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isReportOpen, setReportOpen] = useState(false)
  const { read, put } = useAddress()
  const isUnpaidOpen = read('show') === 'unpaid' && may('settlement:update', 'GET')
  const mayChoose = rights.role === 'root' && rights.mayUpdate
  const selected = useSelection(data?.data, ({ companyId }) => companyId)
  const branches = useRef(new Map<string, Waiting>())
  const showsApi = data?.filters.includes('developer_mode') ?? false
  const mayAddAgency = rights.mayCreate && rights.role === 'root'
  const actions = useRowActions({
    onEdit: (row) => leave('rows', () => setEditing(row.id)),
    onEnd: setEnding,
    onAddClient: (row) => {
      setAddingTo(row.id)
      setAsked({ ...row })
    },
    onViewAs,
    more,
  })
  const settle = (id: string, isLoaded: boolean) => {
    const waiting = branches.current.get(id)
    branches.current.delete(id)
    if (isLoaded) waiting?.resolve()
    else waiting?.reject(new Error('The clients could not be loaded.'))
  }
  const changed = () => {
    setEditing('')
    setAdding(false)
    void reload()
  }

  return (
    <Page
      title="Agency List"
      description={
        rights.role === 'sales'
          ? 'The agencies that you look after, and their clients.'
          : 'The agencies on your platform, and their clients.'
      }
      action={
        <>
          <Tooltip label="About this list">
            <ActionIcon size="lg" aria-label="About this list" onClick={() => setHelpOpen(true)}>
              <IconHelp size={20} />
            </ActionIcon>
          </Tooltip>
          {tools}
          <ListFiles
            query={{ companyId: me.companyId, search: search || 'none', filters: filters.join(',') }}
            onReport={may('agency:report', 'GET') ? () => setReportOpen(true) : undefined}
          />
          {may('settlement:update', 'GET') && (
            <Button variant="default" onClick={() => put({ show: 'unpaid' })}>
              Unpaid invoices
            </Button>
          )}
          {mayAddAgency && (
            <Button disabled={isAdding} onClick={() => setAdding(true)}>
              Add agency
            </Button>
          )}
        </>
      }
    >
      {top}
      {isAdding && (
        <div className={classes.panel} data-surface="box">
          <OwnPlace>
            <CompanyForm
              subject={{ kind: 'agency', parentId: me.companyId }}
              onClose={() => setAdding(false)}
              onSaved={changed}
            />
          </OwnPlace>
        </div>
      )}
      <FilterBar
        ref={bar}
        tools={<ListTools columns={agencyColumns(showsApi)} kept={kept} />}
        search={{
          value: search,
          onChange: (text) => change({ search: text }, 'typing'),
          label: 'Search agencies',
          placeholder: 'Company, name or e-mail',
          hint: searchHint(data),
        }}
        active={filters.flatMap((filter) => {
          const label = filterNames[filter as keyof typeof filterNames]
          const onClear = () => change({ filters: filters.filter((each) => each !== filter).join(',') })
          return label ? [{ key: filter, label: 'Filter', value: label, onClear }] : []
        })}
        onClearAll={() => change({ filters: '' })}
      >
        <AgencyFilters
          offered={data?.filters ?? []}
          chosen={filters}
          onChange={(chosen) => change({ filters: chosen.join(',') })}
        />
      </FilterBar>
      <PagedTable
        label="Agencies"
        columns={agencyColumns(showsApi)}
        actionsAfter={{ column: 'email', label: 'Action' }}
        list={list}
        page={page}
        onPage={setPage}
        hidden={kept.hidden}
        perPage={perPage}
        onPerPage={setPerPage}
        keyOf={(row) => row.id}
        nameOf={(row) => row.companyName}
        sort={sort}
        onSort={setSort}
        selection={mayChoose ? selected.selection : undefined}
        actions={actions}
        failed={{ title: 'The agencies could not be loaded', text: messageOf(list.error) }}
        empty={
          search || filters.length > 0
            ? {
                title: 'No agency matches',
                text: 'Try other words, or clear the filters.',
                onClear: () => change({ search: '', filters: '' }),
              }
            : { title: 'No agencies yet', text: 'Agencies that you add, and those that register, are listed here.' }
        }
        instead={(row) =>
          row.id === editing && (
            <CompanyForm
              subject={{ kind: 'agency', parentId: me.companyId, row }}
              domain={domainOf && ((form) => domainOf(row, form))}
              onClose={() => setEditing('')}
              onSaved={changed}
            />
          )
        }
        expand={{
          label: (row) => `Clients of ${row.companyName}`,
          asked: asked ?? undefined,
          onOpen: (row) =>
            new Promise((resolve, reject) => branches.current.set(row.id, { resolve: () => resolve(), reject })),
          render: (row) => (
            <ClientBranch
              agency={row}
              isAdding={addingTo === row.id}
              onAdded={() => setAddingTo('')}
              onEnd={setEnding}
              onViewAs={onViewAs}
              more={more}
              onSettled={(isLoaded) => settle(row.id, isLoaded)}
            />
          ),
        }}
      />
      {mayChoose && <CompanyBulkBar rows={selected.rows} onClear={selected.clear} onDone={() => void reload()} />}
      <Suspense fallback={null}>
        {ending && <EndCompany row={ending} onClose={() => setEnding(null)} onEnded={() => void reload()} />}
        {isUnpaidOpen && <UnpaidList companyId={me.companyId} onClose={() => put({ show: undefined })} />}
        {isReportOpen && <AgenciesReport companyId={me.companyId} onClose={() => setReportOpen(false)} />}
        {isHelpOpen && <HelpDialog showsApi={showsApi} onClose={() => setHelpOpen(false)} />}
      </Suspense>
    </Page>
  )
}

import { Button } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { campaignStates, cardStatuses } from '#shared/model/node.ts'
import { messageOf } from '../../api/api-error.ts'
import { useKeptList } from '../../api/kept-lists.ts'
import { useMe } from '../../api/session-store.ts'
import { PagedTable } from '../../ui/data-table/paged-table.tsx'
import { useSelection } from '../../ui/data-table/use-selection.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { leave } from '../../ui/leave.ts'
import { ListTools } from '../../ui/list-tools.tsx'
import { Page } from '../../ui/page.tsx'
import { OwnPlace } from '../../ui/place.tsx'
import { AgencySelect } from './agency-select.tsx'
import { ClientFilters } from './client-filters.tsx'
import classes from './companies.module.css'
import { CompanyBulkBar } from './company-bulk-bar.tsx'
import { clientColumns } from './company-columns.tsx'
import { CompanyForm } from './company-form.tsx'
import { ListFiles } from './list-files.tsx'
import { type CompanyRow, searchHint, useCompanyList } from './use-company-list.ts'
import { useListState } from './use-list-state.ts'
import { useRights } from './use-rights.ts'
import { type MoreActions, useRowActions } from './use-row-actions.tsx'

const EndCompany = lazy(() => import('./end-company.tsx'))
const ImportClients = lazy(() => import('./import-clients.tsx'))

type Props = {
  onViewAs: (userId: string) => Promise<void>
  more?: MoreActions | undefined
  /** What other parts of the platform offer for all clients. */
  tools?: ReactNode
}

const head = { title: 'Client Management', description: 'The companies that you run campaigns for.' }

/** The clients of an agency. Account executives choose first which of their agencies they look after. */
export default function ClientManagementPage({ onViewAs, more, tools }: Props) {
  const me = useMe()
  const { state, change } = useListState()
  const isExecutive = me.userType === 'sales'
  return (
    <>
      {isExecutive && (
        <AgencySelect
          value={state.agency}
          onChange={(agency) => change({ agency, search: '', card: '', campaigns: '' })}
        />
      )}
      {isExecutive && !state.agency ? (
        <Page {...head}>
          <EmptyState title="Choose an agency" drawing="people">
            The clients of an agency that you look after are listed here.
          </EmptyState>
        </Page>
      ) : (
        <Clients
          key={state.agency}
          companyId={isExecutive ? state.agency : me.companyId}
          onViewAs={onViewAs}
          more={more}
          tools={tools}
        />
      )}
    </>
  )
}

function Clients({ companyId, onViewAs, more, tools }: Props & { companyId: string }) {
  const rights = useRights()
  const { state, setPage, setPerPage, setSort, change } = useListState()
  const { page, perPage, search, sort, card, campaigns } = state
  const kept = useKeptList('clients')
  const list = useCompanyList({ companyId, page, perPage, search, sort, card, campaigns })
  const { data, reload } = list
  const [isAdding, setAdding] = useState(false)
  const [editing, setEditing] = useState('')
  const [ending, setEnding] = useState<CompanyRow | null>(null)
  const [isImporting, setImporting] = useState(false)
  const mayChoose = rights.role === 'agency' && rights.mayUpdate
  const selected = useSelection(data?.data, ({ companyId }) => companyId)
  const actions = useRowActions({
    onEdit: (row) => leave('rows', () => setEditing(row.id)),
    onEnd: setEnding,
    onViewAs,
    more,
  })
  const isFiltered = Boolean(search || card || campaigns)
  const exported = {
    companyId: companyId,
    search: search || 'none',
    cardStatus: cardStatuses.find((each) => each === card) ?? ('' as const),
    campaignStatus: campaignStates.find((each) => each === campaigns) ?? ('' as const),
  }
  const add = rights.mayCreate && (
    <Button disabled={isAdding} onClick={() => setAdding(true)}>
      Add client
    </Button>
  )

  return (
    <Page
      {...head}
      action={
        <>
          {tools}
          <ListFiles query={exported} onImport={() => setImporting(true)} />
          {add}
        </>
      }
    >
      {isAdding && (
        <div className={classes.panel} data-surface="box">
          <OwnPlace>
            <CompanyForm
              subject={{ kind: 'client', parentId: companyId }}
              onClose={() => setAdding(false)}
              onSaved={() => setAdding(false)}
            />
          </OwnPlace>
        </div>
      )}
      <ClientFilters
        state={state}
        change={change}
        tools={<ListTools columns={clientColumns} kept={kept} />}
        hint={searchHint(list.data)}
      />
      <PagedTable
        label="Clients"
        columns={clientColumns}
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
        failed={{ title: 'The clients could not be loaded', text: messageOf(list.error) }}
        empty={
          isFiltered
            ? {
                title: 'No client matches',
                text: 'Try other words, or clear the filters.',
                onClear: () => change({ search: '', card: '', campaigns: '' }),
              }
            : {
                title: 'No clients yet',
                text: 'Clients that you add, and those that register, are listed here.',
                action: add,
              }
        }
        instead={(row) =>
          row.id === editing && (
            <CompanyForm
              subject={{ kind: 'client', parentId: companyId, row }}
              onClose={() => setEditing('')}
              onSaved={() => setEditing('')}
            />
          )
        }
      />
      {mayChoose && <CompanyBulkBar rows={selected.rows} onClear={selected.clear} onDone={() => void reload()} />}
      <Suspense fallback={null}>
        {isImporting && (
          <ImportClients companyId={companyId} onClose={() => setImporting(false)} onDone={() => void reload()} />
        )}
        {ending && <EndCompany row={ending} onClose={() => setEnding(null)} onEnded={() => void reload()} />}
      </Suspense>
    </Page>
  )
}

import { Box, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { leave } from '../../ui/leave.ts'
import { notify } from '../../ui/notify.tsx'
import { Pager } from '../../ui/pager.tsx'
import { OwnPlace } from '../../ui/place.tsx'
import { usePageInRange } from '../../ui/use-page-in-range.ts'
import { branchColumns } from './company-columns.tsx'
import { CompanyForm } from './company-form.tsx'
import { type CompanyRow, useCompanyList } from './use-company-list.ts'
import { type MoreActions, useRowActions } from './use-row-actions.tsx'

type Props = {
  agency: CompanyRow
  isAdding: boolean
  onAdded: () => void
  onEnd: (row: CompanyRow) => void
  onViewAs: (userId: string) => Promise<void>
  more?: MoreActions | undefined
  /** Tells once whether the first page came. */
  onSettled: (isLoaded: boolean) => void
}

/** The clients of an agency, below its row, with pages of their own. */
export function ClientBranch({ agency, isAdding, onAdded, onEnd, onViewAs, more, onSettled }: Props) {
  const [page, setPage] = useState(1)
  const [editing, setEditing] = useState('')
  const { companyId, companyName: name } = agency
  const { data, error, isValidating, reload } = useCompanyList({ companyId, page, inTree: true })
  const actions = useRowActions({ onEdit: (row) => leave('rows', () => setEditing(row.id)), onEnd, onViewAs, more })
  const hasFailed = error !== undefined && !data
  const isLoaded = data !== undefined

  useEffect(() => {
    if (error !== undefined) notify('danger', messages.busy)
  }, [error])
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it is known, and not again when the listener is made anew.
  useEffect(() => {
    if (hasFailed || isLoaded) onSettled(isLoaded)
  }, [hasFailed, isLoaded])
  usePageInRange(page, data, setPage)

  if (!data) return hasFailed ? null : <Text size="sm">Loading Data</Text>
  return (
    <>
      {isAdding && (
        <Box my="sm">
          <OwnPlace>
            <CompanyForm
              subject={{ kind: 'client', parentId: companyId }}
              onClose={onAdded}
              onSaved={() => {
                onAdded()
                void reload()
              }}
            />
          </OwnPlace>
        </Box>
      )}
      {data.total === 0 ? (
        <Text size="sm">Client No Data</Text>
      ) : (
        <>
          <DataTable
            bare
            label={`Clients of ${name}`}
            columns={branchColumns}
            actionsAfter={{ column: 'email', label: 'Action' }}
            rows={data.data}
            keyOf={(row) => row.id}
            nameOf={(row) => row.companyName}
            refreshing={isValidating}
            actions={actions}
            empty={{ title: 'Client No Data' }}
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
          <Pager
            page={page}
            total={data.total}
            onChange={(next) => leave('rows', () => setPage(next))}
            label={`Pages of the clients of ${name}`}
          />
        </>
      )}
    </>
  )
}

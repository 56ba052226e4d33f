import { Text } from '@mantine/core'
import { useRef } from 'react'
import { toCount } from '../format.ts'
import { leave } from '../leave.ts'
import { Pager } from '../pager.tsx'
import { usePageInRange } from '../use-page-in-range.ts'
import { DataTable } from './data-table.tsx'
import type { DataTableProps } from './table-props.ts'

/** What a list answered, and whether it is being asked again. */
type List<Row> = {
  data: { data: readonly Row[]; total: number; lastPage: number; isCut?: boolean | undefined } | undefined
  error: unknown
  isLoading: boolean
  isValidating: boolean
  reload: () => unknown
}

type Props<Row> = Omit<DataTableProps<Row>, 'rows' | 'refreshing' | 'error'> & {
  list: List<Row>
  page: number
  /** `same` corrects a page that is not there any more. */
  onPage: (page: number, how?: 'same') => void
  /** How many rows a page has, where that can be chosen. */
  perPage?: number
  onPerPage?: (rows: number) => void
  /** What is said when the list has an error. */
  failed: { title: string; text: string }
  /** What to do where there are more than were counted. */
  cutText?: string
  /** Names the links to other pages, where a screen has several of them. */
  pagesLabel?: string
}

/** A list that comes page by page: its rows, the links to other pages, and a word where not all that match were counted. */
export function PagedTable<Row>({
  list,
  page,
  onPage,
  perPage,
  onPerPage,
  failed,
  pagesLabel,
  cutText = 'Add a word to narrow the search.',
  ...table
}: Props<Row>) {
  const { data, error, isLoading, isValidating, reload } = list
  const top = useRef<HTMLDivElement>(null)
  usePageInRange(page, data, onPage)
  return (
    <div ref={top}>
      <DataTable
        skeletonRows={10}
        {...table}
        rows={data?.data}
        refreshing={isValidating && !isLoading}
        error={error === undefined ? undefined : { ...failed, onRetry: () => void reload() }}
      />
      {data && data.total > 0 && (
        <Pager
          page={page}
          total={data.total}
          onChange={(next) => leave('rows', () => onPage(next))}
          scrollTo={top}
          disabled={isValidating}
          {...(perPage !== undefined && { perPage })}
          {...(onPerPage && { onPerPage: (rows: number) => leave('rows', () => onPerPage(rows)) })}
          {...(pagesLabel && { label: pagesLabel })}
        />
      )}
      {data?.isCut && (
        <Text size="sm" c="dimmed" mt="xs">
          More than {toCount(data.total)} match. {cutText}
        </Text>
      )}
    </div>
  )
}

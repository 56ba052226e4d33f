import { Button, Group, Text, Tooltip } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs'
import { useState } from 'react'
import { DESCRIPTION_SHOWN } from '#shared/audit-log.ts'
import { messages } from '#shared/messages.ts'
import { cutText } from '#shared/text.ts'
import { messageOf } from '../../api/api-error.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { useSend } from '../../api/use-send.ts'
import { PagedTable } from '../../ui/data-table/paged-table.tsx'
import type { Column, Expansion } from '../../ui/data-table/table-types.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { notify } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { LogChanges } from './log-changes.tsx'
import { chipsOf, type LogFilter, noFilter, toAsked } from './log-filter.ts'
import { LogFilters } from './log-filters.tsx'

type LogRow = Output<'audit.list'>['data'][number]

function Description({ text }: { text: string }) {
  if (text.length <= DESCRIPTION_SHOWN) return text
  return (
    <Tooltip label={text} multiline maw={400} events={{ hover: true, focus: true, touch: true }}>
      {/* Reached by the keyboard, so that the rest of it can be read without a mouse. */}
      <Text span inherit tabIndex={0} role="note" aria-label={text}>
        {cutText(text, DESCRIPTION_SHOWN)}…
      </Text>
    </Tooltip>
  )
}

const columns: Column<LogRow>[] = [
  { key: 'name', label: 'Name', card: 'title', render: (row) => row.name },
  { key: 'type', label: 'User type', needsRoom: true, render: (row) => row.userType },
  { key: 'location', label: 'Location', needsRoom: true, render: (row) => row.location },
  { key: 'ip', label: 'IP address', needsRoom: true, render: (row) => row.userIp },
  { key: 'action', label: 'Action', card: 'fact', render: (row) => row.action },
  { key: 'description', label: 'Description', card: 'fact', render: (row) => <Description text={row.description} /> },
  { key: 'company', label: 'Company', render: (row) => row.companyName },
  { key: 'date', label: 'Date', card: 'fact', render: (row) => <RelativeTime at={row.createDate} /> },
]

/** An entry that says what was before and after opens. */
const expand: Expansion<LogRow> = {
  label: (row) => `What changed: ${row.description}`,
  can: (row) => row.changes !== undefined,
  render: (row) => <LogChanges row={row} />,
}

/** The browser opens the address by itself and saves what it finds there. */
function navigate(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.click()
}

/** What of the log is shown, wherever it is kept: in a dialog, or in the address of a page. */
export type LogState = {
  filter: LogFilter
  page: number
  setFilter: (next: LogFilter) => void
  setPage: (page: number, how?: 'same') => void
}

/** Who changed what in a company and in its clients. */
export function Logs({ companyId, state }: { companyId: string; state: LogState }) {
  const { filter, page, setFilter, setPage } = state
  const [isFiltering, setFiltering] = useState(false)
  const asked = { companyId, ...toAsked(filter) }
  const list = useCall('audit.list', { ...asked, page }, { keep: true })
  const chips = chipsOf(filter)
  const hasChanges = list.data?.data.some(({ changes }) => changes !== undefined) ?? false
  const ticket = useSend('audit.download')
  const download = async () => {
    try {
      navigate((await ticket.send(asked)).url)
    } catch (failure) {
      notify('danger', messageOf(failure, 'There was an error downloading file'))
    }
  }
  return (
    <>
      <Group justify="flex-end" gap="xs" mb="sm">
        <Button variant="default" leftSection={<IconFilter size={16} aria-hidden />} onClick={() => setFiltering(true)}>
          Filter
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={ticket.sending}
          onClick={() => void download()}
        >
          Download
        </Button>
      </Group>
      {chips.length > 0 && (
        <FilterBar
          active={chips.map((chip) => ({
            ...chip,
            onClear: () => setFilter({ ...filter, [chip.key]: noFilter[chip.key] }),
          }))}
          onClearAll={() => setFilter(noFilter)}
        />
      )}
      <PagedTable
        label="User logs"
        columns={columns}
        list={list}
        page={page}
        onPage={setPage}
        pagesLabel="Pages of the logs"
        cutText="Choose fewer days to see older ones, or download all."
        keyOf={(entry) => `${entry.createDate} ${entry.name} ${entry.action} ${entry.description}`}
        failed={{ title: 'The logs could not be loaded', text: messageOf(list.error) }}
        empty={{ title: messages.nothing }}
        {...(hasChanges && { expand })}
      />
      <LogFilters
        // Begun anew from what is in force each time it is opened.
        key={isFiltering ? 'open' : 'closed'}
        isOpen={isFiltering}
        onClose={() => setFiltering(false)}
        companyId={companyId}
        filter={filter}
        onApply={setFilter}
      />
    </>
  )
}

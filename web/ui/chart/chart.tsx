import { Button, Group, Paper, SegmentedControl, Skeleton, Table, Text, Title, VisuallyHidden } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { type DayRange, showDay } from '../days.ts'
import { saveBlob } from '../download.ts'
import { EmptyState } from '../empty-state.tsx'
import { ErrorState } from '../error-state.tsx'
import { toCount } from '../format.ts'
import classes from './chart.module.css'
import { chartCsv, fillDays, type Point, type Series, sumOf } from './chart-data.ts'

const ChartDrawing = lazy(() => import('./chart-drawing.tsx'))

export type ChartProps = {
  title: string
  /** What it says at a glance, for those who do not see it. */
  summary?: string
  kind: 'bars' | 'line'
  range: DayRange
  /** Missing until the first answer. Days without a point are zero. */
  points: readonly Point[] | undefined
  series: readonly Series[]
  /** How a value is written, such as money. */
  format?: (value: number) => string
  /** How a value stands in the file: a plain figure. */
  toCell?: (value: number) => string
  /** A line that should not be crossed. */
  cap?: { label: string; value: number }
  error?: { text?: string; onRetry: () => void } | undefined
  /** What would be here when there is nothing at all. */
  empty?: string
  /** Beside its own switches: what it shows. */
  tools?: ReactNode
}

/** Numbers by day, as a drawing, as a table behind a toggle, and as a file. What draws is fetched when it is first needed. */
export function Chart(props: ChartProps) {
  const { title, range, points, series, error, empty = 'Nothing happened on these days.', toCell = String } = props
  const [view, setView] = useState('chart')
  const id = useId()
  const filled = points && fillDays(range, points, series)
  const isEmpty = filled?.every((point) => sumOf(point) === 0) ?? false
  const save = () => {
    if (!filled) return
    const name = `${title.toLowerCase().replace(/\W+/g, '-')}-${range.from}-${range.to}.csv`
    saveBlob(new Blob([chartCsv(filled, series, toCell)], { type: 'text/csv;charset=utf-8' }), name)
  }
  return (
    <Paper component="section" p="md" aria-labelledby={id} aria-busy={!points && !error}>
      <Group justify="space-between" gap="xs" mb="sm">
        <Title order={2} id={id}>
          {title}
        </Title>
        <Group gap="xs">
          {props.tools}
          <SegmentedControl
            size="xs"
            aria-label={`${title}, shown as`}
            value={view}
            onChange={setView}
            data={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
          />
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            disabled={!filled}
            onClick={save}
          >
            CSV
          </Button>
        </Group>
      </Group>
      <div className={classes.room}>
        {error && !points && (
          <ErrorState title={`${title} could not be loaded`} onRetry={error.onRetry}>
            {error.text}
          </ErrorState>
        )}
        {!error && !filled && <Waiting title={title} />}
        {filled && view === 'table' && <Figures {...props} points={filled} />}
        {filled && view === 'chart' && isEmpty && <EmptyState title="No data yet">{empty}</EmptyState>}
        {filled && view === 'chart' && !isEmpty && (
          <Suspense fallback={<Waiting title={title} />}>
            <ChartDrawing {...props} points={filled} />
          </Suspense>
        )}
      </div>
    </Paper>
  )
}

function Waiting({ title }: { title: string }) {
  return (
    <>
      <VisuallyHidden role="status">{title}, loading</VisuallyHidden>
      <Skeleton height={220} />
    </>
  )
}

function Figures({ title, points, series, format = toCount }: ChartProps & { points: readonly Point[] }) {
  return (
    <div className={classes.table}>
      <Table aria-label={title} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Day</Table.Th>
            {series.map(({ key, label }) => (
              <Table.Th key={key} scope="col" ta="right">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.map(({ day, values }) => (
            <Table.Tr key={day}>
              <Table.Td>{showDay(day)}</Table.Td>
              {series.map(({ key }) => (
                <Table.Td key={key} ta="right" data-figures>
                  {format(values[key] ?? 0)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {points.length === 0 && <Text c="dimmed">No days.</Text>}
    </div>
  )
}

import { Anchor, List, Text } from '@mantine/core'
import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { keywordFound } from '#shared/model/lookup.ts'
import { timeZone } from '../../api/address.ts'
import type { Output } from '../../api/terms.ts'
import type { Tone } from '../../theme/tones.ts'
import type { Column } from '../../ui/data-table/table-types.ts'
import { toCount } from '../../ui/format.ts'
import { Hint } from '../../ui/hint.tsx'
import { Status } from '../../ui/status.tsx'
import { dayAndTime } from '../../ui/time-ago.ts'

export type LookupRow = Output<'keywords.countHistory'>['data'][number]

export const statuses = {
  success: { label: 'Success', tone: 'success' },
  no_result: { label: 'No Result', tone: 'default' },
  error: { label: 'Failed', tone: 'danger' },
  pending: { label: 'Pending', tone: 'info' },
} as const satisfies Record<LookupRow['status'], { label: string; tone: Tone }>

const PENDING_HINT = 'Heavy usage may delay results by over an hour. You get an e-mail when the count is done.'
const COUNT_HINT = 'People of the last 7 days, each counted once.'
const FOUND_HINT = 'Whether people search for it at all: where the count is 0, the past 7 days nationwide.'
const FIRST = 3

const zipsOf = ({ zipCode }: LookupRow) => zipCode.split('\n').filter(Boolean)
const joined = (texts: readonly string[]) => texts.filter(Boolean).join(', ')

/** What of an area stands under its kind; all of it shows who points at it, or presses: another press shows the first again. */
function Places({ row }: { row: LookupRow }) {
  const [isOpen, setOpen] = useState(false)
  const zips = zipsOf(row)
  const places = joined([row.cities, row.states])
  if (row.targetLocation === 'National Targeting' || (zips.length === 0 && !places)) return null
  const more = zips.length - FIRST
  const shown = isOpen ? zips : zips.slice(0, FIRST)
  return (
    <Text
      size="xs"
      c="dimmed"
      component="div"
      style={{ whiteSpace: 'normal' }}
      {...(more > 0 && !isOpen && { title: joined([places, ...zips]) })}
    >
      {joined([places, ...shown])}
      {more > 0 && (
        <>
          {' '}
          <Anchor component="button" type="button" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'show fewer' : `and ${toCount(more)} more`}
          </Anchor>
        </>
      )}
    </Text>
  )
}

function StatusCell({ status }: LookupRow) {
  const { label, tone } = statuses[status]
  const word = <Status tone={tone}>{label}</Status>
  if (status === 'pending') return <Hint text={PENDING_HINT}>{word}</Hint>
  if (status === 'error') return <Hint text={messages.lookUpFailed}>{word}</Hint>
  return word
}

/** `first`: the number of the first row, which runs over all pages. */
export const columnsOf = (rows: readonly LookupRow[], first: number): Column<LookupRow>[] => [
  { key: 'no', label: 'No', numeric: true, render: ({ id }) => first + rows.findIndex((row) => row.id === id) },
  {
    key: 'location',
    label: 'Target Location',
    width: 'medium',
    card: 'fact',
    render: (row) => (
      <>
        <span style={{ whiteSpace: 'normal' }}>{row.targetLocation}</span>
        <Places row={row} />
      </>
    ),
  },
  {
    key: 'keyword',
    label: 'Keyword',
    width: 'wide',
    card: 'title',
    render: ({ keyword }) => (
      <span dir="auto" title={keyword}>
        {keyword}
      </span>
    ),
  },
  { key: 'found', label: 'Keyword Found', hint: FOUND_HINT, needsRoom: true, render: (row) => keywordFound(row) },
  {
    key: 'count',
    label: 'Historical Count',
    hint: COUNT_HINT,
    numeric: true,
    sortable: true,
    card: 'fact',
    render: ({ count }) => (count === null ? '—' : toCount(count)),
  },
  { key: 'status', label: 'Status', card: 'fact', render: (row) => <StatusCell {...row} /> },
  {
    key: 'created',
    label: 'Created',
    needsRoom: true,
    render: ({ createdAt }) => dayAndTime(Date.parse(createdAt), timeZone()),
  },
]

/** What is said of a row before it is applied to a campaign. */
export function AboutLookup({ row }: { row: LookupRow }) {
  const zips = zipsOf(row)
  const places = joined([
    row.cities,
    row.states,
    zips.length > 0 ? `${toCount(zips.length)} zip ${zips.length === 1 ? 'code' : 'codes'}` : '',
  ])
  return (
    <List size="sm">
      <List.Item>Keywords: {row.keyword}</List.Item>
      <List.Item>Area: {places || 'the whole country'}</List.Item>
    </List>
  )
}

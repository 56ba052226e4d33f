import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { priceCurrency } from '#shared/money/price-text.ts'
import { DataTable } from './data-table/data-table.tsx'
import type { Column } from './data-table/table-types.ts'
import { DateTime } from './date-time.tsx'
import { DownloadButton } from './download-button.tsx'

type Lead = {
  id: string
  createdAt: string
  campaignName: string
  timeZone: string
  firstName: string
  lastName: string
  email: string
  erasedAt?: string | undefined
  credit?: object | undefined
  price: number
  wholesale?: number | undefined
}

type Props<Row extends Lead> = {
  rows: readonly Row[] | undefined
  refreshing: boolean
  error: { title: string; text: string; onRetry: () => void } | undefined
  /** What of a lead its payer paid. */
  paid: 'price' | 'wholesale'
  /** Where a lead is shown with why it was charged so; undefined where its reader has no such page. */
  pathOf: (lead: Row) => string | undefined
  /** Undefined where there is no page before, or none after. */
  onEarlier: (() => void) | undefined
  onLater: (() => void) | undefined
  file: { name: string; open: () => Promise<Response> }
}

const nameOf = ({ firstName, lastName, email, erasedAt }: Lead) =>
  erasedAt ? 'Erased person' : `${firstName} ${lastName}`.trim() || email || '—'
const money = (dollars: number | undefined) =>
  dollars === undefined ? '—' : priceCurrency(Math.round(dollars * 10_000))

/** The leads that one amount was paid for, page by page. Each leads to why it cost what it did. */
export function BilledLeads<Row extends Lead>(props: Props<Row>) {
  const { rows, refreshing, error, paid, pathOf, onEarlier, onLater, file } = props
  const columns = useMemo(
    (): Column<Row>[] => [
      {
        key: 'name',
        label: 'Lead',
        card: 'title',
        render: (lead) => {
          const path = pathOf(lead)
          return (
            <>
              {path ? (
                <Anchor component={Link} to={path} inherit dir="auto">
                  {nameOf(lead)}
                </Anchor>
              ) : (
                <span dir="auto">{nameOf(lead)}</span>
              )}
              <Text size="xs" c="dimmed">
                <DateTime at={Date.parse(lead.createdAt)} timeZone={lead.timeZone} />
              </Text>
              {lead.credit && (
                <Badge size="sm" variant="light" color="yellow">
                  Given back
                </Badge>
              )}
            </>
          )
        },
      },
      {
        key: 'price',
        label: paid === 'price' ? 'Price' : 'Cost',
        numeric: true,
        card: 'fact',
        render: (lead) => money(lead[paid]),
      },
      // Of a client's invoice its agency sees what the lead cost it, beside what it was sold for.
      ...(paid === 'price' && rows?.some(({ wholesale }) => wholesale !== undefined)
        ? [
            {
              key: 'cost',
              label: 'Wholesale',
              numeric: true,
              card: 'fact' as const,
              render: ({ wholesale }: Row) => money(wholesale),
            },
          ]
        : []),
    ],
    [paid, pathOf, rows],
  )
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        The earliest first. Open a lead to see by which price, limit and lists it was charged.
      </Text>
      <DataTable
        label="Leads that were paid for"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        refreshing={refreshing}
        error={error}
        skeletonRows={8}
        empty={{
          title: 'No leads to show',
          text: 'Leads that were bought ahead are listed once they have come. Of others, none is kept any more.',
        }}
      />
      <Group justify="space-between" gap="xs">
        <DownloadButton open={file.open} name={file.name} disabled={!rows || rows.length === 0}>
          Download CSV
        </DownloadButton>
        {(onEarlier ?? onLater) && (
          <Group gap="xs">
            <Button variant="default" disabled={!onEarlier} onClick={onEarlier}>
              Earlier
            </Button>
            <Button variant="default" disabled={!onLater} onClick={onLater}>
              Later
            </Button>
          </Group>
        )}
      </Group>
    </Stack>
  )
}

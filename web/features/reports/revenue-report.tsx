import { SimpleGrid, Stack, Text } from '@mantine/core'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { dayIn } from '#shared/dates.ts'
import { productLines } from '#shared/model/company.ts'
import { messageOf } from '../../api/api-error.ts'
import { lineNamesOf } from '../../api/line-names.ts'
import { useMe } from '../../api/session-store.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Column } from '../../ui/data-table/table-types.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { rangeOf, rangesIn } from '../../ui/days.ts'
import { Figure } from '../../ui/figure.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { useNow } from '../../ui/use-now.ts'

type Revenue = Output<'reports.revenue'>['data']
type Figures = Pick<
  Revenue,
  'retail' | 'wholesale' | 'rootCost' | 'rootRevenue' | 'trueUp' | 'onboarding' | 'developerFee' | 'refunds'
>

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const money = (amount: number) => dollars.format(amount)
const plain = (amount: number) => amount.toFixed(2)

const figureColumns = <Row extends Figures>(): Column<Row>[] => [
  { key: 'retail', label: 'Clients paid', numeric: true, render: (row) => money(row.retail) },
  { key: 'wholesale', label: 'Agencies paid', numeric: true, card: 'fact', render: (row) => money(row.wholesale) },
  { key: 'cost', label: 'Cost of leads', numeric: true, render: (row) => money(row.rootCost) },
  { key: 'trueUp', label: 'Minimum spend', numeric: true, needsRoom: true, render: (row) => money(row.trueUp) },
  {
    key: 'developer',
    label: 'Developer fees',
    numeric: true,
    needsRoom: true,
    render: (row) => money(row.developerFee),
  },
  { key: 'onboarding', label: 'Set-ups', numeric: true, needsRoom: true, render: (row) => money(row.onboarding) },
  { key: 'refunds', label: 'Went back', numeric: true, needsRoom: true, render: (row) => money(row.refunds) },
  { key: 'left', label: 'Revenue', numeric: true, card: 'fact', render: (row) => money(row.rootRevenue) },
]

type AgencyRow = Revenue['byAgency'][number]
type ProductRow = Figures & { product: string; name: string }
const agencyColumns: Column<AgencyRow>[] = [
  {
    key: 'agency',
    label: 'Agency',
    width: 'wide',
    card: 'title',
    render: ({ companyName }) => <span dir="auto">{companyName}</span>,
  },
  ...figureColumns<AgencyRow>(),
]
const productColumns: Column<ProductRow>[] = [
  { key: 'product', label: 'Product', card: 'title', render: ({ name }) => name },
  ...figureColumns<ProductRow>(),
]

/** What the platform earned in some days: in all, by day, by product and by agency. */
export function RevenueReport() {
  const me = useMe()
  const { read, put } = useAddress()
  const now = useNow()
  const today = dayIn(SYSTEM_ZONE, now)
  const range = rangeOf(read('from'), read('to'), today)
  const asked = { startDate: range.from, endDate: range.to }
  const { data, error, isValidating, reload } = useCall('reports.revenue', asked, { keep: true })
  const revenue = data?.data
  const retry = error !== undefined && !data ? () => void reload() : undefined
  const names = lineNamesOf(me)
  const productRows =
    revenue &&
    [...productLines, 'none' as const].flatMap((product) => {
      const found = revenue.byProduct[product]
      return found ? [{ product, name: product === 'none' ? 'Of no product' : names[product], ...found }] : []
    })
  const failed =
    error === undefined || data
      ? undefined
      : { title: 'The revenue could not be loaded', text: messageOf(error), onRetry: () => void reload() }
  const empty = { title: 'Nothing was paid', text: 'No invoice was paid on these days.' }
  return (
    <Stack gap="md">
      <FilterBar>
        <DateRange
          today={today}
          maxDate={today}
          value={range}
          ranges={rangesIn(SYSTEM_ZONE, now)}
          onChange={(days) => put({ from: days?.from, to: days?.to })}
        />
      </FilterBar>
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure label="Clients paid" isAlone value={revenue && money(revenue.retail)} onRetry={retry} />
        <Figure label="Agencies paid" isAlone value={revenue && money(revenue.wholesale)} onRetry={retry} />
        <Figure label="Cost of leads" isAlone value={revenue && money(revenue.rootCost)} onRetry={retry} />
        <Figure label="Revenue" isAlone value={revenue && money(revenue.rootRevenue)} onRetry={retry} />
      </SimpleGrid>
      <Chart
        title="Revenue by day"
        kind="bars"
        range={range}
        points={revenue?.byDay.map(({ date, rootRevenue }) => ({
          day: date,
          values: { revenue: rootRevenue },
        }))}
        series={[{ key: 'revenue', label: 'Revenue' }]}
        format={money}
        toCell={plain}
        error={error === undefined ? undefined : { text: messageOf(error), onRetry: () => void reload() }}
        empty="No invoice was paid on these days."
      />
      <DataTable
        label="Revenue by product"
        columns={productColumns}
        rows={productRows}
        keyOf={({ product }) => product}
        skeletonRows={3}
        refreshing={isValidating && data !== undefined}
        error={failed}
        empty={empty}
      />
      <DataTable
        label="Revenue by agency"
        columns={agencyColumns}
        rows={revenue?.byAgency}
        keyOf={({ companyId }) => companyId}
        skeletonRows={3}
        refreshing={isValidating && data !== undefined}
        error={failed}
        empty={empty}
      />
      <Text size="sm" c="dimmed">
        Invoices count on the day on which they were paid, and what went back counts on that day too; what a Data Wallet
        pays lead by lead counts on the day on which it was set aside. Revenue is what agencies paid, with minimum
        spend, set-ups and developer fees, less the cost of the leads and what went back. What was paid in the last hour
        is not in it.
      </Text>
    </Stack>
  )
}

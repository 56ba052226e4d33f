import { Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { dayIn } from '#shared/dates.ts'
import { productLines } from '#shared/model/company.ts'
import { messageOf } from '../../api/api-error.ts'
import { lineNamesOf } from '../../api/line-names.ts'
import type { UserData } from '../../api/session-store.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Column } from '../../ui/data-table/table-types.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { rangeOf, rangesIn } from '../../ui/days.ts'
import { Figure } from '../../ui/figure.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { toCount } from '../../ui/format.ts'
import { useAddress } from '../../ui/use-address.ts'
import { useNow } from '../../ui/use-now.ts'
import { CompanyChoice } from './company-choice.tsx'

type Answer = Output<'reports.analytics'>
type Totals = Answer['totals']
type End = { key: string; label: string; of: keyof Totals; why: string }

/** In the order in which the questions are asked. */
const ends: End[] = [
  { key: 'leads', label: 'Leads', of: 'leads', why: 'Became a lead.' },
  { key: 'unmatched', label: 'Unknown', of: 'unmatched', why: 'The provider does not know who it was.' },
  { key: 'incomplete', label: 'Incomplete', of: 'incomplete', why: 'Lacks what the campaign requires.' },
  { key: 'excluded', label: 'Excluded', of: 'excluded', why: 'Stands on an exclusion list.' },
  { key: 'duplicate', label: 'Known already', of: 'duplicate', why: 'Is a lead of the campaign already.' },
  {
    key: 'limit',
    label: 'Over the limit',
    of: 'limit',
    why: 'The limit of the day, of the month or in all was reached.',
  },
  { key: 'funds', label: 'No funds', of: 'noFunds', why: 'What was paid ahead is used up.' },
  { key: 'cap', label: 'Amount reached', of: 'cap', why: 'The most that may be spent in the month was reached.' },
  { key: 'inactive', label: 'Not running', of: 'inactive', why: 'The campaign did not run.' },
  { key: 'elsewhere', label: 'Other site', of: 'elsewhere', why: "The page was not one of the campaign's." },
  { key: 'converted', label: 'Customer', of: 'converted', why: 'Had reached the thank-you page.' },
]

const share = (part: number, all: number) => (all === 0 ? '—' : `${((100 * part) / all).toFixed(1)}%`)

type EndRow = End & { count: number; share: string }
/** On a phone the reason takes two lines. */
const wrapped = ({ why }: EndRow) => <span style={{ whiteSpace: 'normal' }}>{why}</span>
const endColumns: Column<EndRow>[] = [
  { key: 'end', label: 'What became of them', card: 'title', render: ({ label }) => label },
  { key: 'count', label: 'People', numeric: true, card: 'fact', render: ({ count }) => toCount(count) },
  { key: 'share', label: 'Share', numeric: true, card: 'fact', render: (row) => row.share },
  { key: 'why', label: 'Why', under: 'end', needsRoom: true, card: 'fact', render: wrapped },
]

/** Everybody who was seen in some days, and what became of them, by day. */
export function FunnelReport({ me }: { me: UserData }) {
  const { read, put } = useAddress()
  const now = useNow()
  const today = dayIn(SYSTEM_ZONE, now)
  const range = rangeOf(read('from'), read('to'), today)
  const line = productLines.find((each) => each === read('product'))
  const [agencyId, clientId, campaign] = [read('agency'), read('client'), read('campaign')]
  const isNumber = /^\d{8}$/.test(campaign)
  const isRoot = me.isSystemUser && !me.isViewMode
  const asked = {
    startDate: range.from,
    endDate: range.to,
    companyId: clientId || agencyId || 'all',
    campaignId: isNumber ? campaign : 'all',
    module: line ?? ('all' as const),
  }
  const { data, error, isValidating, reload } = useCall('reports.analytics', asked, { keep: true })
  const { totals } = data ?? {}
  const retry = error !== undefined && !data ? () => void reload() : undefined
  return (
    <Stack gap="md">
      <FilterBar
        search={{
          value: campaign,
          onChange: (text) => put({ campaign: text.trim() }, 'typing'),
          label: 'Number of a campaign',
          placeholder: 'Number of a campaign',
          ...(campaign !== '' && !isNumber && { fault: 'Enter its 8 digits. These figures are of all campaigns.' }),
        }}
      >
        {isRoot && (
          <CompanyChoice
            key={`agency ${agencyId}`}
            companyId={me.companyId}
            what="agency"
            value={agencyId}
            onChange={(id) => put({ agency: id, client: undefined, campaign: undefined })}
          />
        )}
        {(agencyId || !isRoot) && me.userType !== 'client' && (
          <CompanyChoice
            key={`client ${agencyId} ${clientId}`}
            companyId={agencyId || me.companyId}
            what="client"
            value={clientId}
            onChange={(id) => put({ client: id, campaign: undefined })}
          />
        )}
        <Select
          aria-label="Product"
          placeholder="All products"
          w={160}
          clearable
          data={productLines.map((value) => ({ value, label: lineNamesOf(me)[value] }))}
          value={line ?? null}
          onChange={(value) => put({ product: value ?? undefined })}
        />
        <DateRange
          today={today}
          maxDate={today}
          value={range}
          ranges={rangesIn(SYSTEM_ZONE, now)}
          onChange={(days) => put({ from: days?.from, to: days?.to })}
        />
      </FilterBar>
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure label="Seen" isAlone value={totals && toCount(totals.pixelVisits)} onRetry={retry} />
        <Figure
          label="Known to the provider"
          isAlone
          value={totals && toCount(totals.providerMatches)}
          onRetry={retry}
        />
        <Figure label="Leads" isAlone value={totals && toCount(totals.leads)} onRetry={retry} />
        <Figure label="Not delivered" isAlone value={totals && toCount(totals.deliveryFailed)} onRetry={retry} />
      </SimpleGrid>
      <Chart
        title="People seen by day"
        kind="bars"
        range={range}
        points={data?.data.map((day) => ({
          day: day.date,
          values: { leads: day.leads, others: day.pixelVisits - day.leads },
        }))}
        series={[
          { key: 'leads', label: 'Leads' },
          { key: 'others', label: 'No lead' },
        ]}
        error={error === undefined ? undefined : { text: messageOf(error), onRetry: () => void reload() }}
        empty="Nobody was seen on these days."
      />
      <DataTable
        label="What became of them"
        isShort
        columns={endColumns}
        rows={
          totals &&
          ends.map((end) => ({ ...end, count: totals[end.of], share: share(totals[end.of], totals.pixelVisits) }))
        }
        keyOf={({ key }) => key}
        skeletonRows={ends.length}
        refreshing={isValidating && data !== undefined}
        error={
          error === undefined || data
            ? undefined
            : { title: 'The figures could not be loaded', text: messageOf(error), onRetry: () => void reload() }
        }
        empty={{ title: 'No figures', text: 'Nobody was seen on these days.' }}
      />
      <Text size="sm" c="dimmed">
        Days are those of each campaign's time zone, and people count on the day on which they were seen. The last hour
        is not in it yet.
      </Text>
    </Stack>
  )
}

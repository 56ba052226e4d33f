import { Switch } from '@mantine/core'
import type { Output } from '../../api/terms.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import type { DayRange } from '../../ui/days.ts'

type Props = {
  answer: Output<'leads.chart'> | undefined
  range: DayRange
  /** Leads of one campaign are not told apart. */
  hasCampaigns: boolean
  isByCampaign: boolean
  onByCampaign: (isOn: boolean) => void
  error: { text: string; onRetry: () => void } | undefined
}

/** Leads by day, in all or by campaign. The numbers behind the bars stand in its table. */
export function LeadChart({ answer, range, hasCampaigns, isByCampaign, onByCampaign, error }: Props) {
  // The sum of all stands beside its parts only where there is nothing else.
  const parts = answer?.series.slice(0, -1) ?? []
  const total = answer?.series.slice(-1) ?? []
  const shown = isByCampaign && parts.length > 0 ? parts : total
  const series = shown.map(({ name, campaignNumber }, at) => ({
    key: campaignNumber ?? `part ${at}`,
    label: name === 'Total' ? 'Leads' : name,
  }))
  const points = answer?.labels.map((day, index) => ({
    day,
    values: Object.fromEntries(shown.map(({ data }, at) => [series[at]?.key ?? '', data[index] ?? 0])),
  }))
  return (
    <Chart
      title="Leads by day"
      kind="bars"
      range={range}
      series={series}
      points={points}
      error={error}
      empty="No leads were found on these days."
      tools={
        hasCampaigns && (
          <Switch
            size="xs"
            label="By campaign"
            checked={isByCampaign}
            onChange={(event) => onByCampaign(event.currentTarget.checked)}
          />
        )
      }
    />
  )
}

import { Stack, Title } from '@mantine/core'
import { messageOf } from '../../api/api-error.ts'
import { LeadChart } from './lead-chart.tsx'
import { LeadFigures } from './lead-figures.tsx'
import type { ClientLeadsState } from './use-client-leads.ts'

/** The leads of one client in all products, for the page about it. */
export function ClientLeads({ range, answer, error, reload, isByCampaign, setByCampaign }: ClientLeadsState) {
  const failed = error === undefined ? undefined : { text: messageOf(error), onRetry: () => void reload() }
  return (
    <Stack component="section" gap="md" aria-label="The last 30 days">
      <Title order={2} size="h5">
        The last 30 days
      </Title>
      <LeadFigures answer={answer} range={range} isClient={false} onRetry={failed?.onRetry} />
      <LeadChart
        answer={answer}
        range={range}
        hasCampaigns
        isByCampaign={isByCampaign}
        onByCampaign={setByCampaign}
        error={failed}
      />
    </Stack>
  )
}

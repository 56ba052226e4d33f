import { Alert, Text } from '@mantine/core'
import { messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { Page } from '../../ui/page.tsx'
import { EnrichmentTable } from './enrichment-table.tsx'
import { NewEnrichment } from './new-enrichment.tsx'

const POLL_MS = 2000
const isMoving = (status: string) => status === 'waiting' || status === 'processing'

/** An agency sends addresses, and buys what else is known of their people. */
export default function DataEnrichmentPage() {
  const { companyId, isRootCompany, isViewMode } = useMe()
  const may = useMay()
  const list = useCall(
    'enrichment.list',
    { companyId },
    { every: POLL_MS, until: ({ data }) => !data.some(({ status }) => isMoving(status)) },
  )
  const mayBuy = may('enrichment:update', 'POST') && !isRootCompany && !isViewMode
  return (
    <Page
      title="Data enrichment"
      description="Send e-mail addresses, and get what else is known of the people behind them. You pay for those who are found."
    >
      {mayBuy && <NewEnrichment companyId={companyId} onArrived={list.reload} />}
      {!mayBuy && (
        <Alert color="gray" mb="md">
          <Text size="sm">
            {isViewMode
              ? 'Files are bought by the people of the agency themselves.'
              : 'Files are bought by agencies, with their own card or Data Wallet.'}
          </Text>
        </Alert>
      )}
      <EnrichmentTable
        companyId={companyId}
        mayBuy={mayBuy}
        rows={list.data?.data}
        error={list.error ? messageOf(list.error) : undefined}
        onReload={list.reload}
      />
    </Page>
  )
}

import type { Route } from '#shared/access/routes.ts'
import { useMe } from '../../api/session-store.ts'
import { useMay } from '../../api/use-may.ts'
import { Page } from '../../ui/page.tsx'
import { TabsInAddress } from '../../ui/tabs-in-address.tsx'
import { FunnelReport } from './funnel-report.tsx'
import { RevenueReport } from './revenue-report.tsx'
import { WeakCampaigns } from './weak-campaigns.tsx'

/** What becomes of everybody who is seen, what the platform earns, and which campaigns find too little. */
export default function AnalyticsPage(_: { route: Route }) {
  const me = useMe()
  const may = useMay()
  return (
    <Page title="Report Analytics" description="Who was seen, what became of them, and what it brought.">
      <TabsInAddress
        tabs={[
          { id: 'funnel', label: 'From visit to lead', content: <FunnelReport me={me} /> },
          ...(may('revenue:read', 'GET') ? [{ id: 'revenue', label: 'Revenue', content: <RevenueReport /> }] : []),
          { id: 'weak', label: 'Too few leads', content: <WeakCampaigns /> },
        ]}
      />
    </Page>
  )
}

import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useMe } from '../api/session-store.ts'
import { roleOf, useMay } from '../api/use-may.ts'
import { HomeBoard } from '../features/account/home/home-board.tsx'
import { useLogs } from '../features/audit/use-logs.tsx'
import AgencyListPage from '../features/companies/agency-list-page.tsx'
import { OwnDomain } from '../features/domains/own-domain.tsx'
import { usePricing } from '../features/pricing/use-pricing.tsx'
import { useSales } from '../features/sales/use-sales.tsx'
import { copyReferralLink } from '../features/staff/referral-link.ts'
import { useUnlock } from '../features/staff/use-unlock.tsx'
import { useViewMode } from './use-view-mode.ts'

/** The list with what other parts of the application add to its rows, and the way into people's views. */
export default function AgencyList() {
  const pricing = usePricing()
  const unlock = useUnlock()
  const sales = useSales()
  const logs = useLogs()
  const may = useMay()
  const me = useMe()
  const bar = useRef<HTMLElement>(null)
  return (
    <>
      <AgencyListPage
        bar={bar}
        // On a phone the list is out of sight: nothing would seem to happen.
        top={<HomeBoard onList={() => bar.current?.scrollIntoView({ block: 'center' })} />}
        tools={
          roleOf(me) === 'sales' && (
            <Button
              variant="default"
              onClick={() =>
                void copyReferralLink(me.id, 'Your referral link was copied. Agencies that register by it are yours.')
              }
            >
              Copy referral link
            </Button>
          )
        }
        onViewAs={useViewMode().begin}
        domainOf={(row, form) =>
          may('domain:read', 'GET') && (
            <OwnDomain companyId={row.companyId} mayChange={may('domain:update', 'PUT')} form={form} />
          )
        }
        more={(row) => [
          ...pricing.actionsOf(row),
          ...sales.actionsOf(row),
          ...unlock.actionsOf(row),
          ...logs.actionsOf(row),
        ]}
      />
      {pricing.dialog}
      {sales.dialog}
      {logs.dialog}
    </>
  )
}

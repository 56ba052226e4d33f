import { matchPath, useLocation, useNavigate } from 'react-router-dom'
import { companyPath, pathTo, type Route } from '#shared/access/routes.ts'
import { useMe } from '../api/session-store.ts'
import { useMay } from '../api/use-may.ts'
import { Logs } from '../features/audit/logs.tsx'
import { useLogState } from '../features/audit/use-log-state.ts'
import CompanyPage from '../features/companies/company-page.tsx'
import type { CompanyRow } from '../features/companies/use-company-list.ts'
import { OwnDomain } from '../features/domains/own-domain.tsx'
import { Exclusions } from '../features/exclusions/exclusions.tsx'
import { Invoices } from '../features/payments/invoices.tsx'
import { CompanyPrices } from '../features/pricing/company-prices.tsx'
import { usePriceRights } from '../features/pricing/use-price-rights.ts'
import { usePricing } from '../features/pricing/use-pricing.tsx'
import { useSales } from '../features/sales/use-sales.tsx'
import { StaffOf } from '../features/staff/staff-of.tsx'
import { noteRecent } from './shell/recents.ts'
import { useViewMode } from './use-view-mode.ts'

const isAgency = ({ userType }: CompanyRow) => userType === 'agency'

/** The page of one company, with what every part of the application shows of it. */
export default function Company({ route }: { route: Route }) {
  const companyId = matchPath(route.path, useLocation().pathname)?.params.companyId ?? ''
  const navigate = useNavigate()
  const may = useMay()
  const me = useMe()
  const pricing = usePricing()
  const sales = useSales()
  const isRoot = me.isRootCompany
  const prices = usePriceRights()
  return (
    <>
      <CompanyPage
        companyId={companyId}
        onViewAs={useViewMode().begin}
        onGone={() => navigate(pathTo(isRoot ? 'agencyList' : 'clientManagement'), { replace: true })}
        onSeen={({ companyName }) => noteRecent(me.id, { to: companyPath(companyId), label: companyName })}
        more={(row) => [...pricing.actionsOf(row), ...sales.actionsOf(row)]}
        domainOf={(row, form) =>
          isAgency(row) &&
          may('domain:read', 'GET') && (
            <OwnDomain companyId={row.companyId} mayChange={may('domain:update', 'PUT')} form={form} />
          )
        }
        tabsOf={(row) => [
          ...(isAgency(row) && may('administrator:read', 'GET')
            ? [{ id: 'people', label: 'People', content: <StaffOf company={row} /> }]
            : []),
          ...((isAgency(row) ? prices.maySeeCosts : prices.maySetPrices)
            ? [{ id: 'prices', label: 'Prices', content: <CompanyPrices row={row} /> }]
            : []),
          ...(may('card:read', 'GET')
            ? [{ id: 'money', label: 'Money', content: <Invoices companyId={row.companyId} /> }]
            : []),
          ...(!isAgency(row) && may('exclusion:read', 'GET')
            ? [{ id: 'files', label: 'Files', content: <Exclusions companyId={row.companyId} /> }]
            : []),
          ...(may('log:read', 'GET')
            ? [{ id: 'audit', label: 'Audit log', content: <LogsHere companyId={row.companyId} /> }]
            : []),
        ]}
      />
      {pricing.dialog}
      {sales.dialog}
    </>
  )
}

function LogsHere({ companyId }: { companyId: string }) {
  return <Logs companyId={companyId} state={useLogState()} />
}

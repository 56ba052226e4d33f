import { Paper } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router-dom'
import { companyPath, pathTo, type Route } from '#shared/access/routes.ts'
import { useMe } from '../api/session-store.ts'
import { roleOf, useMay } from '../api/use-may.ts'
import CompanyPage from '../features/companies/company-page.tsx'
import type { CompanyRow } from '../features/companies/use-company-list.ts'
import { useCampaignExclusions } from '../features/exclusions/use-campaign-exclusions.tsx'
import { useClientLeads } from '../features/leads/use-client-leads.ts'
import { usePriceRights } from '../features/pricing/use-price-rights.ts'
import { usePricing } from '../features/pricing/use-pricing.tsx'
import { useSales } from '../features/sales/use-sales.tsx'
import { useUnlock } from '../features/staff/use-unlock.tsx'
import { PageBody } from '../ui/page.tsx'
import { SkeletonLines } from '../ui/skeleton-lines.tsx'
import { useAddress } from '../ui/use-address.ts'
import { noteRecent } from './shell/recents.ts'
import { useViewMode } from './use-view-mode.ts'

// A part of another kind of work is fetched by the first tab that shows it.
const Logs = lazy(() => import('../features/audit/company-logs.tsx'))
const CampaignList = lazy(async () => ({
  default: (await import('../features/campaigns/campaign-list.tsx')).CampaignList,
}))
const ClientLeads = lazy(async () => ({ default: (await import('../features/leads/client-leads.tsx')).ClientLeads }))
const OwnDomain = lazy(async () => ({ default: (await import('../features/domains/own-domain.tsx')).OwnDomain }))
const Exclusions = lazy(async () => ({ default: (await import('../features/exclusions/exclusions.tsx')).Exclusions }))
const ClientMoney = lazy(async () => ({
  default: (await import('../features/payments/client-money.tsx')).ClientMoney,
}))
const Invoices = lazy(async () => ({ default: (await import('../features/payments/invoices.tsx')).Invoices }))
const CapNotice = lazy(async () => ({ default: (await import('../features/pricing/spending-cap.tsx')).CapNotice }))
const CancelledContract = lazy(async () => ({
  default: (await import('../features/payments/cancelled-contract.tsx')).CancelledContract,
}))
const CompanyPrices = lazy(async () => ({
  default: (await import('../features/pricing/company-prices.tsx')).CompanyPrices,
}))
const Webhooks = lazy(async () => ({ default: (await import('../features/campaigns/webhooks.tsx')).Webhooks }))
const ClientTools = lazy(async () => ({ default: (await import('./client-tools.tsx')).ClientTools }))
const MarketingOrganization = lazy(async () => ({
  default: (await import('../features/marketing/organization.tsx')).MarketingOrganization,
}))
const StaffOf = lazy(async () => ({ default: (await import('../features/staff/staff-of.tsx')).StaffOf }))

const TopUpSwitch = lazy(async () => ({
  default: (await import('../features/wallet/top-up-switch.tsx')).TopUpSwitch,
}))

const tab = (id: string, label: string, part: ReactNode) => ({
  id,
  label,
  content: <Suspense fallback={<SkeletonLines rows={6} height={38} />}>{part}</Suspense>,
})

const isAgency = ({ userType }: CompanyRow) => userType === 'agency'

/** The page of one company, with what every part of the application shows of it. */
export default function Company({ route }: { route: Route }) {
  const companyId = matchPath(route.path, useLocation().pathname)?.params.companyId ?? ''
  const navigate = useNavigate()
  const may = useMay()
  const me = useMe()
  const pricing = usePricing()
  const unlock = useUnlock()
  const sales = useSales()
  const exclusions = useCampaignExclusions()
  const isRoot = me.isRootCompany
  const prices = usePriceRights()
  const isOverview = ['', 'overview'].includes(useAddress().read('tab'))
  // Above an agency nobody reads leads by day; asked for beside the company itself, not behind it.
  const seesLeads = roleOf(me) === 'agency' && may('lead:read', 'GET')
  const leads = useClientLeads(seesLeads && isOverview ? companyId : undefined)
  return (
    <>
      <CompanyPage
        companyId={companyId}
        onViewAs={useViewMode().begin}
        onGone={() => navigate(pathTo(isRoot ? 'agencyList' : 'clientManagement'), { replace: true })}
        onSeen={({ companyName }) => noteRecent(me.id, { to: companyPath(companyId), label: companyName })}
        more={(row) => [...pricing.actionsOf(row), ...sales.actionsOf(row), ...unlock.actionsOf(row)]}
        resultsOf={
          seesLeads
            ? () => (
                <Suspense fallback={<SkeletonLines rows={8} height={38} />}>
                  <ClientLeads {...leads} />
                </Suspense>
              )
            : undefined
        }
        moreFactsOf={
          may('organization:read', 'GET')
            ? (row) => (
                <Suspense fallback={<SkeletonLines rows={3} height={38} />}>
                  <MarketingOrganization
                    companyId={row.companyId}
                    companyName={row.companyName}
                    personId={row.id}
                    isClient={!isAgency(row)}
                  />
                </Suspense>
              )
            : undefined
        }
        domainOf={(row, form) =>
          isAgency(row) &&
          may('domain:read', 'GET') && (
            <Suspense fallback={<SkeletonLines rows={2} height={38} />}>
              <OwnDomain companyId={row.companyId} mayChange={may('domain:update', 'PUT')} form={form} />
            </Suspense>
          )
        }
        campaignsOf={
          may('campaign:read', 'GET')
            ? (row, agencyId) => (
                <Suspense fallback={<SkeletonLines rows={6} height={38} />}>
                  {!isAgency(row) && prices.maySetPrices && <CapNotice companyId={row.companyId} />}
                  <CampaignList
                    company={{ id: row.companyId, isClient: !isAgency(row) }}
                    groupsOf={agencyId}
                    kept="campaigns of one"
                    prefix="c"
                    more={exclusions.actionsOf}
                  />
                </Suspense>
              )
            : undefined
        }
        noticeOf={({ data: row, cancelled }, reload) =>
          cancelled && (
            <Suspense fallback={null}>
              <CancelledContract agency={row} cancelled={cancelled} onResumed={reload} />
            </Suspense>
          )
        }
        tabsOf={({ data: row, isTopUpEnabled }, reload) => [
          ...(isAgency(row) && may('administrator:read', 'GET')
            ? [tab('people', 'People', <StaffOf company={row} />)]
            : []),
          ...((isAgency(row) ? prices.maySeeCosts : prices.maySetPrices)
            ? [tab('prices', 'Prices', <CompanyPrices row={row} />)]
            : []),
          ...(may('card:read', 'GET')
            ? [
                tab(
                  'money',
                  'Money',
                  isAgency(row) ? (
                    <>
                      {isTopUpEnabled !== undefined && may('wallet:enable', 'POST') && (
                        <TopUpSwitch agency={row} isOn={isTopUpEnabled} onChanged={reload} />
                      )}
                      <Invoices companyId={row.companyId} />
                    </>
                  ) : (
                    <ClientMoney companyId={row.companyId} />
                  ),
                ),
              ]
            : []),
          ...(may('exclusion:read', 'GET')
            ? [
                tab(
                  'files',
                  'Files',
                  <PageBody kind="form">
                    <Paper p="lg">
                      <Exclusions
                        list={{ companyId: row.companyId }}
                        keptFrom={isAgency(row) ? 'all campaigns of this agency' : 'all campaigns of this client'}
                      />
                    </Paper>
                  </PageBody>,
                ),
              ]
            : []),
          ...(may('campaign:read', 'GET')
            ? [
                tab(
                  'webhooks',
                  'Webhooks',
                  <PageBody kind="form">
                    <Paper p="lg">
                      <Webhooks companyId={row.companyId}>
                        {isAgency(row)
                          ? 'Leads of all its clients are sent to these webhooks as they come, except for clients and campaigns that have webhooks of their own.'
                          : 'Leads of all its campaigns are sent to these webhooks as they come, except for campaigns that have webhooks of their own. Without any, those of the agency are used.'}
                      </Webhooks>
                    </Paper>
                  </PageBody>,
                ),
              ]
            : []),
          ...(!isAgency(row) && may('integration:read', 'GET')
            ? [tab('integrations', 'Integrations', <ClientTools companyId={row.companyId} />)]
            : []),
          ...(may('log:read', 'GET') ? [tab('audit', 'Audit log', <Logs companyId={row.companyId} />)] : []),
        ]}
      />
      {pricing.dialog}
      {sales.dialog}
      {exclusions.panel}
    </>
  )
}

import { useNavigate } from 'react-router-dom'
import { findLineRoute, pathTo } from '#shared/access/routes.ts'
import { useTenant } from '../api/tenant.ts'
import CampaignSetupPage from '../features/campaigns/editor/campaign-setup-page.tsx'
import { CampaignPrice } from '../features/pricing/campaign-price.tsx'
import { usePriceRights } from '../features/pricing/use-price-rights.ts'

/** The editor of campaigns, with the prices that another part of the application keeps, and the way back to the lists. */
export default function CampaignSetup() {
  const navigate = useNavigate()
  const { sideMenu } = useTenant()
  const { maySetPrices } = usePriceRights()
  return (
    <CampaignSetupPage
      maySetPrices={maySetPrices}
      priceOf={({ clientUserId, campaignId, line, saving }) => (
        <CampaignPrice key={campaignId} clientId={clientUserId} campaignId={campaignId} line={line} saving={saving} />
      )}
      onDone={(line) => navigate(findLineRoute(sideMenu, 'lineCampaignManagement', line)?.path ?? pathTo('campaign'))}
    />
  )
}

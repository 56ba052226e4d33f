import type { Route } from '#shared/access/routes.ts'
import CampaignsPage from '../features/campaigns/campaigns-page.tsx'
import { useCampaignExclusions } from '../features/exclusions/use-campaign-exclusions.tsx'

/** The campaigns of one product, with what every part of the application offers for each. */
export default function Campaigns({ route }: { route: Route }) {
  const exclusions = useCampaignExclusions()
  return (
    <>
      <CampaignsPage route={route} more={exclusions.actionsOf} />
      {exclusions.panel}
    </>
  )
}

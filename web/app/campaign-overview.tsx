import OverviewPage from '../features/campaigns/overview-page.tsx'
import { useCampaignExclusions } from '../features/exclusions/use-campaign-exclusions.tsx'

/** All campaigns, with what every part of the application offers for each. */
export default function CampaignOverview() {
  const exclusions = useCampaignExclusions()
  return (
    <>
      <OverviewPage more={exclusions.actionsOf} />
      {exclusions.panel}
    </>
  )
}

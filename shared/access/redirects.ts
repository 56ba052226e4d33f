// Pages that send some of the people they admit elsewhere.

import { findLineRoute, pathTo, type Route, type RouteId } from './routes.ts'
import { hasCardSetUp, menuIsOn, type Viewer } from './viewer.ts'

type Redirect = (viewer: Viewer, route: Route) => string | undefined

/** System users and sales people work on agencies, not on a product line of their own. */
const toAgencyList: Redirect = (viewer) =>
  viewer.isSystemUser || viewer.userType === 'sales' ? pathTo('agencyList') : undefined

const mayNotAddCampaigns = (viewer: Viewer) => viewer.userType === 'client' && viewer.disableClientAddCampaign

const campaignManagement: Redirect = (viewer, route) => {
  if (route.line && mayNotAddCampaigns(viewer)) return findLineRoute(viewer.modules, 'lineDashboard', route.line)?.path
  return toAgencyList(viewer, route)
}

const redirects: Partial<Record<RouteId, Redirect>> = {
  profileSetupV1: (viewer) => {
    const isOpen = viewer.isSystemUser || (hasCardSetUp(viewer) && menuIsOn(viewer, 'leads'))
    return isOpen ? undefined : pathTo('profileSetup')
  },
  // Operators see campaigns on the pages of the companies that they belong to.
  campaign: toAgencyList,
  // The clients of an operator are agencies, which have a list of their own.
  client: (viewer) => (viewer.isSystemUser ? pathTo('agencyList') : undefined),
  campaignSetup: (viewer) => (mayNotAddCampaigns(viewer) ? pathTo('campaign') : undefined),
  // An account executive has clients of their own, also as a system user.
  clientManagement: (viewer) => (viewer.isSystemUser && viewer.userType !== 'sales' ? pathTo('agencyList') : undefined),
  lineDashboard: toAgencyList,
  lineCampaignManagement: campaignManagement,
  lineCampaignManagementV1: campaignManagement,
}

/** Where a page sends an admitted viewer instead; undefined when it shows itself. */
export function redirectOf(viewer: Viewer, route: Route): string | undefined {
  return redirects[route.id]?.(viewer, route)
}

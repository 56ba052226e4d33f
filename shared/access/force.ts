// The one page a person must see first: an unconnected sales account, a failed payment, an unfinished set-up.
import { isConnected } from './connection.ts'
import { agencyPaymentFailed, clientPaymentFailed, hasCardSetUp, type Viewer } from './viewer.ts'

export type ForcedPage = 'salesConnectAccount' | 'cardSetting' | 'profileSetup'

/** The page that comes before all others, or null. Sales first, then failed payments, then set-up; system users are never held up. */
export function forcedPage(viewer: Viewer): ForcedPage | null {
  if (!viewer.setupChecked) return null
  if (viewer.userType === 'sales') return isConnected(viewer) ? null : 'salesConnectAccount'
  if (viewer.isSystemUser) return null
  // A failed payment decides alone, because it makes the set-up incomplete too. View mode forgives the agency's, not the client's.
  if (agencyPaymentFailed(viewer)) return viewer.isViewing ? null : 'cardSetting'
  if (clientPaymentFailed(viewer)) return 'cardSetting'
  return viewer.setupComplete && hasCardSetUp(viewer) ? null : 'profileSetup'
}

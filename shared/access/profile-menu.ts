// The dropdown under the viewer's own picture.
import type { ActionId } from './admits.ts'
import { isConnected } from './connection.ts'
import { opens } from './guard.ts'
import type { MenuLink } from './menu.ts'
import { pathTo } from './routes.ts'
import { hasCardSetUp, hasWallet, menuIsOn, type Viewer } from './viewer.ts'

const hasAgencyType = ({ userType }: Viewer) => userType === 'user' || userType === 'agency'

/**
 * Who pays by card: everybody with one on file, or, when billed by hand, the agency instead of its clients. The platform's own
 * people and those in sales pay nothing: a set-up in which no card is missing says nothing of one.
 */
function paysByCard(viewer: Viewer): boolean {
  if (viewer.isSystemUser || viewer.userType === 'sales') return false
  return viewer.manualBill ? hasAgencyType(viewer) : viewer.hasCard
}

/** Programs may call for the root and for agencies directly below it; agencies must also be able to pay for it. Keys are kept in Settings. */
function isDeveloper(viewer: Viewer): boolean {
  if (!hasAgencyType(viewer) || !viewer.apiMode || !menuIsOn(viewer, 'settings')) return false
  if (!viewer.domainIsRootCompany && !viewer.isPlatformRootAgency) return false
  return viewer.isSystemUser || (hasCardSetUp(viewer) && isConnected(viewer))
}

/** The profile dropdown from top to bottom. In view mode the personal settings of the other person are left out. */
export function profileMenu(viewer: Viewer): MenuLink[] {
  const isClient = viewer.userType === 'client'
  const page = (
    id: 'profile' | 'cardSetting' | 'salesConnectAccount' | 'integrations' | 'signIns',
    label: string,
    isOffered: boolean,
  ): MenuLink[] => {
    const to = pathTo(id)
    return isOffered && opens(viewer, to) ? [{ id, label, to }] : []
  }
  const action = (id: ActionId, label: string, isOffered = true): MenuLink[] =>
    isOffered ? [{ id, label, action: id }] : []

  return [
    ...page('profile', 'Profile', viewer.userType !== 'sales'),
    ...page('cardSetting', 'Card Setting', paysByCard(viewer) && menuIsOn(viewer, 'settings')),
    // No menu but this one leads to where commissions go, once the account is connected.
    ...page('salesConnectAccount', 'Payment Account', viewer.userType === 'sales'),
    ...action('dataWallet', 'Data Wallet', hasWallet(viewer)),
    ...page('integrations', 'Integrations', isClient),
    ...action('developer', 'Developer', isDeveloper(viewer)),
    ...action('clientExclusionList', 'Exclusion List', isClient),
    ...action('changePassword', 'Change Password', !viewer.isViewing),
    ...action('twoFactor', 'Two Factor Authentication', !viewer.isViewing),
    ...page('signIns', 'Devices and Sign-ins', !viewer.isViewing),
    ...action('logOut', 'Log out'),
  ]
}

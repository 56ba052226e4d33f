// What a person is told while something of their payment set-up is missing. The beginnings of the sentences are fixed wording.
import type { ConnectionState } from '../model/company.ts'
import { isConnected } from './connection.ts'
import { opens } from './guard.ts'
import { pathTo } from './routes.ts'
import { agencyPaymentFailed, clientPaymentFailed, hasCardSetUp, isAgency, type Viewer } from './viewer.ts'

const texts = {
  salesNotConnected: 'You need to connect your Stripe account to activated your Sales Account',
  profileIncomplete: 'Please complete your profile to fully use the system. (Go to Profile)',
  cardMissing: 'Complete your payment setup first to fully use the system. (Go to Profile -> Payment Setup)',
  notConnected:
    'You need to connect your Stripe account prior to adding any clients. General Settings has it under Payment account.',
  connectionPending:
    'Please continue complete the form to connect your account with Stripe. General Settings has it under Payment account.',
  inVerification:
    'Your account is still being verified by Stripe. You can add clients as soon as the verification is finished.',
  agencyNotConnected:
    'The agency account is not fully set up, so campaigns cannot start yet. Please contact your agency.',
} as const

export type NoticeId = keyof typeof texts
/** The id tells notices apart, so that each is shown once per session. */
export type Notice = { id: NoticeId; text: string }

/** A completed account still lacks its package when it does not count as connected, which the form asks for. */
const byState = {
  '': 'notConnected',
  failed: 'notConnected',
  pending: 'connectionPending',
  completed: 'connectionPending',
  inverification: 'inVerification',
} as const satisfies Record<ConnectionState, NoticeId>

function noticeId(viewer: Viewer): NoticeId | null {
  if (!viewer.setupChecked) return null
  if (viewer.userType === 'sales') return isConnected(viewer) ? null : 'salesNotConnected'
  if (viewer.isSystemUser) return null
  if (!viewer.profileSetupCompleted) return 'profileIncomplete'
  if (!hasCardSetUp(viewer)) return 'cardMissing'
  // A failed payment is told by the card page, and is not an unfinished profile.
  if (agencyPaymentFailed(viewer) || clientPaymentFailed(viewer)) return null
  if (!viewer.setupComplete) return 'profileIncomplete'
  if (isConnected(viewer)) return null
  if (viewer.userType === 'client') return 'agencyNotConnected'
  return isAgency(viewer) ? byState[viewer.connectionState] : null
}

/** The most urgent notice for the viewer, or null: profile before card before connected account. */
export function noticeFor(viewer: Viewer): Notice | null {
  const id = noticeId(viewer)
  return id && { id, text: texts[id] }
}

/** The banner for an agency whose connected account lost rights because something is still asked of it; `to` is where to answer. */
export function actionRequired(viewer: Viewer): { text: string; to: string | null } | null {
  const isLimited = !viewer.chargesEnabled || !viewer.payoutsEnabled
  if (!isAgency(viewer) || !isLimited || viewer.accountRequirements.length === 0) return null
  const settings = pathTo('generalSetting')
  const to = opens(viewer, settings) ? `${settings}?tab=payment` : null
  return { text: 'Action Required: Update your Stripe connected account', to }
}

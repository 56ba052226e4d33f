// Whether money can flow through a connected payment account.
import type { Viewer } from './viewer.ts'

export type ConnectionFacts = Pick<Viewer, 'userType' | 'connectionState' | 'gateway' | 'packageId' | 'manualBill'>

/**
 * Whether the account counts as connected. An untouched or failed Stripe account is as good as connected when the agency is
 * billed by hand; one that is under way (pending, in verification) never is. Sales people need a completed account only.
 */
export function isConnected({ userType, connectionState, gateway, packageId, manualBill }: ConnectionFacts): boolean {
  if (userType === 'sales') return connectionState === 'completed'
  const hasPackage = packageId !== ''
  switch (connectionState) {
    case 'completed':
      return hasPackage
    case '':
      return gateway === 'other' ? hasPackage : manualBill
    case 'failed':
      return gateway === 'stripe' && manualBill
    case 'pending':
    case 'inverification':
      return false
    default:
      return connectionState satisfies never
  }
}

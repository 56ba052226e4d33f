// What a person still has to set up, decided from what is stored. The server tells it to the screens and refuses by it.
import type { Company } from '../model/company.ts'
import type { User } from '../model/user.ts'

export type SetupFacts = {
  user: Pick<User, 'userType' | 'isSystemUser' | 'hasCard' | 'profileSetupCompleted'>
  company: Pick<Company, 'manualBill' | 'paymentFailed' | 'customerPaymentId'>
  /** The company whose menus, brand and payment account apply: of a client its agency. */
  agency: Pick<Company, 'paymentFailed'>
}

export type Setup = {
  hasCard: boolean
  isComplete: boolean
  accessModule: '' | 'paymentfailed'
  accessModuleAgency: '' | 'paymentfailed'
}

/** A client billed by hand needs no card, sales people and system users none at all; a client's failed payment makes the set-up incomplete again. */
export function setupOf({ user, company, agency }: SetupFacts): Setup {
  const isClient = user.userType === 'client'
  const hasCard = user.hasCard || company.customerPaymentId !== '' || (isClient && company.manualBill)
  const hasFailed = isClient && company.paymentFailed
  const needsCard = user.userType !== 'sales'
  return {
    hasCard,
    isComplete: user.isSystemUser || (user.profileSetupCompleted && (!needsCard || hasCard) && !hasFailed),
    accessModule: hasFailed ? 'paymentfailed' : '',
    accessModuleAgency: !isClient && agency.paymentFailed ? 'paymentfailed' : '',
  }
}

/** The company whose menus, brand and payment account apply: the agency of a client, otherwise the company itself. */
export const servingCompany = <Node extends Pick<Company, 'kind'>>(company: Node, parent: Node | undefined): Node =>
  company.kind === 'client' && parent ? parent : company

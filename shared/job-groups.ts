// Whose messages of a job wait for each other: made of the message itself, so that nobody who sends one can forget it. A place outside
// that is slow, or a company with very much work, then holds up nobody but itself. Pure.
import type { JobName } from './job-names.ts'
import { aboutOf } from './job-subject.ts'
import type { JobMessage } from './jobs.ts'

/** The agency of the campaign. Messages and rows from before it was kept with them go by the company that has the destination. */
export const deliveryGroup = ({
  agencyId,
  destination,
}: {
  agencyId: string
  destination: { companyId: string }
}): string => agencyId || destination.companyId

const groups: { [Name in JobName]?: (message: JobMessage<Name>) => string } = {
  deliverLead: deliveryGroup,
  lookAtDelivery: deliveryGroup,
  writeSheet: ({ agencyId, ownerId }) => agencyId || ownerId,
  handleStripeEvent: ({ accountId }) => accountId,
}

/** The company whose work it is, where the message names one. */
const ownerOf = (message: unknown): string | undefined => {
  const { tenant, company } = aboutOf(message)
  return tenant ?? company
}

/** `said`: by who sends it, who may know the agency of a client. Undefined of work that is nobody's own. */
export const groupOf = <Name extends JobName>(
  job: Name,
  message: JobMessage<Name>,
  said?: string,
): string | undefined => groups[job]?.(message) || said || ownerOf(message)

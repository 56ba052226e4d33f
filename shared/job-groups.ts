// Whose messages of a job wait for each other, for jobs that wait for places outside: made of the message itself, so that nobody who
// sends one can forget it. A place that is slow, or an agency with very many leads, then holds up nobody but its own agency. Pure.
import type { JobName } from './job-names.ts'
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
}

/** Undefined where who sends a message of the job says it, or nobody. */
export const groupOf = <Name extends JobName>(job: Name, message: JobMessage<Name>): string | undefined =>
  groups[job]?.(message)

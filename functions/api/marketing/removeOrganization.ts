import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { removeOrganization, requireManager } from '../../domain/marketing/organization.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.marketing.removeOrganization, async ({ company, actor, db, adPartner, tell }) => {
  requireManager(actor, company)
  const gone = await removeOrganization({ db, adPartner }, company)
  if (!gone) throw notFound('organization')
  tell({
    description:
      gone.record === 'kept'
        ? `Removed the record ${gone.id} of ${company.name} at the ad partner`
        : `Forgot the organization ${gone.id} of ${company.name}, which was entered by hand`,
    before: { organization: gone.id },
    after: { organization: '' },
  })
  return { result: 'success' as const, message: messages.deleted }
})

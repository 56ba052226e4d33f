import { contracts } from '#shared/contracts/index.ts'
import { messages } from '#shared/messages.ts'
import { createOrganization, requireManager } from '../../domain/marketing/organization.ts'
import { handle } from '../../kit/handle.ts'

export default handle(
  contracts.marketing.createOrganization,
  async ({ input, company, actor, db, adPartner, tell }) => {
    requireManager(actor, company)
    const { id, name, isNew } = await createOrganization({ db, adPartner }, company, input.name)
    tell({
      description: isNew
        ? `Made the record ${id} of ${company.name} at the ad partner`
        : `Asked for the record ${id} of ${company.name} at the ad partner`,
      ...(isNew && { before: { organization: '' }, after: { organization: id } }),
    })
    return { result: 'success' as const, message: messages.added, data: { id, name } }
  },
)

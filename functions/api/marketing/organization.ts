import { contracts } from '#shared/contracts/index.ts'
import { findOrganization } from '../../domain/marketing/organization.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.marketing.organization, async ({ company, adPartner }) => {
  const available = await adPartner.isThere()
  return { available, data: available ? await findOrganization({ adPartner }, company) : null }
})

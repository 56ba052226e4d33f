import { contracts } from '#shared/contracts/index.ts'
import { findByWords } from '../../domain/campaigns/find.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.campaigns.find, async ({ db, company, input }) => ({
  campaigns: (await findByWords(db, company, input.search)).map((found) => ({
    id: found.id,
    leadspeek_api_id: found.number,
    campaign_name: found.name,
    company_id: found.companyId,
    company_name: found.companyName,
    leadspeek_type: found.line,
    status: found.status,
  })),
}))

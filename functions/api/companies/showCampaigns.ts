import { refusalForPart } from '#shared/access/manage-companies.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { findForChoice } from '../../domain/campaigns/find.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.companies.showCampaigns, async ({ db, input, actor, company }) => {
  const why = refusalForPart(actor, company)
  if (why) throw refused(why)
  const { campaigns, isCut } = await findForChoice(db, company, input.search)
  return {
    is_cut: isCut,
    data: campaigns.map(({ number, name, companyName, line, status }) => ({
      leadspeek_api_id: number,
      campaign_name: name,
      company_name: companyName,
      leadspeek_type: line,
      status,
    })),
  }
})

// One campaign with everything that was saved of it, as the editor and outside programs read it.
import type { Missing } from '#shared/campaigns/may-start.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { CampaignDetail } from '../../data/campaigns/campaign.ts'
import { toPayload } from './payload.ts'

type Whole = { campaign: Campaign; detail: CampaignDetail; company: Pick<Company, 'name'>; missing: Missing | null }

export const toCampaignData = ({ campaign, detail, company, missing }: Whole) => ({
  id: campaign.id,
  leadspeek_api_id: campaign.number,
  company_id: campaign.companyId,
  company_name: company.name,
  leadspeek_type: campaign.line,
  status: campaign.status,
  status_reason: campaign.statusReason,
  payment_term: campaign.term,
  created_at: new Date(campaign.createdAt).toISOString(),
  started_at: campaign.startedAt ? new Date(campaign.startedAt).toISOString() : null,
  version: campaign.version,
  missing,
  ...toPayload(campaign, detail.target, detail.answers),
})

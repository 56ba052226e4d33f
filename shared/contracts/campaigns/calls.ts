import * as z from 'zod'
import { campaignStatuses } from '../../model/campaign.ts'
import { productLines } from '../../model/company.ts'
import { call } from '../lib/call.ts'
import { Id } from '../lib/fields.ts'

export const list = call({
  method: 'GET',
  path: '/leadspeek/campaigns/{companyId}',
  summary: 'The campaigns of a client company, newest first.',
  can: 'campaign:read',
  pages: ['lineDashboard'],
  company: 'companyId',
  rounds: { most: 3, reason: 'The totals are those of the campaigns that were found.' },
  input: z.object({ companyId: Id, line: z.enum(productLines).optional() }),
  output: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        campaign_name: z.string(),
        leadspeek_type: z.enum(productLines),
        status: z.enum(campaignStatuses),
        site_url: z.string(),
        timezone: z.string(),
        total_leads: z.number(),
        created_at: z.string(),
      }),
    ),
  }),
})

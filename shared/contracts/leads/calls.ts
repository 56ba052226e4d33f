import * as z from 'zod'
import { call } from '../lib/call.ts'
import { Day, Id, PageNumber, PerPage, pageOf } from '../lib/fields.ts'

export const list = call({
  method: 'GET',
  path: '/leadspeek/report/lead/{companyId}/{campaignId}/{startDate}/{endDate}',
  summary: "Leads of a campaign between two days (both included, in the campaign's time zone), newest first.",
  can: 'lead:read',
  pages: ['lineDashboard'],
  company: 'companyId',
  rounds: { most: 3, reason: 'The days are those of the time zone that the campaign says.' },
  input: z.object({
    companyId: Id,
    campaignId: Id,
    startDate: Day,
    endDate: Day,
    Page: PageNumber,
    PerPage,
    cursor: z.string().max(1000).optional(),
  }),
  output: pageOf(
    z.object({
      id: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      phone: z.string(),
      city: z.string(),
      state: z.string(),
      page_url: z.string(),
      visited_at: z.string(),
    }),
  ),
})

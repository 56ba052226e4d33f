import * as z from 'zod'
import { exclusionLevels } from '../../model/exclusion.ts'
import { call } from '../lib/call.ts'
import { Day, Id, PageNumber, PerPage, pageOf } from '../lib/fields.ts'

export const list = call({
  method: 'GET',
  path: '/leadspeek/report/lead/{companyId}/{clientId}/{startDate}/{endDate}',
  summary:
    "Leads of a client's campaign that were stored between two days (both included, in the campaign's time zone), newest first.",
  can: 'lead:read',
  pages: ['lineDashboard'],
  company: 'clientId',
  campaign: 'leadspeekID',
  rounds: {
    most: 6,
    reason:
      'The campaign is found by its number, belongs to a client, and says the zone of its days; the meter is read before the days that are over, and both before the page.',
  },
  input: z.object({
    /** The client's agency, or the client itself. */
    companyId: Id,
    clientId: Id,
    leadspeekID: Id,
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
      /** There once it was given back: whose exclusion list came to name the person, and when. */
      credit: z.object({ at: z.string(), level: z.enum(exclusionLevels) }).optional(),
      /** There once the person was erased: all that was known of them is empty. */
      erased_at: z.string().optional(),
    }),
  ),
})

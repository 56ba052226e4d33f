// The spreadsheets that campaigns keep at Google.
import * as z from 'zod'
import { call, ofCampaign } from '../lib/call.ts'
import { Done, Id } from '../lib/fields.ts'

const pages = [
  ...(['integrations', 'integration', 'campaign', 'campaignSetup'] as const),
  ...(['lineCampaignManagement', 'lineCampaignManagementV1'] as const),
] as const
const Flag = z.enum(['T', 'F'])
const Sheet = z.object({
  number: z.number(),
  title: z.string(),
  url: z.string(),
  created_at: z.string(),
  /** Addresses that Google lets open it. */
  shared_with: z.array(z.string()),
  /** Readers whom Google refused. */
  refused: z.array(z.string()),
  /** Whether rows go to it now. */
  present: Flag,
})
const campaign = { campaign: 'leadspeekID', pages } as const

export const sheet = call({
  ...campaign,
  method: 'GET',
  path: '/google-spreadsheet/check/{leadspeekID}',
  summary: 'Whether a campaign has a sheet, and where.',
  can: 'campaign:read',
  rounds: ofCampaign,
  input: z.object({ leadspeekID: Id }),
  output: Done.extend({ data: z.object({ has_sheet: Flag, sheet: Sheet.nullable() }) }),
})

export const sheetHistory = call({
  ...campaign,
  method: 'GET',
  path: '/google-spreadsheet/history/{leadspeekID}',
  summary: 'The sheets that a campaign has had, the present one first.',
  can: 'campaign:read',
  rounds: ofCampaign,
  input: z.object({ leadspeekID: Id }),
  output: Done.extend({ data: z.array(Sheet) }),
})

export const resetSheet = call({
  ...campaign,
  method: 'PUT',
  path: '/google-spreadsheet/reset',
  summary: 'Begins a new sheet for a campaign; the one before stays as it is.',
  can: 'campaign:update',
  // The sheet stays after the look.
  inView: 'refused',
  audit: { action: 'Integration Save', did: 'Began a new sheet' },
  rounds: ofCampaign,
  input: z.object({ leadspeekID: Id }),
  output: Done,
})

export const resendSheetLink = call({
  ...campaign,
  method: 'POST',
  path: '/leadspeek/client/resendgooglelink',
  summary: "Shares a campaign's sheet again with those who get its reports; Google mails them the link.",
  can: 'campaign:update',
  inView: 'refused',
  audit: { action: 'Integration Save', did: 'Sent the link of a sheet' },
  rounds: {
    most: 4,
    reason: 'Requests are counted; one worker at a time changes a sheet, by the connection that made it.',
  },
  input: z.object({ leadspeekID: Id }),
  output: Done.extend({ data: z.array(z.string()) }),
})

const company = { company: 'company_id', pages: ['integrations', 'integration', 'company'] } as const

export const revokeSheets = call({
  ...company,
  method: 'PUT',
  path: '/google-spreadsheet/revoke',
  summary: 'Takes back at Google what a company allowed us. Leads wait a day for somebody to connect again.',
  can: 'integration:update',
  inView: 'refused',
  audit: { action: 'Integration Save', did: 'Revoked the permission of Google Sheets' },
  input: z.object({ company_id: Id }),
  output: Done,
})

export const checkSheets = call({
  ...company,
  method: 'GET',
  path: '/google-spreadsheet/check-connect/{company_id}',
  summary: 'Whether a company is connected with Google Sheets, and by which account.',
  can: 'integration:read',
  input: z.object({ company_id: Id }),
  output: Done.extend({ data: z.object({ connected: Flag, account: z.string() }) }),
})

// Saved audiences: what a campaign looks for, and where.
import * as z from 'zod'
import { audienceAreas } from '../../model/audience.ts'
import { productLines } from '../../model/company.ts'
import { Keywords, States } from '../../model/targeting.ts'
import { ZipCodes } from '../../model/zip-codes.ts'
import { call } from '../lib/call.ts'
import { Done, Id } from '../lib/fields.ts'

const pages = ['audience'] as const

export const AudienceRow = z.object({
  id: z.string(),
  name: z.string(),
  leadspeek_type: z.enum(productLines),
  keywords: z.array(z.string()),
  area: z.enum(audienceAreas),
  states: z.array(z.string()),
  zip_codes: z.array(z.string()),
  updated_at: z.string(),
})

export const list = call({
  method: 'GET',
  path: '/campaign/audience/{companyID}',
  summary: 'The audiences that a company saved, by name.',
  can: 'audience:read',
  pages,
  company: 'companyID',
  input: z.object({ companyID: Id }),
  output: z.object({ data: z.array(AudienceRow) }),
})

export const save = call({
  method: 'PUT',
  path: '/campaign/audience',
  summary:
    'Saves an audience, or changes the one that is named by its id. Of that one stays as it is what is left out; an area has its states or zip codes with it.',
  can: 'audience:update',
  inView: 'allowed',
  pages,
  company: 'companyID',
  audit: { action: 'Audience Change', did: 'Saved an audience' },
  rounds: { most: 3, reason: 'The audiences are counted and compared before one is written.' },
  input: z
    .object({
      companyID: Id,
      audienceID: z.union([Id, z.literal('')]).default(''),
      name: z.string().trim().min(1, 'Enter a name.').max(80, 'Use at most 80 letters.').optional(),
      leadspeek_type: z.enum(productLines).optional(),
      keywords: Keywords.optional(),
      area: z.enum(audienceAreas).optional(),
      states: States.default([]),
      zip_codes: ZipCodes.default([]),
    })
    .superRefine(({ audienceID, name, leadspeek_type, area, states: chosen, zip_codes }, context) => {
      const missing = Object.entries({ name, leadspeek_type, area }).filter(([, value]) => value === undefined)
      // A new one has nothing yet that could stay.
      for (const [field] of audienceID === '' ? missing : [])
        context.addIssue({ code: 'custom', path: [field], message: 'This is needed.' })
      if (area === 'states' && chosen.length === 0)
        context.addIssue({ code: 'custom', path: ['states'], message: 'Choose at least one state.' })
      if (area === 'zips' && zip_codes.length === 0)
        context.addIssue({ code: 'custom', path: ['zip_codes'], message: 'Enter at least one zip code.' })
    }),
  output: Done.extend({ data: AudienceRow }),
})

export const remove = call({
  method: 'DELETE',
  path: '/campaign/audience/{companyID}/{audienceID}',
  summary: 'Removes a saved audience. Campaigns that were made of it stay as they are.',
  can: 'audience:update',
  inView: 'allowed',
  pages,
  company: 'companyID',
  body: 'none',
  audit: { action: 'Audience Change', did: 'Removed an audience' },
  input: z.object({ companyID: Id, audienceID: Id }),
  output: Done,
})

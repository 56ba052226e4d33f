// The record of a company at the partner that places advertisements and data.
import * as z from 'zod'
import { organizationRecords } from '../../model/organization.ts'
import { call } from '../lib/call.ts'
import { Done, Id } from '../lib/fields.ts'

const pages = ['company', 'agencyList', 'clientManagement'] as const

export const createOrganization = call({
  method: 'POST',
  path: '/marketing/organization',
  summary:
    'Makes the record of a company at the ad partner, and keeps its id as `external_organizationid`. Repeated, it answers the record that there is.',
  can: 'organization:update',
  inView: 'refused',
  pages,
  company: 'companyID',
  audit: {
    action: 'User Update',
    did: 'Made a record at the ad partner',
    tried: 'Tried to make a record at the ad partner',
  },
  rounds: { most: 3, reason: 'The list entry is read before it is changed with its company.' },
  input: z.object({
    companyID: Id,
    name: z.string().trim().min(1, 'Enter a name.').max(120, 'Use at most 120 letters.'),
  }),
  output: Done.extend({ data: z.object({ id: z.string(), name: z.string() }) }),
})

export const organization = call({
  method: 'GET',
  path: '/marketing/organization/{companyID}',
  summary:
    'The record of a company at the ad partner: `kept` there, `entered` by hand (and not known as of this company), or `missing` there. Empty where it has none.',
  can: 'organization:read',
  pages,
  company: 'companyID',
  input: z.object({ companyID: Id }),
  output: z.object({
    /** Whether there is a partner at all. */
    available: z.boolean(),
    data: z.object({ id: z.string(), name: z.string(), record: z.enum(organizationRecords) }).nullable(),
  }),
})

export const removeOrganization = call({
  method: 'DELETE',
  path: '/marketing/organization/{companyID}',
  summary:
    'Takes the record of a company away at the ad partner, and its id from the company. An id that was entered by hand is only forgotten. Campaigns keep theirs.',
  can: 'organization:update',
  inView: 'refused',
  pages,
  company: 'companyID',
  body: 'none',
  audit: {
    action: 'User Update',
    did: 'Removed a record at the ad partner',
    tried: 'Tried to remove a record at the ad partner',
  },
  rounds: { most: 3, reason: 'The list entry is read before it is changed with its company.' },
  input: z.object({ companyID: Id }),
  output: Done,
})

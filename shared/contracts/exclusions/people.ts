// What is asked about one person by their e-mail address: a copy of what is held on them, or its erasure.
import * as z from 'zod'
import { personRequestKinds, personRequestStatuses } from '../../model/person-request.ts'
import { call } from '../lib/call.ts'
import { Email, Id } from '../lib/fields.ts'

const Request = z.object({
  id: z.string(),
  kind: z.enum(personRequestKinds),
  status: z.enum(personRequestStatuses),
  /** Campaigns that were looked through, leads of the person, and files in which the address stood. */
  campaigns: z.number(),
  leads: z.number(),
  files: z.number(),
  reason: z.string().nullable(),
  /** Whether the copy can still be downloaded. */
  is_kept: z.boolean(),
  created_at: z.string(),
})

export const requestPerson = call({
  method: 'POST',
  path: '/tools/privacy/request',
  summary:
    'Asks for a copy of all that is held on a person below a company, or for its erasure, by an e-mail address. An erased person becomes no lead there again.',
  can: 'privacy:update',
  sensitive: true,
  inView: 'refused',
  company: 'company_id',
  audit: {
    action: 'Privacy Request',
    did: 'Asked for the data of a person',
    tried: 'Tried to ask for the data of a person',
  },
  input: z.object({ company_id: Id, email: Email, kind: z.enum(personRequestKinds) }),
  output: z.object({ result: z.literal('success'), message: z.string(), data: Request }),
})

export const personRequests = call({
  method: 'GET',
  path: '/tools/privacy/requests/{company_id}',
  summary: 'The latest requests about people of a company, and how far each is. Whom they are about is not kept.',
  can: 'privacy:read',
  company: 'company_id',
  input: z.object({ company_id: Id }),
  output: z.object({ data: z.array(Request) }),
})

export const personExport = call({
  method: 'GET',
  path: '/tools/privacy/export/{company_id}/{request_id}',
  summary: 'A short-lived address of the copy that was asked for, as a JSON file. It is there for a week.',
  can: 'privacy:read',
  sensitive: true,
  inView: 'refused',
  company: 'company_id',
  input: z.object({ company_id: Id, request_id: Id }),
  output: z.object({ url: z.string(), filename: z.string() }),
})

// What people do with the developer API: agree to its terms, and keep the keys of their programs.
import * as z from 'zod'
import { messages } from '../../messages.ts'
import { API_KEY_NAME_MAX, apiScopes, MOST_API_KEYS } from '../../model/api-key.ts'
import { WireFlag } from '../../wire.ts'
import { call } from '../lib/call.ts'
import { Done, Email, Id } from '../lib/fields.ts'

const Key = z.object({
  id: z.string(),
  client_id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  /** All of it but its end is hidden. */
  secret_key: z.string(),
  created_at: z.string(),
  /** Who made it, or gave it its present secret; empty where they are gone. */
  created_by: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
})

export const agreement = call({
  method: 'GET',
  path: '/general/marketing-services-agreement/{company_id}',
  summary: 'Whether an agency has accepted the present terms of the developer API, and what they cost.',
  can: 'api-key:read',
  company: 'company_id',
  input: z.object({ company_id: Id }),
  output: z.object({
    is_marketing_services_agreement_developer: WireFlag,
    /** Dollars. */
    first_time_charge: z.number(),
    minimum_spend_max: z.number(),
    minimum_spend_amount_list: z.array(z.number()),
    version: z.number(),
  }),
})

export const agree = call({
  method: 'PUT',
  path: '/general/marketing-services-agreement',
  summary:
    'Accepts the terms of the developer API for an agency, as they stand now, and charges its one-time fee. `action`: the bank asks the owner of the card, who confirms and accepts again. 409: the card did not pay, and nothing was accepted.',
  can: 'api-key:update',
  company: 'company_id',
  user: 'user_id',
  inView: 'refused',
  rounds: { most: 5, reason: 'The document says which version is agreed to; the mark of the agency follows it.' },
  audit: {
    action: 'Agreement',
    did: 'Agreed to the developer agreement',
    tried: 'Tried to agree to the developer agreement',
  },
  input: z.object({
    user_id: Id,
    is_marketing_services_agreement_developer: z.literal('T', messages.mustAgree),
    company_name: z.string().trim().max(200),
    company_id: Id,
    location_menu: z.string().trim().max(200),
    document_type: z.literal('developer'),
    /** The version that was read: a newer one is not agreed to unseen, but refused with 409. */
    version: z.int().min(1).optional(),
    /** What the screen said that it charges now, in dollars. Where that would be more by now, nothing is done (409). */
    charge_now: z.number().min(0).optional(),
  }),
  output: Done.extend({
    result: z.enum(['success', 'action']),
    confirmation: z.object({ client_secret: z.string(), public_key: z.string() }).optional(),
  }),
})

export const keys = call({
  method: 'GET',
  path: '/developer/authenticate-open-api/{companyID}',
  summary:
    'The keys of an agency, their secrets hidden, and where its programs call. `status` says whether there is one.',
  can: 'api-key:read',
  company: 'companyID',
  input: z.object({ companyID: Id }),
  output: z.object({
    status: z.boolean(),
    base_url: z.string(),
    /** Of the first key; empty without one. */
    client_id: z.string(),
    secret_key: z.string(),
    keys: z.array(Key),
    /** What a key that the caller makes may be good for: nothing that they may not do themselves. */
    may_give: z.array(z.enum(apiScopes)),
  }),
})

export const generate = call({
  method: 'POST',
  path: '/developer/authenticate-open-api',
  summary: `Makes a key, at most ${MOST_API_KEYS}. One of the same name gets another secret, and the old one stops at once. The secret is answered this once. 403 for a scope that the caller's own role does not leave; who signs people in is a default administrator, or an operator with full rights.`,
  can: 'api-key:update',
  company: 'company_id',
  inView: 'refused',
  sensitive: true,
  audit: { action: 'Security Change', did: 'Made an API key', tried: 'Tried to make an API key' },
  rounds: {
    most: 6,
    reason:
      'How many were ever made is read before the keys there are, so that two at once count each other; these say whether one is replaced; the mark of the first one is written after it.',
  },
  input: z.object({
    company_id: Id,
    subdomain: z.string().trim().max(255).default(''),
    email: Email,
    name: z.string().trim().min(1, 'Enter a name.').max(API_KEY_NAME_MAX).default('Default'),
    scopes: z
      .array(z.enum(apiScopes))
      .min(1, 'Choose what the key is for.')
      .default([...apiScopes]),
    /** Days from now; left out for a key that holds until it is removed. */
    expires_in_days: z.number().int().min(1).max(3650).optional(),
  }),
  output: Done.extend({
    status: z.literal(true),
    user: z.object({ client_id: z.string(), secret_key: z.string(), base_url: z.string() }),
    key: Key,
  }),
})

export const removeKey = call({
  method: 'DELETE',
  path: '/developer/authenticate-open-api/{company_id}/{key_id}',
  summary: 'Removes a key. Programs that use it are refused from the next request on.',
  can: 'api-key:update',
  company: 'company_id',
  body: 'none',
  inView: 'refused',
  audit: { action: 'Security Change', did: 'Removed an API key', tried: 'Tried to remove an API key' },
  input: z.object({ company_id: Id, key_id: Id }),
  output: Done,
})

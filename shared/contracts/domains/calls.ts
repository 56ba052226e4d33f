// An agency's own domain: what was asked for, how far it is, and the record that brings people to us.
import * as z from 'zod'
import { domainPhases } from '../../model/custom-domain.ts'
import { flagInput, WireFlag } from '../../wire.ts'
import { call } from '../lib/call.ts'
import { Done, Id, SubDomain } from '../lib/fields.ts'

const pages = ['generalSetting', 'agencyList'] as const

const DomainState = z.object({
  /** The host that was asked for last, or that serves; empty without one. */
  domain: z.string(),
  status: z.enum(['', 'pending', 'verified', 'active', 'failed']),
  phase: z.enum(['', ...domainPhases]),
  /** What keeps it there, as a sentence. */
  reason: z.string(),
  /** When the public DNS was last looked at. */
  checked_at: z.string().nullable(),
  /** Where the agency is reached until then. */
  serves: z.string(),
  /** The records to set; `ttl` in seconds. */
  dns_records: z.array(
    z.object({ type: z.enum(['CNAME', 'TXT']), name: z.string(), value: z.string(), ttl: z.number() }),
  ),
  /** Hosts that were given up. Until then they serve; `is_down` T once they are taken down and only kept from others. */
  leaving: z.array(z.object({ domain: z.string(), until: z.string(), is_down: WireFlag })),
  is_whitelabeling: WireFlag,
  /** Why the caller may not change it, as a sentence; empty when they may. */
  whynot: z.string(),
})

export const get = call({
  method: 'GET',
  path: '/company/whitelabel-domain/{companyID}',
  summary: "How far an agency's own domain is, and the DNS records to set for it.",
  can: 'domain:read',
  pages,
  company: 'companyID',
  input: z.object({ companyID: Id }),
  output: DomainState,
})

export const save = call({
  method: 'PUT',
  path: '/configuration/update-custom-domain',
  summary:
    "Asks for an agency's own domain, or gives up the one that is shown when it is empty. It serves once its DNS records are found (the one that leads here, and the one that shows whose it is) and its certificate is there; until then the sub-domain does.",
  can: 'domain:update',
  inView: 'refused',
  pages,
  company: 'companyID',
  audit: { action: 'Setting Change', did: 'Saved the domain', tried: 'Tried to change the domain' },
  rounds: {
    most: 4,
    reason: 'The domain is looked at before it is changed and shown after it.',
    again: 'What was so is compared with what is so now.',
  },
  input: z.object({
    companyID: Id,
    DownlineDomain: z.string().trim().max(300),
    /** With an empty domain: the one that the person was asked about. Refused when another one is shown by now. */
    gives_up: z.string().max(300).optional(),
    whitelabelling: flagInput.optional(),
  }),
  output: Done.extend(DomainState.shape),
})

export const moveHost = call({
  method: 'PUT',
  path: '/configuration/subdomain',
  summary:
    'Gives an agency another sub-domain, at once: the old one is free for others, and everybody signs in again at the new one.',
  can: 'domain:update',
  inView: 'refused',
  pages,
  company: 'companyID',
  audit: { action: 'Setting Change', did: 'Changed the sub-domain', tried: 'Tried to change the sub-domain' },
  input: z.object({ companyID: Id, subdomain: SubDomain }),
  output: Done.extend({ subdomain: z.string(), url: z.string() }),
})

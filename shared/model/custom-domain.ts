// An agency's own domain: what is known about it, which phase that is, and what to do next. Nothing here asks anyone.
import * as z from 'zod'
import { DAY, HOUR, MINUTE } from '../dates.ts'

export const domainPhases = ['waiting_dns', 'issuing_certificate', 'deploying', 'active', 'leaving', 'failed'] as const
export type DomainPhase = (typeof domainPhases)[number]

/** What a look at the public DNS can find wrong; each has its own sentence and its own remedy. */
export const dnsFaults = [
  'no_record',
  'wrong_target',
  'address_record',
  'proxied',
  'caa_forbids',
  'loop',
  'lookup_failed',
] as const
/** What the edge can refuse or fail at. */
export const edgeFaults = [
  'in_use_elsewhere',
  'no_room',
  'certificate_failed',
  'certificate_timed_out',
  'never_pointed',
  'proven_elsewhere',
] as const
export type DnsFault = (typeof dnsFaults)[number]
export type EdgeFault = (typeof edgeFaults)[number]
export type DomainCause = DnsFault | EdgeFault | 'no_proof'

const certificateStates = [
  'none',
  'pending-validation',
  'issued',
  'inactive',
  'expired',
  'validation-timed-out',
  'revoked',
  'failed',
] as const

/** Facts, as they were last seen. The phase is never stored: it follows from them. */
export const DomainFacts = z.object({
  host: z.string(),
  companyId: z.string(),
  /** The domain that serves until this one answers. */
  replaces: z.string().nullable(),
  requestedAt: z.number(),
  /** What a TXT record must say before the host is this company's; null where one was asked for before there was a proof. */
  proof: z.string().nullable(),
  /** When that record was found. */
  provenAt: z.number().nullable(),
  dns: z.enum(['unknown', 'ok', ...dnsFaults]),
  dnsCheckedAt: z.number().nullable(),
  tenantId: z.string().nullable(),
  certificate: z.enum(certificateStates),
  certificateArn: z.string().nullable(),
  isCertificateAttached: z.boolean(),
  isDomainActive: z.boolean(),
  isDeployed: z.boolean(),
  isEnabled: z.boolean(),
  edgeCheckedAt: z.number().nullable(),
  /** When our own page answered at this host for the first time. */
  answeredAt: z.number().nullable(),
  probedAt: z.number().nullable(),
  fault: z.enum(edgeFaults).nullable(),
  /** From then on the domain is taken down. */
  leavesAt: z.number().nullable(),
  /** Since then nobody is led there. The host stays this company's until its record no longer points here. */
  givenUpAt: z.number().nullable(),
})
export type DomainFacts = z.output<typeof DomainFacts>

type NewDomain = Pick<DomainFacts, 'host' | 'companyId' | 'replaces' | 'proof' | 'provenAt'>

export function newDomainFacts({ host, companyId, replaces, proof, provenAt }: NewDomain, now: number): DomainFacts {
  return {
    host,
    companyId,
    replaces,
    requestedAt: now,
    proof,
    provenAt,
    dns: 'unknown',
    dnsCheckedAt: null,
    tenantId: null,
    certificate: 'none',
    certificateArn: null,
    isCertificateAttached: false,
    isDomainActive: false,
    isDeployed: false,
    isEnabled: false,
    edgeCheckedAt: null,
    answeredAt: null,
    probedAt: null,
    fault: null,
    leavesAt: null,
    givenUpAt: null,
  }
}

/** Where the proof of a host stands. Tenants' people see this name, so it names nobody. */
export const proofNameOf = (host: string): string => `_domain-verification.${host}`

/** Whether it is still to be shown that the company may speak for the host. What serves, or did, has shown it. */
export const needsProof = ({ provenAt, answeredAt, tenantId }: DomainFacts): boolean =>
  provenAt === null && answeredAt === null && tenantId === null

const isDnsFault = (dns: DomainFacts['dns']): dns is DnsFault => dns !== 'ok' && dns !== 'unknown'

/** Where a domain stands, and what keeps it there. An active one may carry a cause too: it serves, but its DNS no longer points here. */
export function phaseOf(facts: DomainFacts, now: number): { phase: DomainPhase; cause?: DomainCause } {
  const because = isDnsFault(facts.dns) ? { cause: facts.dns } : {}
  if (facts.leavesAt !== null && facts.leavesAt <= now) return { phase: 'leaving' }
  if (facts.fault) return { phase: 'failed', cause: facts.fault }
  if (facts.answeredAt !== null) return { phase: 'active', ...because }
  if (facts.tenantId === null) {
    const isUnproven = facts.dns === 'ok' && needsProof(facts)
    return { phase: 'waiting_dns', ...(isUnproven ? { cause: 'no_proof' } : because) }
  }
  if (facts.certificate !== 'issued') return { phase: 'issuing_certificate', ...because }
  return { phase: 'deploying', ...because }
}

/** One member each, so that a switch can tell them apart. */
type Plain<Name extends string> = Name extends string ? { do: Name } : never

export type DomainStep =
  | Plain<'check_dns' | 'create_tenant' | 'read_tenant' | 'attach_certificate' | 'enable' | 'probe'>
  | Plain<'give_up' | 'disable' | 'delete' | 'forget'>
  | { do: 'fail'; fault: EdgeFault }
  | { do: 'wait'; until: number }

/** How long DNS is looked at before we give up; asking again starts anew. */
export const DNS_PATIENCE = 14 * DAY
const ACTIVE_CHECK = DAY
/** How often the record of a host that was given up is looked at; and how soon again when somebody asks for the host. */
const GIVEN_UP_CHECK = DAY
const GIVEN_UP_PAUSE = 5 * MINUTE

/** Every 5 minutes on the first day, then every hour: people change DNS soon after they asked, or much later. */
const dnsPause = (facts: DomainFacts, now: number) => (now - facts.requestedAt < DAY ? 5 * MINUTE : HOUR)

const after = (at: number | null, pause: number, now: number, step: DomainStep): DomainStep =>
  at === null || now >= at + pause ? step : { do: 'wait', until: at + pause }

/** Whether the record surely leads to somebody else, or nowhere. A proxy or a broken name server may hide that it does not. */
const leadsAway = (dns: DomainFacts['dns']) => dns === 'no_record' || dns === 'wrong_target' || dns === 'address_record'

/** Its records were never set, so the host is anybody's again: asking once more claims it anew. */
export const isReleased = (facts: DomainFacts) =>
  facts.fault === 'never_pointed' && (needsProof(facts) || (facts.dns !== 'ok' && facts.dns !== 'caa_forbids'))

/** Taken down, and kept from others because its record may still point here. */
export const isKept = ({ givenUpAt, tenantId }: DomainFacts) => givenUpAt !== null && tenantId === null

/** A host whose record still points here would give the company that gets it next the traffic of the one before: it is kept. */
function planKept(facts: DomainFacts, now: number, givenUpAt: number): DomainStep {
  const { dns, dnsCheckedAt } = facts
  if (dnsCheckedAt === null || dnsCheckedAt < givenUpAt) return { do: 'check_dns' }
  if (leadsAway(dns)) return { do: 'forget' }
  return now >= dnsCheckedAt + GIVEN_UP_PAUSE
    ? { do: 'check_dns' }
    : { do: 'wait', until: dnsCheckedAt + GIVEN_UP_CHECK }
}

function planLeaving(facts: DomainFacts, now: number): DomainStep {
  // Nobody is kept from a host by a wish for it.
  if (isReleased(facts) || (facts.proof !== null && needsProof(facts))) return { do: 'forget' }
  if (facts.givenUpAt === null) return { do: 'give_up' }
  if (facts.tenantId === null) return planKept(facts, now, facts.givenUpAt)
  if (facts.isEnabled) return { do: 'disable' }
  // The edge refuses to delete what it has not finished switching off.
  return facts.isDeployed ? { do: 'delete' } : after(facts.edgeCheckedAt, MINUTE, now, { do: 'read_tenant' })
}

const endOf = (certificate: DomainFacts['certificate']): EdgeFault | undefined => {
  if (certificate === 'validation-timed-out') return 'certificate_timed_out'
  return certificate === 'failed' || certificate === 'revoked' || certificate === 'expired'
    ? 'certificate_failed'
    : undefined
}

/** The next thing to do, from what is known. Doing it changes the facts; asking again gives the step after it. */
export function planDomainStep(facts: DomainFacts, now: number): DomainStep {
  const { phase } = phaseOf(facts, now)
  if (phase === 'leaving') return planLeaving(facts, now)
  if (phase === 'failed') return { do: 'wait', until: facts.leavesAt ?? now + 365 * DAY }
  if (phase === 'active') {
    const recheck = after(facts.dnsCheckedAt, ACTIVE_CHECK, now, { do: 'check_dns' })
    return recheck.do === 'wait' && facts.leavesAt !== null
      ? { do: 'wait', until: Math.min(recheck.until, facts.leavesAt) }
      : recheck
  }
  if (phase === 'waiting_dns') {
    if (facts.dns === 'ok' && !needsProof(facts)) return { do: 'create_tenant' }
    if (now - facts.requestedAt > DNS_PATIENCE) return { do: 'fail', fault: 'never_pointed' }
    return after(facts.dnsCheckedAt, dnsPause(facts, now), now, { do: 'check_dns' })
  }
  // One that was given up and is asked for again may be switched off still.
  if (!facts.isEnabled) return { do: 'enable' }
  if (phase === 'issuing_certificate') {
    const fault = endOf(facts.certificate)
    if (fault) return { do: 'fail', fault }
    // A record that was moved away in the meantime is the usual reason why a certificate does not come: look at both.
    const isDnsOld = facts.dnsCheckedAt === null || now >= facts.dnsCheckedAt + 15 * MINUTE
    return isDnsOld ? { do: 'check_dns' } : after(facts.edgeCheckedAt, MINUTE, now, { do: 'read_tenant' })
  }
  if (!facts.isCertificateAttached) return { do: 'attach_certificate' }
  if (!facts.isDeployed || !facts.isDomainActive) return after(facts.edgeCheckedAt, MINUTE, now, { do: 'read_tenant' })
  return after(facts.probedAt, MINUTE, now, { do: 'probe' })
}

/** Sentences for people; the record to set stands beside them on the screen. */
export const causeTexts: Record<DomainCause, string> = {
  no_record: 'There is no DNS record for this domain yet.',
  wrong_target: 'The DNS record points somewhere else.',
  address_record: 'The domain has an A or AAAA record. Remove it and set the CNAME record instead.',
  proxied: 'A proxy in front of the domain hides the record. Switch the proxy off for this record ("DNS only").',
  caa_forbids: 'A CAA record forbids Amazon to issue a certificate. Allow "amazon.com" in it, or remove it.',
  loop: 'The DNS record leads back to itself.',
  lookup_failed: 'The name servers of this domain do not answer properly.',
  in_use_elsewhere: 'The domain is in use at another CloudFront customer. Remove it there first.',
  no_room: 'No more domains can be added at the moment. We have been told and will add room.',
  certificate_failed: 'The certificate was refused. Check the DNS record and try again.',
  certificate_timed_out: 'The certificate could not be issued in time. Check the DNS record and try again.',
  never_pointed: 'The DNS records were not set within two weeks. Set them and try again.',
  no_proof: 'The TXT record is not found yet. It shows that the domain is yours.',
  proven_elsewhere: 'Somebody else has shown that this domain is theirs. It is in use already.',
}

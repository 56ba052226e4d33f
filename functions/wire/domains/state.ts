// How far an agency's own domain is, in the words of the wire. Several may be on their way at once: one that serves, one
// that is asked for, and those that take their leave.
import type { Output } from '#shared/contracts/index.ts'
import type { Company } from '#shared/model/company.ts'
import {
  causeTexts,
  type DomainFacts,
  type DomainPhase,
  isKept,
  needsProof,
  phaseOf,
  proofNameOf,
} from '#shared/model/custom-domain.ts'
import { toFlag } from '#shared/wire.ts'
import type { Db } from '../../data/index.ts'

/** Whether the caller may change it is for the call to say. */
type State = Omit<Output<'domains.get'>, 'whynot'>
type Deps = { db: Db; now: () => number; env: { PLATFORM_DOMAIN: string; CUSTOM_DOMAIN_TARGET: string } }

/** How long name servers may keep the record: short, so that a slip of the hand is mended soon. */
const TTL_SECONDS = 300

const statusOf = {
  waiting_dns: 'pending',
  issuing_certificate: 'pending',
  deploying: 'verified',
  active: 'active',
  failed: 'failed',
  leaving: '',
} as const satisfies Record<DomainPhase, State['status']>

/** The one that was asked for last and does not serve yet, or else the one that serves; one that is being removed is none. */
export const wantedOf = (domains: readonly DomainFacts[]): DomainFacts | undefined =>
  domains
    .filter(({ leavesAt }) => leavesAt === null)
    .sort((a, b) => Number(a.answeredAt !== null) - Number(b.answeredAt !== null) || b.requestedAt - a.requestedAt)[0]

/** The record that leads here, and the one that shows whose the domain is, as long as that is not known. */
const recordsOf = (facts: DomainFacts, target: string): State['dns_records'] => [
  ...(target ? [{ type: 'CNAME', name: facts.host, value: target, ttl: TTL_SECONDS } as const] : []),
  ...(target && facts.proof && needsProof(facts)
    ? [{ type: 'TXT', name: proofNameOf(facts.host), value: facts.proof, ttl: TTL_SECONDS } as const]
    : []),
]

/** For the audit log. */
export const domainFacts = (state: State) => ({ domain: state.domain, white_label: state.is_whitelabeling })

export async function domainState({ db, now, env }: Deps, company: Company): Promise<State> {
  const domains = await db.customDomain.list(company.id)
  const wanted = wantedOf(domains)
  const { phase, cause } = wanted ? phaseOf(wanted, now()) : { phase: '' as const, cause: undefined }
  const status = phase === '' ? '' : statusOf[phase]
  const own = company.subdomain ? `${company.subdomain}.${env.PLATFORM_DOMAIN}` : ''
  return {
    domain: wanted?.host ?? '',
    status,
    phase,
    reason: cause ? causeTexts[cause] : '',
    checked_at: wanted?.dnsCheckedAt ? new Date(wanted.dnsCheckedAt).toISOString() : null,
    serves: company.customDomain ?? own,
    dns_records: wanted ? recordsOf(wanted, env.CUSTOM_DOMAIN_TARGET) : [],
    leaving: domains.flatMap((facts) =>
      facts.leavesAt === null
        ? []
        : [{ domain: facts.host, until: new Date(facts.leavesAt).toISOString(), is_down: toFlag(isKept(facts)) }],
    ),
    is_whitelabeling: toFlag(company.isWhiteLabel && status === 'active'),
  }
}

// Brings one custom domain as far as it can go now. Each step is kept as soon as it is done and can be done twice, so
// a lost worker, a repeated message or two workers at once change nothing.

import { dayIn } from '#shared/dates.ts'
import {
  type DomainFacts,
  type DomainStep,
  isReleased,
  needsProof,
  phaseOf,
  planDomainStep,
  proofNameOf,
} from '#shared/model/custom-domain.ts'
import { judgeDns } from '#shared/model/dns.ts'
import type { StoredDomain } from '../data/domains/custom-domain.ts'
import { addNotice } from '../domain/account/notice.ts'
import { leaveAllDomains, newProof, stopLeadingTo, switchOver } from '../domain/domains/custom.ts'
import { type Dns, openDns } from '../gateways/dns.ts'
import { type Edge, openEdge } from '../gateways/edge.ts'
import { openProbe, type Probe } from '../gateways/probe.ts'
import { consume, type JobContext } from '../kit/consume.ts'
import { readDomainsEnv } from '../kit/env-edge.ts'

type Deps = { dns: Dns; edge: Edge; probe: Probe; targets: string[] }
type Context = JobContext<'advanceDomain'>
type Doing = Exclude<DomainStep, { do: 'wait' | 'forget' | 'give_up' }>

const MAX_STEPS = 20

function openDeps(): Deps {
  const { edge, dnsServers, probeOrigin, targets } = readDomainsEnv()
  return {
    dns: openDns({ servers: dnsServers }),
    edge: openEdge(edge),
    probe: openProbe({ origin: probeOrigin }),
    targets,
  }
}

const withoutTenant = {
  tenantId: null,
  certificate: 'none',
  certificateArn: null,
  isCertificateAttached: false,
  isDomainActive: false,
  isDeployed: false,
  isEnabled: false,
} as const

/** Whether the company has shown that the host is its own. Who asked before there was a proof is given one now. */
async function prove({ host, proof }: DomainFacts, dns: Dns, now: number): Promise<Partial<DomainFacts>> {
  if (proof === null) return { proof: newProof() }
  return (await dns.findTexts(proofNameOf(host))).includes(proof) ? { provenAt: now } : {}
}

/** Does one step and answers what is known after it. */
async function take(
  step: Doing,
  facts: DomainFacts,
  { dns, edge, probe, targets }: Deps,
  now: number,
): Promise<DomainFacts> {
  const { host, companyId } = facts
  const tenantId = facts.tenantId ?? ''
  const seen = { edgeCheckedAt: now }
  switch (step.do) {
    case 'check_dns':
      return {
        ...facts,
        dns: judgeDns(await dns.lookUp(host), targets),
        dnsCheckedAt: now,
        ...(needsProof(facts) && (await prove(facts, dns, now))),
      }
    case 'create_tenant': {
      const made = await edge.create(host, companyId)
      if (!('refused' in made)) return { ...facts, ...made, ...seen }
      // The edge's own look at the DNS may be behind ours: it is asked again after the next check.
      return made.refused === 'not_yet'
        ? { ...facts, dns: 'unknown', dnsCheckedAt: now }
        : { ...facts, fault: made.refused }
    }
    case 'read_tenant': {
      if (facts.isDeployed && facts.isCertificateAttached && !facts.isDomainActive) await edge.nudge(tenantId, host)
      return { ...facts, ...((await edge.read(tenantId, host)) ?? withoutTenant), ...seen }
    }
    case 'attach_certificate':
      return {
        ...facts,
        ...((await edge.attachCertificate(tenantId, host, facts.certificateArn ?? '')) ?? withoutTenant),
        ...seen,
      }
    case 'enable':
      return { ...facts, ...((await edge.enable(tenantId, host)) ?? withoutTenant), ...seen }
    case 'probe':
      return { ...facts, probedAt: now, answeredAt: (await probe.answers(host)) ? now : null }
    case 'disable':
      return { ...facts, ...((await edge.disable(tenantId, host)) ?? withoutTenant), ...seen }
    case 'delete':
      await edge.remove(tenantId)
      return { ...facts, ...withoutTenant }
    case 'fail':
      return { ...facts, fault: step.fault }
    default:
      return step satisfies never
  }
}

/** Does one step and keeps what came of it; undefined when another worker was faster. */
async function advance(context: Context, stored: StoredDomain, step: Doing, deps: Deps) {
  const { db, now } = context
  const facts = await take(step, stored.facts, deps, now())
  if (facts.answeredAt !== null && stored.facts.answeredAt === null)
    await switchOver(context, facts.companyId, facts.host, facts.replaces)
  if (facts.provenAt !== null && stored.facts.provenAt === null) {
    const claimed = await db.customDomain.claim(stored, facts, now())
    if (claimed !== 'taken') return claimed
    return db.customDomain.save(stored, { ...facts, provenAt: null, fault: 'proven_elsewhere' }, now())
  }
  return isReleased(facts) ? db.customDomain.release(stored, facts, now()) : db.customDomain.save(stored, facts, now())
}

/** What people of the company hear of: that it serves, and that it will not or does not any more. */
async function tell(context: Context, before: DomainFacts, after: DomainFacts): Promise<void> {
  const at = context.now()
  const [was, is] = [phaseOf(before, at), phaseOf(after, at)]
  const { companyId, host } = after
  const isBroken = is.phase === 'failed' || (is.phase === 'active' && is.cause !== undefined)
  const wasBroken = was.phase === 'failed' || (was.phase === 'active' && was.cause !== undefined)
  const told = { companyId, facts: { host }, about: `${host}-${after.requestedAt}-${dayIn('UTC', at)}` }
  if (is.phase === 'active' && was.phase !== 'active') await addNotice(context, { ...told, kind: 'domainActive' })
  else if (isBroken && !wasBroken) await addNotice(context, { ...told, kind: 'domainLost' })
}

async function run(context: Context): Promise<string> {
  const { db, now, message } = context
  const company = await db.company.findFresh(message.companyId)
  // Also where the call that ended it did not come to its domains.
  if (company && company.deletedAt !== null) await leaveAllDomains(context, company.id)
  let stored = await db.customDomain.find(message.companyId, message.host)
  if (!stored) return 'unknown'
  if (phaseOf(stored.facts, now()).phase === 'leaving') await stopLeadingTo(context, message.companyId, message.host)
  const deps = openDeps()
  for (let count = 0; count < MAX_STEPS; count += 1) {
    const step = planDomainStep(stored.facts, now())
    if (step.do === 'forget') return (await db.customDomain.forget(stored)) ? 'forgotten' : 'another worker is on it'
    if (step.do === 'wait') {
      await db.customDomain.save(stored, stored.facts, step.until)
      const { phase, cause } = phaseOf(stored.facts, now())
      return cause ? `${phase}: ${cause}` : phase
    }
    const kept: StoredDomain | undefined =
      step.do === 'give_up' ? await db.customDomain.giveUp(stored, now()) : await advance(context, stored, step, deps)
    if (!kept) return 'another worker is on it'
    await tell(context, stored.facts, kept.facts)
    stored = kept
  }
  throw new Error(`${message.host} took more than ${MAX_STEPS} steps at once.`)
}

export const handler = consume('advanceDomain', { run })

import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import {
  causeTexts,
  DNS_PATIENCE,
  type DomainFacts,
  dnsFaults,
  edgeFaults,
  newDomainFacts,
  phaseOf,
  planDomainStep,
} from '#shared/model/custom-domain.ts'

const now = 1_800_000_000_000
const facts = (changes: Partial<DomainFacts> = {}): DomainFacts => ({
  ...newDomainFacts({ host: 'leads.acme.com', companyId: 'com_1', replaces: null, proof: 'p', provenAt: now }, now),
  ...changes,
})
const pointed = { dns: 'ok', dnsCheckedAt: now } as const
const made = {
  ...pointed,
  tenantId: 'dt_1',
  isEnabled: true,
  certificate: 'pending-validation',
  certificateArn: 'arn',
  edgeCheckedAt: now,
} as const
const issued = { ...made, certificate: 'issued' } as const
const attached = { ...issued, isCertificateAttached: true } as const
const rolledOut = { ...attached, isDeployed: true, isDomainActive: true } as const
const left = { leavesAt: now, givenUpAt: now } as const
const active = { ...rolledOut, answeredAt: now, probedAt: now } as const

describe('phaseOf', () => {
  it.each<[string, Partial<DomainFacts>, ReturnType<typeof phaseOf>]>([
    ['just asked for', {}, { phase: 'waiting_dns' }],
    ['no record yet', { dns: 'no_record' }, { phase: 'waiting_dns', cause: 'no_record' }],
    ['tenant made', made, { phase: 'issuing_certificate' }],
    [
      'record moved away while the certificate is awaited',
      { ...made, dns: 'wrong_target' },
      { phase: 'issuing_certificate', cause: 'wrong_target' },
    ],
    ['certificate issued', issued, { phase: 'deploying' }],
    ['rolled out but not seen to answer', rolledOut, { phase: 'deploying' }],
    ['answered', active, { phase: 'active' }],
    ['serves, but its record left', { ...active, dns: 'wrong_target' }, { phase: 'active', cause: 'wrong_target' }],
    ['refused', { fault: 'in_use_elsewhere' }, { phase: 'failed', cause: 'in_use_elsewhere' }],
    ['to leave later', { ...active, leavesAt: now + DAY }, { phase: 'active' }],
    ['to leave now', { ...active, leavesAt: now }, { phase: 'leaving' }],
    ['to leave after a failure', { fault: 'no_room', leavesAt: now }, { phase: 'leaving' }],
  ])('%s', (_, changes, expected) => expect(phaseOf(facts(changes), now)).toEqual(expected))
})

describe('planDomainStep', () => {
  it.each<[string, Partial<DomainFacts>, number, ReturnType<typeof planDomainStep>]>([
    ['looks at DNS first', {}, 0, { do: 'check_dns' }],
    ['makes the tenant once DNS points here', pointed, 0, { do: 'create_tenant' }],
    [
      'waits five minutes on the first day',
      { dns: 'no_record', dnsCheckedAt: now },
      MINUTE,
      { do: 'wait', until: now + 5 * MINUTE },
    ],
    ['looks again after them', { dns: 'no_record', dnsCheckedAt: now }, 5 * MINUTE, { do: 'check_dns' }],
    [
      'waits an hour later on',
      { dns: 'no_record', dnsCheckedAt: now + 2 * DAY },
      2 * DAY + MINUTE,
      { do: 'wait', until: now + 2 * DAY + HOUR },
    ],
    [
      'gives up after two weeks',
      { dns: 'no_record', dnsCheckedAt: now },
      DNS_PATIENCE + 1,
      { do: 'fail', fault: 'never_pointed' },
    ],
    ['asks for the certificate each minute', made, MINUTE, { do: 'read_tenant' }],
    ['looks at DNS again when the certificate takes long', made, 15 * MINUTE, { do: 'check_dns' }],
    [
      'ends when the certificate timed out',
      { ...made, certificate: 'validation-timed-out' },
      0,
      { do: 'fail', fault: 'certificate_timed_out' },
    ],
    [
      'ends when the certificate failed',
      { ...made, certificate: 'failed' },
      0,
      { do: 'fail', fault: 'certificate_failed' },
    ],
    ['attaches an issued certificate', issued, 0, { do: 'attach_certificate' }],
    ['waits for the roll-out', attached, 30_000, { do: 'wait', until: now + MINUTE }],
    ['probes when all is rolled out', rolledOut, 0, { do: 'probe' }],
    ['probes again after a minute', { ...rolledOut, probedAt: now }, 30_000, { do: 'wait', until: now + MINUTE }],
    ['looks once a day after an active one', active, HOUR, { do: 'wait', until: now + DAY }],
    ['and finds a record that left', active, DAY, { do: 'check_dns' }],
    ['leaves at the time that was set', { ...active, leavesAt: now + HOUR }, MINUTE, { do: 'wait', until: now + HOUR }],
    ['leads nobody there before it is taken down', { ...active, leavesAt: now }, 0, { do: 'give_up' }],
    ['switches off before it deletes', { ...active, ...left }, 0, { do: 'disable' }],
    ['switches on what was asked for again', { ...rolledOut, isEnabled: false }, 0, { do: 'enable' }],
    ['also before its certificate is there', { ...made, isEnabled: false }, 0, { do: 'enable' }],
    [
      'waits until it is switched off everywhere',
      { ...active, ...left, isEnabled: false, isDeployed: false },
      0,
      { do: 'wait', until: now + MINUTE },
    ],
    ['deletes what is switched off', { ...active, ...left, isEnabled: false }, 0, { do: 'delete' }],
    ['looks where a host leads that was taken down', left, 0, { do: 'check_dns' }],
    ['and looks once more after an older look', { ...left, dns: 'ok', dnsCheckedAt: now - 1 }, 0, { do: 'check_dns' }],
    ...(['no_record', 'wrong_target', 'address_record'] as const).map(
      (dns): [string, Partial<DomainFacts>, number, ReturnType<typeof planDomainStep>] => [
        ...([`forgets it at ${dns}`, { ...left, dns, dnsCheckedAt: now }, 0, { do: 'forget' }] as const),
      ],
    ),
    ...(['ok', 'caa_forbids', 'proxied', 'lookup_failed', 'loop'] as const).map(
      (dns): [string, Partial<DomainFacts>, number, ReturnType<typeof planDomainStep>] => [
        ...([`keeps it at ${dns}`, { ...left, dns, dnsCheckedAt: now }, 0, { do: 'wait', until: now + DAY }] as const),
      ],
    ),
    ['looks at once when it is asked for', { ...left, dns: 'ok', dnsCheckedAt: now }, HOUR, { do: 'check_dns' }],
    [
      'forgets at once what was freed before',
      { fault: 'never_pointed', dns: 'no_record', leavesAt: now },
      ...([0, { do: 'forget' }] as const),
    ],
  ])('%s', (_, changes, later, expected) => expect(planDomainStep(facts(changes), now + later)).toEqual(expected))

  it('does nothing more after a failure until it is asked again', () => {
    expect(planDomainStep(facts({ fault: 'in_use_elsewhere' }), now)).toMatchObject({ do: 'wait' })
  })
})

it('has a sentence of its own for each cause', () => {
  const causes = [...dnsFaults, ...edgeFaults]
  expect(new Set(causes.map((cause) => causeTexts[cause])).size).toBe(causes.length)
})

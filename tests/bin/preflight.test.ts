import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { type Outside, preflight } from '#bin/preflight/checks.ts'
import { type Environment, environment } from '#infra/environments.ts'
import { stripeEvents } from '#shared/hooks.ts'

const servers = ['ns-1.awsdns-01.com', 'ns-2.awsdns-02.net']
const target: Environment = {
  ...environment('prod'),
  account: '123456789012',
  region: 'eu-central-1',
  domain: 'leads.test',
  hostedZoneId: 'Z1',
  alarmEmail: 'alarms@leads.test',
}
const hook = { url: 'https://root.leads.test/api/hooks/stripe', status: 'enabled', enabled_events: [...stripeEvents] }

/** An account in which nothing is missing, by the first two words of each command; what a test says stands over it. */
function account(over: Record<string, unknown> = {}, stripe: Record<string, unknown> = {}): Outside {
  const answers: Record<string, unknown> = {
    'sts get-caller-identity': { Account: '123456789012' },
    'sts assume-role': { Credentials: {} },
    'ssm get-parameter': { Parameter: { Value: '21' } },
    'route53 get-hosted-zone': {
      HostedZone: { Name: 'leads.test.', Config: { PrivateZone: false } },
      DelegationSet: { NameServers: servers },
    },
    'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 1000 } },
    'sesv2 get-account': { ProductionAccessEnabled: true, SendQuota: { Max24HourSend: 50_000 } },
    ...over,
  }
  const paths: Record<string, unknown> = {
    '/v1/account': { id: 'acct_1', details_submitted: true },
    '/v1/accounts?limit=1': { data: [] },
    '/v1/webhook_endpoints?limit=100': { data: [hook, hook] },
    ...stripe,
  }
  const answer = async (value: unknown) => {
    if (value instanceof Error) throw value
    return value
  }
  return {
    aws: (...args) => answer(answers[args.slice(0, 2).join(' ')]),
    nameServers: async () => [...servers, 'NS-1.awsdns-01.com.'],
    stripe: (path) => answer(paths[path]),
  }
}
const faultsOf = async (outside: Outside, row = target) =>
  (await preflight(row, outside)).filter(({ state }) => state !== 'ok')

describe('preflight', () => {
  it('finds nothing where nothing is missing', async () => expect(await faultsOf(account())).toEqual([]))

  it.each<[string, Record<string, unknown>, Record<string, unknown>, RegExp]>([
    ['credentials', { 'sts get-caller-identity': { Account: '999999999999' } }, {}, /999999999999, not 123456789012/],
    [
      'bootstrap',
      { 'ssm get-parameter': { Parameter: { Value: '14' } } },
      {},
      /eu-central-1 has version 14, us-east-1/,
    ],
    [
      'bootstrap',
      { 'ssm get-parameter': new Error('An error occurred (ParameterNotFound)') },
      {},
      /us-east-1 has none/,
    ],
    [
      'zone',
      { 'route53 get-hosted-zone': { HostedZone: { Name: 'other.test.' }, DelegationSet: { NameServers: servers } } },
      {},
      /Z1 is other\.test, not leads\.test/,
    ],
    [
      'concurrency',
      { 'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 10 } } },
      {},
      /10 at once/,
    ],
    ['mail', { 'sesv2 get-account': { ProductionAccessEnabled: false } }, {}, /sandbox in eu-central-1/],
    ['stripe', {}, { '/v1/account': { id: 'acct_1', details_submitted: false } }, /not activated/],
    ['stripe events', {}, { '/v1/webhook_endpoints?limit=100': { data: [hook] } }, /1 of 2 endpoints/],
    [
      'stripe events',
      {},
      { '/v1/webhook_endpoints?limit=100': { data: [hook, { ...hook, enabled_events: ['payout.failed'] }] } },
      /lacks account\.updated/,
    ],
  ])('names what is missing, and how to mend it: %s', async (name, over, stripe, said) => {
    const faults = await faultsOf(account(over, stripe))
    expect(faults.map((fault) => [fault.name, fault.state])).toEqual([[name, 'missing']])
    expect(faults[0]?.said).toMatch(said)
    expect(faults[0]?.mend?.length).toBeGreaterThan(20)
  })

  it('compares the name servers of the zone with those of the public DNS', async () => {
    for (const named of [[], ['ns.registrar.test'], [...servers, 'ns.registrar.test']]) {
      const faults = await faultsOf({ ...account(), nameServers: async () => named })
      expect(faults.map(({ name }) => name)).toEqual(['delegation'])
    }
  })

  it('knows an example from a row that was filled in', async () => {
    const [fault] = await faultsOf(account(), { ...target, account: '333333333333', alarmEmail: 'a@leadloom.example' })
    expect(fault).toMatchObject({ name: 'row', said: 'still examples: account, alarmEmail' })
  })

  it('says what could not be asked, and asks the rest', async () => {
    const denied = new Error('usage: aws\n\nAn error occurred (AccessDenied) when calling the GetAccount operation\n')
    const faults = await faultsOf({ ...account({ 'sesv2 get-account': denied }), stripe: undefined })
    expect(faults.map(({ name, state }) => [name, state])).toEqual([
      ['mail', 'unknown'],
      ['stripe', 'unknown'],
      ['stripe events', 'unknown'],
    ])
    expect(faults[0]?.said).toBe('An error occurred (AccessDenied) when calling the GetAccount operation')
  })

  it.each([
    [['production'], 'There is no environment "production". There are: dev, staging, prod.'],
    [[], 'Name an environment: dev, staging, prod.'],
  ])('is a command that ends with a sentence where the environment is unknown: %j', (args, says) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/preflight.ts', ...args], { encoding: 'utf8' })
    expect([status, stdout, stderr.trim()]).toEqual([1, '', says])
  })
})

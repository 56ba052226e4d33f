import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leaveDomain, requestDomain } from '#functions/domain/custom-domains.ts'
import { lambdaContext } from '#infra/local/api.ts'
import { type EdgeDouble, startEdge } from '#infra/local/doubles/edge.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import { headers } from '#shared/wire.ts'
import { type Harness, harness } from '#tests/support/harness.ts'

const endpoint = 'd111.cloudfront.test'
const target = 'sites.leadloom.test'
const start = 1_800_000_000_000

let edge: EdgeDouble
let site: Server
let suite: Harness
const answering = new Set<string>()
let now = start
let count = 0

beforeAll(async () => {
  edge = await startEdge({ distributionId: 'DIST', connectionGroupId: 'cg_1', routingEndpoint: endpoint })
  edge.dns.set(target, { type: 'CNAME', value: endpoint })
  // Stands for the edge's own locations: answers for the hosts that have been rolled out.
  site = createServer((req, res) => {
    const isUp = answering.has(req.headers.host ?? '')
    res.writeHead(isUp ? 200 : 421, isUp ? { [headers.requestId]: 'req_1' } : {}).end('{}')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const address = site.address()
  suite = await harness({
    env: {
      AWS_ENDPOINT_URL_CLOUDFRONT: edge.url,
      EDGE_DISTRIBUTION_ID: 'DIST',
      EDGE_CONNECTION_GROUP_ID: 'cg_1',
      EDGE_ROUTING_ENDPOINT: endpoint,
      CUSTOM_DOMAIN_TARGET: target,
      DNS_SERVERS: edge.dns.server,
      PROBE_ORIGIN: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    },
  })
})
afterAll(async () => {
  suite.setClock()
  site.closeAllConnections()
  await Promise.all([edge.stop(), new Promise((resolve) => site.close(resolve))])
})

let host = ''
let agency = ''
beforeEach(async () => {
  at(start)
  count += 1
  host = `leads.acme${count}.test`
  agency = (await newAgency()).id
})

/** An agency of its own for each story: which domain it serves on is part of the story. */
async function newAgency() {
  const known = await suite.db.company.get((await suite.db.domain.findCompanyId(suite.cast.hosts.northlight)) ?? '')
  return suite.db.company.create({ ...known, id: suite.services.newId('company'), customDomain: null })
}

function at(time: number) {
  now = time
  suite.setClock(time)
}

const ask = async (text = host) =>
  requestDomain(suite.services, await suite.db.company.get(agency), text, 'leadloom.test')
/** The timetable's run, and all that follows from it. */
async function tick(forward: number) {
  at(now + forward)
  await suite.runner.trigger('checkDomains', now)
  await suite.drain()
}
const factsOf = async (name = host) => (await suite.db.customDomain.find(agency, name))?.facts
const point = (name = host) => edge.dns.set(name, { type: 'CNAME', value: target })

async function bringUp(name = host) {
  point(name)
  await ask(name)
  await suite.drain()
  edge.setCertificate(name, 'issued')
  await tick(5 * MINUTE)
  edge.deploy(name)
  answering.add(name)
  await tick(5 * MINUTE)
}

describe('advanceDomain', () => {
  it('waits for DNS, then certificate, roll-out and the first answer', async () => {
    await ask(` HTTPS://${host.toUpperCase()}/ `)
    await suite.drain()
    expect(await factsOf()).toMatchObject({ dns: 'no_record', tenantId: null })
    expect(await suite.db.domain.findCompanyId(host)).toBe(agency)

    point()
    await tick(5 * MINUTE)
    expect(await factsOf()).toMatchObject({ dns: 'ok', certificate: 'pending-validation', isEnabled: true })
    expect(edge.tenantOf(host)).toMatchObject({ distributionId: 'DIST', connectionGroupId: 'cg_1' })

    edge.setCertificate(host, 'issued')
    await tick(5 * MINUTE)
    expect(await factsOf()).toMatchObject({ certificate: 'issued', isCertificateAttached: true, isDeployed: false })

    edge.deploy(host)
    await tick(5 * MINUTE)
    expect(await factsOf()).toMatchObject({ isDeployed: true, isDomainActive: true, answeredAt: null })
    expect((await suite.db.company.get(agency)).customDomain).toBeNull()

    answering.add(host)
    await tick(5 * MINUTE)
    expect(await factsOf()).toMatchObject({ answeredAt: now })
    expect((await suite.db.company.get(agency)).customDomain).toBe(host)
  })

  it('lets the old domain serve until the new one answers, and a week longer', async () => {
    const old = `old.acme${count}.test`
    await bringUp(old)
    const served = async () => ({
      company: (await suite.db.company.get(agency)).customDomain,
      owner: await suite.db.domain.findCompanyId(old),
      isServed: edge.tenantOf(old)?.isEnabled ?? false,
    })
    await ask()
    await suite.drain()
    await tick(DAY)
    expect(await served()).toEqual({ company: old, owner: agency, isServed: true })

    point()
    await tick(HOUR)
    edge.setCertificate(host, 'issued')
    await tick(HOUR)
    edge.deploy(host)
    await tick(HOUR)
    expect(await served()).toEqual({ company: old, owner: agency, isServed: true })
    answering.add(host)
    await tick(HOUR)
    expect(await served()).toEqual({ company: host, owner: agency, isServed: true })

    await tick(6 * DAY)
    expect(await served()).toEqual({ company: host, owner: agency, isServed: true })
    await tick(DAY)
    expect(edge.tenantOf(old)).toMatchObject({ isEnabled: false })
    edge.deploy(old)
    await tick(5 * MINUTE)
    expect(await served()).toEqual({ company: host, owner: undefined, isServed: false })
    expect(edge.tenantOf(old)).toBeUndefined()
    expect(await factsOf(old)).toBeUndefined()
  })

  it.each([
    ['no_record', () => undefined],
    ['wrong_target', () => edge.dns.set(host, { type: 'CNAME', value: 'elsewhere.test' })],
    ['address_record', () => edge.dns.set(host, { type: 'A', value: '192.0.2.9' })],
    ['proxied', () => edge.dns.set(host, { type: 'A', value: '104.21.9.9' })],
    ['loop', () => edge.dns.set(host, { type: 'CNAME', value: host })],
    ['lookup_failed', () => edge.dns.breakName(host)],
    [
      'caa_forbids',
      () => {
        point()
        edge.dns.set(host.slice(host.indexOf('.') + 1), { type: 'CAA', value: 'letsencrypt.org' })
      },
    ],
  ])('names %s as what is wrong with the DNS', async (cause, arrange) => {
    arrange()
    await ask()
    await suite.drain()
    expect(await factsOf()).toMatchObject({ dns: cause, tenantId: null })
    expect(edge.tenantOf(host)).toBeUndefined()
  })

  it('names a domain that somebody else holds, and starts anew when asked again', async () => {
    point()
    edge.holdElsewhere(host)
    await ask()
    await suite.drain()
    expect(await factsOf()).toMatchObject({ fault: 'in_use_elsewhere' })
    const asked = edge.requests.length
    await tick(DAY)
    expect(edge.requests.length).toBe(asked)
    edge.releaseElsewhere(host)
    await ask()
    await suite.drain()
    expect(await factsOf()).toMatchObject({ fault: null, certificate: 'pending-validation' })
  })

  it.each([
    ['validation-timed-out', 'certificate_timed_out'],
    ['failed', 'certificate_failed'],
    ['revoked', 'certificate_failed'],
  ])('names a certificate that is %s', async (state, fault) => {
    point()
    await ask()
    await suite.drain()
    edge.setCertificate(host, state)
    await tick(5 * MINUTE)
    expect(await factsOf()).toMatchObject({ fault })
  })

  it('waits when the edge does not see the record yet', async () => {
    point()
    edge.failNext('InvalidArgument', 400)
    await ask()
    await suite.drain()
    expect(await factsOf()).toMatchObject({ dns: 'unknown', fault: null, tenantId: null })
    await tick(5 * MINUTE)
    expect(await factsOf()).toMatchObject({ certificate: 'pending-validation' })
  })

  it('finds the tenant of an earlier try whose answer was lost', async () => {
    point()
    await ask()
    await suite.drain()
    const stored = await suite.db.customDomain.find(agency, host)
    if (!stored) throw new Error('The domain was not kept.')
    await suite.db.customDomain.save(stored, { ...stored.facts, tenantId: null, certificate: 'none' }, now)
    await tick(5 * MINUTE)
    expect(await factsOf()).toMatchObject({ tenantId: edge.tenantOf(host)?.id, fault: null })
  })

  it('leaves no half-made state when the edge fails, and goes on afterwards', async () => {
    point()
    edge.failNext('InternalError', 500, 4)
    await ask()
    await suite.drain()
    expect(await factsOf()).toMatchObject({ tenantId: null, fault: null, dns: 'ok' })
    await tick(5 * MINUTE)
    expect(await factsOf()).toMatchObject({ certificate: 'pending-validation' })
  })

  it('does the work once when the message comes many times at once', async () => {
    point()
    await suite.db.domain.claim(host, agency, now)
    await ask()
    const records = Array.from({ length: 5 }, (_, index) => ({
      messageId: String(index),
      receiptHandle: '',
      body: JSON.stringify({ companyId: agency, host }),
      messageAttributes: {},
      md5OfBody: '',
      attributes: {
        ApproximateReceiveCount: '1',
        SentTimestamp: '0',
        SenderId: '',
        ApproximateFirstReceiveTimestamp: '0',
      },
      eventSource: '',
      eventSourceARN: '',
      awsRegion: '',
    }))
    const { handler } = await import('#functions/jobs/advanceDomain.ts')
    const asked = edge.requests.length
    const results = await Promise.all(
      records.map((record) => handler({ Records: [record] }, lambdaContext('advanceDomain', 60_000))),
    )
    expect(results.flatMap((result) => result.batchItemFailures)).toEqual([])
    expect(edge.requests.slice(asked).filter(({ method }) => method === 'PUT' || method === 'DELETE')).toEqual([])
    expect(await factsOf()).toMatchObject({ certificate: 'pending-validation', tenantId: edge.tenantOf(host)?.id })
  })

  it('tells when an active domain no longer points here, and keeps serving', async () => {
    await bringUp()
    edge.dns.set(host, { type: 'CNAME', value: 'elsewhere.test' })
    await tick(DAY + MINUTE)
    expect(await factsOf()).toMatchObject({ dns: 'wrong_target', isEnabled: true })
    expect((await suite.db.company.get(agency)).customDomain).toBe(host)
  })
})

describe('requestDomain', () => {
  it('refuses a host of another company, ours, an apex and nonsense', async () => {
    const other = await newAgency()
    await ask()
    await expect(requestDomain(suite.services, other, host, 'leadloom.test')).rejects.toMatchObject({
      code: 'conflict',
    })
    for (const bad of ['x.leadloom.test', 'acme.test', 'no host'])
      await expect(ask(bad)).rejects.toMatchObject({ code: 'invalid', fields: { domain: expect.any(String) } })
  })
})

describe('leaveDomain', () => {
  it('frees a domain that was never made at once', async () => {
    await ask()
    await leaveDomain(suite.services, agency, host)
    await suite.drain()
    expect(await suite.db.domain.findCompanyId(host)).toBeUndefined()
    expect(await factsOf()).toBeUndefined()
  })

  it('waits until the edge has switched a domain off before it is deleted', async () => {
    await bringUp()
    await leaveDomain(suite.services, agency, host)
    await suite.drain()
    await tick(5 * MINUTE)
    expect(edge.tenantOf(host)).toMatchObject({ isEnabled: false, status: 'InProgress' })
    expect(await suite.db.domain.findCompanyId(host)).toBe(agency)
    edge.deploy(host)
    await tick(5 * MINUTE)
    expect(edge.tenantOf(host)).toBeUndefined()
    expect(await suite.db.domain.findCompanyId(host)).toBeUndefined()
    expect((await suite.db.company.get(agency)).customDomain).toBeNull()
  })
})

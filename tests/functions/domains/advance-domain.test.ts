import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lambdaContext } from '#infra/local/api.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
beforeEach(() => stage.begin())

describe('advanceDomain', () => {
  it('waits for DNS, then certificate, roll-out and the first answer', async () => {
    await stage.ask(` HTTPS://${stage.host.toUpperCase()}/ `)
    await stage.suite.drain()
    expect(await stage.factsOf()).toMatchObject({ dns: 'no_record', tenantId: null })
    expect(await stage.suite.db.domain.findCompanyId(stage.host)).toBe(stage.agency)

    stage.point()
    await stage.tick(5 * MINUTE)
    expect(await stage.factsOf()).toMatchObject({ dns: 'ok', certificate: 'pending-validation', isEnabled: true })
    expect(stage.edge.tenantOf(stage.host)).toMatchObject({ distributionId: 'DIST', connectionGroupId: 'cg_1' })

    stage.edge.setCertificate(stage.host, 'issued')
    await stage.tick(5 * MINUTE)
    expect(await stage.factsOf()).toMatchObject({
      certificate: 'issued',
      isCertificateAttached: true,
      isDeployed: false,
    })

    stage.edge.deploy(stage.host)
    await stage.tick(5 * MINUTE)
    expect(await stage.factsOf()).toMatchObject({ isDeployed: true, isDomainActive: true, answeredAt: null })
    expect((await stage.suite.db.company.get(stage.agency)).customDomain).toBeNull()

    stage.answering.add(stage.host)
    await stage.tick(5 * MINUTE)
    expect(await stage.factsOf()).toMatchObject({ answeredAt: stage.now })
    expect((await stage.suite.db.company.get(stage.agency)).customDomain).toBe(stage.host)
  })

  it('lets the old domain serve until the new one answers, and a week longer', async () => {
    const old = `old.${stage.host}`
    await stage.bringUp(old)
    const served = async () => ({
      company: (await stage.suite.db.company.get(stage.agency)).customDomain,
      owner: await stage.suite.db.domain.findCompanyId(old),
      isServed: stage.edge.tenantOf(old)?.isEnabled ?? false,
    })
    await stage.ask()
    await stage.suite.drain()
    await stage.tick(DAY)
    expect(await served()).toEqual({ company: old, owner: stage.agency, isServed: true })

    stage.point()
    await stage.tick(HOUR)
    stage.edge.setCertificate(stage.host, 'issued')
    await stage.tick(HOUR)
    stage.edge.deploy(stage.host)
    await stage.tick(HOUR)
    expect(await served()).toEqual({ company: old, owner: stage.agency, isServed: true })
    stage.answering.add(stage.host)
    await stage.tick(HOUR)
    expect(await served()).toEqual({ company: stage.host, owner: stage.agency, isServed: true })

    await stage.tick(6 * DAY)
    expect(await served()).toEqual({ company: stage.host, owner: stage.agency, isServed: true })
    await stage.tick(DAY)
    expect(stage.edge.tenantOf(old)).toMatchObject({ isEnabled: false })
    stage.edge.deploy(old)
    await stage.tick(5 * MINUTE)
    expect(await served()).toEqual({ company: stage.host, owner: undefined, isServed: false })
    expect(stage.edge.tenantOf(old)).toBeUndefined()
    stage.edge.dns.remove(old)
    await stage.tick(DAY)
    expect(await stage.factsOf(old)).toBeUndefined()
  })

  it.each([
    ['no_record', () => undefined],
    ['wrong_target', () => stage.edge.dns.set(stage.host, { type: 'CNAME', value: 'elsewhere.test' })],
    ['address_record', () => stage.edge.dns.set(stage.host, { type: 'A', value: '192.0.2.9' })],
    ['proxied', () => stage.edge.dns.set(stage.host, { type: 'A', value: '104.21.9.9' })],
    ['loop', () => stage.edge.dns.set(stage.host, { type: 'CNAME', value: stage.host })],
    ['lookup_failed', () => stage.edge.dns.breakName(stage.host)],
    [
      'caa_forbids',
      () => {
        stage.point()
        stage.edge.dns.set(stage.host.slice(stage.host.indexOf('.') + 1), { type: 'CAA', value: 'letsencrypt.org' })
      },
    ],
  ])('names %s as what is wrong with the DNS', async (cause, arrange) => {
    arrange()
    await stage.ask()
    await stage.suite.drain()
    expect(await stage.factsOf()).toMatchObject({ dns: cause, tenantId: null })
    expect(stage.edge.tenantOf(stage.host)).toBeUndefined()
  })

  it('names a domain that somebody else holds, and starts anew when asked again', async () => {
    stage.point()
    stage.edge.holdElsewhere(stage.host)
    await stage.ask()
    await stage.suite.drain()
    expect(await stage.factsOf()).toMatchObject({ fault: 'in_use_elsewhere' })
    const asked = stage.edge.requests.length
    await stage.tick(DAY)
    expect(stage.edge.requests.length).toBe(asked)
    stage.edge.releaseElsewhere(stage.host)
    await stage.ask()
    await stage.suite.drain()
    expect(await stage.factsOf()).toMatchObject({ fault: null, certificate: 'pending-validation' })
  })

  it.each([
    ['validation-timed-out', 'certificate_timed_out'],
    ['failed', 'certificate_failed'],
    ['revoked', 'certificate_failed'],
  ])('names a certificate that is %s', async (state, fault) => {
    stage.point()
    await stage.ask()
    await stage.suite.drain()
    stage.edge.setCertificate(stage.host, state)
    await stage.tick(5 * MINUTE)
    expect(await stage.factsOf()).toMatchObject({ fault })
  })

  it('waits when the stage.edge does not see the record yet', async () => {
    stage.point()
    stage.edge.failNext('InvalidArgument', 400)
    await stage.ask()
    await stage.suite.drain()
    expect(await stage.factsOf()).toMatchObject({ dns: 'unknown', fault: null, tenantId: null })
    await stage.tick(5 * MINUTE)
    expect(await stage.factsOf()).toMatchObject({ certificate: 'pending-validation' })
  })

  it('finds the tenant of an earlier try whose answer was lost', async () => {
    stage.point()
    await stage.ask()
    await stage.suite.drain()
    const stored = await stage.suite.db.customDomain.find(stage.agency, stage.host)
    if (!stored) throw new Error('The domain was not kept.')
    await stage.suite.db.customDomain.save(stored, { ...stored.facts, tenantId: null, certificate: 'none' }, stage.now)
    await stage.tick(5 * MINUTE)
    expect(await stage.factsOf()).toMatchObject({ tenantId: stage.edge.tenantOf(stage.host)?.id, fault: null })
  })

  it('leaves no half-made state when the stage.edge fails, and goes on afterwards', async () => {
    stage.point()
    stage.edge.failNext('InternalError', 500, 4)
    await stage.ask()
    await stage.suite.drain()
    expect(await stage.factsOf()).toMatchObject({ tenantId: null, fault: null, dns: 'ok' })
    await stage.tick(5 * MINUTE)
    expect(await stage.factsOf()).toMatchObject({ certificate: 'pending-validation' })
  })

  it('does the work once when the message comes many times at once', async () => {
    stage.point()
    await stage.suite.db.domain.claim(stage.host, stage.agency, stage.now)
    await stage.ask()
    const records = Array.from({ length: 5 }, (_, index) => ({
      messageId: String(index),
      receiptHandle: '',
      body: JSON.stringify({ companyId: stage.agency, host: stage.host }),
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
    const asked = stage.edge.requests.length
    const results = await Promise.all(
      records.map((record) => handler({ Records: [record] }, lambdaContext('advanceDomain', 60_000))),
    )
    expect(results.flatMap((result) => result.batchItemFailures)).toEqual([])
    expect(stage.edge.requests.slice(asked).filter(({ method }) => method === 'PUT' || method === 'DELETE')).toEqual([])
    expect(await stage.factsOf()).toMatchObject({
      certificate: 'pending-validation',
      tenantId: stage.edge.tenantOf(stage.host)?.id,
    })
  })

  it('tells when an active domain no longer points here, and keeps serving', async () => {
    await stage.bringUp()
    stage.edge.dns.set(stage.host, { type: 'CNAME', value: 'elsewhere.test' })
    await stage.tick(DAY + MINUTE)
    expect(await stage.factsOf()).toMatchObject({ dns: 'wrong_target', isEnabled: true })
    expect((await stage.suite.db.company.get(stage.agency)).customDomain).toBe(stage.host)
  })
})

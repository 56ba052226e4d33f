import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leaveDomain, requestDomain } from '#functions/domain/domains/custom.ts'
import type { Services } from '#functions/kit/services.ts'
import { keepFormDomain } from '#functions/wire/domains/form.ts'
import { wantedOf } from '#functions/wire/domains/state.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import { newDomainFacts } from '#shared/model/custom-domain.ts'
import { openStage, platformDomain, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
beforeEach(() => stage.begin())

const holder = () => stage.suite.db.domain.findHolder(stage.host)
const companyOf = (id = stage.agency) => stage.suite.db.company.get(id)
async function leave(host = stage.host) {
  await leaveDomain(stage.suite.services, stage.agency, host)
  await stage.suite.drain()
}
/** All the way to a domain that is gone from the edge. */
async function takeDown(host = stage.host) {
  await leave(host)
  stage.edge.deploy(host)
  await stage.tick(5 * MINUTE)
  expect(stage.edge.tenantOf(host)).toBeUndefined()
}
const askAs = async (companyId: string) =>
  requestDomain(stage.suite.services, await companyOf(companyId), stage.host, platformDomain)

describe('a host that was given up', () => {
  it('is kept from others while its record points here, and is free once it does not', async () => {
    const other = (await stage.newAgency()).id
    await stage.bringUp()
    await takeDown()
    await stage.tick(3 * DAY)
    expect(await holder()).toEqual({ companyId: stage.agency, isGivenUp: true })
    expect(await stage.suite.db.domain.findCompanyId(stage.host)).toBeUndefined()
    await expect(askAs(other)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('still points here for somebody else. Remove its DNS record first'),
    })
    stage.edge.dns.remove(stage.host)
    // Anybody who asks has the record looked at again soon, not within a day.
    await stage.suite.drain()
    stage.at(stage.now + 6 * MINUTE)
    await expect(askAs(other)).rejects.toMatchObject({ code: 'conflict' })
    await stage.suite.drain()
    expect([await holder(), await stage.factsOf()]).toEqual([undefined, undefined])
    await askAs(other)
    await stage.suite.drain()
    expect(await holder()).toEqual({ companyId: other, isGivenUp: false })
  })

  it.each([
    ['a proxy may hide where it leads', () => stage.edge.dns.set(stage.host, { type: 'A', value: '104.21.9.9' }), true],
    ['its name servers do not answer', () => stage.edge.dns.breakName(stage.host), true],
    ['it leads to somebody else', () => stage.edge.dns.set(stage.host, { type: 'CNAME', value: 'their.test' }), false],
    ['its name is gone', () => stage.edge.dns.remove(stage.host), false],
  ])('%s', async (_, arrange, isKept) => {
    await stage.bringUp()
    await takeDown()
    arrange()
    await stage.tick(DAY)
    expect((await holder())?.isGivenUp ?? false).toBe(isKept)
  })

  it('is taken back by the same company at once, also while it is switched off, and goes online again', async () => {
    await stage.bringUp()
    await leave()
    expect(stage.edge.tenantOf(stage.host)).toMatchObject({ isEnabled: false })
    await stage.ask()
    expect(await holder()).toEqual({ companyId: stage.agency, isGivenUp: false })
    await stage.suite.drain()
    expect(stage.edge.tenantOf(stage.host)).toMatchObject({ isEnabled: true })
    stage.edge.deploy(stage.host)
    await stage.tick(5 * MINUTE)
    expect((await companyOf()).customDomain).toBe(stage.host)

    await takeDown()
    await stage.tick(DAY)
    await stage.ask()
    await stage.suite.drain()
    expect(await holder()).toEqual({ companyId: stage.agency, isGivenUp: false })
    expect(await stage.factsOf()).toMatchObject({ leavesAt: null, givenUpAt: null, certificate: 'pending-validation' })
  })

  it('is led to no more from the moment it leaves, and not again by a worker that was on it', async () => {
    await stage.bringUp()
    await leaveDomain(stage.suite.services, stage.agency, stage.host)
    expect((await companyOf()).customDomain).toBeNull()
    await stage.suite.db.company.update(stage.agency, { customDomain: stage.host })
    await stage.tick(5 * MINUTE)
    expect((await companyOf()).customDomain).toBeNull()
  })
})

describe('a claim without a record', () => {
  it('ends after two weeks, and is made anew by asking again', async () => {
    const other = (await stage.newAgency()).id
    await stage.ask()
    await stage.suite.drain()
    await stage.tick(14 * DAY + HOUR)
    expect(await stage.factsOf()).toMatchObject({ fault: 'never_pointed' })
    expect(await holder()).toBeUndefined()
    await stage.ask()
    await stage.suite.drain()
    expect(await holder()).toEqual({ companyId: stage.agency, isGivenUp: false })

    await stage.tick(14 * DAY + HOUR)
    await askAs(other)
    await stage.suite.drain()
    await expect(stage.ask()).rejects.toMatchObject({ code: 'conflict', message: 'This domain is already in use.' })
    // What is left of the first claim goes without touching the second.
    await leave()
    expect(await stage.factsOf()).toBeUndefined()
    expect(await holder()).toEqual({ companyId: other, isGivenUp: false })
  })

  it('is kept where the record points here and only a CAA record is in the way', async () => {
    stage.point()
    stage.edge.dns.set(stage.host.slice(stage.host.indexOf('.') + 1), { type: 'CAA', value: 'letsencrypt.org' })
    await stage.ask()
    await stage.suite.drain()
    await stage.tick(14 * DAY + HOUR)
    expect(await stage.factsOf()).toMatchObject({ fault: 'never_pointed', dns: 'caa_forbids' })
    expect(await holder()).toEqual({ companyId: stage.agency, isGivenUp: false })
  })
})

describe('two at once', () => {
  /** The platform with one door of a custom domain's rows replaced. */
  const withRows = (rows: Partial<Services['db']['customDomain']>): Services => {
    const { services } = stage.suite
    const { customDomain } = services.db
    const replaced = new Proxy(customDomain, {
      get: (own, name) => Reflect.get(rows, name) ?? Reflect.get(own, name),
    })
    return { ...services, db: { ...services.db, customDomain: replaced } }
  }

  it('says so when somebody changed the domain while it was asked for again', async () => {
    await stage.ask()
    await leaveDomain(stage.suite.services, stage.agency, stage.host)
    const { customDomain } = stage.suite.db
    const deps = withRows({
      find: async (...key) => {
        const found = await customDomain.find(...key)
        if (found) await customDomain.save(found, found.facts, stage.now)
        return found
      },
    })
    await expect(requestDomain(deps, await companyOf(), stage.host, platformDomain)).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await stage.factsOf()).toMatchObject({ leavesAt: stage.now })
  })

  it('frees nothing that was taken back since it was looked at', async () => {
    await stage.ask()
    await stage.suite.drain()
    await leaveDomain(stage.suite.services, stage.agency, stage.host)
    const seen = await stage.suite.db.customDomain.find(stage.agency, stage.host)
    if (!seen) throw new Error('The domain was not kept.')
    await stage.ask()
    expect(await stage.suite.db.customDomain.forget(seen)).toBe(false)
    expect(await stage.suite.db.customDomain.giveUp(seen, stage.now)).toBeUndefined()
    expect(await stage.factsOf()).toMatchObject({ leavesAt: null })
    expect(await holder()).toEqual({ companyId: stage.agency, isGivenUp: false })
  })

  it('gives the host to one of two companies that both have shown it, and tells the other', async () => {
    const other = (await stage.newAgency()).id
    await Promise.all([askAs(stage.agency), askAs(other)])
    stage.point()
    await Promise.all([stage.suite.drain(), stage.suite.drain(), stage.suite.drain()])
    await stage.tick(5 * MINUTE)
    const rows = await Promise.all([stage.agency, other].map((id) => stage.suite.db.customDomain.find(id, stage.host)))
    const winner = (await holder())?.companyId
    expect([stage.agency, other]).toContain(winner)
    expect(stage.edge.tenantOf(stage.host)).toBeDefined()
    for (const row of rows)
      expect(row?.facts).toMatchObject(
        row?.facts.companyId === winner
          ? { fault: null, provenAt: expect.any(Number), tenantId: expect.any(String) }
          : { fault: 'proven_elsewhere', provenAt: null, tenantId: null },
      )
  })

  it('keeps no new wish where the one before it cannot be taken back just now', async () => {
    await stage.ask()
    const wanted = `b.${stage.host}`
    const deps = withRows({ save: async () => undefined })
    await expect(keepFormDomain(deps, { DownlineDomain: wanted }, await companyOf())).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await stage.factsOf(wanted)).toBeUndefined()
    expect(await stage.suite.db.domain.findHolder(wanted)).toBeUndefined()
  })

  it('lets a domain go although a worker keeps what it found meanwhile', async () => {
    await stage.ask()
    const { customDomain } = stage.suite.db
    let isFirst = true
    const deps = withRows({
      find: async (...key) => {
        const found = await customDomain.find(...key)
        if (found && isFirst) await customDomain.save(found, { ...found.facts, dns: 'no_record' }, stage.now)
        isFirst = false
        return found
      },
    })
    await leaveDomain(deps, stage.agency, stage.host)
    expect(await stage.factsOf()).toMatchObject({ leavesAt: stage.now, dns: 'no_record' })
  })
})

it('takes back what does not serve yet before what serves, whichever was asked for last', () => {
  const of = { companyId: 'com_1', replaces: null, proof: null, provenAt: null }
  const serving = { ...newDomainFacts({ ...of, host: 'a.acme.test' }, 20), answeredAt: 30 }
  const wish = newDomainFacts({ ...of, host: 'b.acme.test' }, 10)
  expect(wantedOf([serving, wish])?.host).toBe('b.acme.test')
  expect(wantedOf([serving, { ...wish, leavesAt: 40 }])?.host).toBe('a.acme.test')
  expect(wantedOf([{ ...serving, leavesAt: 40 }])).toBeUndefined()
})

it('decides from the domains as they stand after whatever was just written', async () => {
  const asked: unknown[] = []
  const { middlewareStack } = stage.suite.services.table.client
  const name = 'seeDomains'
  middlewareStack.add(
    (next) => async (args) => {
      if (JSON.stringify(args.input).includes('#DOMAINS')) asked.push(Reflect.get(args.input, 'ConsistentRead'))
      return next(args)
    },
    { step: 'initialize', name },
  )
  await stage.suite.db.customDomain.list(stage.agency)
  middlewareStack.remove(name)
  expect(asked).toEqual([true])
})

it('tells apart hosts that look the same without dots', async () => {
  const long = `${'long-label-of-a-domain.'.repeat(8)}x.test`
  const other = (await stage.newAgency()).id
  for (const host of [`a.${stage.host}`, `a-${stage.host}`, long, `${long.slice(0, -5)}y.test`]) {
    stage.point(host)
    await requestDomain(stage.suite.services, await companyOf(other), host, platformDomain)
    await stage.suite.drain()
    expect((await stage.suite.db.customDomain.find(other, host))?.facts).toMatchObject({
      fault: null,
      tenantId: stage.edge.tenantOf(host)?.id,
    })
  }
})

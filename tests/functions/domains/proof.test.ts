// A host is whose name servers say so: nobody gets one by asking first, not even where its record points here already.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requestDomain } from '#functions/domain/domains/custom.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import { proofNameOf } from '#shared/model/custom-domain.ts'
import { openStage, platformDomain, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
beforeEach(() => stage.begin())

const holder = () => stage.suite.db.domain.findHolder(stage.host)
const askAs = async (companyId: string) =>
  requestDomain(stage.suite.services, await stage.suite.db.company.get(companyId), stage.host, platformDomain)
const factsOf = async (companyId: string) => (await stage.suite.db.customDomain.find(companyId, stage.host))?.facts

describe('the proof of a domain', () => {
  it('is asked for where the record points here already, and whoever shows it gets the host', async () => {
    const owner = (await stage.newAgency()).id
    stage.point()
    // Somebody else asks first, for a name that is not theirs.
    stage.proofs.areSet = (companyId) => companyId === owner
    await stage.ask()
    await stage.suite.drain()
    await stage.tick(DAY)
    expect(await holder()).toBeUndefined()
    expect(stage.edge.tenantOf(stage.host)).toBeUndefined()
    expect(await stage.factsOf()).toMatchObject({ dns: 'ok', provenAt: null })

    await askAs(owner)
    await stage.suite.drain()
    expect(await holder()).toEqual({ companyId: owner, isGivenUp: false })
    expect(stage.edge.tenantOf(stage.host)).toBeDefined()
    await expect(stage.ask()).resolves.toBe(stage.host)
    stage.proofs.areSet = true
    await stage.tick(DAY)
    expect(await stage.factsOf()).toMatchObject({ fault: 'proven_elsewhere', provenAt: null, tenantId: null })
    expect(await holder()).toEqual({ companyId: owner, isGivenUp: false })
    await expect(stage.ask()).rejects.toMatchObject({ code: 'conflict', message: 'This domain is already in use.' })
  })

  it('is another value for each company and each host, and names nobody', async () => {
    const other = (await stage.newAgency()).id
    await stage.ask()
    await askAs(other)
    await stage.ask(`more.${stage.host}`)
    const all = [await stage.factsOf(), await factsOf(other), await stage.factsOf(`more.${stage.host}`)].map(
      (facts) => facts?.proof,
    )
    expect(new Set(all).size).toBe(3)
    for (const proof of all) expect(proof).toMatch(/^domain-verification=[0-9a-f]{40}$/)
    expect(`${proofNameOf(stage.host)}${all}`.toLowerCase()).not.toMatch(/leadloom/)
  })

  it("is not the one of somebody else, nor a part of one's own", async () => {
    const other = (await stage.newAgency()).id
    stage.proofs.areSet = (companyId) => companyId === other
    stage.point()
    await askAs(other)
    await stage.ask()
    const own = (await stage.factsOf())?.proof ?? ''
    stage.edge.dns.set(proofNameOf(stage.host), { type: 'TXT', value: own.slice(0, -1) })
    await stage.suite.drain()
    expect(await holder()).toEqual({ companyId: other, isGivenUp: false })
    expect(await stage.factsOf()).toMatchObject({ provenAt: null })
  })

  it('stays the same when it is asked for again, and need not stand there once it was seen', async () => {
    await stage.ask()
    const first = (await stage.factsOf())?.proof
    await stage.ask()
    expect((await stage.factsOf())?.proof).toBe(first)
    await stage.bringUp()
    stage.proofs.areSet = false
    await stage.tick(DAY)
    await stage.tick(DAY)
    expect(await stage.factsOf()).toMatchObject({ fault: null, dns: 'ok', answeredAt: expect.any(Number) })
  })

  it('is not asked of what serves since before there was one, and is given to who waits since then', async () => {
    await stage.bringUp()
    const before = { proof: null, provenAt: null }
    const serving = await stage.suite.db.customDomain.find(stage.agency, stage.host)
    if (!serving) throw new Error('It was brought up.')
    await stage.suite.db.customDomain.save(serving, { ...serving.facts, ...before }, stage.now)
    await stage.tick(DAY)
    expect(await stage.factsOf()).toMatchObject({ ...before, fault: null, answeredAt: expect.any(Number) })
    expect(await holder()).toEqual({ companyId: stage.agency, isGivenUp: false })

    const wish = `old.${stage.host}`
    await stage.ask(wish)
    const waiting = await stage.suite.db.customDomain.find(stage.agency, wish)
    if (!waiting) throw new Error('It was asked for.')
    await stage.suite.db.customDomain.save(waiting, { ...waiting.facts, ...before }, stage.now)
    await stage.tick(5 * MINUTE)
    expect((await stage.factsOf(wish))?.proof).toMatch(/^domain-verification=/)
  })
})

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leaveDomain, requestDomain } from '#functions/domain/domains/custom.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import { openStage, platformDomain, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
beforeEach(() => stage.begin())

describe('requestDomain', () => {
  it('refuses a stage.host of another company, ours, an apex and nonsense', async () => {
    const other = await stage.newAgency()
    await stage.ask()
    await stage.suite.drain()
    await expect(requestDomain(stage.suite.services, other, stage.host, platformDomain)).rejects.toMatchObject({
      code: 'conflict',
    })
    for (const bad of ['x.leadloom.test', 'acme.test', 'no host'])
      await expect(stage.ask(bad)).rejects.toMatchObject({ code: 'invalid', fields: { domain: expect.any(String) } })
  })
})

describe('leaveDomain', () => {
  it('frees a domain that was never made at once', async () => {
    await stage.ask()
    await leaveDomain(stage.suite.services, stage.agency, stage.host)
    await stage.suite.drain()
    expect(await stage.suite.db.domain.findHolder(stage.host)).toBeUndefined()
    expect(await stage.factsOf()).toBeUndefined()
  })

  it('waits until the stage.edge has switched a domain off before it is deleted', async () => {
    await stage.bringUp()
    await leaveDomain(stage.suite.services, stage.agency, stage.host)
    await stage.suite.drain()
    await stage.tick(5 * MINUTE)
    expect(stage.edge.tenantOf(stage.host)).toMatchObject({ isEnabled: false, status: 'InProgress' })
    expect(await stage.suite.db.domain.findHolder(stage.host)).toEqual({ companyId: stage.agency, isGivenUp: true })
    stage.edge.deploy(stage.host)
    await stage.tick(5 * MINUTE)
    expect(stage.edge.tenantOf(stage.host)).toBeUndefined()
    stage.edge.dns.remove(stage.host)
    await stage.tick(DAY)
    expect(await stage.suite.db.domain.findHolder(stage.host)).toBeUndefined()
    expect((await stage.suite.db.company.get(stage.agency)).customDomain).toBeNull()
  })
})

import { beforeAll, beforeEach, expect, it } from 'vitest'
import { requestDomain } from '#functions/domain/domains/custom.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import { openStage, platformDomain, type Stage } from './stage.ts'

let stage: Stage
let made = 0
/** An agency of the root, which Olive keeps. */
let agency = { id: '', userId: '' }
beforeAll(async () => {
  stage = await openStage()
})
beforeEach(async () => {
  await stage.begin()
  stage.suite.forgetTokens()
  made++
  const { status, body } = await stage.suite.call('olive', 'companies.create', {
    companyID: stage.suite.cast.root.id,
    ClientCompanyName: `Ending ${made}`,
    ClientFullName: 'Eve End',
    ClientEmail: `eve${made}@ending.example`,
    ClientPass: 'given word 77',
    ClientPhone: '(312) 555-0145',
    DownlineSubDomain: `ending-${made}`,
  })
  if (status !== 200) throw new Error(body.message)
  agency = { id: body.data[0]?.company_id ?? '', userId: body.data[0]?.id ?? '' }
})
const save = (DownlineDomain: string) =>
  stage.suite.call('olive', 'domains.save', { companyID: agency.id, DownlineDomain })
const end = () => stage.suite.call('olive', 'companies.remove', { companyId: agency.id, userId: agency.userId })
const rows = () => stage.suite.db.customDomain.list(agency.id)
async function serve(host: string) {
  stage.point(host)
  await save(host)
  await stage.suite.drain()
  stage.edge.setCertificate(host, 'issued')
  await stage.tick(5 * MINUTE)
  stage.edge.deploy(host)
  stage.answering.add(host)
  await stage.tick(5 * MINUTE)
}

it('AGL-49 ends the domains of an agency with it: each is taken down, and kept while its record points here', async () => {
  const { db, drain } = stage.suite
  const [serving, wish] = [stage.host, `b.${stage.host}`]
  await serve(serving)
  await save(wish)
  await drain()
  expect((await end()).status).toBe(200)
  expect((await db.company.get(agency.id)).customDomain).toBeNull()
  stage.suite.forgetTenants()
  const login = { username: `eve${made}@ending.example`, password: 'given word 77' }
  expect((await stage.suite.call(null, 'session.login', login, { host: serving })).status).toBe(404)
  await drain()
  // What never pointed here is free at once, and what served is kept from the person who comes next.
  expect(await db.domain.findHolder(wish)).toBeUndefined()
  expect(stage.edge.tenantOf(serving)).toMatchObject({ isEnabled: false })
  stage.edge.deploy(serving)
  await stage.tick(5 * MINUTE)
  expect(stage.edge.tenantOf(serving)).toBeUndefined()
  const other = await stage.newAgency()
  await expect(requestDomain(stage.suite.services, other, serving, platformDomain)).rejects.toMatchObject({
    message: expect.stringContaining('still points here for somebody else'),
  })
  stage.edge.dns.remove(serving)
  await stage.tick(DAY)
  expect([await rows(), await db.domain.findHolder(serving)]).toEqual([[], undefined])
})

it('takes down what is left of an agency although whoever ended it did not come to its domains', async () => {
  const { host } = stage
  await serve(host)
  await stage.suite.db.company.update(agency.id, { deletedAt: stage.now })
  await stage.tick(DAY + MINUTE)
  expect(stage.edge.tenantOf(host)).toMatchObject({ isEnabled: false })
  expect(await rows()).toEqual([expect.objectContaining({ host, leavesAt: stage.now, givenUpAt: stage.now })])
})

it('lets domains and tools of an agency go also where the worker that ended it crashed right after', async () => {
  const { db, drain, services } = stage.suite
  await save(stage.host)
  await drain()
  const place = { companyId: agency.id, slug: 'sendgrid', revision: services.newId('user') } as const
  await db.tool.connect({ ...place, settings: {}, masks: {}, account: '', sealed: '' }, services.now())
  const { send } = services.queues
  services.queues.send = (job, message, options) => {
    if (job !== 'endConnections') return send(job, message, options)
    // What is kept back comes at once here; nothing that the worker does afterwards happens.
    return options?.delaySeconds ? send(job, message) : Promise.reject(new Error('The worker crashed.'))
  }
  try {
    expect((await end()).status).toBe(500)
  } finally {
    services.queues.send = send
  }
  expect([(await db.company.get(agency.id)).deletedAt === null, (await db.tool.list(agency.id)).length]).toEqual([
    false,
    1,
  ])
  expect((await rows()).map(({ leavesAt }) => leavesAt)).toEqual([null])
  await drain()
  expect([await db.tool.list(agency.id), await db.domain.findHolder(stage.host)]).toEqual([[], undefined])
})

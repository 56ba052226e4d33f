import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '#shared/dates.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
beforeEach(() => {
  stage.begin()
  stage.suite.forgetTokens()
})
let made = 0
async function create(more: object, who: 'olive' | 'ada' = 'olive') {
  made++
  const form = {
    ClientCompanyName: `Domain ${made}`,
    ClientFullName: 'Dom Ain',
    ClientEmail: `dom${made}@domain.example`,
    ClientPass: 'given word 77',
    ClientPhone: '(312) 555-0145',
    DownlineSubDomain: `own-${made}`,
  }
  const { root } = stage.suite.cast
  const { status, body } = await stage.suite.call(who, 'companies.create', { companyID: root.id, ...form, ...more })
  const row = status === 200 ? body.data[0] : undefined
  return { status, body, row, form }
}
const factsOf = async (companyId = '', host = stage.host) =>
  (await stage.suite.db.customDomain.find(companyId, host))?.facts

describe('the domain in the form of an agency', () => {
  it('CLI-08 CLI-09 is asked for with the agency, and serves once it answers', async () => {
    stage.point()
    const { status, row } = await create({
      DownlineDomain: `https://${stage.host.toUpperCase()}/`,
      DownlineOrganizationID: 'org-9',
      ClientWhiteLabeling: 'F',
      ApiMode: 'T',
      ClientRole: '',
    })
    expect(status).toBe(200)
    expect(row).toMatchObject({
      domain: '',
      orisubdomain: `own-${made}`,
      external_organizationid: 'org-9',
      is_whitelabeling: 'F',
      api_mode: 'T',
      is_invited: false,
    })
    const { call, db, drain } = stage.suite
    const login = await call(
      null,
      'session.login',
      {
        username: `dom${made}@domain.example`,
        password: 'given word 77',
      },
      { host: `own-${made}.localhost` },
    )
    expect(login.status).toBe(200)
    await drain()
    stage.edge.setCertificate(stage.host, 'issued')
    await stage.tick(5 * MINUTE)
    stage.edge.deploy(stage.host)
    stage.answering.add(stage.host)
    await stage.tick(5 * MINUTE)
    expect((await db.company.get(row?.company_id ?? '')).customDomain).toBe(stage.host)
  })

  it('CLI-08 goes by the other name too, and is refused before anything is kept', async () => {
    const first = await create({ ClientDomain: stage.host })
    expect((await factsOf(first.row?.company_id))?.host).toBe(stage.host)
    await stage.suite.drain()
    for (const [ClientDomain, sentence] of [
      [stage.host, 'This domain is already in use.'],
      ['no host', 'Enter a domain such as leads.example.com.'],
      ['x.y.localhost', 'This domain belongs to the platform. Choose a sub-domain in the settings instead.'],
    ] as const) {
      const { status, body, form } = await create({ ClientDomain })
      expect([status, body.fields]).toEqual([422, { ClientDomain: sentence }])
      const again = await create({ ClientEmail: form.ClientEmail })
      expect(again.status).toBe(200)
    }
  })

  it('CLI-09 is asked for and given up when an agency is edited; the same or none said changes nothing', async () => {
    const { row, form } = await create({})
    const companyId = row?.company_id ?? ''
    const save = (more: object) =>
      stage.suite.call('olive', 'companies.update', { ClientID: row?.id ?? '', ...form, ...more })
    expect((await save({ DownlineDomain: stage.host })).status).toBe(200)
    const asked = await stage.suite.db.customDomain.find(companyId, stage.host)
    expect(asked).toBeDefined()
    expect((await save({ DownlineDomain: stage.host })).status).toBe(200)
    expect((await save({})).status).toBe(200)
    expect(await stage.suite.db.customDomain.find(companyId, stage.host)).toEqual(asked)
    expect((await save({ DownlineDomain: '' })).status).toBe(200)
    await stage.suite.drain()
    expect(await factsOf(companyId)).toBeUndefined()
    expect(await stage.suite.db.domain.findCompanyId(stage.host)).toBeUndefined()
  })
})

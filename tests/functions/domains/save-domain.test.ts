import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '#shared/dates.ts'
import type { Member } from '../../support/cast.ts'
import { openStage, type Stage, target } from './stage.ts'

let stage: Stage
let made = 0
/** An agency of the root, which Olive keeps. */
let agency = ''
beforeAll(async () => {
  stage = await openStage()
})
beforeEach(async () => {
  await stage.begin()
  stage.suite.forgetTokens()
  made++
  const { status, body } = await stage.suite.call('olive', 'companies.create', {
    companyID: stage.suite.cast.root.id,
    ClientCompanyName: `Own ${made}`,
    ClientFullName: 'Dom Ain',
    ClientEmail: `own${made}@domain.example`,
    ClientPhone: '(312) 555-0145',
    DownlineSubDomain: `own-host-${made}`,
  })
  if (status !== 200) throw new Error(body.message)
  agency = body.data[0]?.company_id ?? ''
})
const read = async (who: Member = 'olive') => (await stage.suite.call(who, 'domains.get', { companyID: agency })).body
const save = (DownlineDomain: string, more: object = {}, who: Member = 'olive') =>
  stage.suite.call(who, 'domains.save', { companyID: agency, DownlineDomain, ...more })
const record = (name: string) => ({ type: 'CNAME', name, value: target, ttl: 300 })
const proof = (host: string) => ({ type: 'TXT', name: `_domain-verification.${host}`, ttl: 300 })
async function serve(host: string) {
  stage.edge.setCertificate(host, 'issued')
  await stage.tick(5 * MINUTE)
  stage.edge.deploy(host)
  stage.answering.add(host)
  await stage.tick(5 * MINUTE)
}

describe('the own domain of an agency', () => {
  it('SET-13 SET-14 says in each state how far it is, why, and which record to set', async () => {
    const { host } = stage
    const sub = `own-host-${made}.localhost`
    expect(await read()).toMatchObject({ domain: '', status: '', phase: '', dns_records: [], leaving: [] })
    expect((await read()).serves).toContain(sub)
    stage.proofs.areSet = false
    const asked = await save(`https://${host.toUpperCase()}/`)
    expect([asked.status, asked.body.message]).toEqual([200, 'Setting has been saved.'])
    const both = [record(host), { ...proof(host), value: expect.stringMatching(/^domain-verification=[0-9a-f]{40}$/) }]
    expect(asked.body).toMatchObject({ domain: host, status: 'pending', dns_records: both })
    await stage.suite.drain()
    expect(await read()).toMatchObject({
      domain: host,
      status: 'pending',
      phase: 'waiting_dns',
      dns_records: both,
      reason: 'There is no DNS record for this domain yet.',
      checked_at: new Date(stage.now).toISOString(),
    })
    stage.point(host)
    await stage.tick(5 * MINUTE)
    expect(await read()).toMatchObject({
      status: 'pending',
      phase: 'waiting_dns',
      dns_records: both,
      reason: 'The TXT record is not found yet. It shows that the domain is yours.',
    })
    stage.proofs.areSet = true
    await stage.tick(5 * MINUTE)
    expect(await read()).toMatchObject({ status: 'pending', phase: 'issuing_certificate', reason: '' })
    expect((await read()).dns_records).toEqual([record(host)])
    stage.edge.setCertificate(host, 'issued')
    await stage.tick(5 * MINUTE)
    expect(await read()).toMatchObject({ status: 'verified', phase: 'deploying', is_whitelabeling: 'F' })
    expect((await read()).serves).toContain(sub)
    stage.edge.deploy(host)
    stage.answering.add(host)
    await stage.tick(5 * MINUTE)
    expect(await read()).toMatchObject({ status: 'active', phase: 'active', serves: host, is_whitelabeling: 'T' })
  })

  it('SET-11 SET-12 is asked for, fails with the reason, is asked for again, and given up', async () => {
    const { host } = stage
    stage.edge.holdElsewhere(host)
    stage.point(host)
    await save(host)
    await stage.suite.drain()
    expect(await read()).toMatchObject({
      status: 'failed',
      phase: 'failed',
      reason: 'The domain is in use at another CloudFront customer. Remove it there first.',
    })
    stage.edge.releaseElsewhere(host)
    // The same host again: a new try.
    expect((await save(host)).body.status).toBe('pending')
    await stage.suite.drain()
    await serve(host)
    expect((await read()).status).toBe('active')
    expect((await save(host, { whitelabelling: 'F' })).body).toMatchObject({ status: 'active', is_whitelabeling: 'F' })
    const gone = await save('')
    expect(gone.body).toMatchObject({ domain: '', status: '', dns_records: [] })
    const until = new Date(stage.now).toISOString()
    expect(gone.body.leaving).toEqual([{ domain: host, until, is_down: 'F' }])
    expect(gone.body.serves).toContain('.localhost')
    await stage.suite.drain()
    stage.edge.deploy(host)
    await stage.tick(5 * MINUTE)
    expect((await read()).leaving).toEqual([{ domain: host, until, is_down: 'T' }])
    stage.edge.dns.remove(host)
    await stage.tick(DAY)
    expect(await read()).toMatchObject({ domain: '', leaving: [] })
    expect(await stage.suite.db.domain.findHolder(host)).toBeUndefined()
  })

  it('serves by the one before until the new one answers; another wish before that takes its place', async () => {
    const [first, second, third] = [stage.host, `b.${stage.host}`, `c.${stage.host}`]
    stage.point(first)
    await save(first)
    await stage.suite.drain()
    await serve(first)
    await save(second)
    await stage.suite.drain()
    expect(await read()).toMatchObject({ domain: second, phase: 'waiting_dns', serves: first, leaving: [] })
    stage.point(third)
    await save(third)
    await stage.suite.drain()
    // What never served is gone at once.
    expect(await stage.suite.db.domain.findHolder(second)).toBeUndefined()
    await serve(third)
    expect(await read()).toMatchObject({
      domain: third,
      status: 'active',
      serves: third,
      leaving: [{ domain: first, until: new Date(stage.now + 7 * DAY).toISOString(), is_down: 'F' }],
    })
    // Back to one that waits for nothing: asking for it takes back its farewell.
    expect((await save(first)).body).toMatchObject({ domain: first, leaving: [] })
  })

  it('takes back the wish that is shown, and what serves only where there is none', async () => {
    const [serving, wish] = [stage.host, `b.${stage.host}`]
    stage.point(serving)
    await save(serving)
    await stage.suite.drain()
    await serve(serving)
    await save(wish)
    await stage.suite.drain()
    const stale = await save('', { gives_up: serving })
    expect([stale.status, stale.body.message]).toEqual([
      ...[409, 'The domain was changed meanwhile. Look at it again before you remove it.'],
    ])
    expect((await save('', { gives_up: wish })).body).toMatchObject({
      domain: serving,
      status: 'active',
      serves: serving,
    })
    await stage.suite.drain()
    expect(await read()).toMatchObject({ domain: serving, status: 'active', leaving: [] })
    expect(stage.edge.tenantOf(serving)).toMatchObject({ isEnabled: true })
    expect((await save('', { gives_up: serving })).body).toMatchObject({
      domain: '',
      leaving: [expect.objectContaining({ domain: serving })],
    })
    await stage.suite.drain()
    const said: string[] = []
    const { auditLog } = stage.suite.db
    for await (const { description } of auditLog.list({
      tenantId: agency,
      userId: undefined,
      from: 0,
      to: stage.now + 1000,
    }))
      said.push(description)
    expect(said).toEqual(
      expect.arrayContaining([
        ...[`Gave up the domain ${wish} of Own ${made}`, `Gave up the domain ${serving} of Own ${made}`],
      ]),
    )
  })

  it('lets only operators say whether an agency shows its own brand', async () => {
    const { northlight } = stage.suite.cast
    const own = (more: object) =>
      stage.suite.call('ada', 'domains.save', { companyID: northlight.id, DownlineDomain: '', ...more })
    const refused = await own({ whitelabelling: 'F' })
    expect([refused.status, refused.body.message]).toEqual([403, 'Only operators change this.'])
    expect((await stage.suite.db.company.get(northlight.id)).isWhiteLabel).toBe(northlight.isWhiteLabel)
    expect((await own({})).status).toBe(200)
  })

  it('is refused with the field where it is no domain, one of ours, or somebody else’s', async () => {
    const { host } = stage
    const { northlight } = stage.suite.cast
    await stage.suite.call('ada', 'domains.save', { companyID: northlight.id, DownlineDomain: host })
    await stage.suite.drain()
    for (const [wanted, sentence] of [
      [host, 'This domain is already in use.'],
      ['no host', 'Enter a domain such as leads.example.com.'],
      ['x.localhost', 'This domain belongs to the platform. Choose a sub-domain in the settings instead.'],
      ['acme.test', 'Use a sub-domain such as leads.example.com: a domain without one cannot point here.'],
    ] as const) {
      const { status, body } = await save(wanted)
      expect([status, body.fields]).toEqual([422, { DownlineDomain: sentence }])
    }
    expect((await read()).domain).toBe('')
  })

  it('is for the agency itself and its operators', async () => {
    const { northlight, brightSmiles } = stage.suite.cast
    const own = (who: Member) => stage.suite.call(who, 'domains.get', { companyID: northlight.id })
    expect([(await own('ada')).status, (await own('olive')).status]).toEqual([200, 200])
    for (const who of ['abe', 'sam', 'cleo'] as const) expect((await own(who)).status).toBe(403)
    expect((await save('', {}, 'ada')).status).toBe(403)
    const client = { companyID: brightSmiles.id, DownlineDomain: stage.host }
    expect((await stage.suite.call('ada', 'domains.save', client)).status).toBe(422)
  })

  it('stands in the audit log, before and after', async () => {
    const { suite, host } = stage
    await save(host)
    await suite.drain()
    const entries = suite.db.auditLog.list({ tenantId: agency, userId: undefined, from: 0, to: stage.now + 1000 })
    for await (const entry of entries) {
      expect(entry).toMatchObject({
        action: 'Setting Change',
        description: `Asked for the domain ${host} of Own ${made}`,
        before: { domain: '' },
        after: { domain: host },
      })
      break
    }
  })
})

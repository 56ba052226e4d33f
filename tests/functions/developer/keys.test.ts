// Keys of an agency's programs: who keeps them, what is kept of them, and when they stop.
import { expect, it } from 'vitest'
import { requireAgency } from '#functions/domain/developer/keys.ts'
import { newSecret } from '#functions/domain/developer/secret.ts'
import { DAY } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { apiScopes } from '#shared/model/api-key.ts'
import { READ_ON_MS } from '#shared/model/company.ts'
import { actorOf } from '../../shared/access/cast.ts'
import { harness } from '../../support/harness.ts'
import { programsOf } from './stage.ts'

const h = await harness()
const { db, cast } = h
const { northlight, copper, users } = cast
const { open, makeKey, askToken, tokenFor, run } = programsOf(h)
const host = h.hostOf('ada')
const terms = (who: 'ada' | 'olive') => ({
  user_id: users[who].id,
  is_marketing_services_agreement_developer: 'T' as const,
  company_name: northlight.name,
  company_id: northlight.id,
  location_menu: 'Profile menu',
  document_type: 'developer' as const,
})
const off = () => db.company.update(northlight.id, { apiMode: false, hasApiKey: false, hasDeveloperAgreement: false })

it('DEV-018 keys are refused without the mode, without the agreement, and to everybody else', async () => {
  const asked = { companyID: northlight.id }
  expect((await h.call('ada', 'developer.keys', asked)).status).toBe(403)
  await db.company.update(northlight.id, { apiMode: true })
  const { status, body } = await h.call('ada', 'developer.keys', asked)
  expect([status, body.message]).toEqual([403, 'Accept the developer agreement first.'])
  await open(northlight)
  await open(copper)
  for (const who of ['ada', 'olive'] as const) expect((await h.call(who, 'developer.keys', asked)).status).toBe(200)
  for (const who of ['cleo', 'sam', 'admin', 'abe', 'carl'] as const)
    expect([who, (await h.call(who, 'developer.keys', asked)).status]).toEqual([who, 403])
  for (const { companyId } of [users.cleo, users.olive]) {
    const { status, body } = await h.call('olive', 'developer.keys', { companyID: companyId })
    expect([status, body.message]).toEqual([403, 'Only agencies have a developer API.'])
  }
  // Nobody else comes as far as the agency itself; it would refuse them too.
  for (const role of ['agency', 'client', 'sales'] as const)
    expect(() => requireAgency(actorOf(role, { companyId: copper.id }), { ...northlight, apiMode: true })).toThrow()
  await off()
})

it('DEV-003 DEV-004 AGR-019 the agreement is read, accepted and kept with who, when and from where', async () => {
  await db.company.update(northlight.id, { apiMode: true })
  const before = await h.call('ada', 'developer.agreement', { company_id: northlight.id })
  expect(before.body).toEqual({
    is_marketing_services_agreement_developer: 'F',
    first_time_charge: 0,
    minimum_spend_max: 349,
    minimum_spend_amount_list: [],
    version: 1,
  })
  const refused = await h.call('ada', 'developer.agree', {
    ...terms('ada'),
    is_marketing_services_agreement_developer: 'F',
  } as never)
  expect([refused.status, refused.body.fields]).toEqual([
    422,
    { is_marketing_services_agreement_developer: messages.mustAgree },
  ])
  expect((await h.call('ada', 'developer.agree', { ...terms('ada'), user_id: users.amos.id })).status).toBe(403)
  expect((await h.call('ada', 'developer.agree', terms('ada'))).status).toBe(200)
  const after = await h.call('ada', 'developer.agreement', { company_id: northlight.id })
  expect(after.body.is_marketing_services_agreement_developer).toBe('T')
  expect(await db.legalDocument.findCompanyAgreement(northlight.id, 'developer')).toMatchObject({
    userId: users.ada.id,
    companyName: northlight.name,
    documentName: 'marketing-services-agreement-developer',
    version: 1,
    ip: '203.0.113.7',
    agreedAt: expect.any(Number),
  })
})

it('DEV-010 DEV-015 there is no key yet, and 349 is asked for where nobody set a minimum', async () => {
  const { body } = await h.call('ada', 'developer.keys', { companyID: northlight.id })
  expect(body).toEqual({
    status: false,
    base_url: `http://${northlight.subdomain}.localhost:8787/api/v1/developer`,
    client_id: '',
    secret_key: '',
    keys: [],
    may_give: [...apiScopes],
  })
})

it('OTH-14 SET-26 SET-27 DEV-011 DEV-012 DEV-017 ENT-031 a secret is answered once, kept as a hash, and masked ever after', async () => {
  const asked = { company_id: northlight.id, subdomain: 'northlight', email: users.ada.email }
  const { body } = await h.call('ada', 'developer.generate', asked)
  expect(body).toMatchObject({ result: 'success', status: true, user: { client_id: expect.stringMatching(/^key_/) } })
  const { client_id, secret_key } = body.user
  expect(secret_key).toMatch(/^sk_[0-9A-Za-z]{49}$/)
  const { body: again } = await h.call('ada', 'developer.keys', { companyID: northlight.id })
  expect(again).toMatchObject({ status: true, client_id, secret_key: `sk_…${secret_key.slice(-4)}` })
  expect(JSON.stringify(await db.apiKey.list(northlight.id))).not.toContain(secret_key.slice(3, -4))
  expect(await db.company.get(northlight.id)).toMatchObject({ hasApiKey: true })
  const { body: list } = await h.call('olive', 'companies.list', {
    companyId: cast.root.id,
    group: 'none',
    idsys: 'none',
    type: 'none',
    module: 'none',
    sort: 'none',
    order: 'none',
    search: 'none',
  } as never)
  const row = list.data.find((each: { company_id: string }) => each.company_id === northlight.id)
  expect(row).toMatchObject({ is_user_generate_api: true, is_marketing_services_agreement_developer: 'T' })
})

it('DEV-016 DEV-019 the pair gets a token; another secret of the same name ends the old one at once', async () => {
  const old = await makeKey('ada', { name: 'Website' })
  const first = await askToken(old, host)
  expect([first.status, first.body.token_type, first.body.expires_in]).toEqual([200, 'Bearer', 900])
  expect((await run(first.body.access_token, 'developer.listClients', {})).status).toBe(200)
  const next = await makeKey('ada', { name: 'website' })
  expect(next.client_id).toBe(old.client_id)
  expect((await askToken(old, host)).status).toBe(401)
  // A token that the old one got is worth nothing either.
  expect((await run(first.body.access_token, 'developer.listClients', {})).status).toBe(401)
  expect((await askToken(next, host)).status).toBe(200)
})

it('of two who ask for another secret at once one is told it, and it works; the other reads why not', async () => {
  const wanted = { company_id: northlight.id, email: users.ada.email, name: 'Asked twice' }
  const ask = () => h.call('ada', 'developer.generate', wanted)
  await ask()
  // Two may still come one after the other: then the second meant to replace the first.
  let met = 0
  for (let round = 0; round < 20 && met < 2; round++) {
    const both = await Promise.all([ask(), ask()])
    const [got, refused] = both[0].status === 200 ? both : [both[1], both[0]]
    expect(got.status).toBe(200)
    if (refused.status === 200) continue
    met++
    expect([refused.status, refused.body]).toMatchObject([409, { message: expect.stringContaining('Somebody else') }])
    expect((await askToken(got.body.user, host)).status).toBe(200)
  }
  expect(met).toBe(2)
})

it('two keys overlap while programs move from one to the other', async () => {
  const [blue, green] = [await makeKey('ada', { name: 'Blue' }), await makeKey('ada', { name: 'Green' })]
  for (const pair of [blue, green]) expect((await askToken(pair, host)).status).toBe(200)
  const removed = await h.call('ada', 'developer.removeKey', { company_id: northlight.id, key_id: blue.client_id })
  expect(removed.status).toBe(200)
  expect((await askToken(blue, host)).status).toBe(401)
  expect((await askToken(green, host)).status).toBe(200)
  const twice = await h.call('ada', 'developer.removeKey', { company_id: northlight.id, key_id: blue.client_id })
  expect(twice.status).toBe(404)
})

it('a key of another agency, a wrong secret and a made-up id get one answer, and no other host takes a good pair', async () => {
  await open(copper)
  const good = await makeKey('ada', { name: 'Good' })
  const foreign = await makeKey('abe', { name: 'Foreign' })
  const asked = [
    { ...good, secret_key: newSecret() },
    { ...good, secret_key: 'sk_no' },
    { ...good, client_id: 'key_01JD0000000000000000000000' },
    { ...good, secret_key: foreign.secret_key },
    foreign,
  ]
  const said = []
  for (const pair of asked) {
    const { status, body } = await askToken(pair, host)
    said.push(`${status} ${body.message}`)
  }
  expect(new Set(said)).toEqual(new Set(['401 This client id and this secret do not open the API.']))
  expect((await askToken(good, h.hostOf('abe'))).status).toBe(401)
})

it('takes the plain form of OAuth as well, and says what it misses as a problem', async () => {
  const { client_id, secret_key } = await makeKey('ada', { name: 'Form' })
  const send = (fields: Record<string, string>) =>
    h.send(
      {
        method: 'POST',
        path: '/api/v1/developer/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: Buffer.from(new URLSearchParams(fields).toString()),
      },
      host,
    )
  const good = { grant_type: 'client_credentials', client_id, client_secret: secret_key }
  expect((await send(good)).body).toMatchObject({ token_type: 'Bearer' })
  const bad = await send({ ...good, grant_type: 'password' })
  expect([bad.status, bad.headers['content-type']]).toEqual([422, 'application/problem+json; charset=utf-8'])
  expect(bad.body).toMatchObject({
    type: 'about:blank',
    title: 'Unprocessable Entity',
    status: 422,
    code: 'invalid',
    fields: { grant_type: 'The grant type must be client_credentials.' },
  })
})

it('takes id and secret by HTTP Basic, as OAuth 2.0 asks, once, and says what it refuses as OAuth calls it', async () => {
  const { client_id, secret_key } = await makeKey('ada', { name: 'Basic' })
  type Answer = { access_token: string; error?: string }
  const send = async (pair: string, fields: Record<string, string> = {}) => {
    const { body, ...rest } = await h.send(
      {
        method: 'POST',
        path: '/api/v1/developer/token',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
        },
        body: Buffer.from(new URLSearchParams({ grant_type: 'client_credentials', ...fields }).toString()),
      },
      host,
    )
    // @NOTE either a token or a problem, whose one field is looked at.
    return { ...rest, body: body as Answer }
  }
  const good = await send(`${client_id}:${secret_key}`)
  expect((await run(good.body.access_token, 'developer.listClients', {})).status).toBe(200)
  // Each part is coded as a form before they are joined.
  expect((await send(`${client_id.replace('_', '%5F')}:${secret_key}`, { client_id })).status).toBe(200)
  const wrong = await send(`${client_id}:${newSecret()}`)
  expect([wrong.status, wrong.body.error, wrong.headers['www-authenticate']]).toEqual([
    401,
    'invalid_client',
    'Basic realm="Developer API"',
  ])
  const twice = [{ client_secret: secret_key }, { client_id: 'key_01JD0000000000000000000000' }]
  for (const fields of twice) expect((await send(`${client_id}:${secret_key}`, fields)).status).toBe(400)
  const more = await send(`${client_id}:${secret_key}`, { scope: 'everything' })
  expect([more.status, more.body.error]).toEqual([422, 'invalid_scope'])
  expect((await send(client_id)).status).toBe(422)
})

it('an expired key opens nothing, nor does a token that it got', async () => {
  const start = Date.UTC(2027, 3, 1, 12)
  h.setClock(start)
  const pair = await makeKey('ada', { name: 'Short', expires_in_days: 1 })
  h.setClock(start + DAY - 60_000)
  const { body } = await askToken(pair, host)
  expect((await run(body.access_token, 'developer.listClients', {})).status).toBe(200)
  h.setClock(start + DAY)
  expect((await run(body.access_token, 'developer.listClients', {})).status).toBe(401)
  expect((await askToken(pair, host)).status).toBe(401)
  h.setClock()
})

it('the last use is written, at most every ten minutes', async () => {
  const start = Date.UTC(2027, 4, 1, 12)
  h.setClock(start)
  const pair = await makeKey('ada', { name: 'Used' })
  const use = async (at: number) => {
    h.setClock(at)
    const { body } = await askToken(pair, host)
    await run(body.access_token, 'developer.listClients', {})
    return (await db.apiKey.find({ companyId: northlight.id, id: pair.client_id }))?.lastUsedAt
  }
  expect(await use(start)).toBe(start)
  expect(await use(start + 9 * 60_000)).toBe(start)
  expect(await use(start + 11 * 60_000)).toBe(start + 11 * 60_000)
  h.setClock()
})

it('AGL-67 DEV-020 with the mode off keys are worth nothing, and stay so after it is on again', async () => {
  // After all keys that were made here so far.
  h.setClock(Math.max(Date.now(), Date.UTC(2027, 4, 1, 12)) + 30 * DAY)
  const pair = await makeKey('ada', { name: 'Before' })
  const { body } = await askToken(pair, host)
  await off()
  expect((await run(body.access_token, 'developer.listClients', {})).status).toBe(401)
  expect((await askToken(pair, host)).status).toBe(401)
  await db.company.update(northlight.id, { apiMode: true })
  expect((await askToken(pair, host)).status).toBe(401)
  // Made under the yes of a colleague, while this one waits for its payment.
  const [before] = await db.apiKey.list(northlight.id)
  if (!before) throw new Error('There is no key of the time before.')
  const meanwhile = {
    ...before,
    id: 'key_01JD0000000000000000000001',
    name: 'Meanwhile',
    createdAt: h.services.now() + 1000,
  }
  expect(await db.apiKey.create(meanwhile, await db.apiKey.timesMade(northlight.id))).toBe('made')
  expect((await h.call('ada', 'developer.agree', terms('ada'))).status).toBe(200)
  expect((await askToken(pair, host)).status).toBe(401)
  const { keys } = (await h.call('ada', 'developer.keys', { companyID: northlight.id })).body
  expect(keys.map(({ name }) => name)).toEqual(['Meanwhile'])
  await db.apiKey.remove(meanwhile)
  h.setClock()
})

it('a key that is made while the last one is removed keeps the mark by which its maker is asked about it', async () => {
  const all = () => db.apiKey.list(northlight.id)
  const remove = (key_id = '') => h.call('ada', 'developer.removeKey', { company_id: northlight.id, key_id })
  for (const { id } of (await all()).slice(1)) await remove(id)
  const [last] = await all()
  const only = last ?? (await makeKey('ada', { name: 'Only' }))
  const { list } = db.apiKey
  let isMade = false
  Object.assign(h.services.db.apiKey, {
    async list(companyId: string) {
      const found = await list(companyId)
      if (found.length > 0 || isMade) return found
      isMade = true
      await makeKey('ada', { name: 'Meanwhile' })
      return found
    },
  })
  expect((await remove('id' in only ? only.id : only.client_id)).status).toBe(200)
  Object.assign(h.services.db.apiKey, { list })
  expect([isMade, (await all()).length, (await db.company.get(northlight.id)).hasApiKey]).toEqual([true, 1, true])
})

it('there are at most twenty keys, of four that are made at once too', async () => {
  const have = (await db.apiKey.list(northlight.id)).length
  for (let each = have; each < 18; each++) await makeKey('ada', { name: `Key ${each}` })
  const asked = { company_id: northlight.id, email: users.ada.email, name: 'One more' }
  const four = ['A', 'B', 'C', 'D'].map((name) => h.call('ada', 'developer.generate', { ...asked, name }))
  expect((await Promise.all(four)).map((answer) => answer.status).sort()).toEqual([200, 200, 422, 422])
  expect(await db.apiKey.list(northlight.id)).toHaveLength(20)
  const { status, body } = await h.call('ada', 'developer.generate', asked)
  expect([status, body.fields]).toEqual([422, { name: 'There can be at most 20 keys. Remove one first.' }])
  expect(await tokenFor('ada', { name: 'Key 17' })).toMatch(/^ey/)
})

it('CRD-22 programs of an agency whose contract ended read on as long as its people, and no longer', async () => {
  await open(copper)
  const token = await tokenFor('abe', { scopes: ['clients:read'] })
  const asks = async () => {
    const { status, body } = await run(token, 'developer.listClients', {}, { host: h.hostOf('abe') })
    return [status, body.message]
  }
  await db.company.update(copper.id, { cancelledAt: h.services.now() - READ_ON_MS + DAY })
  expect((await asks())[0]).toBe(200)
  await db.company.update(copper.id, { cancelledAt: h.services.now() - READ_ON_MS - DAY })
  expect(await asks()).toEqual([403, 'The subscription has ended. Please contact support to bring it back.'])
  await db.company.update(copper.id, { cancelledAt: null })
})

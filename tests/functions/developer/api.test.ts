// What programs read, and that a key opens its own scope within its own agency and nothing else.
import { beforeAll, describe, expect, it } from 'vitest'
import { createWebhook } from '#functions/domain/integrations/webhooks.ts'
import { RATE } from '#functions/kit/program.ts'
import { signProgramToken } from '#functions/kit/tokens.ts'
import { allCalls, type CallName } from '#shared/contracts/index.ts'
import { addDays, DAY, dayIn } from '#shared/dates.ts'
import { ANY_PROGRAM, apiScopes, programPermission } from '#shared/model/api-key.ts'
import { ExclusionBatch } from '#shared/model/exclusion-batch.ts'
import { headers as names } from '#shared/wire.ts'
import { harness } from '../../support/harness.ts'
import { plantBatch } from '../../support/plant-batch.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { plantLead } from '../../support/plant-lead.ts'
import { samples } from '../../support/samples.ts'
import { programsOf } from './stage.ts'

const h = await harness()
const foreign = await h.plant()
const { cast } = h
const { northlight, copper, peakFitness, campaigns } = cast
const { open, makeKey, askToken, tokenFor, run } = programsOf(h)
await open(northlight)
await open(copper)
const token = await tokenFor('ada')
await plantBatch(
  h.db,
  ExclusionBatch.parse({
    id: 'xba_01JD0000000000000000000000',
    companyId: cast.brightSmiles.id,
    scope: 'client',
    fileName: 'list.csv',
    status: 'waiting',
    epoch: 0,
    requestedBy: 'key_x',
    createdAt: h.services.now(),
  }),
)
await createWebhook(h.services, {
  id: 'whk_01JD0000000000000000000000',
  companyId: cast.brightSmiles.id,
  scope: 'all',
  label: '',
  address: 'https://hooks.example/of-a-person',
  secret: 'whsec_x',
  now: h.services.now(),
})
const forKeys = allCalls.filter(({ call }) => call.can.startsWith('program:'))
const sampleOf = (id: CallName) => samples[id](cast, 'ada') as never

describe('reads', () => {
  it('clients in pages, under clean names', async () => {
    const first = await run(token, 'developer.listClients', { limit: 1 })
    expect(first.status).toBe(200)
    const cursor = first.body.next_cursor ?? ''
    const second = await run(token, 'developer.listClients', { limit: 1, cursor })
    const found = [...first.body.data, ...second.body.data]
    expect(found.map(({ name }) => name).sort()).toEqual([cast.brightSmiles.name, cast.harbor.name].sort())
    expect(second.body.next_cursor).toBeNull()
    expect(Object.keys(found[0] ?? {}).sort()).toEqual(['created_at', 'email', 'id', 'name'])
    const [one] = found
    expect((await run(token, 'developer.getClient', { client: one?.id ?? '' })).body).toEqual(one)
    // The agency is no client of its own.
    expect((await run(token, 'developer.getClient', { client: northlight.id })).status).toBe(404)
  })

  it('campaigns of all clients or of one, and one by its id or number', async () => {
    const all = await run(token, 'developer.listCampaigns', {})
    const ids = all.body.data.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([campaigns.smiles.id, campaigns.harbor.id]))
    expect(ids).not.toContain(campaigns.peak.id)
    const some = await run(token, 'developer.listCampaigns', { client: cast.harbor.id })
    expect(new Set(some.body.data.map(({ client }) => client.id))).toEqual(new Set([cast.harbor.id]))
    for (const campaign of [campaigns.smiles.id, campaigns.smiles.number])
      expect((await run(token, 'developer.getCampaign', { campaign })).body).toMatchObject({
        id: campaigns.smiles.id,
        product: campaigns.smiles.line,
        client: { id: cast.brightSmiles.id, name: cast.brightSmiles.name },
      })
  })

  it('leads, the newest first, each once over all pages', async () => {
    const at = Date.UTC(2026, 5, 1, 12)
    for (let each = 0; each < 5; each++)
      await plantLead(h, campaigns.smiles, { id: `person${each}`, at: at + each * 1000 })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await run(token, 'developer.listLeads', { campaign: campaigns.smiles.id, limit: 2, cursor })
      expect(page.status).toBe(200)
      seen.push(...page.body.data.map(({ email }) => email))
      cursor = page.body.next_cursor ?? undefined
    } while (cursor)
    expect(seen).toEqual([4, 3, 2, 1, 0].map((each) => `person${each}@leads.example`))
    const since = new Date(at + 1000).toISOString()
    const until = new Date(at + 3000).toISOString()
    const some = await run(token, 'developer.listLeads', { campaign: campaigns.smiles.id, since, until })
    expect(some.body.data.map(({ email }) => email)).toEqual(['person2@leads.example', 'person1@leads.example'])
    const back = await run(token, 'developer.listLeads', { campaign: campaigns.smiles.id, since: until, until: since })
    expect([back.status, back.body.code]).toEqual([422, 'invalid'])
  })

  it('one lead by its id and the instant of its storing, as a list has it, and none of another campaign', async () => {
    const at = Date.UTC(2026, 6, 1, 12)
    const planted = await plantLead(h, campaigns.smiles, { id: 'one-person', at })
    const { body } = await run(token, 'developer.listLeads', { campaign: campaigns.smiles.id, limit: 1 })
    const [first] = body.data
    expect([first?.id, first?.credited_at]).toEqual([planted.id, null])
    const asked = { campaign: campaigns.smiles.number, lead: planted.id, created_at: first?.created_at ?? '' }
    expect((await run(token, 'developer.getLead', asked)).body).toEqual(first)
    for (const wrong of [
      { campaign: campaigns.harbor.id },
      { lead: 'led_01JD0000000000000000000000' },
      { created_at: '2026-06-01T12:00:00.001Z' },
    ]) {
      const { status, body: said } = await run(token, 'developer.getLead', { ...asked, ...wrong })
      expect([status, said.message]).toEqual([404, 'This lead was not found.'])
    }
    expect((await run(token, 'developer.getLead', { ...asked, created_at: 'yesterday' })).status).toBe(422)
  })

  it('its own key: name, scopes of the token, end and agency, and nothing of its secret', async () => {
    const pair = await makeKey('ada', { name: 'Portal', scopes: ['clients:read', 'leads:read'], expires_in_days: 30 })
    const { body } = await askToken(pair, h.hostOf('ada'), { scope: 'leads:read' })
    const me = await run(body.access_token, 'developer.getKey', {})
    expect(me.body).toEqual({
      id: pair.client_id,
      name: 'Portal',
      scopes: ['leads:read'],
      created_at: expect.any(String),
      expires_at: expect.any(String),
      agency: { id: northlight.id, name: northlight.name },
    })
    expect(Date.parse(me.body.expires_at ?? '') - Date.parse(me.body.created_at)).toBe(30 * DAY)
    expect(JSON.stringify(me.body)).not.toContain(pair.secret_key.slice(-4))
  })

  it('each campaign and client once, also where some that were seen are gone before the next page', async () => {
    const own = await tokenFor('abe')
    const ask = <Name extends CallName>(name: Name, input: Parameters<typeof run<Name>>[2]) =>
      run(own, name, input, { host: h.hostOf('abe') })
    const newest = Array.from({ length: 5 }, (_, each) => each).reverse()
    const planted = newest.map((each) => ({
      ...campaigns.peak,
      id: `cmp_01Z${each}0000000000000000000000`,
      number: String(81_000_000 + each),
      createdAt: campaigns.peak.createdAt + 1000 + each,
    }))
    for (const campaign of planted) await plantCampaign(h.db, campaign)
    const [gone, ...others] = planted
    const client = peakFitness.id
    const first = await ask('developer.listCampaigns', { client, limit: 2 })
    if (gone) await h.db.campaignChange.setStatus(gone, 'removed', 'user')
    const cursor = first.body.next_cursor ?? ''
    const second = await ask('developer.listCampaigns', { client, limit: 4, cursor })
    const seen = [...first.body.data, ...second.body.data].map(({ id }) => id)
    expect(seen).toEqual([gone?.id, ...others.map(({ id }) => id), campaigns.peak.id])
    expect(second.body.next_cursor).toBeNull()

    const [one] = await h.db.node.getMany(copper.id, [peakFitness.id])
    const nodes = newest.map((each) => ({
      ...(one as NonNullable<typeof one>),
      companyId: `com_01Z${each}0000000000000000000000`,
      companyName: `Client ${each}`,
      createdAt: (one?.createdAt ?? 0) + 1000 + each,
    }))
    for (const node of nodes) await h.db.node.create(node)
    const page = await ask('developer.listClients', { limit: 4 })
    const [left] = nodes
    if (left) await h.db.node.remove(left)
    const rest = await ask('developer.listClients', { limit: 4, cursor: page.body.next_cursor ?? '' })
    expect([...page.body.data, ...rest.body.data].map(({ id }) => id)).toEqual([
      ...nodes.map(({ companyId }) => companyId),
      peakFitness.id,
    ])
    expect(rest.body.next_cursor).toBeNull()
  })

  it('active campaigns of a client are those that its campaigns call active, also before their first day', async () => {
    const startOn = addDays(dayIn(campaigns.harbor.timeZone, h.services.now()), 5)
    const planted = await plantCampaign(h.db, {
      ...campaigns.harbor,
      id: 'cmp_01Z90000000000000000000000',
      number: '81000009',
      status: 'active',
      startOn,
    })
    const all = await run(token, 'developer.listCampaigns', { status: 'active' })
    const some = await run(token, 'developer.listCampaigns', { status: 'active', client: cast.harbor.id })
    for (const { body } of [all, some]) expect(body.data.map(({ id }) => id)).toContain(planted.id)
  })

  it('a cursor of another list is refused, not misread', async () => {
    const { body } = await run(token, 'developer.listClients', { limit: 1 })
    const { status } = await run(token, 'developer.listCampaigns', { cursor: body.next_cursor ?? '' })
    expect(status).toBe(400)
  })
})

describe('OTH-16 a key', () => {
  beforeAll(() =>
    plantLead(h, campaigns.smiles, { id: 'led_01JD0000000000000000000000', at: Date.UTC(2026, 6, 2, 12) }),
  )

  it('is asked about by every call of programs', () => expect(forKeys.length).toBeGreaterThan(3))

  it.each(forKeys)('opens $id by its own scope and by no other', async ({ id, call }) => {
    const scope = apiScopes.find((each) => programPermission(each) === call.can)
    if (call.can === ANY_PROGRAM) {
      for (const each of apiScopes) {
        const narrow = await tokenFor('ada', { name: 'Narrow', scopes: [each] })
        expect((await run(narrow, id, sampleOf(id))).status).toBe(200)
      }
      return
    }
    if (!scope) throw new Error(`${id} belongs to no scope.`)
    const others = apiScopes.filter((each) => each !== scope)
    const narrow = await tokenFor('ada', { name: 'Narrow', scopes: [scope] })
    expect((await run(narrow, id, sampleOf(id))).status).toBeLessThan(300)
    const other = await tokenFor('ada', { name: 'Other', scopes: others })
    const refused = await run(other, id, sampleOf(id))
    expect([refused.status, refused.headers['content-type']]).toEqual([403, 'application/problem+json; charset=utf-8'])
  })

  it.each(forKeys)('reaches through $id nothing of anybody else, and tells nothing of it', async ({ id, call }) => {
    const field = call.company ?? call.campaign
    if (!field) return
    const strangers = call.company
      ? [peakFitness.id, copper.id, cast.root.id, foreign.brightSmiles.id, 'com_01JD0000000000000000000000']
      : [
          campaigns.peak.id,
          campaigns.peak.number,
          foreign.campaigns.smiles.id,
          'cmp_01JD0000000000000000000000',
          '99999999',
        ]
    const said = new Set<string>()
    for (const stranger of strangers) {
      const { status, body } = await run(token, id, { ...(sampleOf(id) as object), [field]: stranger } as never)
      said.add(`${status} ${body.message}`)
    }
    expect([...said]).toEqual([`404 This ${call.company ? 'client' : 'campaign'} was not found.`])
    expect(h.violations).toEqual([])
  })

  it('opens no call of people, not even those that need a sign-in alone', async () => {
    for (const { id, call } of allCalls) {
      if (call.can === 'anyone' || call.can.startsWith('program:')) continue
      const { status } = await run(token, id, sampleOf(id))
      expect([id, status]).toEqual([id, 401])
    }
  })

  it.each(forKeys)('is what $id asks for: people are refused, whoever they are', async ({ id }) => {
    for (const who of ['olive', 'ada', 'admin', 'cleo', 'sam'] as const)
      expect([who, (await h.call(who, id, samples[id](cast, who) as never)).status]).toEqual([who, 403])
  })

  it('is worth nothing on the host of another agency or of the root', async () => {
    for (const who of ['abe', 'olive'] as const)
      expect((await run(token, 'developer.listClients', {}, { host: h.hostOf(who) })).status).toBe(401)
  })

  it('is refused where its token was forged, with one answer', async () => {
    const now = h.services.now()
    const [head = '', body = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const withClaims = (more: object) =>
      `${head}.${Buffer.from(JSON.stringify({ ...claims, ...more })).toString('base64url')}.${signature}`
    const sign = (more: object, at = now) =>
      signProgramToken(
        h.services.keys,
        { sub: claims.sub, company: northlight.id, version: claims.version, scopes: [...apiScopes], ...more },
        at,
      )
    const forged = [
      withClaims({ scope: 'everything' }),
      withClaims({ company: copper.id }),
      withClaims({ exp: claims.exp + 9999 }),
      `${head}.${body}.${signature.slice(0, -4)}AAAA`,
      `${head}.${body}.`,
      `${Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')}.${body}.`,
      // Their signatures hold.
      await sign({ company: copper.id }),
      await sign({ sub: 'key_01JD0000000000000000000000' }),
      await sign({ version: claims.version + 1 }),
      await sign({}, now - 3_600_000),
    ]
    const said = new Set<string>()
    for (const each of [...forged, '', 'x']) {
      const { status, body } = await run(each, 'developer.listClients', {})
      said.add(`${status} ${body.message} ${Object(body).detail}`)
    }
    expect([...said]).toEqual(['401 Please get a new token. Please get a new token.'])
    expect((await run(await sign({}), 'developer.listClients', {})).status).toBe(200)
  })

  it('has never more than its key: a scope that was taken away counts at once', async () => {
    const wide = await tokenFor('ada', { name: 'Changing', scopes: ['clients:read', 'leads:read'] })
    const [key] = (await h.db.apiKey.list(northlight.id)).filter(({ name }) => name === 'Changing')
    if (!key) throw new Error('The key is gone.')
    await h.db.apiKey.replace(key, { ...key, scopes: ['leads:read'] })
    expect((await run(wide, 'developer.listClients', {})).status).toBe(403)
  })
})

it('every answer says how much of the minute is left, and the one above is refused', async () => {
  const start = Date.UTC(2027, 6, 1, 12)
  h.setClock(start)
  const mine = await tokenFor('ada', { name: 'Busy' })
  const first = await run(mine, 'developer.listClients', {})
  expect(first.headers['ratelimit-policy']).toBe('"default";q=600;w=60')
  expect(first.headers.ratelimit).toBe('"default";r=599;t=60')
  const keyId = JSON.parse(Buffer.from(mine.split('.')[1] ?? '', 'base64url').toString()).sub
  await h.db.guard.reserve({ kind: 'api', subject: keyId, windowMs: RATE.windowMs, now: start, count: 599, most: 600 })
  const above = await run(mine, 'developer.listClients', {})
  expect([above.status, above.headers['retry-after'], above.headers.ratelimit]).toEqual([
    429,
    '60',
    '"default";r=0;t=60',
  ])
  expect(above.body).toMatchObject({
    type: 'about:blank',
    status: 429,
    code: 'too_many',
    requestId: above.headers[names.requestId],
  })
  h.setClock(start + 60_000)
  expect((await run(mine, 'developer.listClients', {})).status).toBe(200)
  h.setClock()
})

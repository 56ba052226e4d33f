// What programs write: long exclusion files, which come whole no matter what stops a worker, and links that sign people in.
import { describe, expect, it } from 'vitest'
import { advanceBatch } from '#functions/domain/exclusions/batch.ts'
import { type ImportServices, importUpload } from '#functions/domain/exclusions/import.ts'
import { incomingKey, pieceKey } from '#functions/domain/exclusions/keys.ts'
import { openWebhook } from '#functions/domain/integrations/webhooks.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import { ExclusionBatch, MAX_BATCH_RECORDS } from '#shared/model/exclusion-batch.ts'
import { MOST_WEBHOOKS } from '#shared/model/webhook.ts'
import { signInLimits } from '#shared/sign-in.ts'
import { plantBatch } from '../../support/plant-batch.ts'
import { openDoor } from '../exclusions/door.ts'
import { addresses, lines, startStage } from '../exclusions/stage.ts'
import { programsOf } from './stage.ts'

const h = await startStage()
const door = await openDoor(h)
const { cast, services, db } = h
const { northlight, copper, brightSmiles, campaigns, users } = cast
const { open, makeKey, askToken, tokenFor, run } = programsOf(h)
await open(northlight)
await open(copper)
const token = await tokenFor('ada')
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })

describe('an exclusion upload', () => {
  const ask = (client: string, more: { campaign_id?: string } = {}) =>
    run(token, 'developer.createExclusionUpload', { client, filename: 'people.csv', ...more })
  const look = async (client: string, upload: string) =>
    (await run(token, 'developer.getExclusionUpload', { client, upload })).body

  it('brings a file of several pieces into the list, each record once, and says what became of it', async () => {
    const client = await h.newCompany()
    const { body } = await ask(client)
    expect(body).toMatchObject({ status: 'waiting', records: null, client_id: client, campaign_id: null })
    const rows = [...addresses(20_500), ...addresses(100), 'nonsense']
    expect((await door.post(body, lines(rows))).status).toBe(201)
    await h.drain()
    expect(await look(client, body.id)).toMatchObject({
      status: 'done',
      records: 20_601,
      added: 20_500,
      known: 100,
      rejected: 1,
      reason: null,
    })
    expect((await h.held(client)).md5).toHaveLength(20_500)
    // Nothing of what was sent is kept.
    expect(await services.files.read(incomingKey({ companyId: client, uploadId: body.id }))).toBeUndefined()
    const progress = await h.call('ada', 'exclusions.progress', { companyId: client, campaignType: 'client' })
    expect(progress.body.data.jobDone.map(({ filename }) => filename)).toEqual([
      'people.csv (part 3 of 3)',
      'people.csv (part 2 of 3)',
      'people.csv (part 1 of 3)',
    ])
  })

  it('goes into the list of one campaign where that is named, of this client alone', async () => {
    const { body } = await ask(brightSmiles.id, { campaign_id: campaigns.smiles.number })
    expect(body.campaign_id).toBe(campaigns.smiles.id)
    await door.post(body, lines(addresses(3, 900_000)))
    await h.drain()
    expect((await look(brightSmiles.id, body.id)).added).toBe(3)
    const client = await h.newCompany()
    for (const campaign_id of [campaigns.smiles.id, campaigns.peak.id, 'cmp_01JD0000000000000000000000'])
      expect((await ask(client, { campaign_id })).body.fields).toEqual({
        campaign_id: 'This client has no such campaign.',
      })
    expect((await ask(northlight.id)).status).toBe(422)
    // An upload is not found under another client.
    expect((await run(token, 'developer.getExclusionUpload', { client, upload: body.id })).status).toBe(404)
  })

  it('is refused where very many of its client were begun whose file has not come', async () => {
    const client = await h.newCompany()
    const form = { companyId: client, scope: 'client', fileName: 'never.csv', status: 'waiting', epoch: 0 }
    const begin = (createdAt: number) =>
      plantBatch(
        db,
        ExclusionBatch.parse({ ...form, id: services.newId('exclusionBatch'), requestedBy: 'key_x', createdAt }),
      )
    for (let each = 0; each < 100; each++) await begin(services.now() - (each === 0 ? 61 * MINUTE : MINUTE))
    // The form of the first is over.
    expect((await ask(client)).status).toBe(200)
    const { status, headers } = await ask(client)
    expect({ status, retry: headers['retry-after'] }).toEqual({ status: 429, retry: '3600' })
    // What another client sends goes on.
    expect((await ask(await h.newCompany())).status).toBe(200)
  })

  it('is begun no oftener by many at once than it may be awaited', async () => {
    const client = await h.newCompany()
    const form = { companyId: client, scope: 'client', fileName: 'never.csv', status: 'waiting', epoch: 0 }
    for (let each = 0; each < 97; each++) {
      const id = services.newId('exclusionBatch')
      await plantBatch(db, ExclusionBatch.parse({ ...form, id, requestedBy: 'key_x', createdAt: services.now() }))
    }
    const statuses = (await Promise.all(Array.from({ length: 9 }, () => ask(client)))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(3)
    expect(statuses.filter((status) => status === 429)).toHaveLength(6)
  })

  it('is listed with all others of its client, the newest first, each once over all pages', async () => {
    const client = await h.newCompany()
    const ids: string[] = []
    for (let each = 0; each < 3; each++) ids.unshift((await ask(client)).body.id)
    const list = (of: string, more: { limit?: number; cursor?: string }) =>
      run(token, 'developer.listExclusionUploads', { client: of, ...more })
    const first = await list(client, { limit: 2 })
    // What comes meanwhile is not told twice, and moves nothing.
    await ask(client)
    const cursor = first.body.next_cursor ?? ''
    const second = await list(client, { limit: 2, cursor })
    expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(ids)
    expect([first.body.data[0], second.body.next_cursor]).toEqual([await look(client, ids[0] ?? ''), null])
    expect((await list(await h.newCompany(), { cursor })).status).toBe(400)
    expect((await list(await h.newCompany(), {})).body).toEqual({ data: [], next_cursor: null })
  })

  const cancel = (client: string, upload: string) => run(token, 'developer.cancelExclusionUpload', { client, upload })

  it('is cancelled before its file came: nothing of it goes in, however often that is asked', async () => {
    const client = await h.newCompany()
    const { body } = await ask(client)
    const first = await cancel(client, body.id)
    expect([first.status, first.body.status]).toEqual([200, 'cancelling'])
    await h.drain()
    expect((await cancel(client, body.id)).body.status).toBe('cancelled')
    await door.post(body, lines(addresses(5)))
    await h.drain()
    expect(await look(client, body.id)).toMatchObject({ status: 'cancelled', records: null, added: 0 })
    expect((await h.held(client)).md5 ?? []).toEqual([])
    // Nobody else's, and none that has ended.
    expect((await cancel(await h.newCompany(), body.id)).status).toBe(404)
    const done = await ask(client)
    await door.post(done.body, lines(addresses(5)))
    await h.drain()
    const late = await cancel(client, done.body.id)
    expect([late.status, late.body.message, (await look(client, done.body.id)).status]).toEqual([
      409,
      'This upload has ended.',
      'done',
    ])
  })

  it('takes nothing in that comes by a form whose key was removed, replaced or switched off since', async () => {
    const ends: Record<string, (key: string) => Promise<unknown>> = {
      removed: (key_id) => h.call('ada', 'developer.removeKey', { company_id: northlight.id, key_id }),
      replaced: () => makeKey('ada', { name: 'replaced' }),
      'switched off': () => db.company.update(northlight.id, { apiMode: false }),
      over: (id) => db.apiKey.find({ companyId: northlight.id, id }).then((key) => endKey(key)),
    }
    const endKey = (key: Awaited<ReturnType<typeof db.apiKey.find>>) =>
      key && db.apiKey.replace(key, { ...key, expiresAt: services.now() })
    for (const [name, end] of Object.entries(ends)) {
      const client = await h.newCompany()
      const pair = await makeKey('ada', { name })
      const { body } = await askToken(pair, h.hostOf('ada'))
      const form = { client, filename: 'late.csv' }
      const asked = await run(body.access_token, 'developer.createExclusionUpload', form)
      expect([name, asked.status]).toEqual([name, 200])
      await end(pair.client_id)
      await door.post(asked.body, lines(addresses(5)))
      await h.drain()
      await open(northlight)
      expect([name, await look(client, asked.body.id)]).toMatchObject([
        name,
        { status: 'failed', added: 0, reason: 'The key that asked for this upload ended before its file was read.' },
      ])
      expect((await h.held(client)).md5 ?? []).toEqual([])
      expect(await services.files.read(incomingKey({ companyId: client, uploadId: asked.body.id }))).toBeUndefined()
    }
  })

  it('is cancelled half-way: the part that is under way is finished, and its counts are what the list holds', async () => {
    const client = await h.newCompany()
    const id = services.newId('exclusionBatch')
    const begun = { id, companyId: client, scope: 'client', fileName: 'x.csv', status: 'waiting', epoch: 0 }
    await plantBatch(db, ExclusionBatch.parse({ ...begun, requestedBy: 'key_x', createdAt: services.now() }))
    await services.files.put(incomingKey({ companyId: client, uploadId: id }), lines(addresses(30_000)), 'text/csv')
    expect(await advanceBatch(services, { companyId: client, uploadId: id })).toContain('piece 1 of 3')
    expect((await cancel(client, id)).body).toMatchObject({ status: 'cancelling', records: 30_000, added: 0 })
    await h.drain()
    expect(await look(client, id)).toMatchObject({ status: 'cancelled', records: 30_000, added: 10_000, rejected: 0 })
    expect((await h.held(client)).md5).toHaveLength(10_000)
    expect(await services.files.read(pieceKey({ companyId: client, uploadId: id }, 2))).toBeUndefined()
  })

  it('counts no names of columns as a record, and takes as many records beside them', async () => {
    const client = await h.newCompany()
    const { body } = await ask(client)
    await door.post(body, lines(['E-mail', 'nonsense', ...addresses(10_000)]))
    await h.drain()
    expect(await look(client, body.id)).toMatchObject({ status: 'done', records: 10_001, added: 10_000, rejected: 1 })
    const longest = await ask(client)
    await door.post(longest.body, `E-mail\n${'a\n'.repeat(MAX_BATCH_RECORDS)}`)
    expect(await advanceBatch(services, { companyId: client, uploadId: longest.body.id })).toContain('piece 1 of 100')
    await cancel(client, longest.body.id)
    await h.drain()
  })

  it('is refused as a whole where it is too long or holds nothing', async () => {
    const client = await h.newCompany()
    const long = await ask(client)
    // The first of them reads as the name of a column.
    await door.post(long.body, 'a\n'.repeat(MAX_BATCH_RECORDS + 2))
    const empty = await ask(client)
    await door.post(empty.body, '\n\n')
    await h.drain()
    expect(await look(client, long.body.id)).toMatchObject({
      status: 'failed',
      reason: 'The file holds more than 1,000,000 records.',
      added: 0,
    })
    expect(await look(client, empty.body.id)).toMatchObject({ status: 'failed', reason: 'The file holds no records.' })
    // Nothing of what was sent is kept: nobody would look for a person there.
    expect(await services.files.list(`exclusions/pieces/${client}/`)).toEqual([])
    // Nor of what is sent once more with the same form.
    await door.post(long.body, lines(addresses(2)))
    await h.drain()
    expect(await services.files.list(`exclusions/incoming/${client}/`)).toEqual([])
  })

  it('a piece without a good record harms no other, and a list that was emptied takes nothing more', async () => {
    const client = await h.newCompany()
    const bad = await ask(client)
    await door.post(
      bad.body,
      lines([...addresses(5), ...Array(9_995).fill('nonsense'), ...Array(10_000).fill('nonsense')]),
    )
    await h.drain()
    expect(await look(client, bad.body.id)).toMatchObject({ status: 'done', added: 5, rejected: 19_995 })
    const late = await ask(client)
    await h.call('ada', 'exclusions.purge', { paramID: client, campaignType: 'client' })
    await door.post(late.body, lines(addresses(10_001)))
    await h.drain()
    expect(await look(client, late.body.id)).toMatchObject({ status: 'purged', added: 0 })
    expect((await h.held(client)).md5 ?? []).toEqual([])
  })

  it('holds the same set wherever its worker is stopped', { timeout: 600_000 }, async () => {
    const rows = [...Array.from({ length: 50 }, () => addresses(200)).flat(), ...addresses(2, 5000)]
    /** Deliveries of one long file whose n-th step fails once; a message comes again until it was worked off. */
    async function deliver(failing: number) {
      const companyId = await h.newCompany()
      const id = services.newId('exclusionBatch')
      const { epoch } = await db.exclusion.get(companyId, 'client')
      const begun = { id, companyId, scope: 'client', fileName: 'x.csv', status: 'waiting', epoch }
      await plantBatch(db, ExclusionBatch.parse({ ...begun, requestedBy: 'key_x', createdAt: services.now() }))
      await services.files.put(incomingKey({ companyId, uploadId: id }), lines(rows), 'text/csv')
      let steps = 0
      const step = () => {
        steps++
        if (steps === failing) throw new Error('The worker stopped.')
      }
      const stopping =
        <Args extends unknown[], Answer>(work: (...args: Args) => Promise<Answer>) =>
        async (...args: Args) => {
          const answer = await work(...args)
          step()
          return answer
        }
      const waiting: string[] = [id]
      const own: ImportServices = {
        ...services,
        files: {
          list: services.files.list,
          read: services.files.read,
          remove: stopping(services.files.remove),
          put: stopping(async (key, body, type) => {
            await services.files.put(key, body, type)
            const [, piece] = /incoming\/[^/]+\/(upl_[\w-]+)\.csv$/.exec(key) ?? []
            if (piece) waiting.push(piece)
          }),
        },
        db: {
          ...db,
          exclusionBatch: {
            ...db.exclusionBatch,
            find: (ref) => db.exclusionBatch.find(ref),
            cut: stopping((...args) => db.exclusionBatch.cut(...args)),
            count: stopping((...args) => db.exclusionBatch.count(...args)),
            end: stopping((...args) => db.exclusionBatch.end(...args)),
          },
        },
        queues: {
          ...services.queues,
          send: async (name, message) => {
            if (name === 'importExclusions' && 'uploadId' in message && typeof message.uploadId === 'string')
              waiting.push(message.uploadId)
            step()
          },
        },
      }
      for (let tries = 0; waiting.length > 0 && tries < 50; tries++) {
        const [uploadId = ''] = waiting
        const ref = { companyId, uploadId }
        const isDone = await (uploadId.startsWith('xba_') ? advanceBatch : importUpload)(own, ref).then(
          () => true,
          () => false,
        )
        if (isDone) waiting.shift()
      }
      const batch = await db.exclusionBatch.find({ companyId, id })
      return { steps, batch, held: (await h.held(companyId)).md5?.length }
    }
    const whole = await deliver(0)
    expect(whole).toMatchObject({
      held: 202,
      batch: { status: 'done', accepted: 202, duplicates: 9_800, records: 10_002 },
    })
    for (let failing = 1; failing <= whole.steps; failing++)
      expect([failing, await deliver(failing)]).toMatchObject([
        failing,
        { held: 202, batch: { status: 'done', accepted: 202, duplicates: 9_800 } },
      ])
  })
})

describe('a sign-in link', () => {
  const issue = (email: string, key: string = crypto.randomUUID()) =>
    run(token, 'developer.createSignInToken', { email }, withKey(key))
  const redeem = (shown: string, subdomain = northlight.subdomain ?? '') =>
    h.call(null, 'session.sso', { token: shown, subdomain, currentUserID: '' }, { host: cast.hosts.northlight })

  it('AUT-055 DEV-019 is made by a pair of id and secret, and signs its person in once, in time, on its host', async () => {
    const pair = await makeKey('ada', { name: 'Portal', scopes: ['sign-in:write'] })
    const got = await askToken(pair, h.hostOf('ada'))
    const own = await run(got.body.access_token, 'developer.createSignInToken', { email: users.cleo.email })
    expect(own.status).toBe(200)
    expect(new URL(own.body.url).pathname).toBe('/sso')
    expect(new URL(own.body.url).searchParams.get('token')).toBe(own.body.token)
    expect((await redeem(own.body.token, copper.subdomain ?? '')).status).toBe(401)
    const signed = await redeem(own.body.token)
    expect([signed.status, signed.body.message]).toEqual([200, 'Access Token Valid'])
    expect((await redeem(own.body.token)).status).toBe(401)
    h.setClock(services.now())
    const late = await issue(users.cleo.email)
    h.setClock(services.now() + signInLimits.ssoTokenMs)
    expect((await redeem(late.body.token)).status).toBe(401)
    h.setClock()
    expect((await askToken({ ...pair, secret_key: `${pair.secret_key}x` }, h.hostOf('ada'))).status).toBe(401)
  })

  it('is for nobody who manages the agency, for no stranger and for no operator, all with one answer', async () => {
    const answers = []
    for (const email of [users.ada.email, users.abe.email, users.carl.email, users.olive.email, 'nobody@example.com']) {
      const { status, body } = await issue(email)
      answers.push(`${status} ${body.message}`)
    }
    expect(new Set(answers)).toEqual(new Set(['404 This person was not found.']))
  })

  it('two that ask under one Idempotency-Key at once get one link; another body is refused', async () => {
    const key = crypto.randomUUID()
    const both = await Promise.all([issue(users.cleo.email, key), issue(users.cleo.email, key)])
    const links = both.filter(({ status }) => status === 200).map(({ body }) => body.token)
    expect(new Set(links).size).toBe(1)
    for (const { status } of both) expect([200, 409]).toContain(status)
    expect((await issue(users.cleo.email, key)).body.token).toBe(links[0])
    const other = await issue(users.lola.email, key)
    expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
    // Another key of the agency is another program.
    const second = await tokenFor('ada', { name: 'Second' })
    const theirs = await run(second, 'developer.createSignInToken', { email: users.cleo.email }, withKey(key))
    expect([theirs.status, theirs.body.token === links[0]]).toEqual([200, false])
    const none = await run(second, 'developer.createSignInToken', { email: users.cleo.email }, withKey(''))
    expect(none.status).toBe(400)
  })

  it('leaves a line in the audit log, under the name of its key', async () => {
    await issue(users.cleo.email)
    await h.drain()
    const rows = await h.call('ada', 'audit.list', { companyID: northlight.id } as never)
    expect(JSON.stringify(rows.body)).toContain(`Made a sign-in link for ${users.cleo.name}`)
  })
})

describe('a webhook', () => {
  const address = 'http://localhost:9/hooks/of/a-customer'

  it('is added with a secret that is answered once, listed without it, and removed', async () => {
    const client = brightSmiles.id
    const made = await run(token, 'developer.createWebhook', { client, url: address, label: 'CRM' })
    expect(made.body).toMatchObject({ client_id: client, campaign_id: null, label: 'CRM', enabled: true })
    expect(made.body.secret).toMatch(/^whsec_/)
    const own = await run(token, 'developer.createWebhook', {
      client,
      campaign_id: campaigns.smiles.number,
      url: address,
    })
    expect(own.body.campaign_id).toBe(campaigns.smiles.id)
    const { body } = await run(token, 'developer.listWebhooks', { client })
    expect(body.data.map(({ id }) => id)).toEqual([made.body.id, own.body.id])
    expect(JSON.stringify(body)).not.toContain('whsec_')
    expect(JSON.stringify(body)).not.toContain('a-customer')
    // People see the same.
    const seen = await h.call('ada', 'integrations.agencyWebhooks', { company_id: client })
    expect(seen.body.webhooks.map(({ id }) => id)).toEqual([made.body.id])
    for (const webhook of [made.body.id, own.body.id])
      expect((await run(token, 'developer.removeWebhook', { client, webhook })).body).toEqual({
        id: webhook,
        deleted: true,
      })
    expect((await run(token, 'developer.removeWebhook', { client, webhook: own.body.id })).status).toBe(404)
    expect((await run(token, 'developer.listWebhooks', { client })).body.data).toEqual([])
  })

  it('is refused for private addresses, for campaigns of others, and beyond the most', async () => {
    const client = cast.harbor.id
    const refused = await run(token, 'developer.createWebhook', { client, url: 'https://10.0.0.7/x' })
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['url']])
    const foreign = { client, campaign_id: campaigns.peak.id, url: address }
    expect((await run(token, 'developer.createWebhook', foreign)).status).toBe(404)
    const all = await Promise.all(
      Array.from({ length: MOST_WEBHOOKS + 2 }, () => run(token, 'developer.createWebhook', { client, url: address })),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(MOST_WEBHOOKS)
    expect((await run(token, 'developer.listWebhooks', { client })).body.data).toHaveLength(MOST_WEBHOOKS)
  })

  it('gets another secret, answered once; the one before signs beside it for a day', async () => {
    const client = await h.newCompany()
    const { body: made } = await run(token, 'developer.createWebhook', { client, url: address })
    const named = { client, webhook: made.id }
    expect((await run(token, 'developer.getWebhook', named)).body).toMatchObject({
      id: made.id,
      disabled_reason: null,
      old_secret_until: null,
    })
    h.setClock(services.now())
    const again = withKey(crypto.randomUUID())
    const rolled = await run(token, 'developer.rollWebhookSecret', named, again)
    const until = new Date(services.now() + DAY).toISOString()
    expect([rolled.status, rolled.body.id, rolled.body.old_secret_until]).toEqual([200, made.id, until])
    expect(rolled.body.secret).toMatch(/^whsec_/)
    // An answer that was lost comes again, and rolls nothing more.
    expect((await run(token, 'developer.rollWebhookSecret', named, again)).body.secret).toBe(rolled.body.secret)
    const signs = async (at: number) => {
      const stored = await db.webhook.findById(client, made.id)
      return stored && (await openWebhook(services.sealer, stored, at)).secrets
    }
    expect(await signs(services.now())).toEqual([rolled.body.secret, made.secret])
    expect(await signs(services.now() + DAY)).toEqual([rolled.body.secret])
    const seen = await run(token, 'developer.getWebhook', named)
    expect([seen.body.old_secret_until, 'secret' in seen.body]).toEqual([until, false])
    h.setClock()
    // Of two at once nobody is told a secret that signs nothing.
    const both = await Promise.all([1, 2].map(() => run(token, 'developer.rollWebhookSecret', named)))
    const told = both.filter(({ status }) => status === 200).map(({ body }) => body.secret)
    expect(await signs(services.now())).toEqual(expect.arrayContaining(told))
    expect(told.length).toBeGreaterThan(0)
    for (const { status } of both) expect([200, 409]).toContain(status)
    const strange = { client: brightSmiles.id, webhook: made.id }
    for (const call of ['developer.getWebhook', 'developer.rollWebhookSecret'] as const)
      expect((await run(token, call, strange)).status).toBe(404)
  })

  it('says why it was switched off, where no person did it', async () => {
    const client = await h.newCompany()
    const { body: made } = await run(token, 'developer.createWebhook', { client, url: address })
    const stored = await db.webhook.findById(client, made.id)
    if (!stored) throw new Error('The webhook is gone.')
    await db.webhook.change(stored, { isEnabled: false, offReason: 'It is gone.' })
    const named = { client, webhook: made.id }
    expect((await run(token, 'developer.getWebhook', named)).body).toMatchObject({
      enabled: false,
      disabled_reason: 'It is gone.',
    })
    const on = await run(token, 'developer.updateWebhook', { ...named, enabled: true })
    expect(on.body).toMatchObject({ enabled: true, disabled_reason: null })
  })
})

// One agency is brought back in place, out of a copy of an earlier time, while others live beside it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeleteItemCommand, ScanCommand, type ScanCommandOutput, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { comparePayments } from '#bin/operator/compare-payments.ts'
import { erasures } from '#bin/operator/erasures.ts'
import { recount } from '#bin/operator/recount.ts'
import { tenant } from '#bin/operator/tenant.ts'
import { verifyLog } from '#bin/operator/verify-log.ts'
import { restorableKinds } from '#functions/data/companies/ways.ts'
import { carriedKinds } from '#functions/data/tenancy/carry/kinds.ts'
import { kindOf, type Raw, textOf, toLine } from '#functions/data/tenancy/carry/raw.ts'
import { sendPlain } from '#functions/data/tenancy/carry/reader.ts'
import { answerPersonRequest } from '#functions/domain/exclusions/person.ts'
import { createWebhook } from '#functions/domain/integrations/webhooks.ts'
import { issueToken } from '#functions/domain/security/one-time.ts'
import { clock } from '#functions/kit/clock.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import type { User } from '#shared/model/user.ts'
import { booksOf } from '#shared/money/ledger.ts'
import { walletStage } from '../functions/wallet/stage.ts'
import { PASSWORD } from '../support/cast.ts'
import { type Harness, harness } from '../support/harness.ts'
import { storeLead } from '../support/store-lead.ts'

type Said = { said: string; code: number }

const dir = mkdtempSync(join(tmpdir(), 'restore-tenant-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const at = (name: string) => join(dir, name)
const nobody = { lastName: '', phone: '', city: '', stateCode: '' }
const CLEAN = { said: expect.stringContaining('belongs to what is there'), code: 0 }
const GONE = 'gone@people.example'

/** A platform on which an agency did something, was copied, and went on. */
async function livedOn(name: string) {
  const h = await harness({ hasSdk: true })
  const { services, db, cast } = h
  const { northlight, brightSmiles, campaigns, users } = cast
  const began = services.now()
  const stage = walletStage(h)
  await stage.giveCard(northlight.id)
  await stage.agree('ada')
  expect((await stage.charge('ada')).status).toBe(200)
  for (const [index, email] of [GONE, 'stays@people.example'].entries())
    await storeLead(db, campaigns.smiles, {
      id: `led_0${index}`,
      pageUrl: '',
      visitedAt: began - DAY,
      createdAt: began - DAY + index,
      person: { personId: email, email, firstName: 'Some', ...nobody },
    })
  const hook = { companyId: brightSmiles.id, scope: 'all', label: 'Their CRM', id: 'whk_1' } as const
  await createWebhook(services, { ...hook, address: 'https://crm.example/hook', secret: 'whsec_c2VjcmV0', now: began })
  await h.call('ada', 'exclusions.addEntry', {
    companyId: northlight.id,
    campaignType: 'client',
    record: 'known@people.example',
  })
  await services.files.put(`brand/${northlight.id}/logo`, new Uint8Array([137, 80]), 'image/png')
  await h.drain()
  const [folder, key] = [at(name), at(`${name}.key`)]
  await tenant.run(services, ['export', northlight.id, folder, '--key', key])
  const since = new Date(services.now()).toISOString()

  // What happens afterwards: money, and the erasure of a person.
  clock.now = () => began + 10 * MINUTE
  expect((await stage.charge('ada', { amount: 500 })).status).toBe(200)
  const asked = await h.call('ada', 'exclusions.requestPerson', {
    company_id: northlight.id,
    kind: 'erase',
    email: GONE,
  })
  const message = { companyId: northlight.id, id: asked.body.data.id }
  expect(await answerPersonRequest({ ...services, remainingMs: () => 200_000 }, message)).toBe('done')
  await h.drain()

  async function rows(): Promise<Raw[]> {
    const all: Raw[] = []
    let start: Raw | undefined
    do {
      const page: ScanCommandOutput = await sendPlain(
        services.table,
        new ScanCommand({ TableName: services.table.name, ExclusiveStartKey: start }),
      )
      all.push(...(page.Items ?? []))
      start = page.LastEvaluatedKey
    } while (start)
    return all
  }
  const ids = [northlight.id, brightSmiles.id, cast.harbor.id, campaigns.smiles.id, campaigns.harbor.id].concat(
    Object.values(users)
      .filter(({ companyId }) => [northlight.id, brightSmiles.id, cast.harbor.id].includes(companyId))
      .map(({ id }) => id),
  )
  const isOurs = (item: Raw) => ids.some((id) => JSON.stringify(item).includes(id))
  const remove = (item: Raw) =>
    sendPlain(
      services.table,
      new DeleteItemCommand({
        TableName: services.table.name,
        Key: { pk: item.pk ?? { S: '' }, sk: item.sk ?? { S: '' } },
      }),
    )
  /** All that others have, but for what the operator's own command says of itself. */
  const others = async () =>
    (await rows())
      .filter((item) => !isOurs(item) && !/^(LOG#|I#|N#|L#|PAUSE#|Q#)/.test(textOf(item, 'pk')))
      .map(toLine)
      .sort()
  const restore = (...args: string[]) =>
    tenant.run(services, ['restore', folder, '--key', key, '--since', since, ...args]) as Promise<Said>
  return { h, services, db, cast, rows, isOurs, remove, others, restore, since, stage, began }
}

/** Asks what was handed out to an agency's people before; the first time nothing of it is spent. */
async function whatOpens({ call, send, cast, services, db, signIn, tokenOf }: Harness, invited: User) {
  const { copper, users, hosts } = cast
  const at = { host: hosts.copper }
  const { access_token: token, refresh_token } = (await signIn('abe')).body
  const seen = await call('olive', 'account.switchUser', { usrID: users.abe.id }, { token: await tokenOf('olive') })
  await services.files.put(`documents/${copper.id}/a.csv`, 'a', 'text/csv')
  const file = { companyId: copper.id, id: 'doc_1', fileKey: `documents/${copper.id}/a.csv`, fileName: 'a.csv' }
  await db.protectedFile.create({ ...file, createdAt: services.now() })
  const ask = () => call('abe', 'session.documentAccess', { pwd: PASSWORD, urldata: 'doc_1' }, { token })
  const documents = [await ask(), await ask()].map(({ body }) => new URL(body.url).pathname)
  const link = { tenantId: copper.id, lifeMs: DAY, now: services.now() }
  const links = [
    await issueToken(db, { ...link, kind: 'resetPassword', userId: users.abe.id, subject: users.abe.email }),
    await issueToken(db, { ...link, kind: 'invitation', userId: invited.id, subject: invited.email }),
  ]
  return async () => {
    const me = (as: string, host = hosts.copper) =>
      call('abe', 'account.me', { id: users.abe.id }, { token: as, host }).then(({ status }) => status)
    const verify = async (link = '', email = '') =>
      (await call(null, 'session.verifyReset', { token: link, email }, at)).body.valid
    return {
      token: await me(token),
      refresh: (await call(null, 'session.refresh', { refresh_token }, at)).status,
      look: await me(seen.body.access_token, hosts.root),
      document: (await send({ method: 'GET', path: documents.pop() ?? '' }, hosts.copper)).status,
      reset: await verify(links[0], users.abe.email),
      invitation: await verify(links[1], invited.email),
    }
  }
}

async function booksHold({ db, services, cast }: Awaited<ReturnType<typeof livedOn>>, dollars: number) {
  const wallet = await db.ledger.get(cast.northlight.id)
  const entries = await db.ledger.listEntries(cast.northlight.id, 0, services.now() + DAY)
  expect(wallet.balanceCents).toBe(dollars * 100)
  expect(booksOf(entries).wallet).toBe(dollars * 100)
}

describe('how rows come back', () => {
  it('has a decision about each kind that a copy holds', () => {
    expect([...restorableKinds].sort()).toEqual([...carriedKinds].sort())
  })
})

describe('an agency that was damaged', () => {
  let lived: Awaited<ReturnType<typeof livedOn>>
  beforeAll(async () => {
    lived = await livedOn('damaged')
  })

  it('gets back what is missing; what is here, and money above all, stays; who was erased stays so', async () => {
    const { services, db, cast, rows, isOurs, remove, others, restore } = lived
    const { campaigns, brightSmiles, northlight } = cast
    const lost = (await rows()).filter(
      (item) =>
        isOurs(item) &&
        (['campaign', 'campaignPart', 'lead', 'leadPerson', 'clientPerson', 'webhook'].includes(kindOf(item)) ||
          (kindOf(item) === 'wallet T' && item.amountCents?.N === '25000')),
    )
    for (const item of lost) await remove(item)
    const [before, beside] = [(await rows()).map(toLine).sort(), await others()]

    const dry = await restore()
    expect(dry.said).toMatch(/Northlight \(com_\w+\): 3 companies, 0 of them lost, 0 removed/)
    expect(dry.said).toMatch(/Come back: 2 campaign, .*2 lead, .*1 wallet T/)
    expect(dry.said).toMatch(/may have removed them.*: 1 webhook/)
    expect(dry.said).toContain('1 erasures since the copy are repeated')
    expect((await rows()).map(toLine).sort()).toEqual(before)
    await expect(restore('--apply')).rejects.toThrow('Pause the timetable first')
    await expect(restore('--also', 'lead')).rejects.toThrow('--also takes')

    await services.db.pause.begin({ since: services.now(), why: 'an agency is restored' })
    const { said, code } = await restore('--apply', '--also', 'webhook')
    expect(said).toContain('1 charges looked at, 0 of which')
    expect(code).toBe(0)
    const leads = await db.lead.list(campaigns.smiles, { start: 0, end: services.now() }, { limit: 10 })
    expect(leads.map(({ person }) => person.email)).toEqual(['stays@people.example', ''])
    expect((await db.webhook.list({ companyId: brightSmiles.id, scope: 'all' })).map(({ id }) => id)).toEqual(['whk_1'])
    await booksHold(lived, 750)
    expect(await others()).toEqual(beside)

    // Nothing is left to do, and doing it again changes nothing.
    const again = await restore()
    expect(again.said).not.toContain('Come back')
    await recount.run(services, ['--apply'])
    expect(await recount.run(services, [])).toEqual(CLEAN)
    await lived.h.drain()
    expect(await verifyLog.run(services, [northlight.id])).toMatch(/holds: [1-9]/)
  })

  it('keeps the sum of a wallet away that went on since the copy', async () => {
    const { rows, remove, restore, cast } = lived
    for (const item of await rows())
      if (kindOf(item) === 'wallet BAL' && textOf(item, 'pk').endsWith(cast.northlight.id)) await remove(item)
    const { said } = await restore()
    expect(said).toMatch(/Stay away, because their books went on since the copy: a person decides: 1 wallet BAL/)
    expect(said).not.toMatch(/Come back: .*wallet/)
  })

  it('writes over what is named, and lets a campaign that was stopped since stand', async () => {
    const { services, db, rows, restore, cast } = lived
    const { smiles } = cast.campaigns
    const row = (await rows()).find((item) => kindOf(item) === 'campaign' && textOf(item, 'id') === smiles.id)
    await sendPlain(
      services.table,
      new UpdateItemCommand({
        TableName: services.table.name,
        Key: { pk: row?.pk ?? { S: '' }, sk: row?.sk ?? { S: '' } },
        UpdateExpression: 'SET #n = :n, #s = :s',
        ExpressionAttributeNames: { '#n': 'name', '#s': 'status' },
        ExpressionAttributeValues: { ':n': { S: 'Broken' }, ':s': { S: 'stopped' } },
      }),
    )
    expect((await restore('--apply')).said).toMatch(/stay as they are: .*1 campaign/)
    expect((await db.campaign.find(smiles.companyId, smiles.id))?.name).toBe('Broken')
    expect((await restore('--apply', '--replace', 'campaign')).said).toContain('Written over: 1 campaign')
    expect(await db.campaign.find(smiles.companyId, smiles.id)).toMatchObject({ name: smiles.name, status: 'stopped' })
  })
})

describe('an agency that is gone', () => {
  it('comes back after half of it was brought and the process was killed; what was charged since is written down once', async () => {
    const lived = await livedOn('gone')
    const { services, rows, isOurs, remove, others, restore, cast, since, h, db } = lived
    const file = at('erasures.json')
    await erasures.run(services, ['save', file])
    // Only what the root's own log says of them is left.
    for (const item of await rows()) if (isOurs(item) && !textOf(item, 'pk').startsWith('LOG#com')) await remove(item)
    for (const item of await rows()) if (textOf(item, 'pk') === `LOG#${cast.northlight.id}`) await remove(item)
    const beside = await others()
    await services.db.pause.begin({ since: services.now(), why: 'an agency is restored' })

    let writes = 0
    services.table.client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName === 'PutItemCommand' && ++writes > 60) throw new Error('killed')
          return next(args)
        },
      { step: 'initialize', name: 'kill' },
    )
    await expect(restore('--apply', '--erasures', file)).rejects.toThrow('killed')
    services.table.client.middlewareStack.remove('kill')
    expect(await db.domain.findCompanyId(cast.hosts.northlight)).toBeUndefined()

    const { said, code } = await restore('--apply', '--erasures', file)
    expect(said).toContain('a top-up that the wallet does not know')
    expect(said).toContain('Do not `resume`')
    expect(code).toBe(2)
    expect(await others()).toEqual(beside)
    await booksHold(lived, 250)

    const compare = (...args: string[]) => comparePayments.run(services, ['--since', since, ...args]) as Promise<Said>
    expect((await compare()).said).toContain('--apply writes it down')
    await booksHold(lived, 250)
    expect(await compare('--company', cast.northlight.id, '--apply')).toMatchObject({
      said: expect.stringContaining('Written down: top-up is posted'),
      code: 0,
    })
    await booksHold(lived, 750)
    expect(await compare('--apply')).toMatchObject({ code: 0 })
    await booksHold(lived, 750)

    const leads = await db.lead.list(cast.campaigns.smiles, { start: 0, end: services.now() }, { limit: 10 })
    expect(leads.map(({ person }) => person.email)).not.toContain(GONE)
    expect(leads).toHaveLength(2)
    expect(await services.files.exists(`brand/${cast.northlight.id}/logo`)).toBe(true)
    await h.drain()
    await recount.run(services, ['--apply'])
    expect(await recount.run(services, [])).toEqual(CLEAN)
    expect(await verifyLog.run(services, [cast.northlight.id])).toMatch(/holds: [1-9]/)
    const signIn = { username: cast.users.ada.email, password: PASSWORD }
    expect((await h.call(null, 'session.login', signIn, { host: cast.hosts.northlight })).status).toBe(200)
  })
})

describe('a client whom people removed', () => {
  it('stays removed until it is asked for, and then comes back with its people', async () => {
    const { h, services, restore, cast, db } = await livedOn('removed')
    const { harbor, users } = cast
    expect((await db.company.find(harbor.id))?.deletedAt).toBeNull()
    expect(await db.campaignChange.setStatus(cast.campaigns.harbor, 'stopped', 'user')).toBe(true)
    const removed = await h.call('ada', 'companies.remove', { companyId: harbor.id, userId: users.lola.id })
    expect(removed.status).toBe(200)
    const { epoch = 0 } = (await db.user.find(users.lola.id)) ?? {}
    await services.db.pause.begin({ since: services.now(), why: 'an agency is restored' })
    const plain = await restore('--apply')
    expect(plain.said).toContain(`1 removed by people since (${harbor.id})`)
    expect((await db.company.find(harbor.id))?.deletedAt).not.toBeNull()

    await restore('--apply', '--removed')
    expect((await db.company.find(harbor.id))?.deletedAt).toBeNull()
    const lola = await db.user.find(users.lola.id)
    expect(lola?.status).toBe('active')
    expect(lola?.epoch).toBeGreaterThan(epoch)
    await recount.run(services, ['--apply'])
    expect(await recount.run(services, [])).toEqual(CLEAN)
    const signIn = { username: users.lola.email, password: PASSWORD }
    expect((await h.call(null, 'session.login', signIn, { host: cast.hosts.northlight })).status).toBe(200)
  })

  it('comes back without those who were removed before it was, and without keys that were', async () => {
    const name = 'removed-before'
    const h = await harness({ hasSdk: true })
    const { services, db, cast } = h
    const { copper, users } = cast
    const secret = {
      scopes: ['leads:read'] as const,
      secretHash: 'x',
      secretEnd: 'abcd',
      version: 1,
      createdBy: users.abe.id,
    }
    const keys = ['leaks', 'stays'].map((id) => ({ ...secret, id: `key_${id}`, companyId: copper.id, name: id }))
    for (const [made, key] of keys.entries())
      await db.apiKey.create({ ...key, scopes: [...key.scopes], createdAt: 1, expiresAt: null, lastUsedAt: null }, made)
    const left = { ...users.abe, id: services.newId('user'), userType: 'user', email: 'left@copper.example' } as const
    const invited: User = { ...left, id: services.newId('user'), email: 'new@copper.example', passwordHash: '' }
    expect(await db.staff.create(copper, left)).toBe('made')
    expect(await db.staff.create(copper, { ...invited, status: 'invited' })).toBe('made')
    await h.drain()
    const shown = await whatOpens(h, invited)
    expect(await shown()).toEqual({ token: 200, refresh: 200, look: 200, document: 303, reset: true, invitation: true })
    const [folder, key] = [at(name), at(`${name}.key`)]
    await tenant.run(services, ['export', copper.id, folder, '--key', key])

    expect(await db.staff.remove({ company: copper, user: left })).toBe(true)
    const leaked = await db.apiKey.find({ companyId: copper.id, id: 'key_leaks' })
    expect(leaked && (await db.apiKey.remove(leaked))).toBe(true)
    const paths = { companyId: copper.id, userId: users.abe.id }
    expect(await db.campaignChange.setStatus(cast.campaigns.peak, 'stopped', 'user')).toBe(true)
    const removed = await h.call('olive', 'companies.remove', paths)
    expect([removed.status, removed.body.message]).toEqual([200, 'Deleted!'])
    await services.db.pause.begin({ since: services.now(), why: 'an agency is restored' })
    const since = new Date(services.now()).toISOString()
    await tenant.run(services, ['restore', folder, '--key', key, '--since', since, '--apply', '--removed'])
    await recount.run(services, ['--apply'])
    const stateOf = async ({ id }: { id: string }) => (await db.user.findFresh(id))?.status
    expect([await stateOf(users.abe), await stateOf(invited), await stateOf(left)]).toEqual([
      'active',
      'invited',
      'disabled',
    ])
    expect(await db.user.findIdByLogin(cast.root.id, left.email)).toBeUndefined()
    expect((await db.apiKey.list(copper.id)).map(({ id }) => id)).toEqual(['key_stays'])
    h.forgetTenants()
    // What was handed out before stays ended: tokens, addresses that a browser opens, links of mails. A look goes on for its hour: it
    // belongs to the sign-in of the operator, who may begin another.
    const over = { token: 401, refresh: 401, look: 200, document: 404, reset: false, invitation: false }
    expect(await shown()).toEqual(over)
    const signIn = (username: string) =>
      h.call(null, 'session.login', { username, password: PASSWORD }, { host: cast.hosts.copper })
    expect([(await signIn(users.abe.email)).status, (await signIn(left.email)).status]).toEqual([200, 401])
  })

  it('does not come back once its people are being erased: nothing of it does', async () => {
    const { h, services, restore, cast, db } = await livedOn('erased')
    const { harbor, users } = cast
    expect(await db.campaignChange.setStatus(cast.campaigns.harbor, 'stopped', 'user')).toBe(true)
    await h.call('ada', 'companies.remove', { companyId: harbor.id, userId: users.lola.id })
    await db.removedCompany.begin(harbor.id, services.now())
    await services.db.pause.begin({ since: services.now(), why: 'an agency is restored' })
    await expect(restore('--apply', '--removed')).rejects.toThrow(`they are erased: ${harbor.id}`)
    expect((await db.company.find(harbor.id))?.deletedAt).not.toBeNull()
    expect((await restore('--apply')).said).toContain(`1 removed by people since (${harbor.id})`)
  })
})

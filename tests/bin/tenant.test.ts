import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recount } from '#bin/operator/recount.ts'
import { root as makeRoot } from '#bin/operator/root.ts'
import { tenant } from '#bin/operator/tenant.ts'
import { verifyLog } from '#bin/operator/verify-log.ts'
import { toNowhere } from '#functions/data/tenancy/carry/elsewhere.ts'
import { carriedKinds, leftKinds, places } from '#functions/data/tenancy/carry/kinds.ts'
import { kindOf, type Raw, textOf } from '#functions/data/tenancy/carry/raw.ts'
import { createWebhook, openWebhook } from '#functions/domain/integrations/webhooks.ts'
import { boxedKinds } from '#functions/domain/tenancy/carried-boxes.ts'
import { foldersOf } from '#functions/domain/tenancy/own-files.ts'
import { DAY } from '#shared/dates.ts'
import { walletStage } from '../functions/wallet/stage.ts'
import { type Cast, PASSWORD } from '../support/cast.ts'
import { harness } from '../support/harness.ts'
import { storeLead } from '../support/store-lead.ts'
import { wholeTable } from '../support/whole-table.ts'

const dir = mkdtempSync(join(tmpdir(), 'tenant-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const at = (name: string) => join(dir, name)
const KEY = at('move.key')
const ERASED = createHash('sha256').update('gone@people.example').digest()
const nobody = { firstName: '', lastName: '', phone: '', city: '', stateCode: '' }

/** All files below a folder by their path. The account of the export itself (when, and what stayed) is no part of what travels. */
function contents(folder: string): Record<string, string> {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  return Object.fromEntries(
    all
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => !file.endsWith('about.json'))
      .map((file) => [file.slice(folder.length), readFileSync(file, 'base64')] as const),
  )
}

/** An agency with something of most kinds: leads, a wallet that was filled, lists, an erased person, secrets, files, a log. */
async function plantRichly(h: Awaited<ReturnType<typeof harness>>): Promise<void> {
  const { northlight, brightSmiles, campaigns, users } = h.cast
  const { services, db } = h
  const now = services.now()
  await h.call('ada', 'exclusions.addEntry', {
    companyId: northlight.id,
    campaignType: 'client',
    record: 'known@people.example',
  })
  await db.exclusion.erase(brightSmiles.id, [ERASED], now)
  for (const [index, email] of ['a@people.example', 'ä@people.example'].entries())
    await storeLead(
      db,
      campaigns.smiles,
      {
        id: `led_0${index}`,
        pageUrl: 'https://smiles.example/',
        visitedAt: now - DAY,
        createdAt: now - DAY + index,
        person: { personId: email, email, ...nobody },
      },
      { price: { retailCentiCents: 12_500, wholesaleCentiCents: 4500 } },
    )
  const hook = { companyId: brightSmiles.id, scope: 'all', label: 'Their CRM' } as const
  await createWebhook(services, {
    ...hook,
    id: 'whk_1',
    address: 'https://crm.example/hooks/secret-part',
    secret: 'whsec_c2VjcmV0',
    now,
  })
  const step = { type: 'google', secretBox: await services.sealer.seal('JBSWY3DPEHPK3PXP', users.amos.id) } as const
  await db.twoFactor.save({ userId: users.amos.id, ...step, recoveryHashes: ['b', 'a'], createdAt: now }, undefined)
  const stage = walletStage(h)
  await stage.giveCard(northlight.id)
  await stage.agree('ada')
  expect((await stage.charge('ada')).status).toBe(200)
  await services.files.put(`brand/${northlight.id}/logo`, new Uint8Array([137, 80, 78, 71, 0, 255]), 'image/png')
  await services.files.put(`exports/lists/${northlight.id}/one.csv`, 'made again', 'text/csv')
  await h.drain()
}

const source = await harness({ hasSdk: true })
const { cast }: { cast: Cast } = source
const { northlight } = cast
const { id } = northlight
const exported = at('first')

let said = ''
beforeAll(async () => {
  await plantRichly(source)
  said = String(await tenant.run(source.services, ['export', id, exported, '--key', KEY]))
})

describe('what goes along', () => {
  const sources = readdirSync('functions/data', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join('functions/data', file), 'utf8'))
  const all = (pattern: RegExp) =>
    [...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, found]) => found ?? '')))].sort()

  it('has a decision about each kind of row', () => {
    const decided = [...carriedKinds, ...Object.keys(leftKinds)]
    // Kinds with a space in their names are those of rows without an entity; the walk meets them by their keys.
    const entities = [...all(/\bmodel\('(\w+)'\)/g), 'nw', 'nt'].sort()
    expect(decided.filter((kind) => /^\w+$/.test(kind)).sort()).toEqual(entities)
    expect(new Set(decided).size).toBe(decided.length)
  })

  it('has a decision about each partition', () => {
    const templates = all(/key\(\s*'pk',\s*\[[^\]]*\],\s*'([^']+)'/g)
    // The wallet writes its keys without an entity.
    expect(Object.keys(places).sort()).toEqual([...templates, 'W#${companyId}'].sort())
    for (const place of Object.values(places))
      if (typeof place === 'object' && 'left' in place) expect(Object.keys(leftKinds)).toContain(place.left)
  })

  it('seals anew each kind whose rows hold something sealed', () => {
    const sealed = readdirSync('functions/data', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join('functions/data', file), 'utf8'))
      .filter((text) => /\b(sealed\w*|secretBox): (text|\{ type)/.test(text))
      .flatMap((text) => [...text.matchAll(/\bmodel\('(\w+)'\)/g)].map(([, kind]) => kind ?? ''))
    // The password of a mail server lies within the value of a setting.
    expect([...boxedKinds].sort()).toEqual([...sealed.filter((kind) => !(kind in leftKinds)), 'setting'].sort())
  })

  it('takes every row of the table that names the agency, a client, a person or a campaign of it', async () => {
    const rows = readdirSync(join(exported, 'rows')).flatMap((file) =>
      readFileSync(join(exported, 'rows', file), 'utf8')
        .split('\n')
        .filter(Boolean),
    )
    const keyOf = (item: Raw) => `${textOf(item, 'pk')}\n${textOf(item, 'sk')}`
    const taken = new Set(rows.map((row) => keyOf(JSON.parse(row))))
    expect(taken.size).toBe(rows.length)
    const ids = [id, cast.brightSmiles.id, cast.harbor.id, cast.campaigns.smiles.id].concat(
      [cast.users.ada, cast.users.amos, cast.users.cleo].map((user) => user.id),
    )
    const stayed = (await wholeTable(source.services))
      .filter((item) => ids.some((each) => JSON.stringify(item).includes(each)))
      .filter((item) => !taken.has(keyOf(toNowhere(item, { rootId: cast.root.id, domain: 'localhost' }))))
    const unsaid = stayed.filter((item) => !(kindOf(item) in leftKinds)).map(keyOf)
    // By which of the platform's sales people the agency is found stays with them.
    expect(unsaid.filter((key) => !key.includes('#FA#sales_'))).toEqual([])
    expect(rows.map((row) => kindOf(JSON.parse(row)))).toEqual(
      expect.arrayContaining([
        'lead',
        'auditLog',
        'wallet T',
        'counter-account',
        'exclusion bucket',
        'webhook',
        'login',
      ]),
    )
  })

  it('takes their files with their kinds, and none that is made again', () => {
    const files = readFileSync(join(exported, 'files.jsonl'), 'utf8').trim().split('\n')
    expect(files.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ key: `brand/${id}/logo`, bytes: 6, contentType: 'image/png' }),
      expect.objectContaining({ key: expect.stringContaining(`exclusions/lists/${id}/`), contentType: 'text/csv' }),
    ])
    expect(foldersOf('x').some((folder) => folder.includes('exports/') || folder.includes('incoming/'))).toBe(false)
  })

  it('says what stays, and shows no secret and no password', () => {
    expect(said).toMatch(/3 companies/)
    expect(said).toMatch(/Stayed behind: .*session/)
    const text = Object.values(contents(exported))
      .map((each) => Buffer.from(each, 'base64').toString('utf8'))
      .join('\n')
    expect(text).not.toContain('secret-part')
    expect(text).not.toContain('whsec_')
    expect(text).not.toContain(cast.root.id)
    expect(text).toContain(`D#${cast.hosts.northlight.replace('.localhost', '.platform.invalid')}`)
  })

  it('leaves what is sealed behind where nobody names a key, and says so', async () => {
    const told = String(await tenant.run(source.services, ['export', id, at('without-key')]))
    expect(told).toContain('Stayed behind because they are sealed: 1 twoFactor, 1 webhook')
    const manifest = JSON.parse(readFileSync(join(at('without-key'), 'manifest.json'), 'utf8'))
    expect(manifest).toMatchObject({ sealedUnder: '', staysBehind: { 'sealed webhook': expect.any(String) } })
  })

  it('writes over nothing, and takes nobody but an agency', async () => {
    await expect(tenant.run(source.services, ['export', id, exported])).rejects.toThrow('is not empty')
    await expect(tenant.run(source.services, ['export', cast.brightSmiles.id, at('x')])).rejects.toThrow('no agency')
    await expect(tenant.run(source.services, ['export', id, at('x'), '--key', at('x/key')])).rejects.toThrow(
      'must not lie',
    )
    await expect(tenant.run(source.services, [])).rejects.toThrow('Usage')
  })
})

describe('where it comes to', () => {
  it('is refused where a name of it is taken: here it lives already', async () => {
    const before = (await wholeTable(source.services)).length
    await expect(tenant.run(source.services, ['import', exported, '--key', KEY, '--apply'])).rejects.toThrow(
      /cannot live here\. Taken: .*the company Northlight/,
    )
    expect((await wholeTable(source.services)).length).toBe(before)
  })

  it('is the same after half of it was brought, killed and begun again; then it serves, and its export is byte-equal', async () => {
    const target = await harness({ cast: false, hasSdk: true })
    const { services } = target
    await makeRoot.run(services, ['Other', '--person', 'O', '--email', 'o@example.com', '--subdomain', 'other'])
    const bring = (...args: string[]) => tenant.run(services, ['import', exported, ...args])
    await expect(bring()).rejects.toThrow('--key')
    const empty = (await wholeTable(services)).length
    expect(await bring('--key', KEY)).toContain('Nothing was changed')
    expect((await wholeTable(services)).length).toBe(empty)

    await expect(bring('--key', KEY, '--apply')).rejects.toThrow('Pause the timetable first')
    await services.db.pause.begin({ since: services.now(), why: 'an agency comes' })

    // The process ends in the midst of it: from some write on nothing reaches the table.
    let writes = 0
    services.table.client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName === 'PutItemCommand' && ++writes > 40) throw new Error('killed')
          return next(args)
        },
      { step: 'initialize', name: 'kill' },
    )
    await expect(bring('--key', KEY, '--apply')).rejects.toThrow('killed')
    services.table.client.middlewareStack.remove('kill')
    expect(await target.db.domain.findCompanyId(cast.hosts.northlight)).toBeUndefined()
    const told = String(await bring('--key', KEY, '--apply'))
    expect(told).toMatch(/is here: \d+ rows written, \d+ were here already/)
    expect(told).not.toContain('another shape')
    expect(await bring('--key', KEY, '--apply')).toContain('brought here before')

    await tenant.run(services, ['export', id, at('second'), '--key', KEY])
    expect(contents(at('second'))).toEqual(contents(exported))

    // It serves: people sign in with their passwords, what was sealed opens, the log holds, who was erased stays so.
    const host = cast.hosts.northlight
    const { ada } = cast.users
    const signedIn = await target.call(null, 'session.login', { username: ada.email, password: PASSWORD }, { host })
    expect(signedIn.status).toBe(200)
    const [webhook] = await target.db.webhook.list({ companyId: cast.brightSmiles.id, scope: 'all' })
    if (!webhook) throw new Error('The webhook did not come.')
    expect(await openWebhook(services.sealer, webhook, services.now())).toEqual({
      address: 'https://crm.example/hooks/secret-part',
      secrets: ['whsec_c2VjcmV0'],
    })
    expect(await verifyLog.run(services, [id])).toMatch(/holds: [1-9]/)
    const list = await target.db.exclusion.get(cast.brightSmiles.id, 'client')
    expect(list.erased).toBeDefined()

    // And whom the platform here has had erased before is so in what came.
    const leads = async () =>
      (await target.db.lead.list(cast.campaigns.smiles, { start: 0, end: services.now() }, { limit: 100 }))
        .map(({ person }) => person.email)
        .sort()
    expect(await leads()).toEqual(['a@people.example', 'ä@people.example'])
    const [other] = await target.db.company.listRoots()
    const done = {
      kind: 'erase',
      status: 'done',
      part: 'files',
      cursor: '',
      reason: null,
      requestedBy: 'usr_o',
    } as const
    const counts = { found: [], answered: 0, campaigns: 0, files: 0, createdAt: 1, updatedAt: 1 }
    const hashes = [createHash('sha256').update('a@people.example').digest('hex')]
    await target.db.personRequest.create({ id: 'prq_1', companyId: other?.id ?? '', hashes, ...done, ...counts })
    expect(await bring('--key', KEY, '--apply')).toContain('1 erasures of the platform are repeated')
    expect(await leads()).toEqual(['', 'ä@people.example'])
    expect(await bring('--key', KEY, '--apply')).toContain('Nothing is to be done')
    await target.drain()
    await recount.run(services, ['--apply'])
    expect(await recount.run(services, [])).toMatchObject({ code: 0 })
  })

  it('refuses what was changed on the way', async () => {
    const part = readdirSync(join(exported, 'rows')).find((file) => file.startsWith('com_')) ?? ''
    appendFileSync(join(exported, 'rows', part), '{"pk":{"S":"U#olive"},"sk":{"S":"USER"}}\n')
    await expect(tenant.run(source.services, ['import', exported, '--key', KEY])).rejects.toThrow('changed, or cut off')
    expect(existsSync(KEY)).toBe(true)
  })
})

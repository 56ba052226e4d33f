import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PutItemCommand } from '@aws-sdk/client-dynamodb'
import { beforeAll, describe, expect, it } from 'vitest'
import { sealingKey } from '#bin/operator/sealing-key.ts'
import { kindOf, type Raw, textOf, toLine } from '#functions/data/tenancy/carry/raw.ts'
import { sendPlain } from '#functions/data/tenancy/carry/reader.ts'
import { boxedKinds, holdsBoxes } from '#functions/domain/tenancy/carried-boxes.ts'
import { newSealingKey, openSealer, readRing, replaceSealingRing } from '#functions/gateways/seal.ts'
import { startSecrets } from '#infra/local/doubles/secrets.ts'
import { keysFileIn, loadKeys } from '#infra/local/keys.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import { endWithFile } from '../support/file-end.ts'
import { harness } from '../support/harness.ts'
import { wholeTable } from '../support/whole-table.ts'

const first = newSealingKey()
const secrets = await startSecrets({ sealing: first })
endWithFile(() => secrets.stop())
const h = await harness({
  hasSdk: true,
  env: {
    SEALING_KEY: '',
    SEALING_SECRET_ARN: 'sealing',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local-secret',
  },
})
const { services, db } = h
const { sealer } = services
const { northlight } = h.cast
const { cleo, amos } = h.cast.users
const { createWebhook, openWebhook } = await import('#functions/domain/integrations/webhooks.ts')
const { sealSecrets, openCredentials } = await import('#functions/domain/connections/credentials.ts')
const { findOwnSmtp } = await import('#functions/domain/mail/own-smtp.ts')
const { endingToken } = await import('#functions/domain/reports/mail.ts')

const run = (...args: string[]) => sealingKey.run(services, args)
const ring = () => readRing(secrets.valueOf('sealing', 'AWSCURRENT') ?? '')
let at = services.now()
const pass = (ms: number) => {
  at += ms
  h.setClock(at)
}
const tool = { companyId: northlight.id, slug: 'google_sheets' } as const
const boxes = async () => (await wholeTable(services)).filter(holdsBoxes)

async function plant() {
  await createWebhook(services, {
    companyId: northlight.id,
    id: 'whk_1',
    scope: 'all',
    label: '',
    address: 'https://crm.example/hooks/part',
    secret: 'whsec_c2VjcmV0',
    now: at,
  })
  const made = { ...tool, revision: 'one', settings: {}, masks: {} }
  const sealed = await sealSecrets(sealer, tool, { access: 'a', refresh: 'r', expiresAt: '0' })
  const { connection } = await db.tool.connect({ ...made, sealed }, at)
  // What a worker left that crashed while it connected.
  await db.tool.keepGrant({ ...connection, revision: 'two' }, at)
  await db.twoFactor.save(
    {
      userId: amos.id,
      type: 'google',
      secretBox: await sealer.seal('JBSWY3DPEHPK3PXP', amos.id),
      recoveryHashes: ['a'],
      createdAt: at,
    },
    undefined,
  )
  const comsetval = {
    host: '127.0.0.1',
    port: 2525,
    username: 'mailer',
    password: 'hush hush',
    security: 'none',
    fromaddress: 'hello@northlight.example',
  } as const
  await h.call('ada', 'settings.save', { companyID: northlight.id, comsetname: 'customsmtpmodule', comsetval })
  await h.call('cleo', 'account.saveReportMails', { usrID: cleo.id, rhythm: 'daily' })
}

/** What people and tools need of all that lies sealed. */
async function opened() {
  const [webhook] = await db.webhook.list({ companyId: northlight.id, scope: 'all' })
  const connection = await db.tool.find(tool)
  const [grant] = await db.tool.listGrants(tool, at + DAY)
  const step = await db.twoFactor.find(amos.id)
  const smtp = await findOwnSmtp({ db, sealer }, northlight.id)
  const report = await db.reportMail.find(cleo.id)
  if (!webhook || !connection || !grant || !report) throw new Error('A row is missing.')
  return {
    webhook: await openWebhook(sealer, webhook, at),
    tool: await openCredentials(sealer, connection),
    grant: await openCredentials(sealer, grant),
    step: await sealer.unseal(step?.secretBox ?? '', amos.id),
    smtp: smtp?.password,
    report: await endingToken(sealer, report),
  }
}
let before: Awaited<ReturnType<typeof opened>>
let planted: Raw[] = []
beforeAll(async () => {
  h.setClock(at)
  await plant()
  before = await opened()
  planted = await boxes()
})

describe('operator sealing-key', () => {
  it('says how far it is, and has no step done out of turn', async () => {
    // Each kind whose rows hold something sealed is among them.
    expect([...new Set(planted.map(kindOf))].sort()).toEqual([...boxedKinds].sort())
    expect(await run()).toMatchObject({ code: 0, said: expect.stringContaining('that was made with the platform') })
    for (const step of ['--use', '--reseal', '--forget'])
      expect(await run(step)).toMatchObject({ code: 2, said: expect.stringMatching(/Nothing was changed\.$/) })
    expect(secrets.valueOf('sealing', 'AWSCURRENT')).toBe(first)
    for (const wrong of [['--make', '--use'], ['--at-once'], ['now'], ['--rate', '0']])
      await expect(run(...wrong)).rejects.toThrow('Usage: npm run operator -- sealing-key')
  })

  it('lays another key beside it, which seals once everybody knows it', async () => {
    expect((await run('--make')).code).toBe(0)
    expect(ring()).toMatchObject({ current: first, next: { madeAt: at } })
    expect((await run('--make')).code).toBe(2)
    pass(9 * MINUTE)
    expect(await run('--use')).toMatchObject({ code: 2, said: expect.stringContaining('1 minutes') })
    expect(ring().current).toBe(first)
    pass(MINUTE)
    const { next } = ring()
    expect((await run('--use')).code).toBe(0)
    expect(ring()).toEqual({
      current: next?.key,
      currentSince: at,
      earlier: [{ key: first, replacedAt: at }],
      proof: first,
    })
    // Nobody notices: what is sealed opens, by functions that read the secret before as well.
    expect(await opened()).toEqual(before)
  })

  it('seals anew what lies in the table, each row as it is at that moment, and once', async () => {
    expect(await run('--reseal')).toMatchObject({ code: 2, said: expect.stringContaining('10 minutes') })
    pass(10 * MINUTE)
    const { code, said } = await run()
    expect(code).toBe(2)
    expect(said).toContain('2 of tool')
    // Rows that are changed meanwhile keep the change: the tokens of a tool are renewed while its box is sealed anew.
    const current = await db.tool.find(tool)
    if (!current) throw new Error('It is missing.')
    const young = await sealSecrets(sealer, tool, { access: 'b', refresh: 'q', expiresAt: '1' })
    const [done] = await Promise.all([run('--reseal'), db.tool.keepRenewed(current, young)])
    expect(done.code).toBe(0)
    const kept = before.tool
    before = { ...before, tool: await openCredentials(sealer, (await db.tool.find(tool)) ?? current) }
    // @NOTE of the two that change one row at once, either may come first: the renewal reads anew where it came second.
    expect(['a', 'b']).toContain(before.tool.access)
    expect(Object.keys(before.tool)).toEqual(Object.keys(kept))
    expect(await opened()).toEqual(before)
    expect(await run('--reseal')).toMatchObject({ code: 0, said: expect.stringContaining('sealed anew: none') })
    // Nothing but the boxes is another thing, and every box is.
    const now = await boxes()
    const keyOf = (row: Raw) => `${textOf(row, 'pk')} ${textOf(row, 'sk')}`
    const textOfRow = (row: Raw) => toLine(row).replace(/"(sealed\w*|secretBox)":{"S":"[^"]*"}/g, '$1')
    expect(now.map(keyOf).sort()).toEqual(planted.map(keyOf).sort())
    for (const row of planted) {
      const same = now.find((each) => keyOf(each) === keyOf(row)) ?? {}
      expect(textOfRow(same)).toBe(textOfRow(row))
      expect(toLine(same)).not.toBe(toLine(row))
    }
    const only = openSealer(ring().current)
    const step = now.find((row) => kindOf(row) === 'twoFactor') ?? {}
    expect(await only.unseal(textOf(step, 'secretBox'), amos.id)).toBe('JBSWY3DPEHPK3PXP')
  })

  it('tells of a box that no key opens, and leaves it', async () => {
    const step = (await boxes()).find((row) => kindOf(row) === 'twoFactor') ?? {}
    const put = (secretBox: string) =>
      sendPlain(
        services.table,
        new PutItemCommand({ TableName: services.table.name, Item: { ...step, secretBox: { S: secretBox } } }),
      )
    await put(await openSealer(newSealingKey()).seal('JBSWY3DPEHPK3PXP', amos.id))
    expect(await run('--reseal')).toMatchObject({ code: 2, said: expect.stringContaining('1 open by no key') })
    await put(textOf(step, 'secretBox'))
    expect((await run('--reseal')).code).toBe(0)
  })

  it('forgets the earlier key when copies of the table are gone, or at once, and never while something needs it', async () => {
    expect(await run('--forget')).toMatchObject({ code: 2, said: expect.stringContaining('for 90 days more') })
    const old = await openSealer(first).seal('JBSWY3DPEHPK3PXP', amos.id)
    const step = (await boxes()).find((row) => kindOf(row) === 'twoFactor') ?? {}
    const put = (secretBox: string) =>
      sendPlain(
        services.table,
        new PutItemCommand({ TableName: services.table.name, Item: { ...step, secretBox: { S: secretBox } } }),
      )
    await put(old)
    expect(await run('--forget', '--at-once')).toMatchObject({
      code: 2,
      said: expect.stringContaining('First --reseal'),
    })
    expect(ring().earlier).toHaveLength(1)
    await put(textOf(step, 'secretBox'))
    expect((await run('--forget', '--at-once')).code).toBe(0)
    expect(ring().earlier).toEqual([])
    pass(6 * MINUTE)
    expect(await opened()).toEqual(before)
    await expect(sealer.unseal(old, amos.id)).rejects.toThrow()
    // What was proved before is proved still: links in mails that were sent go on working.
    expect(ring().proof).toBe(first)
    // Without haste, by the next key.
    await run('--make')
    pass(10 * MINUTE)
    await run('--use')
    pass(10 * MINUTE)
    expect((await run('--reseal')).code).toBe(0)
    pass(90 * DAY)
    expect((await run('--forget')).code).toBe(0)
    expect(await opened()).toEqual(before)
  })

  it('replaces the key of one machine in its file, which stays its owner’s alone', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'sealing-'))
    endWithFile(() => rmSync(dir, { recursive: true, force: true }))
    const { dataKey, ...others } = await loadKeys(dir)
    const env = {
      ...services.env,
      SEALING_KEY: undefined,
      SEALING_SECRET_ARN: undefined,
      SEALING_FILE: keysFileIn(dir),
    }
    const local = (...args: string[]) => sealingKey.run({ ...services, env }, args)
    expect((await local('--make')).code).toBe(0)
    pass(10 * MINUTE)
    expect((await local('--use')).code).toBe(0)
    expect(statSync(keysFileIn(dir)).mode & 0o777).toBe(0o600)
    const kept = JSON.parse(readFileSync(keysFileIn(dir), 'utf8'))
    expect(kept).toMatchObject(others)
    expect(readRing(kept.dataKey)).toMatchObject({ proof: dataKey, earlier: [{ key: dataKey }] })
    // What was read before is replaced by nobody.
    const first = readRing(dataKey)
    await expect(replaceSealingRing({ file: keysFileIn(dir) }, first, first)).rejects.toThrow('Somebody else')
    // The next start reads it as it is.
    expect(await loadKeys(dir)).toEqual(kept)
  })
})

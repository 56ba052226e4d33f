// The rehearsal of a restore: a table as it was at an earlier time stands beside the one that is used, is looked over, and is mended
// before anything is done with it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient, PutItemCommand, ScanCommand, type ScanCommandOutput } from '@aws-sdk/client-dynamodb'
import type { Context, SQSEvent } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { access } from '#bin/operator/access.ts'
import { comparePayments } from '#bin/operator/compare-payments.ts'
import { erasures } from '#bin/operator/erasures.ts'
import { pause, resume } from '#bin/operator/pause.ts'
import { openDb } from '#functions/data/index.ts'
import { openTable } from '#functions/data/lib/table.ts'
import { sendPlain } from '#functions/data/tenancy/carry/reader.ts'
import { answerPersonRequest } from '#functions/domain/exclusions/person.ts'
import { hashPassword, verifyPassword } from '#functions/identity/password.ts'
import { onSchedule } from '#functions/kit/schedule.ts'
import type { Services } from '#functions/kit/services.ts'
import { ensureTable } from '#infra/local/dynamo.ts'
import { DAY } from '#shared/dates.ts'
import { programsOf } from '../functions/developer/stage.ts'
import { walletStage } from '../functions/wallet/stage.ts'
import { PASSWORD } from '../support/cast.ts'
import { harness } from '../support/harness.ts'
import { storeLead } from '../support/store-lead.ts'

const h = await harness({ hasSdk: true })
const { northlight, campaigns, users } = h.cast
const dir = mkdtempSync(join(tmpdir(), 'restore-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const file = join(dir, 'erasures.json')
const since = new Date(h.services.now() - DAY).toISOString()
const EMAIL = 'gone@people.example'
const lead = { createdAt: h.services.now() - DAY, id: 'led_gone' }
let restored: Services

/** The table as it is now, under another name: what a restore to a point in time gives. */
async function copyTable(name: string): Promise<Services> {
  const client = new DynamoDBClient({})
  await ensureTable(client, name)
  client.destroy()
  const table = openTable(name)
  const all: ScanCommandOutput = await sendPlain(
    h.services.table,
    new ScanCommand({ TableName: h.services.table.name }),
  )
  for (const Item of all.Items ?? []) await sendPlain(table, new PutItemCommand({ TableName: name, Item }))
  return { ...h.services, table, db: openDb(table) }
}

beforeAll(async () => {
  const stage = walletStage(h)
  await stage.giveCard(northlight.id)
  await stage.agree('ada')
  await storeLead(h.db, campaigns.smiles, {
    ...lead,
    pageUrl: '',
    visitedAt: lead.createdAt,
    person: { personId: 'p', email: EMAIL, firstName: 'Gone', lastName: '', phone: '', city: '', stateCode: '' },
  })
  await h.drain()
  const programs = programsOf(h)
  await programs.open(northlight)
  await programs.makeKey('ada', { name: 'Kept' } as never)
  await programs.makeKey('ada', { name: 'Stolen' } as never)
  for (const who of ['ada', 'amos', 'abe', 'cleo'] as const) expect((await h.signIn(who)).status).toBe(200)
  restored = await copyTable('restored')
  // What happened since then: a charge, and the erasure of a person.
  expect((await stage.charge('ada')).status).toBe(200)
  const asked = await h.call('ada', 'exclusions.requestPerson', {
    company_id: northlight.id,
    kind: 'erase',
    email: EMAIL,
  })
  expect(asked.status).toBe(200)
  const message = { companyId: northlight.id, id: asked.body.data.id }
  expect(await answerPersonRequest({ ...h.services, remainingMs: () => 200_000 }, message)).toBe('done')
})

describe('a restored table', () => {
  it('stands still until it is told to go on, and so does a schedule that is started by hand', async () => {
    expect(await pause.run(h.services, ['a restore'])).toContain('stands still')
    const ran: number[] = []
    const handler = onSchedule('sendAuditLogs', async ({ at }) => `${ran.push(at)} runs`)
    const run = (at: number) => {
      const body = JSON.stringify({ schedule: 'sendAuditLogs', at })
      // @NOTE the fields that a run reads of its message.
      return handler({ Records: [{ messageId: 'm', body }] } as SQSEvent, {} as Context)
    }
    expect(await run(1)).toEqual({ batchItemFailures: [] })
    expect(ran).toEqual([])
    expect(await pause.run(h.services, ['another reason'])).toContain('stands still')
    expect(await resume.run(h.services, [])).toMatch(/since .*: a restore/)
    expect(await resume.run(h.services, [])).toBe('The timetable runs.')
    await run(2)
    expect(ran).toEqual([2])
    await expect(pause.run(h.services, [])).rejects.toThrow('Usage')
  })

  it('is compared with the payment provider: a charge that it forgot is named, and nothing is changed', async () => {
    expect(await comparePayments.run(h.services, ['--since', since])).toEqual({
      said: expect.stringMatching(/^1 charges looked at, 0 of/),
      code: 0,
    })
    const { said, code } = (await comparePayments.run(restored, ['--since', since])) as { said: string; code: number }
    expect(code).toBe(2)
    expect(said).toMatch(/^Northlight \(com_\w+\), .*Z, \$250\.00: a top-up that the wallet does not know \(pi_\w+\)/)
    await expect(comparePayments.run(restored, [])).rejects.toThrow('Usage')
  })

  it('forgets nobody who was erased since', async () => {
    expect((await h.db.lead.find(campaigns.smiles, lead))?.person.email).not.toBe(EMAIL)
    expect((await restored.db.lead.find(campaigns.smiles, lead))?.person.email).toBe(EMAIL)
    expect(await erasures.run(h.services, ['save', file])).toContain('1 erasures')
    await expect(erasures.run(h.services, ['save', file])).rejects.toThrow('is there already')
    expect(await erasures.run(restored, ['repeat', file])).toMatch(/^1 of 1 erasures are to be done again\. Nothing/)

    const sent: { companyId: string; id: string }[] = []
    const queues = { ...restored.queues, send: async (_: string, message: object) => void sent.push(message as never) }
    await erasures.run({ ...restored, queues } as Services, ['repeat', file, '--apply'])
    expect(sent).toHaveLength(1)
    // One that failed is over, and no worker takes it up: it begins anew.
    for (const request of sent)
      await restored.db.personRequest.end(request, 'failed', 'It could not be finished.', Date.now())
    await erasures.run({ ...restored, queues } as Services, ['repeat', file, '--apply'])
    expect(sent).toHaveLength(2)
    for (const message of sent)
      await answerPersonRequest({ ...restored, queues: restored.queues, remainingMs: () => 200_000 }, message)
    expect((await restored.db.lead.find(campaigns.smiles, lead))?.person.email).not.toBe(EMAIL)
    expect((await restored.db.exclusion.get(northlight.id, 'client')).erased).toBeDefined()
    expect(await erasures.run(restored, ['repeat', file])).toMatch(/^0 of 1/)
  })

  it('lets nobody in who was shut out since, by a sign-in, a password or a key', async () => {
    const saved = join(dir, 'access.json')
    const stolen = (await h.db.apiKey.list(northlight.id)).find(({ name }) => name === 'Stolen')
    if (!stolen) throw new Error('There is no such key.')
    const passwordHash = await hashPassword('another horse 43')
    await h.db.apiKey.remove(stolen)
    await h.db.user.raiseEpoch(users.abe.id, { passwordHash, passwordChangedAt: h.services.now() })
    expect(
      await h.db.staff.remove({ company: northlight, user: await h.db.user.get(users.amos.id), heir: undefined }),
    ).toBe(true)
    await h.db.user.update(users.sam.id, { isDefaultAdmin: true })
    expect(await access.run(h.services, ['save', saved])).toMatch(/people and 1 keys/)
    expect(readFileSync(saved, 'utf8')).not.toContain('@')
    await expect(access.run(h.services, ['save', saved])).rejects.toThrow('is there already')

    const people = () => Promise.all([users.ada, users.amos, users.abe].map(({ id }) => restored.db.user.get(id)))
    const before = await people()
    const looked = await access.run(restored, ['repeat', saved])
    expect(looked).toMatchObject({ code: 2 })
    expect(await people()).toEqual(before)

    const done = await access.run(restored, ['repeat', saved, '--apply'])
    const said = typeof done === 'string' ? done : done.said
    expect(
      said
        .split('\n')
        .filter((line) => !/ people are /.test(line))
        .sort(),
    ).toEqual(
      [
        `${users.abe.id} of Copper & Co has another password since`,
        `${users.amos.id} of Northlight was removed since`,
        `${users.sam.id} of Leadloom has other rights since: set it by hand`,
        'the key “Stolen” of Northlight was removed or made anew since',
      ].sort(),
    )
    const [ada, amos, abe] = await people()
    for (const person of [ada, abe]) {
      const sessions = await restored.db.session.list(person?.id ?? '')
      expect(sessions.length).toBeGreaterThan(0)
      expect(sessions.every(({ epoch }) => epoch < (person?.epoch ?? 0))).toBe(true)
    }
    expect(await verifyPassword(PASSWORD, ada?.passwordHash)).toBe(true)
    expect(await verifyPassword(PASSWORD, abe?.passwordHash)).toBe(false)
    expect(amos?.status).toBe('disabled')
    expect((await restored.db.apiKey.list(northlight.id)).map(({ name }) => name)).toEqual(['Kept'])

    await restored.db.user.update(users.sam.id, { isDefaultAdmin: true })
    const again = await access.run(restored, ['repeat', saved, '--apply'])
    expect(again).toEqual({ said: expect.stringMatching(/^\d+ people are signed out\.$/), code: 0 })
    expect(await access.run(restored, ['end'])).toContain('Nothing was changed')
    expect(await access.run(restored, ['end', '--apply'])).toContain('are signed out')
  })
})

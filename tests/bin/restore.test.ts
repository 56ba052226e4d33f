// The rehearsal of a restore: a table as it was at an earlier time stands beside the one that is used, is looked over, and is mended
// before anything is done with it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient, PutItemCommand, ScanCommand, type ScanCommandOutput } from '@aws-sdk/client-dynamodb'
import type { Context, SQSEvent } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { comparePayments } from '#bin/operator/compare-payments.ts'
import { erasures } from '#bin/operator/erasures.ts'
import { pause, resume } from '#bin/operator/pause.ts'
import { openDb } from '#functions/data/index.ts'
import { openTable } from '#functions/data/lib/table.ts'
import { sendPlain } from '#functions/data/tenancy/carry/reader.ts'
import { answerPersonRequest } from '#functions/domain/exclusions/person.ts'
import { onSchedule } from '#functions/kit/schedule.ts'
import type { Services } from '#functions/kit/services.ts'
import { ensureTable } from '#infra/local/dynamo.ts'
import { DAY } from '#shared/dates.ts'
import { walletStage } from '../functions/wallet/stage.ts'
import { harness } from '../support/harness.ts'
import { storeLead } from '../support/store-lead.ts'

const h = await harness({ hasSdk: true })
const { northlight, campaigns } = h.cast
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
})

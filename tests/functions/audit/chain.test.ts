import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { verifyLog } from '#bin/operator/verify-log.ts'
import { auditLogs } from '#functions/data/audit/log.ts'
import type { LogEntry } from '#shared/audit-log.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
// Loaded after the environment is set, as a container does.
const { handler } = await import('#functions/jobs/writeAuditLog.ts')
const { northlight, copper, users } = h.cast

let made = 0
const entryOf = (tenantId: string): LogEntry => ({
  id: h.services.newId('log'),
  tenantId,
  companyId: tenantId,
  companyName: '',
  userId: users.ada.id,
  name: 'Ada Agency',
  userType: 'admin',
  viewedUserId: null,
  action: 'Other Change',
  campaignId: null,
  description: `Change ${++made}`,
  before: null,
  after: { n: made },
  ip: '203.0.113.7',
  location: 'Unknown',
  at: h.services.now(),
})
const deliver = (...entries: LogEntry[]) =>
  handler(
    {
      Records: entries.map((entry, at) => ({
        messageId: `m${at}`,
        receiptHandle: 'r',
        body: JSON.stringify(entry),
        messageAttributes: {},
        md5OfBody: '',
        eventSource: 'aws:sqs',
        eventSourceARN: 'arn:aws:sqs:us-east-1:1:writeAuditLog',
        awsRegion: 'us-east-1',
        attributes: {
          ApproximateReceiveCount: '1',
          SentTimestamp: '0',
          SenderId: 's',
          ApproximateFirstReceiveTimestamp: '0',
        },
      })),
    },
    {} as never,
  )
const verify = (...args: string[]) => verifyLog.run(h.services, args)

describe('the book of a tenant', () => {
  it('has nothing to say of a company that never was, and names the book in which a client stands', async () => {
    await expect(verify('com_nobody')).rejects.toThrow('There is no company com_nobody, and no book of one.')
    await expect(verify(h.cast.users.cleo.companyId)).rejects.toThrow(
      `the book of its agency, ${h.cast.northlight.id}.`,
    )
  })

  it('stays one chain when many write to its end at once, and no entry is lost or written twice', async () => {
    const entries = Array.from({ length: 40 }, () => entryOf(northlight.id))
    const shares = [0, 1, 2, 3].map((share) => entries.filter((_, at) => at % 4 === share))
    // Every message is delivered to two workers, at the same time.
    const answers = await Promise.all([...shares, ...shares].map((share) => deliver(...share)))
    expect(answers.flatMap(({ batchItemFailures }) => batchItemFailures)).toEqual([])
    const { links } = await h.db.auditLog.chain(northlight.id)
    expect(links.map(({ entry }) => entry.id).sort()).toEqual(entries.map(({ id }) => id).sort())
    expect(links.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(entries.map((_, at) => at + 1))
    expect(await verify(northlight.id)).toBe(`The book of ${northlight.id} holds: 40 entries.`)
  })

  it('stays one chain when two machines write to it', async () => {
    const { table } = h.services
    const [one, other] = [auditLogs(table), auditLogs(table)]
    const entries = Array.from({ length: 24 }, () => entryOf(h.cast.root.id))
    const done = await Promise.all(entries.flatMap((entry) => [one.append(entry), other.append(entry)]))
    expect(done.filter(Boolean)).toHaveLength(entries.length)
    expect(await verify(h.cast.root.id)).toBe(`The book of ${h.cast.root.id} holds: 24 entries.`)
  })

  it('names the company of an entry that came without', async () => {
    const { links } = await h.db.auditLog.chain(northlight.id)
    expect(links[0]?.entry.companyName).toBe('Northlight')
  })

  it('is verified where it lies and from a file, and the verifier names the one entry that was changed', async () => {
    await deliver(...[1, 2, 3, 4].map(() => entryOf(copper.id)))
    const file = join(mkdtempSync(join(tmpdir(), 'book-')), 'book.json')
    expect(await verify(copper.id, '--export', file)).toBe(`The book of ${copper.id} holds: 4 entries.`)
    expect(await verify('--file', file)).toBe(`The book of ${copper.id} holds: 4 entries.`)
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"description": "([^"]*)"/, '"description": "$1!"'))
    await expect(verify('--file', file)).rejects.toThrow(/does not hold: entry \d was changed/)

    const third = (await h.db.auditLog.chain(copper.id)).links.find(({ seq }) => seq === 3)
    await h.services.table.client.send(
      new UpdateCommand({
        TableName: h.services.table.name,
        Key: { pk: `LOG#${copper.id}`, sk: `E#${String(third?.entry.at).padStart(15, '0')}#${third?.entry.id}` },
        UpdateExpression: 'SET entry.description = :d',
        ExpressionAttributeValues: { ':d': 'Nothing happened' },
      }),
    )
    await expect(verify(copper.id)).rejects.toThrow(`The book of ${copper.id} does not hold: entry 3 was changed.`)
  })

  it('says how it is used', async () => {
    await expect(verify()).rejects.toThrow(/^Usage: .*verify-log/)
  })
})

import type { SQSEvent } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { incomingKey, recordsKey, type UploadRef } from '#functions/domain/exclusions/keys.ts'
import { lambdaContext } from '#infra/local/api.ts'
import { toObjectEvent } from '#infra/local/files/events.ts'
import { jobs } from '#shared/jobs.ts'
import { openWorker } from './killed.ts'
import { addresses, lines, startStage } from './stage.ts'

const stage = await startStage()
// The log is set up at its first use, so the worker is loaded after the stage.
const { handler } = await import('#functions/jobs/importExclusions.ts')

/** Delivers messages; answers which of them came back as failed. */
async function deliver(messages: unknown[], tries = 1): Promise<number[]> {
  const records = messages.map((message, index) => ({
    messageId: String(index),
    body: JSON.stringify(message),
    attributes: { ApproximateReceiveCount: String(tries) },
  }))
  // @NOTE a queue's record has more fields; the worker reads these.
  const { batchItemFailures } = await handler(
    { Records: records } as SQSEvent,
    lambdaContext('importExclusions', 120_000),
  )
  return batchItemFailures.map((failure) => Number(failure.itemIdentifier))
}
const objectEvent = (key: string) =>
  toObjectEvent({ bucket: 'leadloom-files', key, size: 1, etag: 'e', how: 'Post' as 'Put' }, 0)
const statusOf = async (ref: UploadRef) => (await stage.find(ref)).status

describe('importExclusions', () => {
  it('imports the file that an event of the file store names, however its key is written', async () => {
    const ref = await stage.arrive(await stage.newCompany(), lines(addresses(4)))
    const event = objectEvent(incomingKey(ref))
    const [record] = event.Records
    if (record) record.s3.object.key = record.s3.object.key.replace('_', '%5F')
    expect(await deliver([event])).toEqual([])
    expect(await stage.find(ref)).toMatchObject({ status: 'done', accepted: 4 })
  })

  it('imports by id alone, and the same message again changes nothing', async () => {
    const ref = await stage.arrive(await stage.newCompany(), lines(addresses(4)))
    expect(await deliver([ref, ref])).toEqual([])
    expect(await stage.find(ref)).toMatchObject({ status: 'done', accepted: 4, duplicates: 0 })
  })

  it('drops what is no upload of ours', async () => {
    const unknown = { companyId: await stage.newCompany(), uploadId: stage.services.newId('upload') }
    const messages = [
      objectEvent(incomingKey(unknown)),
      objectEvent('exclusions/incoming/somewhere/else/x.csv'),
      objectEvent('exports/list.csv'),
      unknown,
      { Service: 'Amazon S3', Event: 's3:TestEvent', Bucket: 'leadloom-files' },
    ]
    expect(await deliver(messages)).toEqual([])
  })

  it('does not reach an upload through another company', async () => {
    const ref = await stage.arrive(await stage.newCompany(), lines(addresses(4)))
    expect(await deliver([{ ...ref, companyId: await stage.newCompany() }])).toEqual([])
    expect(await statusOf(ref)).toBe('waiting')
  })

  it('fails only the message that it cannot read', async () => {
    const ref = await stage.arrive(await stage.newCompany(), lines(addresses(4)))
    expect(await deliver([{ nonsense: true }, ref])).toEqual([0])
    expect(await statusOf(ref)).toBe('done')
  })

  it('EXC-026+ tells the person after the last delivery failed, and not before', async () => {
    const ref = await stage.arrive(await stage.newCompany(), lines(addresses(900)))
    const worker = openWorker(stage)
    for (let at = 8; !(await stage.find(ref)).plan; at++) {
      await stage.work(ref, worker.start({ kill: { at, when: 'after' } })).catch(() => undefined)
    }
    const upload = await stage.find(ref)
    await stage.services.files.remove([recordsKey(upload, upload.plan?.id ?? '')])
    expect(await deliver([ref], jobs.importExclusions.tries - 1)).toEqual([0])
    expect(await statusOf(ref)).toBe('running')
    expect(await deliver([ref], jobs.importExclusions.tries)).toEqual([0])
    expect(await stage.find(ref)).toMatchObject({
      status: 'failed',
      reason: 'The file could not be read to its end. Please try again.',
    })
  })
})

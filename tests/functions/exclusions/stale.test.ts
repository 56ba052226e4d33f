import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { incomingKey, recordsFolder, type UploadRef } from '#functions/domain/exclusions/keys.ts'
import { newUpload } from '#functions/domain/exclusions/new-upload.ts'
import { HOUR, MINUTE } from '#shared/dates.ts'
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import { ExclusionBatch } from '#shared/model/exclusion-batch.ts'
import { plantBatch } from '../../support/plant-batch.ts'
import { openClient } from './client.ts'
import { addresses, hash, lines, startStage } from './stage.ts'

const stage = await startStage()
const { services, db } = stage
const { call } = openClient(stage)
const start = Date.now()
afterEach(() => stage.setClock())

/** One planned run so many minutes later, and all work that comes of it. */
async function run(minutes: number): Promise<void> {
  const at = start + minutes * MINUTE
  stage.setClock(at)
  await stage.runner.trigger('expireStaleUploads', at)
  await stage.drain()
}
const statusOf = async (ref: UploadRef) => (await stage.find(ref)).status
const oldUpload = async (more: Parameters<typeof stage.arrive>[2] = {}, rows = addresses(3)) => {
  stage.setClock(start)
  return stage.arrive(await stage.newCompany(), lines(rows), more)
}
const sqs = new SQSClient({ endpoint: stage.engines.endpoints.sqs })
afterAll(() => sqs.destroy())
/** Takes the events of files that arrived and does nothing with them: they are lost. (A purge is allowed once a minute.) */
async function loseMessages(): Promise<void> {
  const QueueUrl = stage.engines.queueUrl('importExclusions')
  for (;;) {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))
    if (Messages.length === 0) return
    for (const { ReceiptHandle } of Messages) await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
  }
}

describe('expireStaleUploads', () => {
  it('ends an upload whose file never arrived, after an hour and not before', async () => {
    const ref = await oldUpload()
    await services.files.remove([incomingKey(ref)])
    await loseMessages()
    await run(59)
    expect(await statusOf(ref)).toBe('waiting')
    await run(61)
    expect(await stage.find(ref)).toMatchObject({ status: 'failed', reason: 'The file never arrived.' })
    expect((await db.upload.listUntouched(start + 100 * HOUR, 100)).uploads).toEqual([])
  })

  it('sends lost work again that stands behind very many files that have not come', async () => {
    stage.setClock(start)
    const other = await stage.newCompany()
    const form = {
      companyId: other,
      campaignType: COMPANY_SCOPE,
      fileName: 'never.csv',
      epoch: 0,
      requestedBy: 'usr_test',
    }
    for (let each = 0; each < 230; each++)
      await db.upload.create(newUpload({ ...form, id: services.newId('upload'), createdAt: start - MINUTE }))
    const ref = await oldUpload()
    await loseMessages()
    await run(11)
    expect(await stage.find(ref)).toMatchObject({ status: 'done', resends: 1 })
    // So many forms are more than one company is given.
    const { status } = await call('ada', 'exclusions.upload', {
      ClientCompanyID: other,
      campaigntype: 'client',
      filename: 'one-more.csv',
    })
    expect(status).toBe(429)
    // A run has so much time for them; on a slow machine what is left has its turn in the next.
    for (const minutes of [65, 70, 75]) await run(minutes)
    expect((await db.upload.listRecent(other, 300)).every((each) => each.status === 'failed')).toBe(true)
  })

  it('lets no more be announced by many at once than may be awaited, and others once these have come', async () => {
    const at = start + 200 * HOUR
    stage.setClock(at)
    const companyId = stage.cast.northlight.id
    const form = { companyId, campaignType: COMPANY_SCOPE, fileName: 'to-come.csv', epoch: 0 }
    const planted: string[] = []
    for (let each = 0; each < 97; each++) {
      const id = services.newId('upload')
      planted.push(id)
      await db.upload.create(newUpload({ ...form, id, requestedBy: 'usr_x', createdAt: at }))
    }
    const ask = () =>
      call('ada', 'exclusions.upload', { ClientCompanyID: companyId, campaigntype: 'client', filename: 'more.csv' })
    const statuses = async () => (await Promise.all(Array.from({ length: 9 }, ask))).map(({ status }) => status).sort()
    expect(await statuses()).toEqual([...Array(3).fill(200), ...Array(6).fill(429)])
    // What is not awaited any more makes room, for as many.
    for (const id of planted.slice(0, 2)) await db.upload.mark(companyId, id, 'queued', at)
    expect(await statuses()).toEqual([...Array(2).fill(200), ...Array(7).fill(429)])
  })

  const newBatch = (companyId: string, createdAt = start, epoch = 0) =>
    ExclusionBatch.parse({
      id: services.newId('exclusionBatch'),
      companyId,
      scope: COMPANY_SCOPE,
      fileName: 'long.csv',
      status: 'waiting',
      epoch,
      requestedBy: 'key_test',
      createdAt,
    })
  async function oldBatch() {
    stage.setClock(start)
    const companyId = await stage.newCompany()
    const { epoch } = await db.exclusion.get(companyId, COMPANY_SCOPE)
    const batch = newBatch(companyId, start, epoch)
    await plantBatch(db, batch)
    const statusNow = async () => (await db.exclusionBatch.find(batch))?.status
    return { batch, key: incomingKey({ companyId, uploadId: batch.id }), statusNow }
  }

  it("ends a program's file that never arrived, after its form is over, and has its webhook told", async () => {
    const { batch, statusNow } = await oldBatch()
    await run(179)
    expect(await statusNow()).toBe('waiting')
    await run(181)
    expect(await db.exclusionBatch.find(batch)).toMatchObject({ status: 'failed', reason: 'The file never arrived.' })
    const told = (await db.happening.listDue(1000)).filter(({ companyId }) => companyId === batch.companyId)
    expect(told).toMatchObject([{ happening: { type: 'exclusion_upload.finished', uploadId: batch.id } }])
    expect((await db.exclusionBatch.listAwaited(start + 100 * HOUR, 100)).batches).toEqual([])
  })

  it("sends a program's file again whose arrival was lost", async () => {
    const { key, statusNow } = await oldBatch()
    await services.files.put(key, lines(addresses(3)), 'text/csv')
    await loseMessages()
    await run(9)
    expect(await statusNow()).toBe('waiting')
    await run(11)
    expect(await statusNow()).toBe('done')
  })

  it("sends a program's file again that stands behind very many that have not come", async () => {
    const other = await stage.newCompany()
    for (let each = 0; each < 230; each++) await plantBatch(db, newBatch(other, start - MINUTE))
    const { key, statusNow } = await oldBatch()
    await services.files.put(key, lines(addresses(3)), 'text/csv')
    await loseMessages()
    await run(11)
    expect(await statusNow()).toBe('done')
    // A run has so much time for them; on a slow machine what is left has its turn in the next.
    for (const minutes of [185, 190, 195]) await run(minutes)
    expect((await db.exclusionBatch.list(other, { limit: 300 })).every(({ status }) => status === 'failed')).toBe(true)
  })

  it.each(['waiting', 'queued', 'running'] as const)('EXC-026+ sends lost work again: %s', async (status) => {
    const ref = await oldUpload({ status })
    await loseMessages()
    await run(9)
    expect(await statusOf(ref)).toBe(status)
    await run(11)
    expect(await stage.find(ref)).toMatchObject({ status: 'done', accepted: 3, resends: 1 })
  })

  it('EXC-026+ ends an upload that was sent again three times in vain', async () => {
    const ref = await oldUpload({ status: 'running', resends: 3 })
    await loseMessages()
    // Its last message may still be worked on.
    await run(11)
    expect(await statusOf(ref)).toBe('running')
    await run(31)
    expect(await stage.find(ref)).toMatchObject({
      status: 'failed',
      reason: 'The file could not be read to its end. Please try again.',
    })
  })

  it('leaves alone what was touched lately', async () => {
    const ref = await oldUpload({ status: 'running', updatedAt: start + 5 * MINUTE })
    await loseMessages()
    await run(11)
    expect(await stage.find(ref)).toMatchObject({ status: 'running', resends: 0 })
    await db.upload.close(ref.companyId, ref.uploadId, 'failed', 'The test is over.', start)
  })

  it('sends once when two runs have seen the same upload lie still', async () => {
    const ref = await oldUpload({ status: 'queued' })
    const seen = await stage.find(ref)
    expect(await db.upload.resend(seen, start + 11 * MINUTE)).toBe(true)
    expect(await db.upload.resend(seen, start + 11 * MINUTE)).toBe(false)
    await run(12)
    expect(await stage.find(ref)).toMatchObject({ status: 'done', resends: 1 })
  })

  it('removes what a purge left behind, once no worker can be writing there', async () => {
    stage.setClock(start)
    const company = await stage.newCompany()
    await stage.work(await stage.arrive(company, lines([...addresses(300), hash('sha1', 'x')])))
    const old = await db.exclusion.get(company, COMPANY_SCOPE)
    expect((await stage.held(company)).md5).toHaveLength(300)
    await db.exclusion.purge(company, COMPANY_SCOPE, start)
    const left = async () => {
      const shelves = Object.entries(old.kinds).map(([kind, layout]) => ({
        ...layout,
        kind,
        companyId: company,
        scope: COMPANY_SCOPE,
        epoch: 0,
      }))
      const found: number[] = []
      for (const shelf of shelves) {
        const numbers = Array.from({ length: 2 ** shelf.bits }, (_, number) => number)
        // @NOTE the kinds of a list are the kinds of hash.
        const buckets = numbers.map((number) => ({ shelf: shelf as Parameters<typeof db.exclusion.drop>[0], number }))
        for await (const { digests } of db.exclusion.read(buckets, true)) found.push(digests.length)
      }
      return {
        hashes: found.reduce((sum, each) => sum + each, 0),
        files: await services.files.list(recordsFolder({ companyId: company, scope: COMPANY_SCOPE }, 0)),
      }
    }
    await run(59)
    expect(await left()).toMatchObject({ hashes: 301, files: [expect.any(String)] })
    await run(61)
    expect(await left()).toEqual({ hashes: 0, files: [] })
    expect(await db.exclusion.listLeftovers(start + 100 * HOUR, 10)).toEqual([])
    expect((await db.exclusion.get(company, COMPANY_SCOPE)).epoch).toBe(1)
  })

  it('removes the file of an upload that a purge closed while it waited for another one', async () => {
    stage.setClock(start)
    const company = await stage.newCompany()
    // Its message was worked off: who frees the list would call it.
    const waiting = await stage.arrive(company, lines(addresses(3)), { status: 'queued' })
    const other = await stage.arrive(company, lines(addresses(3)), { campaignType: 'cmp_other' })
    await loseMessages()
    await call('ada', 'exclusions.purge', { paramID: company, campaignType: 'client' })
    const fresh = await stage.arrive(company, lines(addresses(3)))
    await loseMessages()
    const look = () => services.files.exists(incomingKey(waiting))
    await run(59)
    expect(await look()).toBe(true)
    await run(61)
    expect(await look()).toBe(false)
    // Those of another list, or of the list as it is now, were read.
    expect(await Promise.all([waiting, other, fresh].map(statusOf))).toEqual(['purged', 'done', 'done'])
  })

  it('removes old buckets of a list that was spread anew, and not the new ones', async () => {
    stage.setClock(start)
    const company = await stage.newCompany()
    await stage.work(await stage.arrive(company, lines(addresses(100))))
    await stage.work(await stage.arrive(company, lines(addresses(500, 100))))
    const whole = await stage.held(company)
    await run(61)
    expect((await db.exclusion.get(company, COMPANY_SCOPE)).garbage).toEqual([])
    expect(await stage.held(company)).toEqual(whole)
    expect(whole.md5).toHaveLength(600)
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jobsForUpload, toObjectEvent } from '#infra/local/files/events.ts'
import { startFiles } from '#infra/local/files/store.ts'
import { jobs, ObjectCreated } from '#shared/jobs.ts'
import { bucket, openStage, type Stage } from './stage.ts'

let door: Stage
beforeAll(async () => {
  door = await openStage()
})
afterAll(() => door.close())
beforeEach(() => {
  door.stage.events.length = 0
})
const at = (Key: string) => ({ Bucket: bucket, Key })

describe('the store reports an object', () => {
  it('that a function stores through the SDK, with its true size', async () => {
    await door.backend.send(new PutObjectCommand({ ...at('in/ä b.csv'), Body: 'größe' }))
    expect(door.stage.events).toEqual([
      { bucket, key: 'in/ä b.csv', size: 7, etag: expect.stringMatching(/^[0-9a-f]{32}$/), how: 'Put' },
    ])
  })

  it('that is completed from parts, once', async () => {
    const { UploadId } = await door.backend.send(new CreateMultipartUploadCommand(at('parts')))
    const Body = Buffer.alloc(5 * 1024 * 1024, 97)
    const Parts = []
    for (const PartNumber of [1, 2]) {
      const { ETag } = await door.backend.send(new UploadPartCommand({ ...at('parts'), UploadId, PartNumber, Body }))
      Parts.push({ PartNumber, ETag })
    }
    expect(door.stage.events).toEqual([])
    await door.backend.send(
      new CompleteMultipartUploadCommand({ ...at('parts'), UploadId, MultipartUpload: { Parts } }),
    )
    expect(door.stage.events).toMatchObject([{ key: 'parts', size: 2 * Body.length, how: 'CompleteMultipartUpload' }])
  })

  it('that is a copy', async () => {
    await door.backend.send(new PutObjectCommand({ ...at('first'), Body: '123' }))
    await door.backend.send(new CopyObjectCommand({ ...at('second'), CopySource: `${bucket}/first` }))
    expect(door.stage.events).toMatchObject([
      { key: 'first', how: 'Put' },
      { key: 'second', size: 3, how: 'Copy' },
    ])
  })

  it('and not what failed or only reads', async () => {
    await expect(door.backend.send(new PutObjectCommand({ Bucket: 'no-such', Key: 'k', Body: 'x' }))).rejects.toThrow()
    await expect(door.backend.send(new GetObjectCommand(at('nothing')))).rejects.toThrow()
    expect(door.stage.events).toEqual([])
  })

  it('with a long key', async () => {
    const key = `${'folder/'.repeat(100)}file.csv`
    await door.backend.send(new PutObjectCommand({ ...at(key), Body: 'x' }))
    expect(door.stage.events).toMatchObject([{ key }])
  })
})

describe('the store', () => {
  it('refuses what it would only pretend to do', async () => {
    await door.backend.send(new PutObjectCommand({ ...at('tagged'), Body: 'before' }))
    const Tagging = { TagSet: [{ Key: 'a', Value: 'b' }] }
    const notDone = { name: 'NotImplemented', $metadata: { httpStatusCode: 501 } }
    await expect(door.backend.send(new PutObjectTaggingCommand({ ...at('tagged'), Tagging }))).rejects.toMatchObject(
      notDone,
    )
    await expect(door.backend.send(new GetObjectTaggingCommand(at('tagged')))).rejects.toMatchObject(notDone)
    await expect(
      door.backend.send(new PutObjectCommand({ ...at('tagged'), Body: 'x', IfNoneMatch: '*' })),
    ).rejects.toMatchObject(notDone)
    const kept = await door.backend.send(new GetObjectCommand(at('tagged')))
    expect(await kept.Body?.transformToString()).toBe('before')
  })

  it('takes an object of 40 MiB in one piece', async () => {
    const Body = Buffer.alloc(40 * 1024 * 1024, 97)
    await door.backend.send(new PutObjectCommand({ ...at('large'), Body }))
    expect((await door.backend.send(new HeadObjectCommand(at('large')))).ContentLength).toBe(Body.length)
  })

  it('cannot be reached from another machine', async () => {
    const outside = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .find((net) => !net.internal && net.family === 'IPv4')
    const { port } = new URL(door.store.endpoint)
    expect(door.store.endpoint).toBe(`http://127.0.0.1:${port}`)
    if (outside) await expect(fetch(`http://${outside.address}:${port}/health`)).rejects.toThrow()
  })

  it('keeps objects over a restart', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'files-'))
    const options = { dataDir: dir, onObjectCreated: async () => {} }
    const first = await startFiles(options)
    await fetch(`${first.endpoint}/kept`, { method: 'PUT' })
    await fetch(`${first.endpoint}/kept/a.txt`, { method: 'PUT', body: 'still here' })
    await first.stop()
    const second = await startFiles(options)
    const text = await (await fetch(`${second.endpoint}/kept/a.txt`)).text()
    await second.stop()
    rmSync(dir, { recursive: true })
    expect(text).toBe('still here')
  })
})

describe('toObjectEvent', () => {
  it('is the notification that the job reads, its key percent-encoded with + for a space', () => {
    const key = 'exclusions/incoming/com_1/Größe & 1+1=2 (a).csv'
    const event = toObjectEvent({ bucket, key, size: 12, etag: 'e', how: 'Put' }, 0)
    const [record] = ObjectCreated.parse(event).Records
    expect(record?.s3.object).toEqual({
      key: 'exclusions/incoming/com_1/Gr%C3%B6%C3%9Fe+%26+1%2B1%3D2+(a).csv',
      size: 12,
    })
    expect(decodeURIComponent((record?.s3.object.key ?? '').replaceAll('+', ' '))).toBe(key)
    expect(jobs.importExclusions.message.safeParse(event).success).toBe(true)
  })

  it('goes to the job whose prefix and suffix fit, and to no other', () => {
    expect(jobsForUpload('exclusions/incoming/a/b.csv')).toEqual(['importExclusions'])
    expect(jobsForUpload('exclusions/incoming/a/b.pdf')).toEqual([])
    expect(jobsForUpload('exports/b.csv')).toEqual([])
  })
})

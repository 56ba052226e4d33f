// The store of files as the gateways ask it, each request in its turn. What arrives where a job waits for it raises an event, as the
// real one does.
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NoSuchUpload,
  NotFound,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { jobsForUpload, toObjectEvent } from '#infra/local/files/events.ts'
import { DAY } from '#shared/dates.ts'
import type { JobName } from '#shared/job-names.ts'
import { buckets } from '#shared/stores.ts'
import type { Turns } from '../turns.ts'

type Options = {
  turns: Turns
  now: () => number
  tell: (job: JobName, message: object) => void
  /** After every write; undefined: it was removed. */
  wrote: (key: string, text: string | undefined) => void
}
type Input = { Key?: string; Body?: unknown; UploadId?: string; PartNumber?: number }

const none = { $metadata: {}, message: 'There is no such object.' }

const bytesOf = async (body: unknown): Promise<Buffer> => {
  if (body instanceof Readable) return buffer(body)
  return typeof body === 'string' ? Buffer.from(body) : Buffer.from(body instanceof Uint8Array ? body : '')
}

export function openStore({ turns, now, tell, wrote }: Options) {
  const objects = new Map<string, Buffer>()
  const texts = new Map<string, string>()
  const putAt = new Map<string, number>()
  const begun = new Map<string, { key: string; parts: Map<number, Buffer> }>()
  let uploads = 0
  const tagOf = (bytes: Buffer) => `"${hash('md5', bytes)}"`

  function put(key: string, bytes: Buffer): void {
    objects.set(key, bytes)
    putAt.set(key, now())
    const text = bytes.toString('utf8')
    texts.set(key, text)
    wrote(key, text)
    const object = { bucket: 'files', key, size: bytes.length, etag: tagOf(bytes), how: 'Put' as const }
    for (const job of jobsForUpload(key)) tell(job, toObjectEvent(object, now()))
  }
  function remove(key: string): void {
    if (!objects.delete(key)) return
    texts.delete(key)
    wrote(key, undefined)
  }
  function partsOf({ UploadId = '' }: Input) {
    const upload = begun.get(UploadId)
    if (!upload) throw new NoSuchUpload({ ...none, message: 'There is no such upload.' })
    return upload
  }
  function read({ Key = '' }: Input): Buffer {
    const bytes = objects.get(Key)
    if (!bytes) throw new NoSuchKey(none)
    return bytes
  }
  function toBody(bytes: Buffer) {
    const body = Readable.from(bytes.length > 0 ? [bytes] : [], { objectMode: false })
    return Object.assign(body, {
      transformToString: async () => bytes.toString('utf8'),
      transformToByteArray: async () => new Uint8Array(bytes),
    })
  }

  function answer(command: object, body: Buffer): object {
    const input: Input = Reflect.get(command, 'input')
    if (command instanceof PutObjectCommand) {
      put(input.Key ?? '', body)
      return {}
    }
    if (command instanceof GetObjectCommand) {
      const bytes = read(input)
      return { Body: toBody(bytes), ContentLength: bytes.length, ContentType: 'text/csv' }
    }
    if (command instanceof HeadObjectCommand) {
      const bytes = objects.get(input.Key ?? '')
      if (!bytes) throw new NotFound(none)
      return { ContentLength: bytes.length, ETag: tagOf(bytes) }
    }
    if (command instanceof ListObjectsV2Command) {
      const { Prefix = '' } = command.input
      const keys = [...objects.keys()].filter((key) => key.startsWith(Prefix)).sort()
      return { Contents: keys.map((Key) => ({ Key })) }
    }
    if (command instanceof DeleteObjectsCommand) {
      for (const { Key = '' } of command.input.Delete?.Objects ?? []) remove(Key)
      return {}
    }
    if (command instanceof CreateMultipartUploadCommand) {
      const UploadId = `u${++uploads}`
      begun.set(UploadId, { key: input.Key ?? '', parts: new Map() })
      return { UploadId }
    }
    if (command instanceof UploadPartCommand) {
      partsOf(input).parts.set(input.PartNumber ?? 0, body)
      return { ETag: tagOf(body) }
    }
    if (command instanceof CompleteMultipartUploadCommand) {
      const { key, parts } = partsOf(input)
      begun.delete(input.UploadId ?? '')
      put(key, Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes)))
      return {}
    }
    throw new Error(`The store does not know ${command.constructor.name}.`)
  }
  const isRead = (command: object) => /^(Get|Head|List)/.test(command.constructor.name)

  const before: unknown = S3Client.prototype.send
  Reflect.set(S3Client.prototype, 'send', async (command: object) => {
    // A stream that is sent may itself read other objects, each in a turn of its own.
    const body = await bytesOf(Reflect.get(Reflect.get(command, 'input'), 'Body'))
    return turns.take(isRead(command) ? 'read' : 'write', async () => answer(command, body))
  })

  return {
    /** A browser sends a file by a form that it was given. */
    post: (key: string, text: string) => put(key, Buffer.from(text)),
    texts: (): ReadonlyMap<string, string> => texts,
    /** What the rules of the bucket remove once it has lain there for so many days. */
    expire(): void {
      for (const [prefix, days] of Object.entries(buckets.files.expireDays))
        for (const key of objects.keys())
          if (key.startsWith(prefix) && (putAt.get(key) ?? 0) + days * DAY <= now()) remove(key)
    },
    forget(): void {
      objects.clear()
      texts.clear()
      begun.clear()
    },
    end: () => void Reflect.set(S3Client.prototype, 'send', before),
  }
}
export type Store = ReturnType<typeof openStore>

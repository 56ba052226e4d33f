import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type * as z from 'zod'
import type { JobName } from '#shared/job-names.ts'
import { jobs, type ObjectCreated } from '#shared/jobs.ts'
import type { StoredObject } from './store.ts'

/** Jobs that want to hear of an upload under this key. */
export function jobsForUpload(key: string): JobName[] {
  const wants: [JobName, { onUpload?: { prefix: string; suffix: string } }][] = Object.entries(jobs).map(
    ([name, job]) => [name as JobName, job], // @NOTE: the keys of `jobs` are exactly JobName.
  )
  return wants
    .filter(([, { onUpload }]) => onUpload && key.startsWith(onUpload.prefix) && key.endsWith(onUpload.suffix))
    .map(([name]) => name)
}

/** S3's notification; in it a key is percent-encoded, with `+` for a space. */
export function toObjectEvent(object: StoredObject, at: number): z.input<typeof ObjectCreated> {
  const key = object.key
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll('%20', '+'))
    .join('/')
  const record = {
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    awsRegion: 'us-east-1',
    eventTime: new Date(at).toISOString(),
    eventName: `ObjectCreated:${object.how}`,
    s3: {
      s3SchemaVersion: '1.0',
      bucket: { name: object.bucket, arn: `arn:aws:s3:::${object.bucket}` },
      object: { key, size: object.size, eTag: object.etag },
    },
  }
  return { Records: [record] }
}

/** Tells the queue of each job that waits for this object; objects elsewhere are nobody's news. */
export async function sendObjectEvent(
  object: StoredObject,
  to: { client: SQSClient; filesBucket: string; queueUrl(job: JobName): string; now(): number },
): Promise<void> {
  if (object.bucket !== to.filesBucket) return
  const MessageBody = JSON.stringify(toObjectEvent(object, to.now()))
  for (const job of jobsForUpload(object.key))
    await to.client.send(new SendMessageCommand({ QueueUrl: to.queueUrl(job), MessageBody }))
}

// Files of the platform: what people upload and download, in one bucket, reached by short-lived signed addresses.

import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
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
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { READING_SECONDS, SERVICE_SECONDS, sdkLimits } from '#shared/sdk-limits.ts'

/** The least that the store takes as a part that is not the last one. */
export const PART_BYTES = 5 * 1024 * 1024

/** As many objects are removed by one request. */
const MOST_REMOVED = 1000
const MOST_TRIES = 4
const WAIT_MS = 50

const isNoUpload = (error: unknown) =>
  error instanceof NoSuchUpload || (error instanceof S3ServiceException && error.name === 'NoSuchUpload')

export type UploadForm = { url: string; fields: Record<string, string> }

/** `region`: where the bucket lies; a store refuses to hand out by one region what lies in another. */
type Options = {
  bucket: string
  region?: string | undefined
  publicEndpoint?: string | undefined
  forcePathStyle: boolean
}

export function openFiles({ bucket: Bucket, region, forcePathStyle, ...options }: Options) {
  const client = new S3Client({
    forcePathStyle,
    ...sdkLimits(SERVICE_SECONDS, READING_SECONDS),
    ...(region && { region }),
    // The sum of a part is refused where the upload was begun without naming its kind. TLS and signature guard what travels.
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  // Browsers may reach the store by another name than we do, and the signature covers the name.
  const signer = options.publicEndpoint
    ? new S3Client({ forcePathStyle: true, endpoint: options.publicEndpoint })
    : client

  /** Length in bytes, and a tag that tells one content of it from another; undefined when there is no such object. */
  async function look(key: string): Promise<{ bytes: number; tag: string } | undefined> {
    try {
      const { ContentLength = 0, ETag = '' } = await client.send(new HeadObjectCommand({ Bucket, Key: key }))
      return { bytes: ContentLength, tag: ETag }
    } catch (error) {
      if (error instanceof NotFound || error instanceof NoSuchKey) return undefined
      throw error
    }
  }

  /** The store answers that all is well and names what it did not remove: that is tried again, and never taken for gone. */
  async function removeSome(keys: readonly string[]): Promise<void> {
    let left = keys
    for (let tries = 1; left.length > 0; tries++) {
      const Delete = { Objects: left.map((Key) => ({ Key })), Quiet: true }
      const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete }))
      left = Errors.flatMap(({ Key }) => Key ?? [])
      const isRefused = Errors.some(({ Code }) => Code === 'AccessDenied')
      if (Errors.length > 0 && (isRefused || tries === MOST_TRIES))
        throw new Error(`The store did not remove ${Errors.length} objects: ${Errors[0]?.Code}.`)
      if (left.length > 0) await sleep(Math.random() * WAIT_MS * 2 ** tries)
    }
  }

  return {
    /** A form that lets a browser post one file of at most `maxBytes` to exactly this key. */
    async uploadForm(
      key: string,
      limits: { maxBytes: number; contentType: string; expiresSeconds: number },
    ): Promise<UploadForm> {
      return createPresignedPost(signer, {
        Bucket,
        Key: key,
        Fields: { 'Content-Type': limits.contentType, success_action_status: '201' },
        Conditions: [
          ['content-length-range', 1, limits.maxBytes],
          ['eq', '$Content-Type', limits.contentType],
          ['eq', '$success_action_status', '201'],
        ],
        Expires: limits.expiresSeconds,
      })
    },
    async downloadUrl(
      key: string,
      fileName: string,
      expiresSeconds = 120,
      contentType = 'text/csv; charset=utf-8',
    ): Promise<string> {
      const command = new GetObjectCommand({
        Bucket,
        Key: key,
        ResponseContentDisposition: `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"`,
        ResponseContentType: contentType,
      })
      return getSignedUrl(signer, command, { expiresIn: expiresSeconds })
    },
    /** An address that shows a file inside a page, as the named type and as nothing else. */
    async showUrl(key: string, contentType: string, expiresSeconds: number): Promise<string> {
      const command = new GetObjectCommand({
        Bucket,
        Key: key,
        ResponseContentType: contentType,
        ResponseContentDisposition: 'inline',
        ResponseCacheControl: 'private, max-age=3600',
      })
      return getSignedUrl(signer, command, { expiresIn: expiresSeconds })
    },
    async put(key: string, body: string | Uint8Array, contentType: string): Promise<void> {
      // The SDK takes an empty body for a stream whose length it does not know.
      const ContentLength = Buffer.byteLength(body)
      await client.send(new PutObjectCommand({ Bucket, Key: key, Body: body, ContentLength, ContentType: contentType }))
    },
    /** Stores what a stream gives, without holding it; its length must be known beforehand. */
    async putStream(key: string, body: Readable, bytes: number, contentType: string): Promise<void> {
      await client.send(
        new PutObjectCommand({ Bucket, Key: key, Body: body, ContentLength: bytes, ContentType: contentType }),
      )
    },
    /** Stores what a stream gives in parts, for files whose length nobody knows beforehand. */
    async putParts(key: string, body: AsyncIterable<string>, contentType: string): Promise<void> {
      const waiting: Buffer[] = []
      const target = { Bucket, Key: key }
      const parts: { ETag: string | undefined; PartNumber: number }[] = []
      let [bytes, id]: [number, string | undefined] = [0, undefined]
      const take = () => {
        bytes = 0
        return Buffer.concat(waiting.splice(0))
      }
      const sendPart = async () => {
        id ??= (await client.send(new CreateMultipartUploadCommand({ ...target, ContentType: contentType }))).UploadId
        const place = { ...target, UploadId: id, PartNumber: parts.length + 1 }
        const { ETag } = await client.send(new UploadPartCommand({ ...place, Body: take() }))
        parts.push({ ETag, PartNumber: place.PartNumber })
      }
      for await (const piece of body) {
        const next = Buffer.from(piece)
        waiting.push(next)
        bytes += next.length
        if (bytes >= PART_BYTES) await sendPart()
      }
      if (id === undefined) return this.put(key, take(), contentType)
      if (bytes > 0) await sendPart()
      await client.send(
        new CompleteMultipartUploadCommand({ ...target, UploadId: id, MultipartUpload: { Parts: parts } }),
      )
    },
    /** Begins an object that is sent in parts, perhaps by several workers one after the other; the store forgets one that is not finished in a day. */
    async openParts(key: string, contentType: string): Promise<string> {
      const { UploadId } = await client.send(
        new CreateMultipartUploadCommand({ Bucket, Key: key, ContentType: contentType }),
      )
      if (!UploadId) throw new Error('The store began no upload.')
      return UploadId
    },
    /** Sends the part of this number, from 1 on; one that was sent before is replaced. Answers its tag; undefined: there is no such upload any more. */
    async sendPart(key: string, uploadId: string, part: number, body: Uint8Array): Promise<string | undefined> {
      try {
        const place = { Bucket, Key: key, UploadId: uploadId, PartNumber: part }
        const { ETag } = await client.send(new UploadPartCommand({ ...place, Body: body }))
        if (!ETag) throw new Error('The store gave the part no tag.')
        return ETag
      } catch (error) {
        if (isNoUpload(error)) return undefined
        throw error
      }
    },
    /** Makes the object of its parts; false where there is no such upload, or a part is not the one with this tag. */
    async joinParts(key: string, uploadId: string, tags: readonly string[]): Promise<boolean> {
      const Parts = tags.map((ETag, at) => ({ ETag, PartNumber: at + 1 }))
      try {
        await client.send(
          new CompleteMultipartUploadCommand({ Bucket, Key: key, UploadId: uploadId, MultipartUpload: { Parts } }),
        )
        return true
      } catch (error) {
        if (isNoUpload(error) || (error instanceof S3ServiceException && error.name === 'InvalidPart')) return false
        throw error
      }
    },
    /** The object as a stream, or undefined when there is none. */
    async read(key: string): Promise<{ body: Readable; bytes: number; contentType: string } | undefined> {
      try {
        const { Body, ContentLength, ContentType } = await client.send(new GetObjectCommand({ Bucket, Key: key }))
        // @NOTE in Node the SDK answers a Readable; the type also covers browsers.
        return Body
          ? {
              body: Body as Readable,
              bytes: ContentLength ?? 0,
              contentType: ContentType ?? 'application/octet-stream',
            }
          : undefined
      } catch (error) {
        if (error instanceof NoSuchKey || error instanceof NotFound) return undefined
        throw error
      }
    },
    /** The whole object, for small ones. */
    async readBytes(key: string): Promise<Uint8Array | undefined> {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }))
        return await Body?.transformToByteArray()
      } catch (error) {
        if (error instanceof NoSuchKey || error instanceof NotFound) return undefined
        throw error
      }
    },
    async readText(key: string): Promise<string | undefined> {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }))
        return await Body?.transformToString('utf-8')
      } catch (error) {
        if (error instanceof NoSuchKey || error instanceof NotFound) return undefined
        throw error
      }
    },
    look,
    exists: async (key: string): Promise<boolean> => (await look(key)) !== undefined,
    async list(prefix: string): Promise<string[]> {
      const keys: string[] = []
      let token: string | undefined
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken: token }))
        for (const item of page.Contents ?? []) if (item.Key) keys.push(item.Key)
        token = page.NextContinuationToken
      } while (token)
      return keys
    },
    async remove(keys: string[]): Promise<void> {
      for (let at = 0; at < keys.length; at += MOST_REMOVED) await removeSome(keys.slice(at, at + MOST_REMOVED))
    },
  }
}
export type Files = ReturnType<typeof openFiles>

// A browser's upload: a signed form with the file as its last field.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PutObjectCommand, type PutObjectCommandInput, type S3Client } from '@aws-sdk/client-s3'
import { escapeXml, FilesError, notImplemented, tooLarge } from './errors.ts'
import { findBoundary, readForm } from './form.ts'
import { checkPolicy, parsePolicy } from './policy.ts'
import type { Verifier } from './signature.ts'
import { maxObjectBytes } from './store.ts'

/** Room for the closing delimiter and fields after the file, which nobody reads. */
const tailBytes = 64 * 1024

const stored: Record<string, 'ContentType' | 'ContentDisposition' | 'ContentEncoding' | 'CacheControl'> = {
  'content-type': 'ContentType',
  'content-disposition': 'ContentDisposition',
  'content-encoding': 'ContentEncoding',
  'cache-control': 'CacheControl',
}
const spent = new Set(['key', 'bucket', 'policy', 'success_action_status'])
const signing = /^(x-amz-(algorithm|credential|date|signature|security-token)|x-ignore-.*)$/

/** Turns the fields into what is stored with the object; a field that S3 knows and this store does not is refused. */
function toObject(fields: ReadonlyMap<string, string>): Partial<PutObjectCommandInput> {
  const object: Partial<PutObjectCommandInput> = {}
  const metadata: Record<string, string> = {}
  for (const [field, value] of fields) {
    const name = stored[field]
    if (name) object[name] = value
    else if (field.startsWith('x-amz-meta-')) metadata[field.slice('x-amz-meta-'.length)] = value
    else if (!spent.has(field) && !signing.test(field)) throw notImplemented(`the form field ${field}`)
  }
  return { ContentType: 'binary/octet-stream', ...object, Metadata: metadata }
}

async function readFile(body: AsyncIterable<Buffer>, limits: { min: number; max: number }, declared: number) {
  const max = Math.min(limits.max, maxObjectBytes)
  if (declared > max + tailBytes) throw tooLarge(declared, max)
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > max) throw tooLarge(size, max)
    pieces.push(piece)
  }
  if (size < limits.min)
    throw new FilesError('EntityTooSmall', 400, 'Your proposed upload is smaller than the minimum allowed size', {
      ProposedSize: size,
      MinSizeAllowed: limits.min,
    })
  return Buffer.concat(pieces)
}

export async function receiveForm(
  req: IncomingMessage,
  res: ServerResponse,
  context: { bucket: string; client: S3Client; verifier: Verifier; publicOrigin: string; now(): number },
): Promise<void> {
  const { bucket, client } = context
  const chunks = req.iterator({ destroyOnReturn: false })
  try {
    const { fields, file, headBytes } = await readForm(chunks, findBoundary(req.headers['content-type']))
    if (!file) throw new FilesError('InvalidArgument', 400, 'POST requires exactly one file upload per request.')
    if (!fields.get('key'))
      throw new FilesError('InvalidArgument', 400, "Bucket POST must contain a field named 'key'.")
    await context.verifier.form(fields)
    const limits = checkPolicy(parsePolicy(fields.get('policy') ?? ''), fields, { bucket, now: context.now() })
    const object = toObject(fields)
    const key = (fields.get('key') ?? '').replaceAll(/\$\{filename\}/g, () => file.name)
    const declared = Number(req.headers['content-length'] ?? 0) - headBytes
    const Body = await readFile(file.body, limits, declared)
    const { ETag } = await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body, ...object }))

    const location = `${context.publicOrigin}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`
    const status = ['200', '201'].includes(fields.get('success_action_status') ?? '')
      ? Number(fields.get('success_action_status'))
      : 204
    res.writeHead(status, { ETag: ETag ?? '', Location: location, 'Content-Type': 'application/xml' })
    const answer = { Location: location, Bucket: bucket, Key: key, ETag: ETag ?? '' }
    const tags = Object.entries(answer).map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`)
    res.end(
      status === 201
        ? `<?xml version="1.0" encoding="UTF-8"?>\n<PostResponse>${tags.join('')}</PostResponse>`
        : undefined,
    )
  } finally {
    // Gives the rest of the request back to the server, which reads past it without keeping it.
    await chunks.return?.()
  }
}

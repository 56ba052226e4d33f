// The strict door in front of the object store: what a browser may do with a signed address or a signed
// form, checked as S3 checks it. Everything else answers 501, so nobody can come to rely on it.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GetObjectCommand, HeadObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { FilesError, internalError, notImplemented } from './files/errors.ts'
import { receiveForm } from './files/post.ts'
import { planRange } from './files/range.ts'
import { type Credentials, createVerifier } from './files/signature.ts'

const corsMethods = ['GET', 'POST']
const presignedQuery =
  /^(x-id|x-amz-.*|response-(content-(type|disposition|language|encoding)|cache-control|expires))$/i

type Target = { bucket: string; key: string }

const badAddress = () => new FilesError('InvalidURI', 400, "Couldn't parse the specified URI.")

function parseUrl(path: string, origin: string): URL {
  const text = `${origin}${path}`
  if (!path.startsWith('/') || !URL.canParse(text)) throw badAddress()
  return new URL(text)
}

function findTarget(url: URL): Target {
  const [, bucket = '', ...rest] = url.pathname.split('/')
  try {
    return { bucket: decodeURIComponent(bucket), key: rest.map(decodeURIComponent).join('/') }
  } catch {
    throw badAddress()
  }
}

function toFilesError(error: unknown): FilesError {
  if (error instanceof FilesError) return error
  if (error instanceof S3ServiceException) {
    // A HEAD has no body, so its answer cannot name the key.
    if (error.name === 'NotFound') return new FilesError('NoSuchKey', 404, 'The specified key does not exist.')
    return new FilesError(error.name, error.$metadata.httpStatusCode ?? 500, error.message)
  }
  const isHeader = error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_CHAR'
  if (isHeader) return new FilesError('InvalidArgument', 400, 'A response header may not hold these characters.')
  console.error('The door of the file store failed.', error)
  return internalError()
}

async function sendObject(
  client: S3Client,
  { bucket, key }: Target,
  url: URL,
  req: IncomingMessage,
  res: ServerResponse,
) {
  const at = { Bucket: bucket, Key: key }
  let Range: string | undefined
  if (req.headers.range) {
    const size = (await client.send(new HeadObjectCommand(at))).ContentLength ?? 0
    const range = planRange(req.headers.range, size)
    if (range === 'unsatisfiable')
      throw new FilesError('InvalidRange', 416, 'The requested range is not satisfiable', { ActualObjectSize: size })
    if (range !== 'whole') Range = `bytes=${range.start}-${range.end}`
  }
  const object = await client.send(new GetObjectCommand({ ...at, ...(Range && { Range }) }))
  const asked = (name: string, own: string | undefined) => url.searchParams.get(`response-${name}`) ?? own
  const headers: Record<string, string | undefined> = {
    'Accept-Ranges': 'bytes',
    'Content-Length': String(object.ContentLength),
    'Content-Range': object.ContentRange,
    ETag: object.ETag,
    'Last-Modified': object.LastModified?.toUTCString(),
    'Content-Type': asked('content-type', object.ContentType),
    'Content-Disposition': asked('content-disposition', object.ContentDisposition),
    'Content-Language': asked('content-language', object.ContentLanguage),
    'Content-Encoding': asked('content-encoding', object.ContentEncoding),
    'Cache-Control': asked('cache-control', object.CacheControl),
    Expires: asked('expires', object.ExpiresString),
  }
  for (const [name, value] of Object.entries(object.Metadata ?? {})) headers[`x-amz-meta-${name}`] = value
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) res.setHeader(name, value)
  res.statusCode = Range ? 206 : 200
  if (!(object.Body instanceof Readable)) throw new Error('The store sent no body.')
  await pipeline(object.Body, res)
}

export type FilesDoor = (req: IncomingMessage, res: ServerResponse) => Promise<void>

/** Handler for the public address of the files, `<publicOrigin>/<bucket>/<key>`. */
export function createFilesDoor(options: {
  backendEndpoint: string
  publicOrigin: string
  credentials: Credentials
  isTenantOrigin(origin: string): boolean | Promise<boolean>
  now(): number
}): FilesDoor {
  const { publicOrigin, credentials, now } = options
  const client = new S3Client({
    endpoint: options.backendEndpoint,
    region: 'us-east-1',
    credentials: { ...credentials },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  const verifier = createVerifier({ client, credentials, now })

  /** Cross-origin headers are for tenants' pages alone; a page elsewhere may send, but never reads an answer. */
  async function allowOrigin(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    res.setHeader('Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers')
    const { origin } = req.headers
    if (!origin || !(await options.isTenantOrigin(origin))) return false
    res.setHeader('Access-Control-Allow-Origin', origin)
    res.setHeader('Access-Control-Expose-Headers', 'ETag, Content-Disposition, Content-Range')
    return true
  }

  function answerPreflight(req: IncomingMessage, res: ServerResponse, isAllowed: boolean): void {
    if (!isAllowed || !corsMethods.includes(req.headers['access-control-request-method'] ?? ''))
      throw new FilesError('AccessForbidden', 403, 'CORSResponse: This CORS request is not allowed.')
    const asked = req.headers['access-control-request-headers']
    if (asked) res.setHeader('Access-Control-Allow-Headers', asked)
    res.setHeader('Access-Control-Allow-Methods', corsMethods.join(', '))
    res.setHeader('Access-Control-Max-Age', '3000')
    res.writeHead(200).end()
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const isAllowed = await allowOrigin(req, res)
    const url = parseUrl(req.url ?? '', publicOrigin)
    const { bucket, key } = findTarget(url)
    if (req.method === 'OPTIONS') return answerPreflight(req, res, isAllowed)
    if (req.method === 'POST' && bucket && !key && !url.search)
      return receiveForm(req, res, { bucket, client, verifier, publicOrigin, now })
    if (req.method !== 'GET' || !key) throw notImplemented(`${req.method} ${url.pathname}`)
    const unknown = [...url.searchParams.keys()].find((name) => !presignedQuery.test(name))
    if (unknown) throw notImplemented(`?${unknown}`)
    await verifier.presigned(req, url)
    await sendObject(client, { bucket, key }, url, req, res)
  }

  return async function filesDoor(req, res) {
    const requestId = randomUUID()
    res.setHeader('x-amz-request-id', requestId)
    try {
      await answer(req, res)
    } catch (error) {
      if (res.headersSent) return void res.destroy()
      const refusal = toFilesError(error)
      for (const name of res.getHeaderNames()) if (/^(content-|etag|expires|cache-)/.test(name)) res.removeHeader(name)
      res
        .writeHead(refusal.status, { 'Content-Type': 'application/xml' })
        .end(refusal.toXml(req.url?.split('?')[0] ?? '', requestId))
      // The server reads past what is left of a refused upload, so that the sender sees the answer, but not for ever.
      if (!req.complete) setTimeout(() => req.complete || req.destroy(), 5000).unref()
    }
  }
}

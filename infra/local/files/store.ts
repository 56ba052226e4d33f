// The object store behind the door. Anything that stores an object (the door for a browser, a function through
// the SDK), it passes here, so this is the one place that reports new objects.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { type Fauxqs, openFauxqs } from '../fauxqs.ts'
import { type FilesError, internalError, notImplemented, tooLarge } from './errors.ts'

/** Largest single object that the store takes. */
export const maxObjectBytes = 256 * 1024 * 1024

export type StoredObject = {
  bucket: string
  key: string
  size: number
  etag: string
  how: 'Put' | 'Copy' | 'CompleteMultipartUpload'
}

/** What the engine really does; it would answer 200 to anything else and, at worst, overwrite the object. */
const knownQuery =
  /^(x-id|uploads|uploadId|partNumber|list-type|prefix|delimiter|max-keys|continuation-token|start-after|encoding-type|fetch-owner|delete)$/
const ignoredConditions = ['if-match', 'if-none-match']

function refuseUnknown(request: FastifyRequest): FilesError | undefined {
  const url = new URL(request.url, 'http://store')
  const unknown = [...url.searchParams.keys()].find((name) => !knownQuery.test(name))
  if (unknown) return notImplemented(`?${unknown}`)
  const condition = request.method === 'PUT' && ignoredConditions.find((name) => name in request.headers)
  return condition ? notImplemented(`${condition} on a write`) : undefined
}

const Target = z.object({ bucket: z.string(), '*': z.string().min(1) })

/** Says how a request creates an object; nothing when it does something else. */
function howCreated({ method, headers, query }: FastifyRequest): StoredObject['how'] | undefined {
  const names = z.record(z.string(), z.unknown()).parse(query)
  if (method === 'POST' && 'uploadId' in names) return 'CompleteMultipartUpload'
  if (method !== 'PUT' || 'uploadId' in names) return undefined
  return 'x-amz-copy-source' in headers ? 'Copy' : 'Put'
}

const encodeKey = (key: string) => key.split('/').map(encodeURIComponent).join('/')

/**
 * Starts the store. `onObjectCreated` runs after the object is safe and before its sender hears so: an
 * upload that was acknowledged has been reported, and one whose report failed is answered as failed.
 */
export function startFiles(options: {
  dataDir: string | null
  port?: number
  /** Made with the engine, in memory; those of a folder may be there already. */
  buckets?: string[]
  onObjectCreated(object: StoredObject): Promise<void>
}): Promise<Fauxqs> {
  function prepare(app: FastifyInstance): void {
    // The engine would stop at 11 MiB, a list of a million hashes has 65 MB.
    app.addHook('onRoute', (route) => {
      route.bodyLimit = maxObjectBytes + 1024 * 1024
      // The engine's handlers send their answer without returning it, so Fastify would send an empty one as well
      // while the hook below still waits for the report.
      const { handler } = route
      route.handler = async function handleOnce(request, reply) {
        return (await handler.call(this, request, reply)) ?? reply
      }
    })
    app.setErrorHandler((error, request, reply) => {
      const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
      const refusal = isTooLarge ? tooLarge(Number(request.headers['content-length']), maxObjectBytes) : internalError()
      if (!isTooLarge) console.error('The file store failed.', error)
      return reply.code(refusal.status).type('application/xml').send(refusal.toXml(request.url, request.id))
    })
    app.addHook('onRequest', async (request, reply) => {
      const refusal = refuseUnknown(request)
      if (refusal)
        return reply.code(refusal.status).type('application/xml').send(refusal.toXml(request.url, request.id))
    })
    app.addHook('onSend', async (request, reply) => {
      const target = Target.safeParse(request.params)
      if (!target.success || reply.statusCode !== 200) return
      const how = howCreated(request)
      if (!how) return
      const { bucket, '*': key } = target.data
      const { headers } = await app.inject({ method: 'HEAD', url: `/${bucket}/${encodeKey(key)}` })
      await options.onObjectCreated({
        bucket,
        key,
        size: Number(headers['content-length']),
        etag: String(headers.etag).replaceAll('"', ''),
        how,
      })
    })
  }
  return openFauxqs({
    what: 'files',
    dataDir: options.dataDir,
    ...(options.port !== undefined && { port: options.port }),
    ...(options.buckets && options.dataDir === null && { buckets: options.buckets }),
    prepare,
  })
}

import { createServer, request } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post'
import { type StoredObject, startFiles } from '#infra/local/files/store.ts'
import { createFilesDoor } from '#infra/local/files.ts'

export const tenant = 'http://acme.localhost:5173'
export const bucket = 'files-test'
export const credentials = { accessKeyId: 'local', secretAccessKey: 'local-secret' }

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: Buffer; isOpenEnded?: boolean }
export type Got = { status: number; headers: Record<string, string | string[] | undefined>; text: string }

/** The store with its door on a port of its own, and SDK clients for both sides of it. */
export async function openStage() {
  const events: StoredObject[] = []
  const stage = { time: Date.now(), events, refuseEvents: false }
  const store = await startFiles({
    dataDir: null,
    async onObjectCreated(object) {
      if (stage.refuseEvents) throw new Error('The queue is away')
      events.push(object)
    },
  })
  const server = createServer((req, res) => void door(req, res))
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(address && typeof address === 'object' ? address.port : 0)
    })
  })
  const origin = `http://127.0.0.1:${port}`
  const door = createFilesDoor({
    backendEndpoint: store.endpoint,
    publicOrigin: origin,
    credentials,
    isTenantOrigin: (from) => from === tenant,
    now: () => stage.time,
  })
  const connect = (endpoint: string) =>
    new S3Client({
      endpoint,
      region: 'us-east-1',
      credentials: { ...credentials },
      forcePathStyle: true,
      maxAttempts: 1,
    })
  const backend = connect(store.endpoint)
  const browser = connect(origin)
  await backend.send(new CreateBucketCommand({ Bucket: bucket }))

  function send({ method, path, headers, body, isOpenEnded }: Sent): Promise<Got> {
    return new Promise((resolve, reject) => {
      const outgoing = request(`${origin}${path}`, { method, headers: headers ?? {} }, (incoming) => {
        buffer(incoming).then((bytes) => {
          if (isOpenEnded) outgoing.destroy()
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text: bytes.toString('utf8') })
        }, reject)
      })
      outgoing.once('error', reject)
      outgoing.write(body ?? '')
      if (!isOpenEnded) outgoing.end()
    })
  }

  /** For requests that no client library would send. */
  async function sendRaw(text: string): Promise<string> {
    const socket = connectSocket(port, '127.0.0.1')
    socket.end(text)
    return (await buffer(socket)).toString('utf8')
  }

  /** What a browser does with the answer to an upload request; `change` plays the person who edits the form. */
  async function upload(
    options: Partial<PresignedPostOptions>,
    file: { content: string | Uint8Array<ArrayBuffer>; name?: string },
    change: (fields: Record<string, string>) => Record<string, string> = (fields) => fields,
  ): Promise<Got> {
    const Fields = { 'Content-Type': 'text/csv', ...options.Fields }
    const post = await createPresignedPost(browser, {
      Bucket: bucket,
      Key: 'in/list.csv',
      Expires: 600,
      ...options,
      Conditions: [
        ['content-length-range', 1, 1000],
        ['eq', '$Content-Type', 'text/csv'],
        ...(options.Conditions ?? []),
      ],
      Fields,
    })
    const form = new FormData()
    for (const [name, value] of Object.entries(change(post.fields))) form.append(name, value)
    form.append('file', new Blob([file.content]), file.name ?? 'list.csv')
    const message = new Response(form)
    const headers = { 'content-type': message.headers.get('content-type') ?? '', origin: tenant }
    return send({
      method: 'POST',
      path: new URL(post.url).pathname,
      headers,
      body: Buffer.from(await message.arrayBuffer()),
    })
  }

  async function close(): Promise<void> {
    browser.destroy()
    backend.destroy()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await store.stop()
  }

  return { stage, origin, store, backend, browser, send, sendRaw, upload, close }
}
export type Stage = Awaited<ReturnType<typeof openStage>>

/** A request body that arrives in pieces of the given size. */
export function inPieces(bytes: Buffer, size: number): AsyncIterator<Buffer> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  )
  return Readable.from(pieces)[Symbol.asyncIterator]()
}

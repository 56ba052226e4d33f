// A browser's way to the file store: signed forms and signed addresses, through the same door as in the local platform.
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFilesDoor } from '#infra/local/files.ts'
import { endWithFile } from '#tests/support/file-end.ts'
import type { Stage } from './stage.ts'

type Form = { url: string; fields: Record<string, string> }

export async function openDoor(stage: Pick<Stage, 'engines' | 'filesOrigin' | 'services'>) {
  const door = createFilesDoor({
    backendEndpoint: stage.engines.endpoints.s3,
    publicOrigin: stage.filesOrigin,
    credentials: stage.engines.credentials,
    isTenantOrigin: () => true,
    now: () => stage.services.now(),
  })
  const server = createServer((req, res) => void door(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endWithFile(() => new Promise((resolve) => server.close(resolve)))
  // @NOTE it listens on a port, so its address is one.
  const { port } = server.address() as AddressInfo

  /** A request to the store's public name, which this machine may not resolve. */
  function send(url: URL, method: string, headers: Record<string, string>, body?: Uint8Array) {
    return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      const path = `${url.pathname}${url.search}`
      const sent = request(
        { host: '127.0.0.1', port, path, method, headers: { ...headers, host: url.host } },
        (res) => {
          const pieces: Buffer[] = []
          res.on('data', (piece: Buffer) => pieces.push(piece))
          res.on('end', () =>
            resolve({ status: res.statusCode ?? 0, headers: res.headers, text: Buffer.concat(pieces).toString() }),
          )
        },
      )
      // An answer may come before the whole body was taken.
      sent.on('error', (error) => (sent.reusedSocket ? undefined : reject(error)))
      sent.end(body)
    })
  }

  return {
    async post({ url, fields }: Form, content: string | Uint8Array, more: Record<string, string> = {}) {
      const form = new FormData()
      for (const [name, value] of Object.entries({ ...fields, ...more })) form.set(name, value)
      form.set(
        'file',
        new File([typeof content === 'string' ? content : Buffer.from(content)], 'list.csv', { type: 'text/csv' }),
      )
      const body = new Response(form)
      const bytes = new Uint8Array(await body.arrayBuffer())
      const headers = { 'content-type': body.headers.get('content-type') ?? '', 'content-length': String(bytes.length) }
      return send(new URL(url), 'POST', headers, bytes)
    },
    get: (url: string) => send(new URL(url), 'GET', {}),
  }
}

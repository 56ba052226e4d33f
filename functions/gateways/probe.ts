// Looks at a tenant's domain the way a visitor's browser would: over the public network, with a certificate.
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { headers } from '#shared/wire.ts'
import { findPublicAddress } from './public-host.ts'

const PATH = '/api/.well-known/jwks.json'
const LIMIT_MS = 5000

type Options = { origin?: string | undefined; timeoutMs?: number; findAddress?: typeof findPublicAddress }

/** `origin` is where to connect to instead of the host itself, on a machine that has no public names. */
export function openProbe({ origin, timeoutMs = LIMIT_MS, findAddress = findPublicAddress }: Options) {
  /** Whether our own platform answers. Nothing of the answer's body is read, and no redirect is followed. */
  const ask = (host: string, at: { secure: boolean; address: string; port: string }) =>
    new Promise<boolean>((resolve) => {
      const asked = (at.secure ? requestSecure : requestPlain)(
        {
          host: at.address,
          port: at.port,
          path: PATH,
          headers: { host },
          agent: false,
          // The certificate must be the host's, no matter what address was found for it.
          ...(at.secure && { servername: host }),
          signal: AbortSignal.timeout(timeoutMs),
        },
        (answer) => {
          resolve(answer.statusCode === 200 && answer.headers[headers.requestId] !== undefined)
          answer.destroy()
        },
      )
      asked.on('error', () => resolve(false))
      // A host that goes on in another protocol says neither yes nor no, and once it has, no time limit ends the request.
      asked.on('upgrade', (_, socket) => {
        socket.destroy()
        resolve(false)
      })
      asked.on('close', () => resolve(false))
      asked.end()
    })

  return {
    /** A redirect, another site, an address that is not public, or a broken certificate is no. */
    async answers(host: string): Promise<boolean> {
      if (origin) {
        const { protocol, hostname, port } = new URL(origin)
        const secure = protocol === 'https:'
        return ask(host, { secure, address: hostname.replace(/^\[|\]$/g, ''), port: port || (secure ? '443' : '80') })
      }
      const address = await findAddress(host).catch(() => undefined)
      return address !== undefined && ask(host, { secure: true, address, port: '443' })
    },
  }
}
export type Probe = ReturnType<typeof openProbe>

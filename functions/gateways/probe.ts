// Looks at a tenant's domain the way a visitor's browser would: over the public network, with a certificate.
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { headers } from '#shared/wire.ts'

const PATH = '/api/.well-known/jwks.json'

/** `origin` is where to connect to instead of the host itself, on a machine that has no public names. */
export function openProbe(options: { origin?: string | undefined; timeoutMs?: number }) {
  return {
    /** Whether our own platform answers at this host. A redirect, another site or a broken certificate is no. */
    answers(host: string): Promise<boolean> {
      const url = new URL(PATH, options.origin ?? `https://${host}`)
      const request = url.protocol === 'https:' ? requestSecure : requestPlain
      return new Promise((resolve) => {
        const asked = request(
          url,
          { headers: { host }, servername: host, timeout: options.timeoutMs ?? 5000 },
          (answer) => {
            answer.resume()
            resolve(answer.statusCode === 200 && answer.headers[headers.requestId] !== undefined)
          },
        )
        asked.on('timeout', () => asked.destroy(new Error('The host did not answer in time.')))
        asked.on('error', () => resolve(false))
        asked.end()
      })
    },
  }
}
export type Probe = ReturnType<typeof openProbe>

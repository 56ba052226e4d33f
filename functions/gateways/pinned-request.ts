// One request to a host of a tenant's own, at the very address that was checked for it: no name is looked up again, no connection
// is kept, nobody is followed elsewhere, and only the beginning of an answer is read.
import type { IncomingHttpHeaders } from 'node:http'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'

export type PinnedRequest = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** Where the host was found to lie. */
  address: string
  port: number
  /** How much of the answer is kept. */
  mostBytes: number
  signal: AbortSignal
}
export type PinnedAnswer = { status: number; headers: IncomingHttpHeaders; text: string }

/** The answer, no matter which. Rejects with what the connection says where there is none. */
export function requestPinned(
  url: URL,
  { address, port, mostBytes, body, ...asked }: PinnedRequest,
): Promise<PinnedAnswer> {
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:'
    let isAnswered = false
    const request = (isSecure ? requestSecure : requestPlain)(
      {
        method: asked.method,
        host: address,
        port,
        path: `${url.pathname}${url.search}`,
        headers: { ...asked.headers, host: url.host },
        agent: false,
        ...(isSecure && { servername: url.hostname }),
        signal: asked.signal,
      },
      (answer) => {
        isAnswered = true
        const parts: Buffer[] = []
        let bytes = 0
        const end = () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(parts).toString('utf8'),
          })
        answer.on('data', (part: Buffer) => {
          parts.push(part.subarray(0, Math.max(0, mostBytes - bytes)))
          bytes += part.length
          if (bytes < mostBytes) return
          // What stands behind it is of no use to anybody here.
          end()
          answer.destroy()
        })
        answer.on('end', end)
        answer.on('error', reject)
      },
    )
    // A host that goes on in another protocol has answered with its status alone. Without this nothing would be heard of it at all.
    request.on('upgrade', (answer, socket) => {
      socket.destroy()
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: '' })
    })
    request.on('error', reject)
    // Once it is closed not even the signal ends it. Of an answer that began, its own end says what came of it.
    request.on('close', () => {
      if (!isAnswered) reject(new Error('The connection ended without an answer.'))
    })
    request.end(body)
  })
}

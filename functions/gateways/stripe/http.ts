// Requests to Stripe, each with its answer within one time and one size. The SDK's own client counts silence alone: an answer that
// drips would be waited for until the function is ended, and one without an end would fill its memory.
import { Agent as PlainAgent, request as requestPlain } from 'node:http'
import { request as requestSecure, Agent as SecureAgent } from 'node:https'
import Stripe from 'stripe'
import { signalFor } from '../time-left.ts'

/** A page of a hundred charges has some hundred kilobytes. */
const MOST_BYTES = 8_000_000

class Said extends Stripe.HttpClientResponse {
  readonly #text: string
  constructor(status: number, headers: Record<string, string>, text: string) {
    super(status, headers)
    this.#text = text
  }
  override getRawResponse(): unknown {
    return {}
  }
  override async toJSON(): Promise<unknown> {
    return this._parseResponseBody(this.#text)
  }
}

export class BoundedClient extends Stripe.HttpClient {
  readonly #plain = new PlainAgent({ keepAlive: true })
  readonly #secure = new SecureAgent({ keepAlive: true })

  override getClientName() {
    return 'node'
  }

  override makeRequest(...asked: Parameters<Stripe.HttpClient['makeRequest']>): Promise<Said> {
    const [host, port, path, method, headers, body, protocol, timeoutMs] = asked
    const isPlain = protocol === 'http'
    const signal = signalFor(timeoutMs)
    return new Promise((resolve, reject) => {
      const failed = (error: unknown) => reject(signal.aborted ? Stripe.HttpClient.makeTimeoutError() : error)
      const request = (isPlain ? requestPlain : requestSecure)(
        { host, port, path, method, headers, signal, agent: isPlain ? this.#plain : this.#secure },
        (answer) => {
          const parts: Buffer[] = []
          let bytes = 0
          answer.on('data', (part: Buffer) => {
            bytes += part.length
            if (bytes > MOST_BYTES) answer.destroy(new Error('The payment provider said too much.'))
            else parts.push(part)
          })
          answer.on('error', failed)
          answer.on('end', () => {
            const text = Buffer.concat(parts).toString('utf8')
            resolve(new Said(answer.statusCode ?? 0, flat(answer.headers), text))
          })
        },
      )
      request.on('error', failed)
      // A host that goes on in another protocol is none of ours; once it has, no time ends the request.
      request.on('upgrade', (_, socket) => socket.destroy())
      request.on('close', () => failed(new Error('The connection ended without an answer.')))
      request.end(body)
    })
  }
}

const flat = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]))

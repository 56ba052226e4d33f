// What can be told to go wrong, for requests whose operation begins with a text (`POST /v1/payment_intents`).
import type { ServerResponse } from 'node:http'

/**
 * A status; no answer, with or without the work done before; or a request that waits until it is let go.
 * `lost after` is the worst one: the money moved, and nobody was told. `gateway` is the same, but somebody on the way says so at
 * once, as a proxy in front of Stripe does. `500 kept` is an answer that every request with the same key gets from then on.
 */
export type Fault = 429 | 500 | '500 kept' | 'lost before' | 'lost after' | 'gateway before' | 'gateway after' | 'hold'

type Planned = { fault: Fault; operation: string; release: Promise<void> }

export function openFaults() {
  const planned: Planned[] = []
  const answers = {
    429: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests hit the API too quickly.' },
    500: { type: 'api_error', message: 'An unknown error occurred.' },
  } as const

  return {
    /** The next requests fail this way. What is answered lets a held one go. */
    fail(fault: Fault, { operation = '', times = 1 } = {}): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      for (let index = 0; index < times; index++) planned.push({ fault, operation, release: promise })
      return resolve
    },
    next(operation: string): Planned | undefined {
      const index = planned.findIndex((each) => operation.startsWith(each.operation))
      return index < 0 ? undefined : planned.splice(index, 1)[0]
    },
    /** What a proxy says that has no answer to pass on. */
    noAnswer: (res: ServerResponse) =>
      void res.writeHead(504, { 'content-type': 'text/html' }).end('<h1>504 Gateway Time-out</h1>'),
    clear: () => void planned.splice(0),
    /** What Stripe says when it broke. */
    broken: { status: 500, body: JSON.stringify({ error: answers[500] }) },
    answer(res: ServerResponse, status: 429 | 500): void {
      res.writeHead(status, {
        'content-type': 'application/json',
        'request-id': 'req_fault',
        ...(status === 429 && { 'retry-after': '1' }),
      })
      res.end(JSON.stringify({ error: answers[status] }))
    },
  }
}
export type Faults = ReturnType<typeof openFaults>

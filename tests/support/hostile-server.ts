// An outside service that is at fault in the ways in which services are: it takes no connection, says nothing, breaks, answers what
// is no answer, says a little for ever, or far too much.
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export const hostilities = ['refuse', 'hang', 'break', 'page', 'cut', 'drip', 'flood'] as const
export type Hostility = (typeof hostilities)[number]

const DRIP_MS = 50
/** As many bytes as it would say at most, where nobody hangs up. */
const FLOOD_BYTES = 200_000_000

const json = { 'content-type': 'application/json' }

/** `target`: the service itself, to which it hands on what it is asked while it is well. */
export async function startHostile(first: Hostility | 'well', target?: string) {
  let hostility = first
  let said = 0
  let asked: string[] = []

  function handOn(req: IncomingMessage, res: ServerResponse): void {
    const { method, headers } = req
    const onward = ask(new URL(`${target}${req.url}`), { method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    onward.on('error', () => res.destroy())
    req.pipe(onward)
  }

  function drip(res: ServerResponse): void {
    res.writeHead(200, json)
    const timer = setInterval(() => res.write(' '), DRIP_MS)
    res.on('close', () => clearInterval(timer))
  }

  /** White space, which any reader of JSON would read to its end. */
  function flood(res: ServerResponse): void {
    res.writeHead(200, json)
    const part = Buffer.alloc(65_536, ' ')
    let bytes = 0
    const pour = () => {
      while (bytes < FLOOD_BYTES && !res.destroyed) {
        bytes += part.length
        said += part.length
        if (!res.write(part)) return void res.once('drain', pour)
      }
      res.end('{}')
    }
    pour()
  }

  const server = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`)
    if (hostility === 'well') return handOn(req, res)
    req.resume()
    if (hostility === 'refuse') req.socket.destroy()
    else if (hostility === 'break') res.writeHead(500, json).end('{"error":{"message":"Broken."}}')
    else if (hostility === 'page') res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>We are busy</h1>')
    else if (hostility === 'cut') res.writeHead(200, json).end('{"id":"pi_1","match":{"id"')
    else if (hostility === 'drip') drip(res)
    else if (hostility === 'flood') flood(res)
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    /** From now on it is at fault so. */
    be(next: Hostility | 'well') {
      hostility = next
    },
    /** Bytes that were said in floods since it was asked last. */
    takeSaid() {
      const before = said
      said = 0
      return before
    },
    asked: () => asked,
    /** What was asked since this was looked at last. */
    takeAsked() {
      const before = asked
      asked = []
      return before
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

// Pwned Passwords on one machine: the same protocol ("range", padded), for the few passwords that it is given, and failures on request.
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { createServer } from 'node:http'

export type BreachedPasswordsFailure = 503 | 'timeout' | 'html' | 'endless'

/** Stood in breaches, and are on no list of ours. */
export const breachedSamples = ['Sommerwind77', 'blue-Kettle-2011'] as const

const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()
const PADDING = 20

export async function startBreachedPasswords(passwords: readonly string[] = breachedSamples) {
  const hashes = passwords.map(hashOf)
  const asked: string[] = []
  let failing: { failure: BreachedPasswordsFailure; times: number } | undefined

  const server = createServer((req, res) => {
    const [, prefix] = /^\/range\/([0-9A-F]{5})$/.exec(req.url ?? '') ?? []
    if (req.method !== 'GET' || prefix === undefined)
      return void res.writeHead(400).end('The hash prefix was not in a valid format')
    asked.push(prefix)
    if (failing && failing.times-- > 0) {
      const { failure } = failing
      if (failure === 'timeout') return
      if (failure === 'html') return void res.writeHead(200).end('<h1>Sign in to the network</h1>')
      if (failure === 'endless') {
        const timer = setInterval(() => res.write(`${'A'.repeat(64 * 1024)}\r\n`), 1)
        return void res.on('close', () => clearInterval(timer))
      }
      return void res.writeHead(failure).end()
    }
    const found = hashes
      .filter((hash) => hash.startsWith(prefix))
      .map((hash) => `${hash.slice(5)}:${randomInt(1, 9000)}`)
    const isPadded = req.headers['add-padding'] === 'true'
    const padding = Array.from(
      { length: isPadded ? PADDING : 1 },
      () => `${randomBytes(18).toString('hex').toUpperCase().slice(0, 35)}:${isPadded ? 0 : 3}`,
    )
    res.writeHead(200, { 'content-type': 'text/plain' }).end([...found, ...padding].sort().join('\r\n'))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    /** What it was told, each time: the beginning of a hash. */
    asked,
    /** The next requests fail this way. */
    fail(failure: BreachedPasswordsFailure, times: number) {
      failing = { failure, times }
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

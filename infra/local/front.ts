// The address of the platform on one machine. It is taken before anything else is started, so that a port in use is said
// first, and it is left before anything else is stopped, so that requests in flight still find what they need.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** A request that takes longer than this when the platform stops is cut off. */
const MOST_WAIT_MS = 20_000

/** A port that answers at once whether it is taken. */
function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is taken. Stop what uses it, or choose another: PORT=${port + 1} npm start`)
          : error,
      ),
    )
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

export type Front = {
  port: number
  /** From now on requests go to the gateway; until then they are asked to come again. */
  serveBy(gateway: Server): void
  /** Takes no more requests, and waits until those that were taken have their answers. */
  stop(): Promise<void>
}

export async function openFront(wanted: number, host: string): Promise<Front> {
  const inHand = new Set<ServerResponse>()
  let gateway: Server | undefined
  let whenEmpty: (() => void) | undefined

  const answer = (req: IncomingMessage, res: ServerResponse) => {
    inHand.add(res)
    res.once('close', () => {
      inHand.delete(res)
      if (inHand.size === 0) whenEmpty?.()
    })
    if (whenEmpty) res.setHeader('connection', 'close')
    if (gateway) gateway.emit('request', req, res)
    else res.writeHead(503, { 'retry-after': '1' }).end('Starting…')
  }

  const fourth = createServer(answer)
  const port = await listen(fourth, wanted, host)
  const servers = [fourth]
  // Some machines resolve localhost to ::1 first; one without IPv6 does without.
  const sixth = createServer(answer)
  await listen(sixth, port, '::1').then(
    () => servers.push(sixth),
    () => {},
  )

  return {
    port,
    serveBy(server) {
      gateway = server
    },
    async stop() {
      const isEmpty = new Promise<void>((resolve) => {
        whenEmpty = resolve
      })
      for (const server of servers) server.close()
      for (const res of inHand) if (!res.headersSent) res.setHeader('connection', 'close')
      if (inHand.size > 0) {
        const timer = setTimeout(() => whenEmpty?.(), MOST_WAIT_MS)
        await isEmpty
        clearTimeout(timer)
      }
      for (const server of servers) server.closeAllConnections()
    },
  }
}

// Queues and objects come from one embedded engine, fauxqs. It offers no options for what has to be
// different here, but its web server announces itself on a documented channel before any route exists.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { resolve } from 'node:path'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'
import { type FauxqsServer, startFauxqs } from 'fauxqs'

export type NewQueue = { name: string; attributes: Record<string, string> }
export type Fauxqs = {
  endpoint: string
  /** Whether a message could be taken from a queue right now. Asking costs no request. */
  hasDue(queue: string): boolean
  stop(): Promise<void>
}

const sentences: Record<string, string> = {
  EADDRINUSE: 'the port is taken',
  EACCES: 'the folder may not be written',
  EEXIST: 'there is a file of that name',
  ENOTDIR: 'there is a file in its path',
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return ('code' in error && sentences[String(error.code)]) || error.message
}

/** Starts one engine on the loopback address only; `prepare` may add hooks to its web server. */
export async function openFauxqs(options: {
  what: string
  dataDir: string | null
  port?: number
  queues?: NewQueue[]
  buckets?: string[]
  prepare(app: FastifyInstance): void
}): Promise<Fauxqs> {
  const dataDir = options.dataDir && resolve(options.dataDir)
  const intercept = (message: unknown) => {
    // @NOTE: the channel is untyped by nature; Fastify documents exactly this message for it.
    const { fastify } = message as { fastify: FastifyInstance }
    const listen = fastify.listen.bind(fastify)
    // The engine listens on every network interface and checks no signature: both at once would open the files to all.
    const listenHere = (where?: FastifyListenOptions) => listen({ ...where, host: '127.0.0.1' })
    Object.assign(fastify, { listen: listenHere })
    options.prepare(fastify)
  }
  subscribe('fastify.initialization', intercept)
  let starting: Promise<FauxqsServer>
  try {
    starting = startFauxqs({
      port: options.port ?? 0,
      logger: false,
      init: { queues: options.queues ?? [], buckets: options.buckets ?? [] },
      ...(dataDir && { dataDir }),
    })
  } finally {
    unsubscribe('fastify.initialization', intercept)
  }
  const server = await starting.catch((cause) => {
    throw new Error(
      `The local ${options.what} cannot be opened (${dataDir ?? 'in memory'}: ${explain(cause)}). Move that folder away to start with an empty one.`,
      { cause },
    )
  })
  if (server.address !== `http://127.0.0.1:${server.port}`) {
    await server.stop()
    throw new Error(`The local ${options.what} listen on ${server.address}, not on the loopback address alone.`)
  }
  return {
    endpoint: server.address,
    hasDue(queue) {
      const { ready = [], delayed = [], inflight = [] } = server.inspectQueue(queue)?.messages ?? {}
      const now = Date.now()
      return (
        ready.length > 0 ||
        delayed.some(({ delayUntil = 0 }) => delayUntil <= now) ||
        inflight.some(({ visibilityDeadline }) => visibilityDeadline <= now)
      )
    },
    stop: () => server.stop(),
  }
}

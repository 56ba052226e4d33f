// B8: an authenticated call of ours beside Fastify that reads one item with the SDK and checks nobody.
import { Agent, createServer, request as httpRequest } from 'node:http'
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import fastify from 'fastify'
import { startSession } from '#functions/identity/session.ts'
import { readCookies } from '#functions/kit/browser-half.ts'
import { callApi } from '#infra/local/api.ts'
import { contracts } from '#shared/contracts/index.ts'
import { headers as names } from '#shared/wire.ts'
import type { Bench } from './platform.ts'
import { type Figure, ratio, shown } from './ratio.ts'

const CONNECTIONS = 16
const REQUESTS = 400

function load(port: number, path: string, headers: Record<string, string>): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const req = httpRequest({ port, host: '127.0.0.1', path, headers, agent }, (res) => {
        if (res.statusCode !== 200) reject(new Error(`${path} answered ${res.statusCode}`))
        res.resume().on('end', resolve)
      })
      req.on('error', reject).end()
    })
  return async () => {
    let left = REQUESTS
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (left-- > 0) await one()
      }),
    )
  }
}

/** Milliseconds of processor time of a request, the client's half in it. */
async function cpuOf(run: () => Promise<void>): Promise<string> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return ((user + system) / 1000 / REQUESTS).toFixed(1)
}

export async function benchCall(bench: Bench): Promise<Figure[]> {
  const { services, cast, keys } = bench
  const user = cast.users.cleo
  const facts = {
    requestId: 'bench',
    ip: '127.0.0.1',
    userAgent: 'bench',
    host: cast.hosts.northlight,
    timeZone: undefined,
    idempotencyKey: undefined,
    signals: { gpc: '', dnt: '', purpose: '' },
    place: '',
  }
  const trio = await startSession({ ...services, cookies: readCookies([]) }, user, cast.northlight, facts)

  const mine = createServer((req, res) => {
    const headers = {
      ...(req.headers as Record<string, string>),
      [names.forwardedHost]: cast.hosts.northlight,
      [names.viewerIp]: '127.0.0.1',
      [names.originVerify]: keys.originVerifySecret,
    }
    callApi({
      method: 'GET',
      path: req.url ?? '/',
      query: new URLSearchParams(),
      headers,
      body: Buffer.alloc(0),
      ip: '127.0.0.1',
    }).then((answer) => {
      res.writeHead(answer.statusCode ?? 200, answer.headers as Record<string, string>).end(answer.body)
    })
  })
  const peer = fastify()
  peer.get('/item', async () => {
    const { Item } = await services.table.client.send(
      new GetCommand({ TableName: services.table.name, Key: { pk: `U#${user.id}`, sk: 'USER' } }),
    )
    return Item
  })
  const portOf = (server: typeof mine) =>
    new Promise<number>((resolve) => server.listen(0, () => resolve((server.address() as { port: number }).port)))
  const [minePort] = await Promise.all([portOf(mine), peer.listen({ port: 0 })])
  const peerPort = (peer.server.address() as { port: number }).port

  const path = `/api${contracts.account.me.path.replace('{id}', user.id)}`
  const runPeer = load(peerPort, '/item', {})
  const runMine = load(minePort, path, { authorization: `Bearer ${trio.accessToken}` })
  const speed = await ratio(runPeer, runMine, 9, 2)
  const [peerCpu, mineCpu] = [await cpuOf(runPeer), await cpuOf(runMine)]
  mine.close()
  mine.closeAllConnections()
  await peer.close()
  return [
    {
      id: 'B8',
      what: 'Authenticated call (`account.me`: token, session, tree, validation, its own reads): requests a second over Fastify + SDK without any check',
      figure: shown(speed),
      goal: '>= 0.85',
      peer: `Fastify ${Math.round((REQUESTS / speed.aMs) * 1000)}/s; processor time of a request ${mineCpu} and ${peerCpu} ms`,
      met: speed.median >= 0.85,
    },
  ]
}

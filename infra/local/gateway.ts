// The edge and the gateway of one machine: the same split of paths as on AWS, and the same headers that only the edge sets.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { collectPath } from '#shared/pixel.ts'
import { headers as names } from '#shared/wire.ts'
import { callApi, type LocalRequest, lambdaContext, toEvent } from './api.ts'
import { serveStatic } from './static.ts'

type Door = (req: IncomingMessage, res: ServerResponse) => Promise<void>

export type GatewayOptions = {
  webDir: string
  originVerify: string
  /** Requests for the file store arrive at this host. */
  filesHost: string
  files: Door
  /** Pages that only this machine serves, by the beginning of their path. */
  local: { path: string; door: Door }[]
  /** The page at the bare host, which lists the tenants. */
  index: Door
  /** The time (ms) where it is not the real one: answers say it, and screens go by it. */
  now?: () => number | undefined
}

/** HTTP APIs refuse larger bodies themselves. */
const MAX_BODY = 10 * 1024 * 1024

/** Nor do functions take or give more than this. What is no text travels in base64, a third larger. */
const MAX_EVENT = 6 * 1024 * 1024
const isText = (type = '') => /^(text\/|application\/(.*\+)?(json|xml|javascript))/i.test(type)
const eventBytes = (body: Buffer, type: string | undefined) =>
  isText(type) ? Buffer.byteLength(JSON.stringify(body.toString('utf8'))) : Math.ceil(body.length / 3) * 4

async function readBody(req: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of req) {
    size += part.length
    if (size > MAX_BODY) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function toRequest(req: IncomingMessage, url: URL, body: Buffer, originVerify: string): LocalRequest {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(req.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(',') : value
  const ip = (req.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, '').replace(/^::1$/, '127.0.0.1')
  // Overwritten no matter what the client sent, as the edge does.
  headers[names.forwardedHost] = (req.headers.host ?? '').toLowerCase()
  headers[names.viewerIp] = ip
  headers[names.originVerify] = originVerify
  return { method: req.method ?? 'GET', path: url.pathname, query: url.searchParams, headers, body, ip }
}

function send(res: ServerResponse, result: APIGatewayProxyStructuredResultV2): void {
  // The whole answer counts, as JSON: a quote takes two bytes.
  if (Buffer.byteLength(JSON.stringify(result)) > MAX_EVENT)
    throw new Error('The answer is larger than a function may give.')
  res.statusCode = result.statusCode ?? 200
  for (const [name, value] of Object.entries(result.headers ?? {})) res.setHeader(name, String(value))
  if (result.cookies) res.setHeader('set-cookie', result.cookies)
  res.end(result.isBase64Encoded ? Buffer.from(result.body ?? '', 'base64') : result.body)
}

export function createGateway(options: GatewayOptions): Server {
  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const host = (req.headers.host ?? '').toLowerCase()
    if (host === options.filesHost) return options.files(req, res)
    const url = new URL(req.url ?? '/', 'http://gateway')
    const isBareHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)
    const local = options.local.find(
      ({ path }) => url.pathname === path || url.pathname.startsWith(`${path}/`) || url.pathname.startsWith(`${path}.`),
    )
    if (local) return local.door(req, res)
    if (isBareHost && url.pathname === '/') return options.index(req, res)
    const isApi = url.pathname === '/api' || url.pathname.startsWith('/api/')
    if (
      !isApi &&
      (req.method === 'GET' || req.method === 'HEAD') &&
      serveStatic(options.webDir, url.pathname, req, res)
    )
      return
    const body = await readBody(req)
    if (!body)
      return send(res, {
        statusCode: 413,
        headers: { 'content-type': 'application/json' },
        body: '{"message":"Request Too Long"}',
      })
    if (eventBytes(body, req.headers['content-type']) > MAX_EVENT)
      return send(res, {
        statusCode: 413,
        headers: { 'content-type': 'application/json' },
        body: '{"message":"Request Entity Too Large"}',
      })
    const request = toRequest(req, url, body, options.originVerify)
    if (isApi || url.pathname === collectPath) return send(res, await callApi(request))
    const { handler } = await import('#functions/hooks/page.ts')
    send(res, await handler(toEvent(request, '$default'), lambdaContext('page')))
  }

  return createServer((req, res) => {
    const now = options.now?.()
    if (now !== undefined) res.setHeader('date', new Date(now).toUTCString())
    answer(req, res).catch((error: Error) => {
      console.error(`A request failed: ${error.message}`)
      if (res.headersSent) return res.destroy()
      send(res, {
        statusCode: 500,
        headers: { 'content-type': 'application/json' },
        body: '{"message":"Internal Server Error"}',
      })
    })
  })
}

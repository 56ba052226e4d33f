// A receiver of webhooks on one machine: takes leads as a customer's own server would, checks both signatures, shows what came at
// `/_local/webhooks`, and fails on request.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { escapeXml } from '../files/errors.ts'
import { inboxPath } from '../mail-inbox.ts'
import { openMemory } from './memory.ts'

export const receiverPath = '/_local/webhooks'
/** What signs the letters of the demonstration's own webhooks. Real ones are random. */
export const demoWebhookSecret = `whsec_${Buffer.from('a secret that is none: local only').toString('base64')}`
/** Without a port, so that the same data serve a platform that was moved to another one. */
export const demoWebhookUrl = `http://localhost${receiverPath}/in/demonstration`

/** A status, a connection that is cut before anything was read or after all was, a redirect, or no answer at all. */
export type ReceiverFailure =
  | 400
  | 404
  | 410
  | 425
  | 429
  | 500
  | 503
  | 'refused'
  | 'answer lost'
  | 'redirect'
  | 'silence'
const failures: readonly ReceiverFailure[] = [500, 410, 429, 404, 'silence', 'answer lost']

export type Received = {
  at: number
  path: string
  /** The id of the letter, the same at each try. */
  webhookId: string
  /** Whether a secret that it knows made both signatures, within five minutes. */
  isSigned: boolean
  /** What it answered: a status, or how it failed. */
  answered: number | string
  body: Record<string, unknown>
  /** What was signed and by what, for who checks it by hand. */
  text: string
  headers: Record<string, string>
}

export type WebhookReceiver = {
  url: string
  /** For the local platform: the page, and what arrives below it. */
  door: (req: IncomingMessage, res: ServerResponse) => Promise<void>
  /** All that came, oldest first, answered or not. */
  received(): Received[]
  /** The next letters fail this way; `retryAfter` goes with a status. */
  fail(failure: ReceiverFailure, options?: { times?: number; retryAfter?: string; message?: string }): void
  /** Signatures of this secret are right from now on. */
  trust(secret: string): void
  /** Forgets what came, and works again. */
  clear(): void
  stop(): Promise<void>
}

const signedBy = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-signature']
const MOST_KEPT = 500
const MOST_AGE_MS = 5 * 60_000
const MOST_BODY = 100_000

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const headerOf = (req: IncomingMessage, name: string) => String(req.headers[name] ?? '')

type Planned = { failure: ReceiverFailure; retryAfter?: string; message?: string }

export async function startWebhookReceiver(
  options: { secrets?: readonly string[]; now?: () => number; file?: string | null } = {},
): Promise<WebhookReceiver> {
  const { now = Date.now, file = null } = options
  const came: { all: Received[]; planned: Planned[]; trusted: string[] } = { all: [], planned: [], trusted: [] }
  const memory = openMemory(file, { came })

  /** By the words of the Standard Webhooks specification, apart from our own code that signs. */
  function isSigned(req: IncomingMessage, body: string): boolean {
    const [id, timestamp] = [headerOf(req, 'webhook-id'), headerOf(req, 'webhook-timestamp')]
    if (!id || Math.abs(now() - Number(timestamp) * 1000) > MOST_AGE_MS) return false
    return [...(options.secrets ?? []), ...came.trusted].some((secret) => {
      const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
      const standard = `v1,${createHmac('sha256', bytes).update(`${id}.${timestamp}.${body}`).digest('base64')}`
      const plain = createHmac('sha256', secret).update(body).digest('hex')
      const given = headerOf(req, 'webhook-signature').split(' ')
      // After a new secret was made, the one before signs in a header of its own.
      const isPlain = ['x-signature', 'x-signature-old'].some((name) => isSame(headerOf(req, name), plain))
      return given.some((one) => isSame(one, standard)) && isPlain
    })
  }

  function answer(plan: Planned | undefined, req: IncomingMessage, res: ServerResponse): number | string {
    const { failure, retryAfter, message } = plan ?? {}
    if (failure === undefined) {
      res.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"success"}')
      return 200
    }
    if (failure === 'silence') return failure
    if (failure === 'answer lost' || failure === 'refused') {
      req.socket.destroy()
      return failure
    }
    if (failure === 'redirect') {
      res.writeHead(302, { location: `${receiverPath}/in/elsewhere` }).end()
      return failure
    }
    res.writeHead(failure, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end(message ?? 'Not now.')
    return failure
  }

  async function receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const plan = came.planned.shift()
    memory.changed()
    if (plan?.failure === 'refused') return void answer(plan, req, res)
    const body = (await text(req)).slice(0, MOST_BODY)
    let parsed: unknown
    try {
      parsed = JSON.parse(body)
    } catch {
      parsed = { text: body }
    }
    const received: Received = {
      at: now(),
      path: req.url ?? '',
      webhookId: headerOf(req, 'webhook-id'),
      isSigned: isSigned(req, body),
      answered: 0,
      body: { ...Object(parsed) },
      text: body,
      headers: Object.fromEntries(signedBy.map((name) => [name, headerOf(req, name)])),
    }
    came.all.push(received)
    if (came.all.length > MOST_KEPT) came.all.shift()
    received.answered = answer(plan, req, res)
  }

  const fail: WebhookReceiver['fail'] = (failure, { times = 1, ...more } = {}) => {
    for (let index = 0; index < times; index++) came.planned.push({ failure, ...more })
    memory.changed()
  }

  const trust = (secret: string) => {
    came.trusted.push(secret)
    memory.changed()
  }

  async function command(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    // A page of somebody else may send a form here; only this page (or a program) may command.
    const isOwnPage = ['same-origin', 'none', undefined].includes(req.headers['sec-fetch-site']?.toString())
    if (!isOwnPage) return void res.writeHead(403).end()
    const form = new URLSearchParams(await text(req))
    if (path === '/clear') came.all = []
    const failure = failures.find((each) => String(each) === form.get('failure'))
    const times = Math.min(100, Math.max(1, Number(form.get('times')) || 1))
    if (path === '/fail' && failure !== undefined)
      fail(failure, { times, ...(failure === 429 && { retryAfter: '10' }) })
    if (path === '/work') came.planned = []
    const secret = form.get('secret') ?? ''
    if (path === '/trust' && secret.startsWith('whsec_')) trust(secret)
    memory.changed()
    res.writeHead(303, { location: receiverPath }).end()
  }

  async function door(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = (req.url ?? '').replace(/[?#].*$/, '').slice(receiverPath.length)
    if (req.method === 'POST') return path.startsWith('/in/') ? receive(req, res) : command(req, res, path)
    if (path === '.json') {
      res.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      return void res.end(JSON.stringify(came.all))
    }
    res.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'",
      'cache-control': 'no-store',
    })
    // A webhook is called at this machine, no matter under which tenant's name the page was opened.
    const port = /:\d{1,5}$/.exec(headerOf(req, 'host'))?.[0] ?? ''
    res.end(page(`http://localhost${port}${receiverPath}/in/customer`, came.all, came.planned))
  }

  const server = createServer((req, res) => {
    receive(req, res).catch(() => res.writeHead(400).end())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    url: `http://localhost:${typeof address === 'object' && address ? address.port : 0}`,
    door,
    received: () => [...came.all],
    fail,
    trust,
    clear() {
      came.all = []
      came.planned = []
      memory.changed()
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // Those that wait for an answer that never comes.
        server.closeAllConnections()
        memory.close()
      }),
  }
}

const button = (action: string, label: string) =>
  `<form method="post" action="${receiverPath}/${action}"><button>${label}</button></form>`

function entry({ at, path, isSigned, answered, webhookId, body }: Received): string {
  const iso = new Date(at).toISOString()
  const name = [body.first_name, body.last_name].filter((part) => typeof part === 'string' && part).join(' ')
  return `<li><h2>${escapeXml(name || String(body.event ?? 'Something else'))}</h2>
<p><time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time> · ${isSigned ? 'signed by a known secret' : 'its signature is not known here'} · answered ${escapeXml(String(answered))}</p>
<dl><dt>To</dt><dd>${escapeXml(path)}</dd><dt>Id</dt><dd>${escapeXml(webhookId)}</dd></dl><pre>${escapeXml(JSON.stringify(body, null, 2))}</pre></li>`
}

function page(address: string, all: readonly Received[], planned: readonly Planned[]): string {
  const choices = failures.map((failure) => `<option value="${failure}">${failure}</option>`).join('')
  const left = planned.length === 1 ? 'The next letter fails' : `The next ${planned.length} letters fail`
  const works = planned.length === 0 ? '<p>It works.</p>' : `<p>${left}.</p>${button('work', 'Work again')}`
  const list = all.length === 0 ? '<p>Nothing came yet.</p>' : `<ul>${[...all].reverse().map(entry).join('')}</ul>`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Webhooks</title><link rel="stylesheet" href="${inboxPath}.css"><main>
<header><h1>Received webhooks</h1>${all.length ? button('clear', 'Delete all') : ''}</header>
<p><label>Leads that are sent to this address arrive here; its last word may be any name. <input value="${address}" size="45" readonly></label></p>
${works}<form method="post" action="${receiverPath}/fail"><p><label>Fail with <select name="failure">${choices}</select></label>
<label>times <input name="times" type="number" min="1" max="100" value="3"></label> <button>Fail</button></p></form>
<form method="post" action="${receiverPath}/trust"><p><label>Check signatures of <input name="secret" placeholder="whsec_…" autocomplete="off"></label> <button>Check</button></p></form>
${list}</main></html>`
}

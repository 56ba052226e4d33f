// The captcha service on one machine: the same protocol, tokens that work once for two minutes, and failures on request.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

export type CaptchaFailure = 500 | 429 | 'timeout' | 'garbage' | 'refused'

export type CaptchaDouble = {
  url: string
  secret: string
  /** A token as the widget of a page on this host would get it. */
  solve(host: string, options?: { score?: number; isRobot?: boolean }): string
  /** How many tokens were asked about. */
  asked(): number
  /** The next requests fail this way. */
  fail(failure: CaptchaFailure, times?: number): void
  stop(): Promise<void>
}

const LIFE_MS = 120_000
/** Where pages of this machine get a token, in the place of the service's own script. */
export const captchaPath = '/_local/captcha'
type Solved = { host: string; at: number; score: number | undefined; isRobot: boolean }

const json = (res: ServerResponse, body: unknown) =>
  res.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))

export async function startCaptcha(options: { secret: string; now?: () => number }): Promise<CaptchaDouble> {
  const { secret, now = Date.now } = options
  const tokens = new Map<string, Solved>()
  let asked = 0
  let failing: { failure: CaptchaFailure; times: number } | undefined

  function answerFailure(failure: CaptchaFailure, req: IncomingMessage, res: ServerResponse): void {
    if (failure === 'timeout') return
    if (failure === 'refused') req.socket.destroy()
    else if (failure === 'garbage') res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sorry</h1>')
    else res.writeHead(failure).end()
  }

  function judge(given: URLSearchParams) {
    const no = (...codes: string[]) => ({ success: false, 'error-codes': codes })
    if (!given.get('secret')) return no('missing-input-secret')
    if (given.get('secret') !== secret) return no('invalid-input-secret')
    const token = given.get('response')
    if (!token) return no('missing-input-response')
    const solved = tokens.get(token)
    tokens.delete(token)
    if (!solved) return no('invalid-input-response')
    if (now() - solved.at > LIFE_MS) return no('timeout-or-duplicate')
    const { host, at, score, isRobot } = solved
    const challenge_ts = new Date(at).toISOString()
    return { success: !isRobot, challenge_ts, hostname: host, ...(score !== undefined && { score, action: 'login' }) }
  }

  const server = createServer(async (req, res) => {
    if (req.method !== 'POST' || req.url !== '/recaptcha/api/siteverify') {
      res.writeHead(404).end()
      return
    }
    asked++
    if (failing && failing.times > 0) {
      failing.times--
      answerFailure(failing.failure, req, res)
      return
    }
    json(res, judge(new URLSearchParams(await text(req))))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  return {
    url: `http://127.0.0.1:${port}`,
    secret,
    solve(host, { score, isRobot = false } = {}) {
      const token = `local-${randomUUID()}`
      tokens.set(token, { host, at: now(), score, isRobot })
      return token
    },
    asked: () => asked,
    fail(failure, times = Number.POSITIVE_INFINITY) {
      failing = { failure, times }
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Stands in for the widget: a page asks by POST, which no other site's page can do with an answer, and gets a token. */
export const createCaptchaDoor =
  (captcha: CaptchaDouble) =>
  async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (req.method !== 'POST') return void res.writeHead(405, { allow: 'POST' }).end()
    const host = (req.headers.host ?? '').toLowerCase().replace(/:\d+$/, '')
    res.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end(captcha.solve(host))
  }

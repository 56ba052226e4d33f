// A whole platform for one suite: its own engines in memory, its own tenants, a clock that can be set.
// Requests go through the same gateway code and the same handlers as everywhere else.
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { callTime } from '#functions/gateways/time-left.ts'
import { hashing } from '#functions/identity/password.ts'
import { patience } from '#functions/identity/sign-in.ts'
import { clock } from '#functions/kit/clock.ts'
import { constantTime } from '#functions/kit/constant-time-refusal.ts'
import { time } from '#functions/kit/pace.ts'
import { forgetServices, services as openServices, type Services } from '#functions/kit/services.ts'
import { forgetTenants } from '#functions/kit/tenant.ts'
import { callApi, type LocalRequest } from '#infra/local/api.ts'
import { type AdPartnerDouble, startAdPartner } from '#infra/local/doubles/ad-partner.ts'
import { type StripeDouble, startStripe } from '#infra/local/doubles/stripe.ts'
import { startToolDoubles, type ToolDoubles } from '#infra/local/doubles/tools/index.ts'
import { type Engines, startEngines } from '#infra/local/engines.ts'
import { functionEnvironment } from '#infra/local/environment.ts'
import { type LocalKeys, loadKeys } from '#infra/local/keys.ts'
import { type MailSink, startMailSink } from '#infra/local/mail.ts'
import { openRunner } from '#infra/local/runner.ts'
import { type CallName, findCall, type Input, type Output } from '#shared/contracts/index.ts'
import { MINUTE } from '#shared/dates.ts'
import { headers as names } from '#shared/wire.ts'
import { type Cast, homeOf, type Member, PASSWORD, plantCast } from './cast.ts'
import { wrapDt } from './dt.ts'
import { endWithFile } from './file-end.ts'
import './check-models-once.ts'
import { guardPowers } from './powers-guard.ts'
import { quickenClient, quickenQueues } from './quick-line.ts'
import { acting, actingOf, setTripwire, unexplained } from './tripwire.ts'

export type Answer<Body = unknown> = {
  status: number
  headers: Record<string, string>
  body: Body
  /** As they were set, with their attributes. */
  cookies?: string[]
}
export type Failed = {
  result: 'failed'
  message: string
  code: string
  fields?: Record<string, string>
  requestId: string
}

/** What a body may hold: status tells which. `result` says success in one and failed in the other. */
export type Said<Body> = (Body extends { result: unknown } ? Omit<Body, 'result'> : Body) & Failed

type Options = {
  /** Host of the request; the caller's home unless said otherwise. */
  host?: string
  token?: string | null
  headers?: Record<string, string>
  ip?: string
  /** Sent as it is instead of being wrapped by the contract's body kind. */
  rawBody?: { contentType: string; bytes: Buffer | string }
}

const FILES_ORIGIN = 'http://s3.localhost:8787'
let suites = 0
let platforms = 0
// Files share a process and its modules, which spares loading them a hundred times: what one file set, the next must not see.
const cleanEnvironment = { ...process.env }
const realCost = hashing.cost

function forgetEarlierSuites() {
  for (const name of Object.keys(process.env)) if (!(name in cleanEnvironment)) delete process.env[name]
  Object.assign(process.env, cleanEnvironment)
  clock.now = () => Date.now()
  // Nothing here measures time, so no refusal waits for its even one.
  constantTime.stepMs = 0
  // A busy machine may take its time over fifty sign-ins at once.
  patience.ms = 600_000
  // Nobody waits for a turn at the payment provider either; who tests the pace sets a time of their own.
  Object.assign(time, { now: () => performance.now(), sleep: async () => undefined })
  Object.assign(callTime, { ms: 20_000, now: () => performance.now() })
  // A hash is as strong as its cost, and nothing here guesses: counted are hashes, not what each of them takes.
  hashing.cost = { memory: 8, passes: 1, parallelism: 1 }
  forgetServices()
  forgetTenants()
}

/**
 * `hasSdk`: for suites about the way to the table itself. The others reach the same engine without the SDK's layers, which cost
 * most of the time of a request; that both ways answer alike is proven by the quick line's own tests.
 */
type Wanted = {
  env?: Record<string, string>
  cast?: boolean
  hasSdk?: boolean
  /** When it begins; its clock stands there until it is set. */
  at?: number
}

export async function harness(options: Wanted = {}) {
  forgetEarlierSuites()
  const { at } = options
  if (at !== undefined) clock.now = () => at
  // Another implementation of the same services may be put under the tests (npm run aws:crosscheck).
  const given: Record<string, string> = JSON.parse(process.env.CROSSCHECK_ENDPOINTS ?? '{}')
  // Its engine is shared by all platforms of a file: each has a table of its own, as it has an engine of its own otherwise.
  if (Object.keys(given).length > 0) given.TABLE_NAME = `leadloom-${++platforms}`
  const engines: Engines = await startEngines({ dataDir: null, env: given })
  const keys: LocalKeys = await loadKeys(null)
  const mails: MailSink = await startMailSink({ dir: null })
  const tools: ToolDoubles = await startToolDoubles({ now: () => clock.now() })
  const adPartner: AdPartnerDouble = await startAdPartner({ key: 'test-ad-partner' })
  const stripe: StripeDouble = await startStripe({ file: null, now: () => clock.now() })
  Object.assign(
    process.env,
    functionEnvironment(engines, keys, {
      platformDomain: 'localhost:8787',
      filesOrigin: FILES_ORIGIN,
      smtpUrl: `smtp://127.0.0.1:${mails.port}`,
      stripe,
      tools: tools.environment,
      adPartner,
    }),
    {
      LOG_LEVEL: 'SILENT',
      POWERTOOLS_LOG_LEVEL: 'SILENT',
      POWERTOOLS_DEV: 'false',
      // What goes wrong on purpose is not tried again behind the test's back.
      STRIPE_RETRIES: '0',
      ...options.env,
    },
  )
  const services: Services = await openServices()
  const isOurs = engines.embedded.includes('DYNAMODB')
  const quicken = (fresh: Services) =>
    isOurs && !options.hasSdk ? quickenClient(fresh.table, engines.endpoints.dynamodb) : () => undefined
  const hangUp = quicken(services)
  const isOwnQueues = engines.embedded.includes('SQS') && !options.hasSdk
  const hangUpQueues = isOwnQueues ? quickenQueues(engines.endpoints.sqs) : () => undefined
  guardPowers(services)
  const tripwire = setTripwire(services)
  // Where a handler goes on without what it was refused, no answer tells of it.
  endWithFile(() => {
    if (tripwire.violations.length > 0)
      throw new Error(`Rows of others were touched:\n${[...new Set(tripwire.violations)].join('\n')}`)
  })
  const runner = openRunner({ endpoint: engines.endpoints.sqs, queueUrl: engines.queueUrl, hasDue: engines.hasDue })
  endWithFile(async () => {
    hashing.cost = realCost
    runner.close()
    await mails.stop()
    await Promise.all([stripe.stop(), tools.stop(), adPartner.stop()])
    hangUp()
    hangUpQueues()
    await engines.stop()
  })

  let cast: Cast | undefined
  const plant = async () => plantCast(services, { domain: 'localhost', tag: `-t${++suites}` })
  if (options.cast !== false) cast = await plant()
  const people = (): Cast => {
    if (!cast) throw new Error('This harness was started without a cast.')
    return cast
  }

  const tokens = new Map<Member, { token: string; at: number }>()
  /** What the browser that got a refresh token would send with it. */
  const jar = new Map<string, string>()
  const hostOf = (who: Member | null) => people().hosts[who ? homeOf[who] : 'northlight']

  async function send(
    request: Partial<LocalRequest> & { method: string; path: string },
    host: string,
    call?: CallName,
  ): Promise<Answer> {
    const full: LocalRequest = {
      query: new URLSearchParams(),
      body: Buffer.alloc(0),
      ip: '203.0.113.7',
      ...request,
      // What the edge does: host, address and the door's secret are ours, no matter what was sent.
      headers: {
        'user-agent': 'vitest',
        ...request.headers,
        [names.forwardedHost]: host,
        [names.viewerIp]: request.ip ?? '203.0.113.7',
        [names.originVerify]: keys.originVerifySecret,
      },
    }
    const asking = actingOf(full.headers.authorization)
    const who = asking && { ...asking, ...(call && { call }), looks: [] }
    const result = toAnswer(await (who ? acting.run(who, () => callApi(full)) : callApi(full)))
    if (who && result.status < 400)
      for (const row of unexplained(who))
        tripwire.violations.push(`${who.call ?? full.path} went on after a look at ${row}`)
    return result
  }

  /** Makes a call as a member of the cast (or nobody) the way the web client does: path, query, or `dt` by the contract. */
  async function call<Name extends CallName>(
    who: Member | null,
    name: Name,
    input: Input<Name>,
    more: Options = {},
  ): Promise<Answer<Said<Output<Name>>>> {
    const contract = findCall(name)
    const host = more.host ?? hostOf(who)
    const token = more.token === undefined ? (who ? await tokenOf(who) : null) : more.token
    const rest: Record<string, unknown> = { ...(input as object) }
    const path = `/api${contract.path.replace(/\{(\w+)\}/g, (_, field: string) => {
      const value = rest[field]
      delete rest[field]
      return encodeURIComponent(String(value))
    })}`
    const kept = 'refresh_token' in rest ? jar.get(String(rest.refresh_token)) : undefined
    const headers: Record<string, string> = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(kept && { cookie: kept }),
      ...more.headers,
    }
    const query = new URLSearchParams()
    let body = Buffer.alloc(0)
    if (more.rawBody) {
      headers['content-type'] = more.rawBody.contentType
      body = Buffer.from(more.rawBody.bytes)
    } else if (contract.body === 'none') {
      for (const [key, value] of Object.entries(rest)) if (value !== undefined) query.set(key, String(value))
    } else {
      headers['content-type'] = 'application/json'
      const encrypted = contract.body === 'dt' || contract.body === 'form'
      const plain = encrypted
        ? {
            dt: await wrapDt(keys.encryption, rest, {
              method: contract.method,
              path,
              host,
              token,
              now: services.now(),
            }),
          }
        : rest
      body = Buffer.from(JSON.stringify(plain))
    }
    if (contract.idempotent === true) headers[names.idempotencyKey] ??= crypto.randomUUID()
    const answer = await send(
      { method: contract.method, path, query, headers, body, ...(more.ip && { ip: more.ip }) },
      host,
      name,
    )
    const { refresh_token } = Object(answer.body) as { refresh_token?: unknown }
    const cookie = answer.cookies?.[0]?.split(';', 1)[0] ?? kept
    if (typeof refresh_token === 'string' && cookie) jar.set(refresh_token, cookie)
    // A person who is let in again was signed out, and signs in with their next call.
    if (name === 'security.unlock' && answer.status === 200) tokens.clear()
    // @NOTE tests look at status first; the body is then what the contract or the failure shape says.
    return answer as Answer<Said<Output<Name>>>
  }

  /** For members without a second step: the person who has one is answered a challenge instead of tokens. */
  async function signIn(who: Member, more: Options = {}): Promise<Answer<Said<Output<'session.refresh'>>>> {
    const answer = await call(
      null,
      'session.login',
      { username: people().users[who].email, password: PASSWORD },
      { host: hostOf(who), ip: `198.51.100.${(Math.random() * 250) | 0}`, ...more },
    )
    // @NOTE suites that turn the second step on look at the body with `call` themselves.
    return answer as Answer<Said<Output<'session.refresh'>>>
  }

  async function tokenOf(who: Member): Promise<string> {
    // Where real time runs, a file on a busy machine takes longer than a token, or the right to what asks for a fresh sign-in, lives.
    const known = tokens.get(who)
    if (known && Math.abs(clock.now() - known.at) < 10 * MINUTE) return known.token
    const answer = await signIn(who)
    if (answer.status !== 200) throw new Error(`${who} could not sign in: ${JSON.stringify(answer.body)}`)
    tokens.set(who, { token: answer.body.access_token, at: clock.now() })
    return answer.body.access_token
  }

  return {
    engines,
    keys,
    mails,
    stripe,
    adPartner,
    tools,
    services,
    runner,
    /** What calls of this suite reached for outside their tree. */
    violations: tripwire.violations,
    call,
    send,
    signIn,
    tokenOf,
    hostOf,
    db: services.db,
    filesOrigin: FILES_ORIGIN,
    get cast() {
      return people()
    },
    plant,
    /** Forgets kept tokens, so that the next call signs in again. */
    forgetTokens: () => tokens.clear(),
    forgetTenants,
    /** The next call is the first of its function: nothing is kept that an earlier one had read. */
    async coldStart() {
      forgetServices()
      forgetTenants()
      const fresh = await openServices()
      endWithFile(quicken(fresh))
      guardPowers(fresh)
      setTripwire(fresh, tripwire)
    },
    /** Works off all queues until they are empty. */
    drain: () => runner.drain(),
    /** Mails that reached an address once the queues are empty, newest first. */
    async mailsTo(email: string) {
      await runner.drain()
      const mine = (await mails.list()).filter((mail) => mail.to.includes(email))
      return (await Promise.all(mine.map((mail) => mails.get(mail.id)))).filter((mail) => mail !== undefined)
    },
    /** Sets the platform's clock; without an argument real time runs again. */
    setClock(at?: number) {
      clock.now = at === undefined ? () => Date.now() : () => at
      tokens.clear()
      forgetTenants()
    },
  }
}
export type Harness = Awaited<ReturnType<typeof harness>>

function toAnswer(result: APIGatewayProxyStructuredResultV2): Answer {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(result.headers ?? {})) headers[name.toLowerCase()] = String(value)
  const text = result.body ?? ''
  const isJson = headers['content-type']?.includes('json')
  const body = isJson && text ? JSON.parse(text) : text
  return { status: result.statusCode ?? 200, headers, body, ...(result.cookies && { cookies: result.cookies }) }
}

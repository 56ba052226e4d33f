// One request to the double: key, account, fault, idempotency, types, operation, answer. In that order, as Stripe does it.
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { accountOperations } from './accounts.ts'
import type { Call, Operation } from './call.ts'
import { chargeOperations } from './charges.ts'
import { customerOperations } from './customers.ts'
import { disputeOperations } from './disputes.ts'
import { invalidRequest, StripeRefusal, unauthorized } from './errors.ts'
import type { Faults } from './faults.ts'
import { feeOperations } from './fees.ts'
import { parseForm } from './form.ts'
import { moneyOperations } from './money.ts'
import { paymentIntentOperations } from './payment-intents.ts'
import { payoutOperations } from './payouts.ts'
import { refundOperations } from './refunds.ts'
import { checkRequest, stripeSchemas } from './schemas.ts'
import { setupIntentOperations } from './setup-intents.ts'
import { randomId, type Store } from './store.ts'

const operations: Record<string, Operation> = {
  ...customerOperations,
  ...setupIntentOperations,
  ...paymentIntentOperations,
  ...accountOperations,
  ...chargeOperations,
  ...refundOperations,
  ...feeOperations,
  ...disputeOperations,
  ...payoutOperations,
  ...moneyOperations,
}
/** All that a browser may do with the key that everybody sees. */
const forBrowsers: readonly string[] = ['POST /v1/payment_methods']
const KEEP_KEYS_MS = 24 * 60 * 60 * 1000

export type Seen = { operation: string; account: string; key: string | undefined; status: number; replayed: boolean }
type Options = {
  store: Store
  faults: Faults
  secretKey: string
  publishableKey: string
  now: () => number
  pages: () => string
  searchLag: () => number
  emit: (type: string, object: { id: string }, account: string, requestId: string) => void
  saw: (seen: Seen) => void
}
type Answer = { status: number; body: string }

/** The operation that a path means, and the id in it. */
function find(method: string, path: string): { name: string; id: string } {
  const literal = `${method} ${path}`
  if (literal in operations) return { name: literal, id: '' }
  for (const name of Object.keys(operations)) {
    const pattern = new RegExp(`^${name.replace('{id}', '([^/]+)')}$`)
    const id = pattern.exec(literal)?.[1]
    if (id) return { name, id: decodeURIComponent(id) }
  }
  throw invalidRequest(`Unrecognized request URL (${method}: ${path}).`, undefined, undefined, 404)
}

const asJson = (body: object) => JSON.stringify(body, null, 2)

export function createServing(options: Options) {
  const { store, faults, now } = options
  const running = new Set<string>()

  function checkKey(req: IncomingMessage, name: string): void {
    const given = String(req.headers.authorization ?? '')
    const key = given.startsWith('Basic ')
      ? (Buffer.from(given.slice(6), 'base64').toString().split(':')[0] ?? '')
      : given.replace(/^Bearer /, '')
    if (key === options.publishableKey && forBrowsers.includes(name)) return
    if (key !== options.secretKey) throw unauthorized()
  }

  function checkHeaders(req: IncomingMessage, account: string): void {
    const version = req.headers['stripe-version']
    if (version && version !== stripeSchemas().api) throw invalidRequest(`Invalid Stripe API version: ${version}`)
    if (account && !store.get('', 'account', account))
      throw new StripeRefusal(403, {
        type: 'invalid_request_error',
        code: 'account_invalid',
        message: `The provided key does not have access to account '${account}' (or that account does not exist).`,
      })
  }

  function run(name: string, call: Call): Answer {
    try {
      const operation = operations[name]
      if (!operation) throw invalidRequest(`Unrecognized request URL (${name}).`, undefined, undefined, 404)
      return { status: 200, body: asJson(operation(call)) }
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
      return { status: error.status, body: asJson({ error: error.body }) }
    }
  }

  /** The same key gives the same answer, no matter what became of the first request. What never began is not remembered. */
  async function once(key: string | undefined, call: Call, name: string, before: () => Promise<Answer | undefined>) {
    if (!key) return { ...((await before()) ?? run(name, call)), replayed: false }
    const scoped = `${call.account} ${key}`
    store.forgetKeys(now() - KEEP_KEYS_MS)
    const params = createHash('sha256')
      .update(`${name} ${call.id} ${JSON.stringify(call.params)}`)
      .digest('hex')
    const known = store.findKey(call.account, key)
    if (known && known.params !== params)
      throw new StripeRefusal(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    if (known) return { status: known.status, body: known.body, replayed: true }
    if (running.has(scoped))
      throw new StripeRefusal(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: `There is currently another in-progress request using this Idempotent Key (${key}).`,
      })
    running.add(scoped)
    try {
      const answer = (await before()) ?? run(name, call)
      store.rememberKey(call.account, key, { params, ...answer, at: now() })
      return { ...answer, replayed: false }
    } finally {
      running.delete(scoped)
    }
  }

  async function serve(req: IncomingMessage, res: ServerResponse, url: URL, requestId: string): Promise<void> {
    const method = req.method ?? 'GET'
    const { name, id } = find(method, url.pathname)
    checkKey(req, name)
    const account = String(req.headers['stripe-account'] ?? '')
    checkHeaders(req, account)
    const params = parseForm(method === 'POST' ? await text(req) : url.search.slice(1))
    const call: Call = {
      store,
      account,
      params,
      id,
      searchLag: options.searchLag(),
      pages: options.pages(),
      now: Math.floor(now() / 1000),
      emit: (type, object, of = account) => options.emit(type, object, of, requestId),
    }
    const key = method === 'POST' ? req.headers['idempotency-key']?.toString() : undefined
    const planned = faults.next(name)
    if (planned?.fault === 'lost before') return
    if (planned?.fault === 'gateway before') return faults.noAnswer(res)
    if (planned?.fault === 429 || planned?.fault === 500) return faults.answer(res, planned.fault)
    checkRequest(name, params)
    const before = async () => {
      if (planned?.fault === 'hold') await planned.release
      return planned?.fault === '500 kept' ? faults.broken : undefined
    }
    const { status, body, replayed } = await once(key, call, name, before)
    options.saw({ operation: name, account, key, status, replayed })
    if (planned?.fault === 'lost after') return
    if (planned?.fault === 'gateway after') return faults.noAnswer(res)
    res.writeHead(status, {
      'content-type': 'application/json',
      'request-id': requestId,
      'stripe-version': stripeSchemas().api,
      ...(key && { 'idempotency-key': key }),
      ...(replayed && { 'idempotent-replayed': 'true' }),
    })
    res.end(body)
  }

  return async (req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> => {
    const requestId = randomId('req', 14)
    try {
      await serve(req, res, url, requestId)
    } catch (error) {
      const refusal =
        error instanceof StripeRefusal
          ? error
          : new StripeRefusal(500, { type: 'api_error', message: `The double broke: ${error}` })
      res.writeHead(refusal.status, { 'content-type': 'application/json', 'request-id': requestId })
      res.end(asJson({ error: refusal.body }))
    }
  }
}

// Stripe on one machine: the same protocol over HTTP, its test cards, its onboarding page, and events that are really signed.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { isStep, type Step } from './stripe/accounts.ts'
import { AWAY, actBy, byHand } from './stripe/by-hand.ts'
import type { Call } from './stripe/call.ts'
import { methodOf } from './stripe/customers.ts'
import { StripeRefusal } from './stripe/errors.ts'
import { type Fault, openFaults } from './stripe/faults.ts'
import type { Account, Event, Kind, Objects } from './stripe/objects.ts'
import { type Deliver, openOutbox } from './stripe/outbox.ts'
import { dashboardPage, gonePage, onboardingPage, paymentsPage } from './stripe/pages.ts'
import { endPayment } from './stripe/payment-intents.ts'
import { stripeSchemas, warmUp } from './stripe/schemas.ts'
import { createServing, type Seen } from './stripe/server.ts'
import { endSetup } from './stripe/setup-intents.ts'
import { openStore, randomId } from './stripe/store.ts'

/** Keys of the local platform. They are good for nothing else. */
const stripeKeys = {
  secretKey: 'sk_test_leadloom_local',
  publishableKey: 'pk_test_leadloom_local',
  webhookSecret: 'whsec_leadloom_local',
} as const
/** Where browsers find the double on a developer's machine. */
export const stripePath = '/_local/stripe'
/** How many charges of an account its page shows. */
const SHOWN = 30

type Options = {
  /** A file that outlives a restart; null keeps everything in memory. */
  file: string | null
  now?: () => number
  /** Address under which browsers reach its pages, when it is not its own. */
  pages?: string
}

export async function startStripe(options: Options) {
  const now = options.now ?? (() => Date.now())
  const store = openStore(options.file)
  const faults = openFaults()
  const outbox = openOutbox({ store, secret: stripeKeys.webhookSecret, now })
  const seen: Seen[] = []
  let deliver: Deliver | undefined
  let searchLag = 0
  let address = ''
  const pages = () => options.pages ?? address

  const tell = () => {
    if (deliver) void outbox.flush(deliver)
  }

  function emit(type: string, object: { id: string }, account: string, requestId: string | null): void {
    const event: Event = {
      id: randomId('evt'),
      object: 'event',
      created: Math.floor(now() / 1000),
      api_version: stripeSchemas().api,
      type,
      ...(account && { account }),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: requestId, idempotency_key: null },
    }
    store.put(account, 'event', event)
    // Of an account that is not the platform's any more it is told nothing.
    if (!account || store.get('', 'account', account)) store.enqueue(event, now())
    setImmediate(tell)
  }

  const serve = createServing({
    store,
    faults,
    now,
    pages,
    emit,
    secretKey: stripeKeys.secretKey,
    publishableKey: stripeKeys.publishableKey,
    searchLag: () => searchLag,
    saw: (each) => void seen.push(each),
  })

  const callIn = (account: string): Call => ({
    store,
    account,
    params: {},
    id: '',
    pages: pages(),
    searchLag,
    now: Math.floor(now() / 1000),
    emit: (type, object, of = account) => emit(type, object, of, null),
  })

  const hand = byHand(callIn)
  const setAccount = (id: string, step: Step): Account => hand.setAccount(id, step)

  /** What the owner of a card did on the page of its bank; the secret says of which payment or set-up. */
  function authenticate(clientSecret: string, account: string, hasAgreed: boolean): object {
    const id = clientSecret.split('_secret_')[0] ?? ''
    const call = callIn(account)
    const setup = store.get(account, 'setup_intent', id)
    if (setup?.client_secret === clientSecret) return endSetup(call, setup, hasAgreed)
    const payment = store.get(account, 'payment_intent', id)
    if (payment?.client_secret === clientSecret) return endPayment(call, payment, hasAgreed)
    throw new StripeRefusal(404, { type: 'invalid_request_error', message: 'There is nothing to authenticate.' })
  }

  const html = (res: ServerResponse, status: number, body: string) =>
    res.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(body)

  async function onboarding(req: IncomingMessage, res: ServerResponse, id: string): Promise<unknown> {
    const link = store.get('', 'account_link', id)
    const account = link && store.get('', 'account', link.account)
    if (!link || !account) return html(res, 404, gonePage())
    if (link.isUsed) return res.writeHead(303, { location: link.refresh_url }).end()
    if (req.method !== 'POST') return html(res, 200, onboardingPage(link, account))
    const step = new URLSearchParams(await text(req)).get('step') ?? ''
    store.put('', 'account_link', { ...link, isUsed: true })
    if (isStep(step)) setAccount(account.id, step)
    return res.writeHead(303, { location: link.return_url }).end()
  }

  function dashboard(res: ServerResponse, id: string): unknown {
    const account = store.get('', 'account', id)
    if (!account) return html(res, 404, gonePage())
    const charged = store.list(id, 'payment_intent').reduce((sum, each) => sum + each.amount_received, 0)
    const passed = store.list('', 'transfer').filter((each) => each.destination === id)
    return html(res, 200, dashboardPage(account, charged + passed.reduce((sum, each) => sum + each.amount, 0)))
  }

  /** Buttons for what happens by hand. A browser comes back to the page; a program is told what there is then. */
  async function act(req: IncomingMessage, res: ServerResponse): Promise<unknown> {
    try {
      const done = actBy(hand, new URLSearchParams(await text(req)))
      if (req.headers.accept?.includes('text/html'))
        return res.writeHead(303, { location: `${pages()}/payments` }).end()
      return res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(done))
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
      return res
        .writeHead(error.status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: error.body }))
    }
  }

  function payments(res: ServerResponse): unknown {
    const accounts = store.list('', 'account')
    const of = (account: string) => ({
      account,
      charges: store.list(account, 'charge').slice(0, SHOWN),
      disputes: store.list(account, 'dispute').slice(0, SHOWN),
      isAway: false,
    })
    const away = store.list(AWAY, 'account').map(({ id }) => ({ account: id, charges: [], disputes: [], isAway: true }))
    return html(res, 200, paymentsPage([of(''), ...accounts.map(({ id }) => of(id)), ...away], `${pages()}/act`))
  }

  async function authentication(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(req))
    const answer = (status: number, body: object) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    try {
      const agreed = form.get('outcome') === 'complete'
      answer(200, authenticate(form.get('client_secret') ?? '', form.get('account') ?? '', agreed))
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
      answer(error.status, { error: error.body })
    }
  }

  async function handle(req: IncomingMessage, res: ServerResponse, path: string): Promise<unknown> {
    const url = new URL(path, 'http://stripe')
    const [, head = '', id = ''] = url.pathname.split('/')
    if (head === 'connect') return onboarding(req, res, id)
    if (head === 'payments') return payments(res)
    if (head === 'act' && req.method === 'POST') return act(req, res)
    if (head === 'dashboard') return dashboard(res, id)
    if (head === 'authenticate' && req.method === 'POST') return authentication(req, res)
    return serve(req, res, url)
  }

  const server = createServer((req, res) => void handle(req, res, req.url ?? '/').catch(() => res.destroy()))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const bound = server.address()
  address = `http://127.0.0.1:${bound && typeof bound === 'object' ? bound.port : 0}`
  const timer = setInterval(tell, 2000)
  timer.unref()

  return {
    url: address,
    ...stripeKeys,
    /** Pages and the browser's own requests, reached below `stripePath`. */
    door: async (req: IncomingMessage, res: ServerResponse) =>
      void (await handle(req, res, (req.url ?? '/').slice(stripePath.length) || '/')),
    fail: (fault: Fault, more?: { operation?: string; times?: number }) => faults.fail(fault, more),
    clearFaults: faults.clear,
    setAccount,
    authenticate,
    /** What people and banks do there: refunds, disputes, payouts that fail, accounts that are taken away. */
    byHand: hand,
    /** Another card of this kind, as the provider's form in a browser would make one. Answers its id. */
    card: (token: string, account = '') => methodOf(callIn(account), token).id,
    /** Found by search only after so many seconds, as at Stripe. */
    lagSearch: (seconds: number) => {
      searchLag = seconds
    },
    /** Ids of events that nobody has taken yet. */
    undelivered: () => store.undelivered(),
    get: <K extends Kind>(kind: K, id: string, account = ''): Objects[K] | undefined => store.get(account, kind, id),
    list: <K extends Kind>(kind: K, account = ''): Objects[K][] => store.list(account, kind),
    /** Changes a thing behind everybody's back. */
    put: <K extends Kind>(kind: K, object: Objects[K], account = '') => void store.put(account, kind, object),
    /** For suites in which a lost answer is to be noticed soon: no request waits for the double itself. */
    warmUp,
    /** Forgets everything, so that a long life stays quick. */
    clear: () => {
      store.clear()
      seen.length = 0
    },
    /** Requests that were answered or lost after their work, oldest first. */
    requests: () => [...seen],
    sign: outbox.sign,
    /** From now on events go out by themselves. */
    deliverBy: (to: Deliver) => {
      deliver = to
      tell()
    },
    /** Sends what is due; answers how many were taken. */
    flush: outbox.flush,
    stop: async () => {
      clearInterval(timer)
      deliver = undefined
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      store.close()
    },
  }
}
export type StripeDouble = Awaited<ReturnType<typeof startStripe>>

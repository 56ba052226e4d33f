// `npm run stripe:crosscheck`: sends what our gateway sends to Stripe's own mock server (stripe-mock, made from Stripe's published
// API document) and to our double, and tells where the two judge differently. It needs `stripe-mock` on the path:
// go install github.com/stripe/stripe-mock@latest
import { spawn, spawnSync } from 'node:child_process'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fixedSecret } from '#functions/gateways/kept-secret.ts'
import { openPayments } from '#functions/gateways/stripe.ts'
import { stripeSchemas } from '#infra/local/doubles/stripe/schemas.ts'
import { startStripe } from '#infra/local/doubles/stripe.ts'
import { refuseArguments } from './arguments.ts'

refuseArguments('stripe:crosscheck')

type Seen = { operation: string; body: string; double: number; mock: number; said: string; code: string }
const MOCK_PORT = 12_121

function forward(
  req: IncomingMessage,
  given: IncomingHttpHeaders,
  body: Buffer,
  url: string,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { ...given, host: new URL(url).host }
    const out = request(new URL(req.url ?? '/', url), { method: req.method, headers }, async (answer) => {
      resolve({ status: answer.statusCode ?? 0, body: (await buffer(answer)).toString() })
    })
    out.on('error', reject)
    out.end(body)
  })
}

/** Answers what the double says, and asks the mock the same question beside it. */
function compare(double: string, mock: string, seen: Seen[]): Promise<Server> {
  const server = createServer(async (req, res) => {
    const body = await buffer(req)
    const ours = await forward(req, req.headers, body, double)
    // The mock knows no objects and no accounts: it judges the form of a request.
    const { 'stripe-version': _, 'stripe-account': __, ...headers } = req.headers
    const theirs = await forward(req, { ...headers, authorization: 'Bearer sk_test_123' }, body, mock)
    const operation = `${req.method} ${(req.url ?? '').split('?')[0]?.replace(/\/(\w+)_[A-Za-z0-9]{8,}/g, '/{id}')}`
    const said = /"message": ?"([^"]*)/.exec(theirs.status >= 400 ? theirs.body : ours.body)?.[1] ?? ''
    const code = /"code": ?"([^"]*)/.exec(ours.body)?.[1] ?? ''
    seen.push({ operation, body: body.toString(), double: ours.status, mock: theirs.status, said, code })
    res.writeHead(ours.status, { 'content-type': 'application/json' }).end(ours.body)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

const addressOf = (server: Server) => {
  // @NOTE a server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

/** Everything that the gateway can ask, once. */
async function askEverything(url: string, setAccount: (id: string) => void): Promise<void> {
  const payments = openPayments({
    keys: fixedSecret({ secretKey: 'sk_test_leadloom_local', webhookSecrets: ['whsec_x'] }),
    url,
    timeoutMs: 20_000,
    retries: 0,
    now: () => Date.now(),
  })
  const holder = {
    name: 'Cross Check',
    email: 'cross@example.com',
    address: { line1: '1 Loom Street', city: 'Chicago', state: 'IL', postal_code: '60601', country: 'US' },
  }
  const metadata = { company: 'com_1' }
  const account = await payments.createAccount({
    key: 'a',
    email: 'a@example.com',
    name: 'A',
    takesCards: true,
    metadata,
  })
  await payments.findAccount({ accountId: account.id })
  await payments.createOnboardingLink({
    accountId: account.id,
    returnUrl: 'https://a.example/',
    refreshUrl: 'https://a.example/',
  })
  setAccount(account.id)
  await payments.createLoginLink({ accountId: account.id })
  for (const accountId of ['', account.id]) {
    const { id: customerId } = await payments.createCustomer({ key: `c${accountId}`, accountId, holder, metadata })
    await payments.updateCustomer({ customerId, accountId, holder, metadata })
    const paymentMethodId = 'pm_card_visa'
    const kept = await payments.setUpCard({ key: `s${accountId}`, accountId, customerId, paymentMethodId, metadata })
    if (kept.status !== 'saved') throw new Error('The card was not kept.')
    await payments.setDefaultCard({ customerId, cardId: kept.card.id, accountId })
    await payments.listCards({ customerId, accountId })
    const charge = { accountId, customerId, amountCents: 1000, description: 'Leads', metadata }
    const fee = accountId ? { applicationFeeCents: 200 } : { destination: account.id }
    const paid = await payments.charge({ ...charge, ...fee, key: `p${accountId}`, paymentMethodId: kept.card.id })
    if (paid.status !== 'succeeded') throw new Error('The card did not pay.')
    await payments.charge({ ...charge, ...fee, key: `o${accountId}`, paymentMethodId: kept.card.id, isPresent: true })
    await payments.readSetup({ setupId: 'seti_1Nothing00', customerId, accountId })
    await payments.getCharge({ chargeId: paid.id, accountId })
    await payments.findCharge({ key: 'nothing', accountId, customerId })
    await payments.cancel({ chargeId: paid.id, accountId })
    await payments.refund({
      key: `r${accountId}`,
      chargeId: paid.id,
      amountCents: 500,
      accountId,
      withFee: !!accountId,
    })
    if (accountId) await payments.refundFee({ key: 'f', chargeId: paid.id, feeCents: 30, accountId })
    await payments.readRefunds({ chargeId: paid.id, accountId })
    for (const objectId of ['ch_1Nothing00', 're_1Nothing00']) await payments.paymentOf({ objectId, accountId })
    await payments.getDispute({ objectId: 'du_1Nothing00', accountId })
    await payments.getFailedPayout({ objectId: 'po_1Nothing00', accountId })
    await payments.findCardOwner({ cardId: kept.card.id, accountId })
    await payments.removeCard({ cardId: kept.card.id, accountId })
  }
  const passed = await payments.transfer({
    key: 't',
    group: 't',
    destination: account.id,
    amountCents: 100,
    description: 'Commission',
    metadata,
  })
  await payments.findTransfer({ group: 't' })
  if ('refused' in passed) throw new Error('Nothing was passed on.')
  await payments.readTransfer({ transferId: passed.id })
  await payments.reverseTransfer({ key: 'tr', transferId: passed.id, amountCents: 40, metadata })
  await payments.findCoupon({ code: 'NOTHING' })
}

if (spawnSync('stripe-mock', ['-version']).error) {
  console.log('stripe-mock is not on the path, so nothing was compared.')
  console.log('Install it with: go install github.com/stripe/stripe-mock@latest')
  process.exit(0)
}
const mock = spawn('stripe-mock', ['-http-port', String(MOCK_PORT)], { stdio: 'ignore' })
const double = await startStripe({ file: null })
const seen: Seen[] = []
try {
  await sleep(3000)
  const both = await compare(double.url, `http://127.0.0.1:${MOCK_PORT}`, seen)
  await askEverything(addressOf(both), (id) => void double.setAccount(id, 'complete'))
  both.close()
} finally {
  mock.kill()
  await double.stop()
}
/** Refused by the one for its form and taken by the other. What only the double knows (states, ids) is no difference. */
const differences = seen.filter(({ double, mock, code }) => {
  const isRefused = double === 400 && !/state|already|missing/.test(code)
  return isRefused !== (mock === 400)
})
console.log(
  `${seen.length} requests, ${new Set(seen.map(({ operation }) => operation)).size} operations, SDK ${stripeSchemas().sdk} (${stripeSchemas().api}).`,
)
for (const each of differences) {
  console.log(
    `\n${each.operation}: double ${each.double}, stripe-mock ${each.mock}\n  ${each.said}\n  ${each.body.slice(0, 300)}`,
  )
}
console.log(
  differences.length === 0 ? 'Both judge all of them alike.' : `\n${differences.length} are judged differently.`,
)

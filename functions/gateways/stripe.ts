// The door to Stripe: cards, charges, refunds, connected accounts and events, over the official SDK. Its functions are keyed by
// facts, so asking twice is asking once. Opened at first use (`kit/services.ts`), because the SDK is large.
import Stripe from 'stripe'
import * as z from 'zod'
import type { KeptSecret } from './kept-secret.ts'
import { openSecrets } from './secrets.ts'
import { accountsOf } from './stripe/accounts.ts'
import { cardsOf } from './stripe/cards.ts'
import { chargesOf, type UnderWay } from './stripe/charges.ts'
import { eventsOf } from './stripe/events.ts'
import { BoundedClient } from './stripe/http.ts'
import { refundsOf } from './stripe/refunds.ts'
import { returnsOf } from './stripe/returns.ts'

export type PaymentsOptions = {
  keys: KeptSecret<PaymentKeys>
  /** Another server that speaks the same protocol. */
  url?: string | undefined
  timeoutMs: number
  retries: number
  now: () => number
}

const PaymentKeys = z.object({ secretKey: z.string().min(8), webhookSecrets: z.array(z.string().min(8)).min(1) })
export type PaymentKeys = z.output<typeof PaymentKeys>

/** What an operator put into the secret: the key that speaks for the platform, and what signs its events. */
export async function readPaymentKeys(secretArn: string): Promise<PaymentKeys> {
  return PaymentKeys.parse(JSON.parse((await openSecrets().read(secretArn, { stage: 'AWSCURRENT' })) ?? '{}'))
}

/** Stands where the SDK wants a key: each request gets the one that is good when it leaves. */
const ANY_KEY = 'sk_of_each_request'
const UNAUTHORIZED = 401
const BROKEN = 500

/**
 * Sends each request with the key as it stands, and once more where Stripe refuses the key and the secret holds another one by now.
 * A request without a good key changes nothing there, so nothing is done twice. Notes which of them
 * were not answered.
 */
function withKeys(keys: KeptSecret<PaymentKeys>, underWay: UnderWay) {
  const client = new BoundedClient()
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = async (host, port, path, method, headers, data, protocol, timeout) => {
    const send = ({ secretKey }: PaymentKeys) =>
      makeRequest(
        host,
        port,
        path,
        method,
        { ...headers, Authorization: `Bearer ${secretKey}` },
        data,
        protocol,
        timeout,
      )
    const used = await keys.current()
    const noteLost = () => {
      const request = underWay.get(String(headers['Idempotency-Key']))
      if (request) request.isLost = true
    }
    const response = await send(used).catch((error: unknown) => {
      noteLost()
      throw error
    })
    if (response.getStatusCode() >= BROKEN) noteLost()
    if (response.getStatusCode() !== UNAUTHORIZED) return response
    const newer = await keys.after(used)
    if (!newer) return response
    return send(newer)
  }
  return client
}

export function openPayments({ keys, url, timeoutMs, retries, now }: PaymentsOptions) {
  const other = url === undefined ? undefined : new URL(url)
  const underWay: UnderWay = new Map()
  const stripe = new Stripe(ANY_KEY, {
    httpClient: withKeys(keys, underWay),
    telemetry: false,
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    ...(other && {
      host: other.hostname,
      port: other.port || (other.protocol === 'https:' ? 443 : 80),
      protocol: other.protocol === 'https:' ? 'https' : 'http',
    }),
  })
  return {
    ...chargesOf(stripe, underWay),
    ...refundsOf(stripe, underWay),
    ...returnsOf(stripe),
    ...cardsOf(stripe),
    ...accountsOf(stripe),
    ...eventsOf(stripe, keys, now),
  }
}
export type Payments = ReturnType<typeof openPayments>

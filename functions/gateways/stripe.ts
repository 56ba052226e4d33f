// The door to Stripe: cards, charges, refunds, connected accounts and events, over the official SDK. Its functions are keyed by
// facts, so asking twice is asking once. Opened at first use (`kit/services.ts`), because the SDK is large.
import Stripe from 'stripe'
import * as z from 'zod'
import { openSecrets } from './secrets.ts'
import { accountsOf } from './stripe/accounts.ts'
import { cardsOf } from './stripe/cards.ts'
import { chargesOf } from './stripe/charges.ts'
import { eventsOf } from './stripe/events.ts'
import { refundsOf } from './stripe/refunds.ts'
import { returnsOf } from './stripe/returns.ts'

export type PaymentsOptions = {
  secretKey: string
  webhookSecrets: readonly string[]
  /** Another server that speaks the same protocol. */
  url?: string | undefined
  timeoutMs: number
  retries: number
  now: () => number
}

const PaymentKeys = z.object({ secretKey: z.string().min(8), webhookSecrets: z.array(z.string().min(8)).min(1) })

/** What an operator put into the secret: the key that speaks for the platform, and what signs its events. */
export async function readPaymentKeys(secretArn: string): Promise<z.output<typeof PaymentKeys>> {
  return PaymentKeys.parse(JSON.parse((await openSecrets().read(secretArn, { stage: 'AWSCURRENT' })) ?? '{}'))
}

export function openPayments({ secretKey, webhookSecrets, url, timeoutMs, retries, now }: PaymentsOptions) {
  const other = url === undefined ? undefined : new URL(url)
  const stripe = new Stripe(secretKey, {
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
    ...chargesOf(stripe),
    ...refundsOf(stripe),
    ...returnsOf(stripe),
    ...cardsOf(stripe),
    ...accountsOf(stripe),
    ...eventsOf(stripe, webhookSecrets, now),
  }
}
export type Payments = ReturnType<typeof openPayments>

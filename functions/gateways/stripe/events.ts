// Messages from Stripe: a sender that cannot sign with our secret has nothing to say.
import type Stripe from 'stripe'
import { badRequest } from '#shared/errors.ts'
import type { KeptSecret } from '../kept-secret.ts'

/** What we take from an event: its kind and which thing it is about. Facts are read anew, because events come late and in any order. */
export type StripeEvent = { id: string; type: string; accountId: string; objectId: string; createdAt: number }

const TOLERANCE_SECONDS = 300

const idOf = (object: object) => ('id' in object && typeof object.id === 'string' ? object.id : '')

/** The SDK refuses what is too old; what claims to come from the future is no better. */
const isFromFuture = (signature: string, now: number) =>
  Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? 0) > now / 1000 + TOLERANCE_SECONDS

type Secrets = KeptSecret<{ webhookSecrets: readonly string[] }>

export function eventsOf(stripe: Stripe, secrets: Secrets, now: () => number) {
  /** The event, or why no secret opens it. */
  function open(body: string, signature: string, webhookSecrets: readonly string[]): StripeEvent | { cause: unknown } {
    let cause: unknown
    for (const secret of webhookSecrets) {
      try {
        const event = stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now())
        return {
          id: event.id,
          type: event.type,
          accountId: event.account ?? '',
          objectId: idOf(event.data.object),
          createdAt: event.created * 1000,
        }
      } catch (error) {
        cause = error
      }
    }
    return { cause }
  }

  return {
    /** The event in a signed body. Two secrets may be live while one is being replaced; one that is unknown here may be newer. */
    async readEvent(body: string, signature: string): Promise<StripeEvent> {
      if (isFromFuture(signature, now())) throw badRequest('The signature is not right.')
      const known = await secrets.current()
      const opened = open(body, signature, known.webhookSecrets)
      if (!('cause' in opened)) return opened
      const newer = await secrets.after(known)
      const again = newer ? open(body, signature, newer.webhookSecrets) : opened
      if ('cause' in again) throw badRequest('The signature is not right.', again.cause)
      return again
    },
  }
}

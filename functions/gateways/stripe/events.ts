// Messages from Stripe: a sender that cannot sign with our secret has nothing to say.
import type Stripe from 'stripe'
import { badRequest } from '#shared/errors.ts'
import { stripeEvents } from '#shared/hooks.ts'
import type { KeptSecret } from '../kept-secret.ts'
import { at } from './charges.ts'
import { isMissing, toTyped } from './errors.ts'
import { isForeign } from './outcome.ts'

/** What we take from an event: its kind and which thing it is about. Facts are read anew, because events come late and in any order. */
export type StripeEvent = { id: string; type: string; accountId: string; objectId: string; createdAt: number }

const TOLERANCE_SECONDS = 300
const MOST_IN_A_PAGE = 100

const idOf = (object: object) => ('id' in object && typeof object.id === 'string' ? object.id : '')

/** The SDK refuses what is too old; what claims to come from the future is no better. */
const isFromFuture = (signature: string, now: number) =>
  Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? 0) > now / 1000 + TOLERANCE_SECONDS

export type EventsAsked = { accountId: string; since: number; isUndelivered: boolean; after?: string | undefined }
export type EventsPage = { events: StripeEvent[]; next: string | undefined }

type Secrets = KeptSecret<{ webhookSecrets: readonly string[] }>

export function eventsOf(stripe: Stripe, secrets: Secrets, now: () => number) {
  const toEvent = ({ id, type, account, data, created }: Stripe.Event, accountId = account ?? ''): StripeEvent => ({
    id,
    type,
    accountId,
    objectId: idOf(data.object),
    createdAt: created * 1000,
  })

  /** The event, or why no secret opens it. */
  function open(body: string, signature: string, webhookSecrets: readonly string[]): StripeEvent | { cause: unknown } {
    let cause: unknown
    for (const secret of webhookSecrets) {
      try {
        const event = stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now())
        return toEvent(event)
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

    /**
     * What happened since an instant (ms; 30 days back at most) in a connected account, or the platform's own (''), the newest first; of
     * the kinds that mean something here. `isUndelivered`: only what our endpoint has not taken. `after`: the event behind which the page
     * begins; `next` where another one follows. Nothing of an account that is not ours to ask any more.
     */
    async listEvents({ accountId, since, isUndelivered, after }: EventsAsked): Promise<EventsPage> {
      try {
        const { data, has_more } = await stripe.events.list(
          {
            types: [...stripeEvents],
            created: { gte: Math.floor(since / 1000) },
            limit: MOST_IN_A_PAGE,
            ...(isUndelivered && { delivery_success: false }),
            ...(after !== undefined && { starting_after: after }),
          },
          at(accountId),
        )
        return { events: data.map((event) => toEvent(event, accountId)), next: has_more ? data.at(-1)?.id : undefined }
      } catch (error) {
        if (isMissing(error) || isForeign(error)) return { events: [], next: undefined }
        throw toTyped(error)
      }
    },
  }
}

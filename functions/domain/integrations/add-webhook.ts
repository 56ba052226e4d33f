// A webhook of a company is added, by a person or a program: its address is looked up first, and what signs is answered once.
import { isDeepStrictEqual } from 'node:util'
import { HOUR } from '#shared/dates.ts'
import { invalid, lostTo, notFound, tooMany } from '#shared/errors.ts'
import { healthy } from '#shared/integrations/health.ts'
import { messages } from '#shared/messages.ts'
import { MOST_WEBHOOKS, maskAddress, type Webhook, type WebhookScope, webhookEvents } from '#shared/model/webhook.ts'
import type { Db } from '../../data/index.ts'
import type { StoredWebhook } from '../../data/integrations/webhook.ts'
import type { Sealer } from '../../gateways/seal.ts'
import { WebhookFault, type Webhooks } from '../../gateways/webhooks.ts'
import { createWebhook, newWebhookSecret } from './webhooks.ts'

/** Each address is looked up, so nobody has us look up names without end. */
const MOST_AN_HOUR = 60

type Deps = {
  db: Pick<Db, 'webhook' | 'guard'>
  sealer: Pick<Sealer, 'seal'>
  webhooks: Pick<Webhooks, 'check'>
  now: () => number
  newId: (kind: 'webhook') => string
}
/** `by`: the person or key whose tries are counted. */
type Wanted = Pick<Webhook, 'companyId' | 'label' | 'events'> & { scope: WebhookScope; url: string; by: string }

export async function addWebhook(
  { db, sealer, webhooks, now, newId }: Deps,
  { companyId, scope, url, label, events, by }: Wanted,
): Promise<{ webhook: Webhook; secret: string }> {
  if ((await db.guard.count('add-webhook', by, HOUR, now())) > MOST_AN_HOUR)
    throw tooMany('You added many webhooks in an hour. Please wait a little.', HOUR / 1000)
  try {
    await webhooks.check(url)
  } catch (error) {
    if (error instanceof WebhookFault) throw invalid({ url: error.message })
    throw error
  }
  const secret = newWebhookSecret()
  const wanted = { id: newId('webhook'), companyId, scope, label, events }
  const webhook = await createWebhook({ db, sealer }, { ...wanted, address: url, secret, now: now() })
  if (!webhook) throw lostTo({ url: `There can be at most ${MOST_WEBHOOKS} webhooks here.` })
  return { webhook, secret }
}

type Changed = 'label' | 'events' | 'isEnabled'
type Changes = { [Field in Changed]?: Webhook[Field] | undefined } & {
  /** Out of what the events were chosen. */
  seenEvents?: Webhook['events'] | undefined
}

/** Those that somebody else took in or out since stay as they are. */
function chosenBeside(present: Webhook['events'], { events = present, seenEvents }: Changes): Webhook['events'] {
  if (!seenEvents) return events
  const differs = webhookEvents.filter((event) => events.includes(event) !== seenEvents.includes(event))
  return webhookEvents.filter((event) => (differs.includes(event) ? events : present).includes(event))
}

/** What the log says of a webhook. */
export const webhookFacts = ({ label, events, isEnabled }: Pick<Webhook, Changed>) => ({
  name: label,
  events: events.join(', '),
  isEnabled,
})

/** Answers it as it is then. */
export async function changeWebhook(
  db: Pick<Db, 'webhook'>,
  webhook: StoredWebhook,
  changes: Changes,
): Promise<StoredWebhook> {
  const { label, isEnabled } = changes
  const events = changes.events && chosenBeside(webhook.events, changes)
  if (events?.length === 0) throw lostTo({ events: messages.changedMeanwhile })
  // What is left out is as it is then, no matter who changed it since it was read.
  const next = {
    ...(label !== undefined && { label }),
    ...(events !== undefined && { events }),
    // Who decides about it anew knows why it was off. Switched on, it begins anew; switched off by people, no lead is kept for it.
    ...(isEnabled !== undefined && { isEnabled, offReason: '', ...healthy }),
  }
  if (Object.keys(next).length === 0) return webhook
  if (await db.webhook.change(webhook, next, changes.seenEvents !== undefined)) return { ...webhook, ...next }
  const found = changes.seenEvents && (await db.webhook.find(webhook, webhook.id))
  // Each try finds other events than the one before, which somebody else chose.
  if (!found || isDeepStrictEqual(found.events, webhook.events)) throw notFound('webhook')
  return changeWebhook(db, found, changes)
}

/** The line of the log about a change of a webhook, without what changed. */
export const webhookLine = (webhook: Webhook, company: { name: string }) => ({
  description: `Changed the webhook ${maskAddress(webhook)} of ${company.name}`,
  ...(webhook.scope !== 'all' && { campaignId: webhook.scope }),
})

// Tells a webhook of a lead, signed as the Standard Webhooks specification 1.0.0 has it, and with the plain hash of the body that
// simpler receivers check.
import { createHmac } from 'node:crypto'
import { pathTo } from '#shared/access/routes.ts'
import { BREAKING_FAILURES, PROBE_MS } from '#shared/integrations/breaker.ts'
import { judgeStatus, retryAfterOf } from '#shared/leads/retries.ts'
import { messages } from '#shared/messages.ts'
import type { Destination } from '#shared/model/delivery.ts'
import { cutText } from '#shared/text.ts'
import type { StoredWebhook } from '../../../data/integrations/webhook.ts'
import { leadCreated, toLeadPayload } from '../../../gateways/webhook-payload.ts'
import { WebhookFault } from '../../../gateways/webhooks.ts'
import type { Adapter, DeliveryDeps, Letter, Outcome } from '../adapter.ts'
import { type Followed, follow } from '../health.ts'
import { openWebhook } from '../webhooks.ts'

const WORDS_MAX = 200

type Signed = { secrets: readonly string[]; id: string; at: number; body: string }

/**
 * Headers by which a receiver knows whose letter it is, which one, and of when. `at` (ms): of this very try. Of two secrets, the present
 * one first, each makes a signature: the specification lists them with a space between, and simpler receivers find the older one apart.
 */
export function signatureHeaders({ secrets, id, at, body }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  const [plain = '', older] = secrets.map((secret) => createHmac('sha256', secret).update(body).digest('hex'))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    'x-signature': plain,
    ...(older !== undefined && { 'x-signature-old': older }),
  }
}

/** What a receiver said, as one short line. */
const wordsOf = (text: string) => cutText(text.replace(/[\p{Cc}\s]+/gu, ' ').trim(), WORDS_MAX)

export const webhookAdapter: Adapter = {
  send(deps, destination, { id, row, campaign, client, isTest }): Promise<Outcome> {
    const body = toLeadPayload(row, {
      campaignNumber: campaign.number,
      campaignName: campaign.name,
      companyName: client.name,
      isTest,
    })
    return tellWebhook(deps, destination, { id, body, campaign }, isTest)
  },
}

/** One try to hand a letter to a webhook. */
export async function tellWebhook(
  deps: DeliveryDeps,
  destination: Destination,
  letter: Letter,
  isTest: boolean,
): Promise<Outcome> {
  const { db, now } = deps
  const webhook = await db.webhook.find(destination, destination.id)
  if (!webhook) return { end: 'skipped', words: messages.webhookRemoved }
  // Its people decided since that it hears of no leads, and these name persons. What is told beside them does not.
  if (!isTest && letter.body.type === leadCreated && !webhook.events.includes(leadCreated))
    return { end: 'skipped', words: messages.toolNotChosen }
  if (!webhook.isEnabled)
    return { end: 'dead', status: 0, words: webhook.offReason || messages.webhookOff, isOff: true }
  // A test is asked for by a person who may have mended it.
  const untilMs = isTest ? 0 : await restsUntil(deps, webhook)
  if (untilMs > 0) return { end: 'hold', untilMs, isForConnection: false, isRest: true, words: messages.webhookRests }
  const outcome = await post(deps, webhook, letter)
  if (outcome.end !== 'retry') {
    if (webhook.failures > 0) await db.webhook.work(webhook)
  } else if (!isTest) await db.webhook.fail(webhook, now())
  const { campaign } = letter
  await follow(deps, followed(db, webhook, destination.name, letter), outcome, { campaign, isTest })
  return outcome
}

/** Until when (ms) a webhook that failed again and again is left alone; 0 where a try may be made, which is one alone after a pause. */
async function restsUntil({ db, now }: DeliveryDeps, webhook: StoredWebhook): Promise<number> {
  const at = now()
  if (webhook.openUntil > at) return webhook.openUntil
  if (webhook.failures < BREAKING_FAILURES) return 0
  return (await db.webhook.probe(webhook, at, at + PROBE_MS)) ? 0 : at + PROBE_MS
}

type Of = Pick<Letter, 'campaign'>

const followed = (db: DeliveryDeps['db'], webhook: StoredWebhook, name: string, { campaign }: Of): Followed => ({
  row: webhook,
  id: webhook.id,
  name,
  path: webhook.scope === 'all' ? `${pathTo('integrations')}/zapier` : pathTo('campaign'),
  count: (at) => db.webhook.countFailure(webhook, at, campaign),
  warn: (at) => db.webhook.warn(webhook, at),
  switchOff: (at) => db.webhook.switchOffFailing(webhook, messages.offAfterFailures, at),
  recover: () => db.webhook.recover(webhook),
})

async function post(
  { sealer, webhooks, now }: DeliveryDeps,
  webhook: StoredWebhook,
  { id, body: told }: Letter,
): Promise<Outcome> {
  const { address, secrets } = await openWebhook(sealer, webhook, now())
  const body = JSON.stringify(told)
  try {
    const at = now()
    const { status, text, retryAfter } = await webhooks.post(address, {
      body,
      headers: signatureHeaders({ secrets, id, at, body }),
    })
    const said = { status, words: wordsOf(text) }
    const judged = judgeStatus(status)
    if (judged === 'retry') return { end: 'retry', ...said, afterMs: retryAfterOf(retryAfter, now()) }
    return { end: judged === 'refused' ? 'dead' : judged, ...said }
  } catch (error) {
    if (!(error instanceof WebhookFault)) throw error
    const said = { status: 0, words: error.message }
    return error.why === 'refused' ? { end: 'dead', ...said } : { end: 'retry', ...said, afterMs: 0 }
  }
}

/** The receiver said that it is gone. Doing it twice changes nothing. */
export async function switchOffWebhook(
  { db, now }: Pick<DeliveryDeps, 'db' | 'now'>,
  destination: Destination,
  { campaign }: Of,
  why: string,
) {
  const webhook = await db.webhook.find(destination, destination.id)
  if (webhook) await db.webhook.switchOff(webhook, why, campaign, now())
}

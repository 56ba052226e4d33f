// A webhook of a company is added, by a person or a program: its address is looked up first, and what signs is answered once.
import { HOUR } from '#shared/dates.ts'
import { invalid, lostTo, tooMany } from '#shared/errors.ts'
import { MOST_WEBHOOKS, type Webhook, type WebhookScope } from '#shared/model/webhook.ts'
import type { Db } from '../../data/index.ts'
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
type Wanted = { companyId: string; scope: WebhookScope; url: string; label: string; by: string }

export async function addWebhook(
  { db, sealer, webhooks, now, newId }: Deps,
  { companyId, scope, url, label, by }: Wanted,
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
  const wanted = { id: newId('webhook'), companyId, scope, label }
  const webhook = await createWebhook({ db, sealer }, { ...wanted, address: url, secret, now: now() })
  if (!webhook) throw lostTo({ url: `There can be at most ${MOST_WEBHOOKS} webhooks here.` })
  return { webhook, secret }
}

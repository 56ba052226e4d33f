// Webhooks of companies: which ones serve a campaign, how a new one is made, and what is sealed of it.
import { randomBytes } from 'node:crypto'
import { healthy } from '#shared/integrations/health.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Destination } from '#shared/model/delivery.ts'
import {
  maskAddress,
  SECRETS_OVERLAP_MS,
  splitAddress,
  usualEvents,
  type Webhook,
  type WebhookEvent,
  type WebhookScope,
} from '#shared/model/webhook.ts'
import type { Db } from '../../data/index.ts'
import type { StoredWebhook } from '../../data/integrations/webhook.ts'
import type { Sealer } from '../../gateways/seal.ts'

/** The form that the Standard Webhooks specification gives secrets: 32 random bytes. */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

const ownerOf = ({ companyId, id }: Pick<Webhook, 'companyId' | 'id'>) => `${companyId}#webhook#${id}`

type Wanted = Pick<Webhook, 'id' | 'companyId' | 'scope' | 'label'> &
  Partial<Pick<Webhook, 'events'>> & { address: string; secret: string; now: number }

export const toWebhookDestination = ({ id, companyId, scope, label, ...webhook }: Webhook): Destination => ({
  kind: 'webhook',
  id,
  companyId,
  scope,
  name: label || maskAddress(webhook),
})

/** False when its scope has as many as it may have. */
export async function createWebhook(
  { db, sealer }: { db: Pick<Db, 'webhook'>; sealer: Pick<Sealer, 'seal'> },
  { address, secret, now, ...wanted }: Wanted,
): Promise<Webhook | false> {
  const owner = ownerOf(wanted)
  const webhook: Webhook = {
    events: usualEvents,
    ...wanted,
    ...splitAddress(address),
    isEnabled: true,
    offReason: '',
    oldSecretUntil: 0,
    ...healthy,
    createdAt: now,
  }
  const [sealedAddress, sealedSecret] = await Promise.all([sealer.seal(address, owner), sealer.seal(secret, owner)])
  return (await db.webhook.create({ ...webhook, sealedAddress, sealedSecret })) && webhook
}

/** The address of a webhook, and the secrets that sign at an instant (ms), the present one first. */
export async function openWebhook(sealer: Pick<Sealer, 'unseal'>, webhook: StoredWebhook, now: number) {
  const owner = ownerOf(webhook)
  const { sealedSecret, sealedOldSecret, oldSecretUntil } = webhook
  const sealed = [sealedSecret, ...(sealedOldSecret && oldSecretUntil > now ? [sealedOldSecret] : [])]
  const [address, ...secrets] = await Promise.all([
    sealer.unseal(webhook.sealedAddress, owner),
    ...sealed.map((each) => sealer.unseal(each, owner)),
  ])
  return { address, secrets }
}

/** Has another secret sign. Answers it and until when (ms) the one before signs too; undefined when somebody was quicker. */
export async function rollSecret(
  { db, sealer, now }: { db: Pick<Db, 'webhook'>; sealer: Pick<Sealer, 'seal'>; now: () => number },
  webhook: StoredWebhook,
): Promise<{ secret: string; until: number } | undefined> {
  const secret = newWebhookSecret()
  const until = now() + SECRETS_OVERLAP_MS
  const isRolled = await db.webhook.roll(webhook, await sealer.seal(secret, ownerOf(webhook)), until)
  return isRolled ? { secret, until } : undefined
}

type Owner = Pick<Campaign, 'id' | 'companyId' | 'agencyId'>

/** The webhooks of a campaign itself, those of its client and those of its agency. */
function levelsOf(
  { webhook }: Pick<Db, 'webhook'>,
  { id, companyId, agencyId }: Owner,
  consistent: boolean,
): Promise<[own: StoredWebhook[], ofClient: StoredWebhook[], ofAgency: StoredWebhook[]]> {
  const everywhere: WebhookScope = 'all'
  return Promise.all([
    webhook.list({ companyId, scope: id }, consistent),
    webhook.list({ companyId, scope: everywhere }, consistent),
    webhook.list({ companyId: agencyId, scope: everywhere }, consistent),
  ])
}

const toldOf = (event: WebhookEvent, levels: readonly StoredWebhook[][]) =>
  levels.map((level) => level.filter(({ events }) => events.includes(event))).find(({ length }) => length > 0) ?? []

/**
 * The webhooks that are told of an event of a campaign: its own; without any for that event its client's, and without those its
 * agency's. One that is switched off still counts as its own, so that nothing goes elsewhere when a receiver is switched off for a day.
 */
export async function webhooksOf(
  db: Pick<Db, 'webhook'>,
  owner: Owner,
  { event = 'lead.created', consistent = true }: { event?: WebhookEvent; consistent?: boolean } = {},
) {
  return toldOf(event, await levelsOf(db, owner, consistent))
}

/** What a campaign shows: all of its own, or else those above it that its leads go to. */
export async function webhooksShownOf(db: Pick<Db, 'webhook'>, owner: Owner): Promise<StoredWebhook[]> {
  const levels = await levelsOf(db, owner, true)
  return levels[0].length > 0 ? levels[0] : toldOf('lead.created', levels)
}

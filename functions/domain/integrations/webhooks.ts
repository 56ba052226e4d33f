// Webhooks of companies: which ones serve a campaign, how a new one is made, and what is sealed of it.
import { randomBytes } from 'node:crypto'
import { healthy } from '#shared/integrations/health.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { SECRETS_OVERLAP_MS, splitAddress, type Webhook, type WebhookScope } from '#shared/model/webhook.ts'
import type { Db } from '../../data/index.ts'
import type { StoredWebhook } from '../../data/integrations/webhook.ts'
import type { Sealer } from '../../gateways/seal.ts'

/** The form that the Standard Webhooks specification gives secrets: 32 random bytes. */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

const ownerOf = ({ companyId, id }: Pick<Webhook, 'companyId' | 'id'>) => `${companyId}#webhook#${id}`

type Wanted = Pick<Webhook, 'id' | 'companyId' | 'scope' | 'label'> & { address: string; secret: string; now: number }

/** False when its scope has as many as it may have. */
export async function createWebhook(
  { db, sealer }: { db: Pick<Db, 'webhook'>; sealer: Pick<Sealer, 'seal'> },
  { address, secret, now, ...wanted }: Wanted,
): Promise<Webhook | false> {
  const owner = ownerOf(wanted)
  const webhook: Webhook = {
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

/**
 * The webhooks that serve a campaign: its own; without any its client's, and without those its agency's. One that is switched off
 * still counts as its own, so that nothing goes elsewhere when a receiver is switched off for a day.
 */
export async function webhooksOf(
  { webhook }: Pick<Db, 'webhook'>,
  { id, companyId, agencyId }: Owner,
  consistent = true,
) {
  const everywhere: WebhookScope = 'all'
  const [own, ofClient, ofAgency] = await Promise.all([
    webhook.list({ companyId, scope: id }, consistent),
    webhook.list({ companyId, scope: everywhere }, consistent),
    webhook.list({ companyId: agencyId, scope: everywhere }, consistent),
  ])
  if (own.length > 0) return own
  return ofClient.length > 0 ? ofClient : ofAgency
}

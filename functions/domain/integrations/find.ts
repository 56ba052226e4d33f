// What a call about webhooks names: the campaign, or all of a company, and one webhook there.
import { notFound } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import type { WebhookScope } from '#shared/model/webhook.ts'
import type { Db } from '../../data/index.ts'
import type { StoredWebhook } from '../../data/integrations/webhook.ts'

/** A campaign by its id or number, checked to be the company's. */
export async function scopeOf(
  { campaign }: Pick<Db, 'campaign'>,
  company: Company,
  named: string,
): Promise<WebhookScope> {
  if (named === 'all') return 'all'
  const place = await campaign.locate(named)
  if (place?.companyId !== company.id) throw notFound('campaign')
  return place.id
}

export async function findWebhook(
  db: Pick<Db, 'campaign' | 'webhook'>,
  company: Company,
  named: { scope: string; id: string },
): Promise<StoredWebhook> {
  const scope = await scopeOf(db, company, named.scope)
  const webhook = await db.webhook.find({ companyId: company.id, scope }, named.id)
  if (!webhook) throw notFound('webhook')
  return webhook
}

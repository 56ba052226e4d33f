// What a call about webhooks names: the campaign, or all of a company, and one webhook there.
import { invalid, notFound } from '#shared/errors.ts'
import type { ToolSlug } from '#shared/integrations/slugs.ts'
import type { Company } from '#shared/model/company.ts'
import { type HistoryOf, historyIdOf } from '#shared/model/delivery-try.ts'
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

/** Of webhooks one is named; a tool is one destination of its company. A webhook that was removed still has its history. */
export function destinationOf({ id: companyId }: Pick<Company, 'id'>, slug: ToolSlug, webhookId?: string): HistoryOf {
  const id = historyIdOf(slug, webhookId)
  if (id === '') throw invalid({ webhookId: 'Say which webhook is meant.' })
  return { companyId, id }
}

// Whether a destination takes leads now, and what people call it.
import { notFound } from '#shared/errors.ts'
import type { ToolSlug } from '#shared/integrations/slugs.ts'
import { tools } from '#shared/integrations/tools.ts'
import { messages } from '#shared/messages.ts'
import type { HistoryOf } from '#shared/model/delivery-try.ts'
import { maskAddress } from '#shared/model/webhook.ts'
import type { Db } from '../../data/index.ts'

/** `why` nothing is sent there, as a sentence; empty where it is. Throws `notFound` for a webhook that was removed. */
export async function whyNotSent(
  db: Pick<Db, 'webhook' | 'tool'>,
  slug: ToolSlug,
  { companyId, id }: HistoryOf,
): Promise<{ name: string; why: string }> {
  if (slug === 'zapier') {
    const webhook = await db.webhook.findById(companyId, id)
    if (!webhook) throw notFound('webhook')
    return { name: webhook.label || maskAddress(webhook), why: webhook.isEnabled ? '' : messages.webhookOff }
  }
  const connection = await db.tool.find({ companyId, slug })
  const { name } = tools[slug]
  return {
    name,
    why: connection?.offAt ? messages.offAfterFailures : connection?.lostAt === 0 ? '' : messages.toolGone,
  }
}

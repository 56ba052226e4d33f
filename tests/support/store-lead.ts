// Stores one lead, as a batch of its own.
import type { Db } from '#functions/data/index.ts'
import type { LeadBatch, NewLead, Stored } from '#functions/data/leads/lead.ts'
import type { Campaign } from '#shared/model/campaign.ts'

export type OneLead = NewLead & { createdAt: number }

export async function storeLead(
  db: Pick<Db, 'lead'>,
  campaign: Campaign,
  { createdAt: at, ...lead }: OneLead,
  terms: Omit<LeadBatch, 'at' | 'leads'> = {},
): Promise<Stored> {
  const [stored] = await db.lead.store(campaign, { at, leads: [lead], ...terms })
  if (!stored) throw new Error('A lead was left without an end.')
  return stored
}

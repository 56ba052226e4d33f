// What follows leads that stand in the table.
import type { Campaign } from '#shared/model/campaign.ts'
import type { Lead } from '#shared/model/lead.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'

export type AfterDeps = { db: Db; queues: Queues; now: () => number }

/** A lead that was stored now, or (without its content) before, by a message that came again. */
export type StoredLead = { id: string; createdAt: number; lead?: Lead | undefined }

/** Asked at least once for each lead that was stored: everything in it must stand being asked again. */
export async function afterStored(
  _deps: AfterDeps,
  _campaign: Campaign,
  _leads: readonly StoredLead[],
): Promise<void> {}

// What follows leads that stand in the table: each goes to the campaign's destinations, and people are told of every so many. The
// row of a delivery and the id of a mail make each happen once, however often it is asked.
import type { Campaign } from '#shared/model/campaign.ts'
import type { Lead } from '#shared/model/lead.ts'
import { isBought } from '#shared/money/price-list.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import { destinationsOf } from '../deliveries/destinations.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { offerTopUp } from '../purchases/offer-top-up.ts'
import { tellMultiples } from './notices.ts'

export type AfterDeps = { db: Db; queues: Queues; now: () => number }

/** A lead that was stored now, or (without its content) before, by a message that came again. */
export type StoredLead = { id: string; createdAt: number; lead?: Lead | undefined }

/** Asked at least once for each lead that was stored: everything in it must stand being asked again. */
export async function afterStored(
  { db, queues }: AfterDeps,
  campaign: Campaign,
  leads: readonly StoredLead[],
): Promise<void> {
  if (leads.length === 0) return
  const destinations = await destinationsOf({ db }, campaign)
  const { companyId, agencyId, id: campaignId } = campaign
  const letters = leads.flatMap(({ id: leadId, createdAt: leadAt }) =>
    destinations.map((destination) => ({ companyId, campaignId, agencyId, leadId, leadAt, destination })),
  )
  await mapConcurrent(letters, ({ destination, ...lead }) =>
    destination.kind === 'google_sheets'
      ? queues.send('writeSheet', { ...lead, ownerId: destination.companyId })
      : queues.send('deliverLead', { ...lead, destination }),
  )
  await tellMultiples({ db, queues }, campaign, leads.length)
  if (!isBought(campaign.term)) return
  const meter = await db.lead.findMeter(campaign, true)
  if (meter) await offerTopUp({ queues }, campaign, meter)
}

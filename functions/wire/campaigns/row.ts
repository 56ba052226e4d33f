// A campaign as a row of a list.
import type * as z from 'zod'
import { isScheduled } from '#shared/campaigns/schedule.ts'
import type { CampaignRow, CapReached } from '#shared/contracts/campaigns/calls.ts'
import { dayIn } from '#shared/dates.ts'
import { lastBought, leadsLeft } from '#shared/money/bought-leads.ts'
import { isBought } from '#shared/money/price-list.ts'
import type { ReachedCap } from '#shared/money/reached-cap.ts'
import type { ListedCampaign } from '../../domain/campaigns/list.ts'

export const toReachedCap = (reached: ReachedCap | null): z.input<typeof CapReached> =>
  reached && { of: reached.of, clears_on: reached.clearsOn }

/** `groups`: names by id; a group that was removed is none. */
export const toCampaignRow = (
  { entry, meter, capReached }: ListedCampaign,
  groups: ReadonlyMap<string, string>,
  now: number,
): z.input<typeof CampaignRow> => ({
  id: entry.id,
  leadspeek_api_id: entry.number,
  campaign_name: entry.name,
  company_id: entry.companyId,
  company_name: entry.companyName,
  leadspeek_type: entry.line,
  status: entry.status,
  status_reason: entry.statusReason,
  is_scheduled: isScheduled(entry, now) ? 'T' : 'F',
  cap_reached: toReachedCap(capReached),
  payment_term: entry.term,
  leads_today: meter && meter.day === dayIn(entry.timeZone, now) ? meter.dayLeads : 0,
  leads_total: meter?.leads ?? 0,
  leads_remaining: isBought(entry.term) ? leadsLeft(meter?.lots ?? [], meter?.gone ?? 0) : null,
  leads_bought: isBought(entry.term) ? lastBought(meter?.lots ?? []) : null,
  last_lead_at: meter?.lastLeadAt ? new Date(meter.lastLeadAt).toISOString() : null,
  start: entry.startOn,
  end: entry.endOn,
  timezone: entry.timeZone,
  group_id: groups.has(entry.groupId) ? entry.groupId : '',
  group_name: groups.get(entry.groupId) ?? '',
  created_at: new Date(entry.createdAt).toISOString(),
})

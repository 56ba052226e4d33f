// That a bound of what leads may cost in a month is reached is told to the client's people and to those of its agency: once a month for
// each amount. It is noted after it was told, and each mail and notice is made of the bound, so a crash between tells nobody twice.
import { monthOf, storingInstant } from '#shared/campaigns/meter.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { capMonthAt, clearsOn, toldKey } from '#shared/money/client-cap.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import { tellPeople } from '../mail/tell-people.ts'
import type { Room } from './room.ts'

type Deps = { db: Db; queues: Queues; now: () => number }
type Reached = { id: string; capCents: number; month: string; facts?: Record<string, unknown> }

async function tellBoth(
  deps: Deps,
  { companyId, agencyId }: Pick<Campaign, 'companyId' | 'agencyId'>,
  { id, capCents, month, facts }: Reached,
): Promise<void> {
  const [client, agency] = await Promise.all([deps.db.company.get(companyId), deps.db.company.get(agencyId)])
  const amount = `$${toDollars(cents(capCents))}`
  for (const company of [client, agency])
    await tellPeople(deps, company, 'capReached', {
      id,
      facts: { who: client.name, amount, clearsOn: clearsOn(month), ...facts },
    })
}

/** The bound of all campaigns of a client. */
export async function tellClientCap(deps: Deps, campaign: Campaign): Promise<void> {
  const { db, now } = deps
  const { companyId } = campaign
  const cap = await db.clientCap.find(companyId)
  const month = capMonthAt(now(), cap)
  const about = toldKey(cap, month)
  if (cap.capCents === 0 || cap.toldFor === about) return
  await tellBoth(deps, campaign, { id: `${companyId}-${about}`, capCents: cap.capCents, month })
  await db.clientCap.told(companyId, about)
}

/** The campaign's own bound, by its meter as it was looked at. */
export async function tellCampaignCap(deps: Deps, campaign: Campaign, { meter }: Pick<Room, 'meter'>): Promise<void> {
  const { id, name, number, line, timeZone, monthlyCapCents: capCents } = campaign
  if (!meter || capCents === 0) return
  const month = monthOf(storingInstant(meter, timeZone, deps.now()).day)
  const about = toldKey({ capCents }, month)
  if (meter.capToldFor === about) return
  await tellBoth(deps, campaign, {
    id: `${id}-${about}`,
    capCents,
    month,
    facts: { campaign: name, campaignId: id, number, line },
  })
  await deps.db.lead.capTold(campaign, about)
}

/** Tells of the bound that leaves a campaign no room, where one does. */
export async function tellFull(deps: Deps, campaign: Campaign, room: Room): Promise<void> {
  if (room.isClientFull) await tellClientCap(deps, campaign)
  else if (room.full === 'cap') await tellCampaignCap(deps, campaign, room)
}

// A person who is none, on the way to the tools of a campaign: to see that they work. Nothing of it is stored, priced or counted.
import { type LeadRow, type RowLead, toLeadRow } from '#shared/leads/row.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { Destination } from '#shared/model/delivery.ts'
import { destinationsOf } from '../deliveries/destinations.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import type { DeliveryDeps } from './adapter.ts'
import { sendParcel } from './deliver.ts'

/** Of the ranges that belong to nobody. */
const nobody = {
  email: 'test@example.com',
  firstName: 'Test',
  lastName: 'Lead',
  phone: '+12025550100',
  street: '1 Example Street',
  city: 'Springfield',
  stateCode: 'IL',
  zipCode: '62701',
}

export type TestResult = { destination: Destination; isSent: boolean; words: string }

function rowOf(id: string, now: number, campaign: Campaign, client: Company): LeadRow {
  const lead: RowLead = {
    id,
    person: nobody,
    pageUrl: campaign.siteUrl,
    keyword: '',
    visitedAt: now,
    createdAt: now,
  }
  return toLeadRow(lead, campaign, client, 'destination')
}

type Test = { campaign: Campaign; client: Company; id: string; isWanted: (destination: Destination) => boolean }

/** What came of it at each destination that is switched on and wanted; empty where there is none. */
export async function sendTestLead(
  deps: DeliveryDeps,
  { campaign, client, id, isWanted }: Test,
): Promise<TestResult[]> {
  const row = rowOf(id, deps.now(), campaign, client)
  const destinations = (await destinationsOf(deps, campaign)).filter(isWanted)
  return mapConcurrent(destinations, async (destination) => {
    const parcel = { id: `${id}_${destination.id}`, row, campaign, client, isTest: true }
    const outcome = await sendParcel(deps, destination, parcel)
    const status =
      outcome.end === 'skipped' || outcome.end === 'hold' || outcome.status === 0 ? '' : `Answer ${outcome.status}. `
    return { destination, isSent: outcome.end === 'delivered', words: `${status}${outcome.words}` }
  })
}

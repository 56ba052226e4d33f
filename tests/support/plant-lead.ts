// Stores a lead as a worker does, at an instant of the test's own.
import type { Db } from '#functions/data/index.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Lead, Person } from '#shared/model/lead.ts'

type Home = { db: Pick<Db, 'campaign' | 'campaignChange' | 'lead'> }
type Planted = {
  id: string
  /** The instant of storing; a campaign's leads are planted from the oldest to the newest. */
  at: number
  visitedAt?: number
  person?: Partial<Person>
  retailCentiCents?: number
  wholesaleCentiCents?: number
}

/** A campaign that does not run any more gets it as one that ran: it is started for it, and then is what it was. */
export async function plantLead({ db }: Home, of: Campaign, lead: Planted): Promise<Lead> {
  const { id, at, visitedAt = at, retailCentiCents = 0, wholesaleCentiCents = 0 } = lead
  const nobody = { firstName: '', lastName: '', phone: '', city: '', stateCode: '' }
  const person = { personId: id, email: `${id}@leads.example`, ...nobody, ...lead.person }
  const store = () =>
    db.lead.store(of, {
      at,
      leads: [{ id, person, pageUrl: 'https://x.example', visitedAt }],
      price: { retailCentiCents, wholesaleCentiCents },
    })
  const campaign = await db.campaign.get(of.companyId, of.id)
  const isRunning = campaign.status === 'active'
  if (!isRunning) await db.campaignChange.setStatus(campaign, 'active')
  const [stored] = await store()
  if (!isRunning)
    await db.campaignChange.setStatus(
      { ...campaign, status: 'active', statusReason: '' },
      campaign.status,
      campaign.statusReason,
    )
  if (stored?.end !== 'stored') throw new Error(`The lead ${id} was not stored: ${stored?.end}.`)
  return stored.lead
}

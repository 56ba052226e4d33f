// A campaign of the demonstration that pays for its leads ahead: started through the very door that people use, so its charge, its
// bill and its leads are one story.
import { startCampaign } from '#functions/domain/purchases/purchase.ts'
import type { Services } from '#functions/kit/services.ts'
import { CampaignTarget } from '#shared/model/campaign.ts'
import { type Company, paymentTerms } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { noPrice } from '#shared/money/price-list.ts'

type Cast = { root: Company; northlight: Company; brightSmiles: Company; users: { ada: Pick<User, 'id' | 'name'> } }

export async function plantPrepaid(services: Services, { root, northlight, brightSmiles, users }: Cast): Promise<void> {
  const { db, now, newId } = services
  await db.company.update(northlight.id, { terms: [...paymentTerms] })
  const id = newId('campaign')
  const price = {
    ...noPrice,
    term: 'Prepaid' as const,
    perLeadCentiCents: 15_000,
    limit: { ...noPrice.limit, count: 8 },
    topUp: { mode: 'continual' as const, leads: 200 },
  }
  const target = CampaignTarget.parse({ keywords: ['dental implants', 'dentures'], states: ['IL'] })
  const made = await db.campaignChange.create(
    {
      id,
      companyId: brightSmiles.id,
      agencyId: northlight.id,
      rootId: root.id,
      line: 'locator',
      name: 'Implant searches, paid ahead',
      status: 'paused',
      statusReason: 'new',
      siteUrl: '',
      timeZone: 'America/Chicago',
      createdAt: now(),
      term: price.term,
    },
    { target },
  )
  if (typeof made === 'string') throw new Error(`The prepaid campaign could not be planted: ${made}.`)
  await db.price.saveRetail(brightSmiles.id, made.line, price, { by: users.ada.id, at: now() }, id)
  const report = (what: string, error: unknown) => console.error(`${what}:`, error)
  const client = await db.company.get(brightSmiles.id)
  await startCampaign({ ...services, report }, made, client, { by: users.ada.name, companyId: northlight.id })
}

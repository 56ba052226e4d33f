// What the demo page shows: which campaign's shop, who visits it, and through which tenant's address.
import type { Services } from '#functions/kit/services.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { type Company, defaultModules } from '#shared/model/company.ts'
import { type DemoVisitor, demoVisitors } from './demo-visitors.ts'

export type Offer = { campaign: Campaign; client: Company; agency: Company }
/** What a request asked for: who visits which campaign's shop, through which tenant's address. */
export type Scene = Offer & { visitor: DemoVisitor; origin: string; leadsUrl: string }

/** All Site ID campaigns of this machine, oldest first; others have no pixel. */
export async function findOffers({ db }: Services): Promise<Offer[]> {
  const offers: Offer[] = []
  for (const root of await db.company.listRoots())
    for (const agency of await db.company.listByParent(root.id, 'agency'))
      for (const client of await db.company.listByParent(agency.id, 'client'))
        for (const campaign of await db.campaign.list(client.id))
          if (campaign.line === 'local') offers.push({ campaign, client, agency })
  return offers.sort((a, b) => (a.campaign.id < b.campaign.id ? -1 : 1))
}

export async function findScene(
  { services, port }: { services: Services; port: number },
  offers: Offer[],
  query: URLSearchParams,
): Promise<Scene | undefined> {
  const wanted = query.get('campaign')
  const offer = wanted ? offers.find(({ campaign }) => campaign.id === wanted) : offers[0]
  if (!offer) return undefined
  const named = URL.parse(query.get('host') ?? '')
  // Only an address at which a tenant lives: its script is going to run in this page.
  const isTenant = named && (await services.db.domain.findCompanyId(named.hostname)) !== undefined
  const origin = isTenant ? `http://${named.host}` : `http://${offer.agency.subdomain}.localhost:${port}`
  const visitor = demoVisitors.find(({ name }) => name === query.get('visitor')) ?? demoVisitors[0]
  const line = offer.agency.modules.local ?? defaultModules.local
  return {
    ...offer,
    visitor,
    origin,
    leadsUrl: `http://${offer.agency.subdomain}.localhost:${port}/${line.url}/dashboard?campaign=${offer.campaign.id}`,
  }
}

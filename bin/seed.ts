// Fills an empty table with the demonstration tenants.
import { plantDocuments } from '#functions/domain/documents/defaults.ts'
import type { Services } from '#functions/kit/services.ts'
import { DAY } from '#shared/dates.ts'
import type { Brand } from '#shared/model/brand.ts'
import { CampaignTarget } from '#shared/model/campaign.ts'
import { PASSWORD, plantCast } from '#tests/support/cast.ts'
import { plantAudiences } from './demo-audiences.ts'
import { plantDeeds } from './demo-audit.ts'
import { plantBanners } from './demo-banners.ts'
import { plantCompanies } from './demo-companies.ts'
import { plantEnrichments } from './demo-enrichment.ts'
import { plantCounts } from './demo-keywords.ts'
import { MANY_DAYS, plantLeads, plantManyLeads, plantSearches, startBefore, sumAgencies } from './demo-leads.ts'
import { plantDebts, plantPayments } from './demo-payments.ts'
import { plantPrepaid } from './demo-prepaid.ts'
import { plantPrices } from './demo-prices.ts'
import { plantRoles } from './demo-roles.ts'
import { plantWallet } from './demo-wallet.ts'
import { plantDeliveries, plantWebhooks } from './demo-webhooks.ts'
import { copperWord, leadloomWord, northlightWord } from './demo-words.ts'

export { PASSWORD }

const svg = (body: string, width: number) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 40" width="${width}" height="40">${body}</svg>`)}`
/** A name that was written in tenths of a pixel. */
const word = (outline: string, fill: string) => `<path transform="scale(.1)" fill="${fill}" d="${outline}"/>`

const loomMark = (fill: string) =>
  `<rect x="4" y="6" width="28" height="28" rx="7" fill="${fill}"/><path d="M11 13v14M18 13v14M25 13v14M9 17h18M9 23h18" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/>`
const northMark = (fill: string) =>
  `<circle cx="18" cy="20" r="14" fill="none" stroke="${fill}" stroke-width="3"/><path d="M18 9l5 14-5-3-5 3z" fill="${fill}"/>`
const copperMark = (fill: string) =>
  `<path d="M18 4l14 8v16l-14 8-14-8V12z" fill="${fill}"/><path d="M23 15a7 7 0 100 10" fill="none" stroke="#fff7ed" stroke-width="3" stroke-linecap="round"/>`

const leadloom: Brand = {
  name: 'Leadloom',
  shortName: 'Leadloom',
  favicon: svg(loomMark('#4f46e5'), 36),
  logo: svg(loomMark('#4f46e5') + word(leadloomWord, '#18181b'), 150),
  logoDark: svg(loomMark('#818cf8') + word(leadloomWord, '#fafafa'), 150),
  sidebarColour: '#18181b',
  templateColour: '#f4f4f5',
  boxColour: '#ffffff',
  textColour: '#18181b',
  linkColour: '#4f46e5',
  font: 'Inter',
}
const northlight: Brand = {
  name: 'Northlight',
  shortName: 'Northlight',
  favicon: svg(northMark('#0f766e'), 36),
  logo: svg(northMark('#0f766e') + word(northlightWord, '#134e4a'), 150),
  logoDark: svg(northMark('#5eead4') + word(northlightWord, '#f0fdfa'), 150),
  sidebarColour: '#0f3d3a',
  templateColour: '#f0fdfa',
  boxColour: '#ffffff',
  textColour: '#134e4a',
  linkColour: '#0f766e',
  font: 'Nunito',
}
const copper: Brand = {
  name: 'Copper & Co',
  shortName: 'Copper',
  favicon: svg(copperMark('#b45309'), 36),
  logo: svg(copperMark('#b45309') + word(copperWord, '#431407'), 170),
  logoDark: svg(copperMark('#f59e0b') + word(copperWord, '#fff7ed'), 170),
  sidebarColour: '#fde7c8',
  templateColour: '#fffaf3',
  boxColour: '#ffffff',
  textColour: '#431407',
  linkColour: '#b45309',
  font: 'Lora',
}

/** Days for which the demonstration's campaigns have had leads: enough to compare a month with the one before it. */
const TWO_MONTHS = 61
/** How long the cast has been there: longer than its campaigns have run. */
const SINCE = 75 * DAY

/** Plants the cast below a platform domain (without port) unless a root is there already. Answers whether it did. */
export async function seed(services: Services, domain: string, { leads = 0 } = {}): Promise<boolean> {
  const roots = await services.db.company.listRoots()
  // Data of an older start may lack what came since.
  for (const root of roots) await plantDocuments(services.db, root, services.now())
  if (roots.length > 0) return false
  const since = services.now() - SINCE
  const cast = await plantCast(
    { ...services, now: () => since },
    {
      domain,
      tag: '',
      brands: { root: leadloom, ada: northlight, abe: copper },
    },
  )
  await plantRoles(services, [cast.root.id, cast.northlight.id])
  await plantCompanies({ services, cast, domain })
  await plantPayments(services, cast)
  await plantWallet(services, cast.northlight)
  await plantPrices(services, cast)
  const target = CampaignTarget.parse({ keywords: ['roof repair', 'roof replacement'], states: ['IL', 'WI'] })
  const harbor = await startBefore(services, cast.campaigns.harbor, TWO_MONTHS)
  await services.db.campaignChange.update(harbor, {}, { target })
  const smiles = await startBefore(services, cast.campaigns.smiles, TWO_MONTHS)
  const peak = await startBefore(services, cast.campaigns.peak, TWO_MONTHS)
  await plantPrepaid(services, cast)
  await plantWebhooks(services, cast)
  await plantAudiences(services, cast)
  await plantBanners(services, cast)
  await plantCounts(services, cast)
  await plantEnrichments(services, cast)
  await plantLeads(services, smiles, { aDay: 5.5, days: TWO_MONTHS, seed: 1 })
  await plantLeads(services, peak, { aDay: 2, days: TWO_MONTHS, seed: 2 })
  await plantLeads(services, harbor, { aDay: 6, days: TWO_MONTHS, seed: 3 })
  await plantSearches(services, cast.northlight)
  await sumAgencies(services, [cast.northlight, cast.copper], TWO_MONTHS)
  await plantDebts(services, cast)
  await plantDeliveries(services, cast)
  await plantDeeds(services, cast)
  if (leads > 0) {
    await plantManyLeads(services, smiles, leads)
    await sumAgencies(services, [cast.northlight], MANY_DAYS)
  }
  return true
}

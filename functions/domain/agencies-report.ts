// What each agency has, counted: clients and running campaigns by counters, leads and what they were sold and bought for
// by the days of its campaigns.
import { toCsvLine } from '#shared/csv.ts'
import type { CompanyNode } from '#shared/model/node.ts'
import { fromCents, priceText, roundToCents } from '#shared/money/price-text.ts'
import type { Db } from '../data/index.ts'
import type { DayCount } from '../data/lead.ts'
import type { NodeList } from '../data/node.ts'
import { allCampaigns } from './all-campaigns.ts'
import { batches } from './company-export.ts'
import { mapSome } from './map-some.ts'

export type AgencyNumbers = {
  node: CompanyNode
  clients: number
  activeCampaigns: number
  leads: number
  wholesaleCents: number
  retailCents: number
}

export async function agencyNumbers(db: Db, node: CompanyNode, start: string, end: string): Promise<AgencyNumbers> {
  const [clients, activeCampaigns, campaigns] = await Promise.all([
    db.node.count(node.companyId, 'client'),
    db.node.count(node.companyId, 'activeCampaign'),
    allCampaigns(db, { id: node.companyId, kind: 'agency' }),
  ])
  const days = (await mapSome(campaigns, (campaign) => db.lead.countByDay(campaign, start, end))).flat()
  const sum = (of: (day: DayCount) => number) => days.reduce((total, day) => total + of(day), 0)
  return {
    ...{ node, clients, activeCampaigns },
    leads: sum(({ leads }) => leads),
    // Rounded once, agency by agency, as bills are.
    wholesaleCents: roundToCents(sum(({ wholesaleCentiCents }) => wholesaleCentiCents)),
    retailCents: roundToCents(sum(({ retailCentiCents }) => retailCentiCents)),
  }
}

const amount = (cents: number) => priceText(fromCents(cents))

export const toReportRow = ({ node, clients, activeCampaigns, leads, ...sums }: AgencyNumbers) => ({
  company_id: node.companyId,
  company_name: node.companyName,
  clients,
  active_campaigns: activeCampaigns,
  leads,
  wholesale: amount(sums.wholesaleCents),
  retail: amount(sums.retailCents),
  payment_status: node.facts.paymentFailed ? ('failed' as const) : ('' as const),
})

const head = ['Agency', 'Clients', 'Active campaigns', 'Leads', 'Wholesale', 'Retail', 'Payment']

/** The report of all agencies, line by line, by the one writer that lets no cell run as a formula. */
export async function* reportLines(db: Db, list: NodeList, start: string, end: string): AsyncGenerator<string> {
  yield toCsvLine(head)
  for await (const nodes of batches(db, list)) {
    const counted = await mapSome(nodes, (node) => agencyNumbers(db, node, start, end))
    for (const row of counted.map(toReportRow))
      yield toCsvLine([
        ...[row.company_name, String(row.clients), String(row.active_campaigns), String(row.leads)],
        ...[row.wholesale, row.retail, row.payment_status || 'ok'],
      ])
  }
}

// What each agency has, by counters alone: clients, running campaigns, and the leads of some days with what they were sold
// and bought for.
import { inBooks, toCsvLine } from '#shared/csv.ts'
import type { CompanyListItem } from '#shared/model/node.ts'
import { fromCents, priceText, roundToCents } from '#shared/money/price-text.ts'
import type { NodeList } from '../../data/companies/list-item.ts'
import type { Db } from '../../data/index.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { batches } from './batches.ts'

export type AgencyNumbers = {
  node: CompanyListItem
  clients: number
  activeCampaigns: number
  leads: number
  wholesaleCents: number
  retailCents: number
}

export async function agencyNumbers(db: Db, node: CompanyListItem, start: string, end: string): Promise<AgencyNumbers> {
  const [clients, activeCampaigns, sums] = await Promise.all([
    db.node.count(node.companyId, 'client'),
    db.node.count(node.companyId, 'activeCampaign'),
    db.lead.sumOfAgency(node.companyId, start, end),
  ])
  return {
    node,
    clients,
    activeCampaigns,
    leads: sums.leads,
    // Rounded once, agency by agency, as bills are.
    wholesaleCents: roundToCents(sums.wholesaleCentiCents),
    retailCents: roundToCents(sums.retailCentiCents),
  }
}

const amount = (cents: number) => priceText(fromCents(cents))

export const toReport = ({ node, clients, activeCampaigns, leads, ...sums }: AgencyNumbers) => ({
  companyId: node.companyId,
  companyName: node.companyName,
  clients,
  activeCampaigns,
  leads,
  wholesale: amount(sums.wholesaleCents),
  retail: amount(sums.retailCents),
  paymentStatus: node.facts.paymentFailed ? ('failed' as const) : ('' as const),
})

const head = ['Agency', 'Clients', 'Active campaigns', 'Leads', 'Wholesale', 'Retail', 'Payment']

/** How many agencies are counted between two pieces of the file. */
const STEP_ROWS = 100
const toLine = (row: ReturnType<typeof toReport>) =>
  toCsvLine([
    ...[row.companyName, String(row.clients), String(row.activeCampaigns), String(row.leads)],
    ...[inBooks(row.wholesale), inBooks(row.retail), row.paymentStatus || 'ok'],
  ])

/** The report of all agencies, piece by piece, by the one writer that lets no cell run as a formula. */
export async function* reportLines(
  db: Db,
  list: NodeList,
  { start, end }: { start: string; end: string },
): AsyncGenerator<{ text: string; rows: number }> {
  yield { text: toCsvLine(head), rows: 0 }
  for await (const nodes of batches(db, list)) {
    for (let at = 0; at < nodes.length; at += STEP_ROWS) {
      const some = nodes.slice(at, at + STEP_ROWS)
      const rows = (await mapConcurrent(some, (node) => agencyNumbers(db, node, start, end))).map(toReport)
      yield { text: rows.map(toLine).join(''), rows: rows.length }
    }
  }
}

import { contracts } from '#shared/contracts/index.ts'
import { countDays, isDay } from '#shared/dates.ts'
import { invalid } from '#shared/errors.ts'
import { agencyNumbers } from '../../domain/agencies-report.ts'
import { nodePage } from '../../domain/node-list.ts'
import { handle } from '../../kit/handle.ts'

const MOST_DAYS = 366

function checkDays(start: string, end: string): void {
  if (!isDay(start)) throw invalid({ start: 'This day does not exist.' })
  if (!isDay(end)) throw invalid({ end: 'This day does not exist.' })
  const days = countDays(start, end)
  if (days < 1) throw invalid({ end: 'The last day lies before the first.' })
  if (days > MOST_DAYS) throw invalid({ end: `Choose at most ${MOST_DAYS} days.` })
}

export default handle(contracts.agencies.report, async ({ db, input, company }) => {
  const { start, end, Page: page, PerPage: perPage } = input
  if (company.kind !== 'root') throw invalid({ companyId: 'Only a root has agencies.' })
  checkDays(start, end)
  const list = { parentId: company.id, kind: 'agency', sort: 'company_name', order: 'asc' } as const
  const {
    nodes,
    place: _,
    next: __,
    isCut: ___,
    ...numbers
  } = await nodePage(db, {
    list,
    search: '',
    tags: [],
    page,
    perPage,
    place: undefined,
  })
  const counted = await Promise.all(nodes.map((node) => agencyNumbers(db, node, start, end)))
  return {
    ...numbers,
    next_cursor: null,
    data: counted.map(({ node, clients, activeCampaigns, leads }) => ({
      company_id: node.companyId,
      company_name: node.companyName,
      clients,
      active_campaigns: activeCampaigns,
      leads,
      payment_status: node.facts.paymentFailed ? ('failed' as const) : ('' as const),
    })),
  }
})

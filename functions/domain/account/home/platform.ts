// An operator's first page: how the platform does.
import { DAY } from '#shared/dates.ts'
import type { CompanyListItem } from '#shared/model/node.ts'
import { toSeeSince } from '#shared/money/refund-owed.ts'
import { activityOf } from './activity.ts'
import { failedJobs } from './jobs.ts'
import { receiversToMend } from './receivers.ts'
import type { Attention, Deps, Figure, Home, Who } from './types.ts'

const MOST_NEW = 25
const MOST_SHOWN = 6
const MOST_OWING = 100
const MOST_FAILING = 50
const MOST_REFUNDS = 50
const SPAN = 30 * DAY
/** Of the newest as many as were read: of more, what came before is not known. */
function newOnes(newest: readonly CompanyListItem[], total: number, now: number): Figure[] {
  const since = (from: number) => newest.filter(({ createdAt }) => createdAt > from).length
  const [value, both] = [since(now - SPAN), since(now - 2 * SPAN)]
  const isCut = value === MOST_NEW
  const before = both < MOST_NEW ? both - value : undefined
  return [
    { figure: 'agencies', value: total, ...(!isCut && { before: total - value }) },
    { figure: 'new_agencies', value, before, isCut },
  ]
}

/** Refunds that could not go, or of which nobody can tell whether they did, and what agencies did not get of them. */
async function refundsToSee({ db }: Deps, rootId: string): Promise<Attention[]> {
  const [ofLeads, whole] = await Promise.all([
    db.campaignBill.listUnknownRefunds(rootId, { limit: MOST_REFUNDS }),
    db.owedRefund.listOf(rootId, { limit: MOST_REFUNDS }),
  ])
  const since = [
    ...ofLeads.found.flatMap(({ parts }) =>
      // A credit that waits may still be used by its campaign.
      parts.filter(({ waits }) => waits === undefined).flatMap((part) => toSeeSince(part)?.since ?? []),
    ),
    ...whole.found.map((owed) => owed.since),
  ]
  const isCut = ofLeads.next !== undefined || whole.next !== undefined
  return since.length > 0 ? [{ kind: 'refunds_unknown', total: since.length, isCut, at: Math.min(...since) }] : []
}

export async function platformHome(deps: Deps, who: Who): Promise<Home> {
  const { db, now } = deps
  const { company, may } = who
  const seesAgencies = may('agency:read', 'GET')
  const settles = may('settlement:update', 'GET')
  const [total, newest, owing, refunds, failing, jobs, activity] = await Promise.all([
    seesAgencies ? db.node.count(company.id, 'agency') : 0,
    seesAgencies
      ? db.node.read(
          { parentId: company.id, kind: 'agency', sort: 'createdAt', order: 'desc' },
          { at: undefined, limit: MOST_NEW },
        )
      : [],
    settles ? db.payment.listOwing(company.id, MOST_OWING) : [],
    settles ? refundsToSee(deps, company.id) : [],
    seesAgencies ? db.failing.belowRoot(company.id, MOST_FAILING) : [],
    failedJobs(deps, who),
    activityOf(deps, who),
  ])
  const owers = new Set(owing.map(({ companyId }) => companyId))
  const [oldest] = owing
  const isOwingCut = owing.length === MOST_OWING
  const at = now()
  return {
    steps: [],
    attention: [
      ...(oldest
        ? [{ kind: 'companies_unpaid' as const, total: owers.size, isCut: isOwingCut, at: oldest.since }]
        : []),
      ...refunds,
      ...(await receiversToMend(deps, failing, company.id)),
      ...jobs,
    ],
    activity,
    figures: [
      ...(seesAgencies ? newOnes(newest, total, at) : []),
      ...(settles ? [{ figure: 'unpaid_companies' as const, value: owers.size, isCut: isOwingCut }] : []),
      ...(seesAgencies
        ? [{ figure: 'failing_receivers' as const, value: failing.length, isCut: failing.length === MOST_FAILING }]
        : []),
    ],
    newcomers: newest
      .slice(0, MOST_SHOWN)
      .map(({ companyId, companyName, createdAt }) => ({ companyId, name: companyName, at: createdAt })),
  }
}

// What a report of leads is about: one campaign, the campaigns of a client, or those of an agency; of one product or of all.
import { type Meter, monthOf } from '#shared/campaigns/meter.ts'
import { invalid, notFound } from '#shared/errors.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { type Company, type ProductLine, productLines } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'
import type { LeadCampaign } from '../../data/leads/month.ts'

export type Scope =
  | { of: 'campaign'; campaign: Campaign; client: Company }
  | { of: 'client'; client: Company; line: ProductLine | undefined }
  | { of: 'agency'; agency: Company; line: ProductLine | undefined }

/** What a report needs of a campaign before one of its leads is shown; `whole` where all of it was read anyway. */
export type Reported = LeadCampaign & { whole?: Campaign }
/** What is said of a campaign that may have no lead. */
export type Listed = Pick<Campaign, 'id' | 'companyId' | 'line' | 'number' | 'name' | 'status'>

/** The campaigns of a scope that have leads in the months of some days, and their meters by their ids. */
export type Book = { campaigns: Reported[]; meters: ReadonlyMap<string, Meter> }

/** Of more campaigns of an agency at once none is looked at by itself: its reports then come from its own days alone. */
export const MOST_CAMPAIGNS = 500

type Asked = { company: Company; campaign: Campaign | undefined; line: ProductLine | undefined }

export function scopeOf({ company, campaign, line }: Asked): Scope {
  if (campaign) {
    if (line && campaign.line !== line) throw notFound('campaign')
    return { of: 'campaign', campaign, client: company }
  }
  if (company.kind === 'root') throw invalid({ companyId: 'Leads belong to agencies and their clients. Choose one.' })
  return company.kind === 'client' ? { of: 'client', client: company, line } : { of: 'agency', agency: company, line }
}

type Deps = Pick<Db, 'campaign' | 'campaignList' | 'leadMonth'>
type Days = { from: string; to: string }

/** All campaigns of a product or of all, in every state; undefined where an agency has too many to look at each. */
async function allOf(
  db: Pick<Db, 'campaign' | 'campaignList'>,
  { id, kind }: Pick<Company, 'id' | 'kind'>,
  line: ProductLine | undefined,
): Promise<(Listed & LeadCampaign)[] | undefined> {
  if (kind === 'client') return (await db.campaign.list(id)).filter((each) => !line || each.line === line)
  const counts = await db.campaignList.counts(id)
  const lines = line ? [line] : productLines
  const count = lines
    .flatMap((each) => Object.values(counts.get(each) ?? {}))
    .reduce((sum, ofState) => sum + ofState, 0)
  return count > MOST_CAMPAIGNS ? undefined : db.campaignList.all(id, line ? { lines: [line] } : {})
}

/**
 * The campaigns of a client or an agency that have leads in some months; those without are not read, and cost nothing. Of a company
 * that is older than these months, and was not recounted since, all its campaigns: undefined where an agency has too many of them.
 */
export async function campaignsIn(
  db: Deps,
  owner: Pick<Company, 'id' | 'kind' | 'hasLeadMonths'>,
  { from, to, line }: { from: string; to: string; line: ProductLine | undefined },
): Promise<LeadCampaign[] | undefined> {
  return owner.hasLeadMonths ? db.leadMonth.list(owner.id, { from, to, line }) : allOf(db, owner, line)
}

/** Undefined where there are too many to look at each. */
async function reportedOf(db: Deps, scope: Scope, { from, to }: Days): Promise<Reported[] | undefined> {
  if (scope.of === 'campaign') return [{ ...scope.campaign, whole: scope.campaign }]
  const months = { from: monthOf(from), to: monthOf(to), line: scope.line }
  if (scope.of === 'client') return campaignsIn(db, scope.client, months)
  const found = await campaignsIn(db, scope.agency, months)
  return found && found.length > MOST_CAMPAIGNS ? undefined : found
}

export async function findBook(db: Deps, scope: Scope, days: Days): Promise<Book | undefined> {
  const campaigns = await reportedOf(db, scope, days)
  return campaigns && { campaigns, meters: await db.campaignList.meters(campaigns) }
}

/** Campaigns as they stand, by their ids; what was read before is not read again. */
export async function wholeOf(db: Pick<Db, 'campaign'>, some: readonly Reported[]): Promise<Map<string, Campaign>> {
  const known = some.flatMap(({ whole }) => whole ?? [])
  const read = await db.campaign.some(some.filter(({ whole }) => !whole))
  return new Map([...known, ...read].map((campaign) => [campaign.id, campaign]))
}

const tooMany = () => invalid({ clientId: 'There are too many campaigns. Choose a client or a campaign.' })

/** The same for what cannot be answered without. */
export async function openBook(db: Deps, scope: Scope, days: Days): Promise<Book> {
  const book = await findBook(db, scope, days)
  if (!book) throw tooMany()
  return book
}

/** The campaigns of a scope in every state, also without leads; undefined where there are too many to look at each. */
export async function findCampaigns(
  db: Pick<Db, 'campaign' | 'campaignList'>,
  scope: Scope,
): Promise<Listed[] | undefined> {
  if (scope.of === 'campaign') return [scope.campaign]
  return allOf(db, scope.of === 'client' ? scope.client : scope.agency, scope.line)
}

/** The same for what cannot be answered without. */
export async function listCampaigns(db: Pick<Db, 'campaign' | 'campaignList'>, scope: Scope): Promise<Listed[]> {
  const campaigns = await findCampaigns(db, scope)
  if (!campaigns) throw tooMany()
  return campaigns
}

// What a report of leads is about: one campaign, the campaigns of a client, or those of an agency; of one product or of all.
import type { Meter } from '#shared/campaigns/meter.ts'
import { invalid, notFound } from '#shared/errors.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { type Company, type ProductLine, productLines } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'

export type Scope =
  | { of: 'campaign'; campaign: Campaign; client: Company }
  | { of: 'client'; client: Company; line: ProductLine | undefined }
  | { of: 'agency'; agency: Company; line: ProductLine | undefined }

/** What a report needs of a campaign before one of its leads is shown; `whole` where all of it was read anyway. */
export type Reported = Pick<Campaign, 'id' | 'companyId' | 'line' | 'number' | 'name' | 'status' | 'timeZone'> & {
  whole?: Campaign
}
/** The campaigns of a scope, and their meters by their ids. */
export type Book = { campaigns: Reported[]; meters: ReadonlyMap<string, Meter> }

/** Of more campaigns at once none is looked at by itself: reports of an agency then come from its own days alone. */
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

type Deps = Pick<Db, 'campaign' | 'campaignList'>
const withWhole = (whole: Campaign): Reported => ({ ...whole, whole })

/** The campaigns of a scope in every state; undefined where there are too many to look at each. */
async function campaignsOf(db: Deps, scope: Scope): Promise<Reported[] | undefined> {
  if (scope.of === 'campaign') return [withWhole(scope.campaign)]
  const { line } = scope
  if (scope.of === 'client')
    return (await db.campaign.list(scope.client.id)).filter((each) => !line || each.line === line).map(withWhole)
  const counts = await db.campaignList.counts(scope.agency.id)
  const lines = line ? [line] : productLines
  const count = lines
    .flatMap((each) => Object.values(counts.get(each) ?? {}))
    .reduce((sum, ofState) => sum + ofState, 0)
  return count > MOST_CAMPAIGNS ? undefined : db.campaignList.all(scope.agency.id, line ? { lines: [line] } : {})
}

export async function findBook(db: Deps, scope: Scope): Promise<Book | undefined> {
  const campaigns = await campaignsOf(db, scope)
  return campaigns && { campaigns, meters: await db.campaignList.meters(campaigns) }
}

const tooMany = () => invalid({ clientId: 'There are too many campaigns. Choose a client or a campaign.' })

/** The same for what cannot be answered without. */
export async function openBook(db: Deps, scope: Scope): Promise<Book> {
  const book = await findBook(db, scope)
  if (!book) throw tooMany()
  return book
}

/** The campaigns of a scope alone. */
export async function listCampaigns(db: Deps, scope: Scope): Promise<Reported[]> {
  const campaigns = await campaignsOf(db, scope)
  if (!campaigns) throw tooMany()
  return campaigns
}

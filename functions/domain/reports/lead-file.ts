// A file of leads that is too long to be answered at once: campaign by campaign, the newest first, up to the instant at which it was
// ordered. Of any length no more than a page of leads is held at a time, and any page may be the first one of another worker.
import { leadFile } from '#shared/leads/csv.ts'
import type { LeadViewer } from '#shared/leads/row.ts'
import type { Lead } from '#shared/model/lead.ts'
import type { ListFile } from '#shared/model/list-file.ts'
import type { Db } from '../../data/index.ts'
import type { Position } from '../../data/leads/lead.ts'
import { spanOf } from '../leads/days.ts'
import { countCampaigns, type Days, sumUp } from './counts.ts'
import { type Home, homesOf, showLead } from './facts.ts'
import { openBook, type Reported, type Scope, scopeOf } from './scope.ts'

type Deps = Pick<Db, 'campaign' | 'campaignList' | 'company' | 'informationType' | 'lead' | 'leadMonth'>
/** `after`: the last lead of the piece; undefined: it has none. */
type Piece = { text: string; rows: number; after: Place | undefined }
export type Place = NonNullable<ListFile['parts']>['after']
export type Pieces = { totalRows: number; head: string; pieces: AsyncGenerator<Piece> }
type Ordered = Pick<ListFile, 'leads' | 'start' | 'end' | 'createdAt'>

const READ_AT_ONCE = 1000

async function scopeOfFile(db: Deps, { companyId, campaignId, line }: NonNullable<ListFile['leads']>): Promise<Scope> {
  const company = await db.company.find(companyId)
  if (!company) throw new Error('The company of this file is gone.')
  const campaign = campaignId ? await db.campaign.get(companyId, campaignId) : undefined
  return scopeOf({ company, campaign, line: line || undefined })
}

/** How many leads the file will have, its columns, and its lines piece by piece, or those after a place. */
export async function leadPieces(
  db: Deps,
  { leads: asked, start, end, createdAt }: Ordered,
  after?: Place,
): Promise<Pieces> {
  if (!asked) throw new Error('Nothing says which leads this file holds.')
  const scope = await scopeOfFile(db, asked)
  return piecesOf(db, scope, { days: { from: start, to: end }, viewer: asked.viewer, until: createdAt, after })
}

type Wanted = {
  days: Days
  viewer: LeadViewer
  /** No lead that was stored from this instant on. */
  until: number
  after?: Place | undefined
}

export async function piecesOf(db: Deps, scope: Scope, { days, viewer, until, after }: Wanted): Promise<Pieces> {
  // By their ids, so that a worker who goes on finds them in the order of the one who began.
  const counted = (await countCampaigns(db, await openBook(db, scope, days), days)).toSorted((a, b) =>
    a.campaign.id < b.campaign.id ? -1 : 1,
  )
  const homes = await homesOf(
    db,
    scope,
    counted.map(({ campaign }) => campaign),
    { hasTypes: true },
  )
  const { head, lineOf } = leadFile({ homes: [...homes.values()], viewer, isMixed: scope.of !== 'campaign' })

  async function* ofCampaign(campaign: Reported, home: Home, from: Position | undefined): AsyncGenerator<Piece> {
    const span = spanOf(campaign, days)
    const pinned = { start: span.start, end: Math.min(span.end, until) }
    let last = from
    for (let isMore = true; isMore; ) {
      const page: Lead[] = await db.lead.list(campaign, pinned, { after: last, limit: READ_AT_ONCE })
      isMore = page.length === READ_AT_ONCE
      last = page.at(-1) ?? last
      if (!last) return
      yield {
        after: { campaignId: campaign.id, createdAt: last.createdAt, id: last.id },
        text: page.map((lead) => lineOf({ row: showLead({ lead, campaign }, home, viewer).row, home })).join(''),
        rows: page.length,
      }
    }
  }
  async function* all(): AsyncGenerator<Piece> {
    if (!after) yield { text: head, rows: 0, after: undefined }
    for (const { campaign } of counted) {
      const home = homes.get(campaign.id)
      if (home && (!after || campaign.id >= after.campaignId))
        yield* ofCampaign(campaign, home, campaign.id === after?.campaignId ? after : undefined)
    }
  }
  return { totalRows: counted.reduce((sum, each) => sum + sumUp(each.days).leads, 0), head, pieces: all() }
}

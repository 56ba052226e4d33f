// A file of leads that is too long to be answered at once: campaign by campaign, the newest first, up to the instant at which it was
// ordered. Of any length no more than a page of leads is held at a time.
import { leadFile } from '#shared/leads/csv.ts'
import type { LeadViewer } from '#shared/leads/row.ts'
import type { Lead } from '#shared/model/lead.ts'
import type { ListFile } from '#shared/model/list-file.ts'
import type { Db } from '../../data/index.ts'
import { spanOf } from '../leads/days.ts'
import { countCampaigns, type Days, sumUp } from './counts.ts'
import { type Home, homesOf, showLead } from './facts.ts'
import { openBook, type Reported, type Scope, scopeOf } from './scope.ts'

type Deps = Pick<Db, 'campaign' | 'campaignList' | 'company' | 'informationType' | 'lead'>
type Piece = { text: string; rows: number }
type Ordered = Pick<ListFile, 'leads' | 'start' | 'end' | 'createdAt'>

const READ_AT_ONCE = 1000

async function scopeOfFile(db: Deps, { companyId, campaignId, line }: NonNullable<ListFile['leads']>): Promise<Scope> {
  const company = await db.company.find(companyId)
  if (!company) throw new Error('The company of this file is gone.')
  const campaign = campaignId ? await db.campaign.get(companyId, campaignId) : undefined
  return scopeOf({ company, campaign, line: line || undefined })
}

/** How many leads the file will have, and its lines piece by piece. */
export async function leadPieces(
  db: Deps,
  { leads: asked, start, end, createdAt }: Ordered,
): Promise<{ totalRows: number; pieces: AsyncGenerator<Piece> }> {
  if (!asked) throw new Error('Nothing says which leads this file holds.')
  const scope = await scopeOfFile(db, asked)
  return piecesOf(db, scope, { days: { from: start, to: end }, viewer: asked.viewer, until: createdAt })
}

type Wanted = {
  days: Days
  viewer: LeadViewer
  /** No lead that was stored from this instant on. */
  until: number
}

export async function piecesOf(
  db: Deps,
  scope: Scope,
  { days, viewer, until }: Wanted,
): Promise<{ totalRows: number; pieces: AsyncGenerator<Piece> }> {
  const counted = await countCampaigns(db, await openBook(db, scope), days)
  const homes = await homesOf(
    db,
    scope,
    counted.map(({ campaign }) => campaign),
    { hasTypes: true },
  )
  const { head, lineOf } = leadFile({ homes: [...homes.values()], viewer, isMixed: scope.of !== 'campaign' })

  async function* ofCampaign(campaign: Reported, home: Home): AsyncGenerator<Piece> {
    const span = spanOf(campaign, days)
    const pinned = { start: span.start, end: Math.min(span.end, until) }
    let last: Lead | undefined
    for (let isMore = true; isMore; ) {
      const page: Lead[] = await db.lead.list(campaign, pinned, { after: last, limit: READ_AT_ONCE })
      last = page.at(-1)
      isMore = page.length === READ_AT_ONCE
      yield {
        text: page.map((lead) => lineOf({ row: showLead({ lead, campaign }, home, viewer).row, home })).join(''),
        rows: page.length,
      }
    }
  }
  async function* all(): AsyncGenerator<Piece> {
    yield { text: head, rows: 0 }
    for (const { campaign } of counted) {
      const home = homes.get(campaign.id)
      if (home) yield* ofCampaign(campaign, home)
    }
  }
  return { totalRows: counted.reduce((sum, each) => sum + sumUp(each.days).leads, 0), pieces: all() }
}

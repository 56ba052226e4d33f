// Leads as a time series under their campaign, and who is a lead already.
import { createConversions, Entity } from 'electrodb'
import * as z from 'zod'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Lead } from '#shared/model/lead.ts'
import { countLines, type LeadLine, type LeadLines } from '#shared/money/lead-lines.ts'
import { leadKinds } from '#shared/money/price-list.ts'
import { meterEntity } from '../campaigns/rows.ts'
import { unlessRefused } from '../lib/errors.ts'
import { electro, type Table } from '../lib/table.ts'
import { readCounts } from './count.ts'
import { leadCredit } from './credit.ts'
import { leadErasure } from './erase.ts'
import { leadSchema, type Position, toLead } from './item.ts'
import { readPeople } from './people.ts'
import { leadStore } from './store.ts'

export type { AgencyDay, AgencySums, DayCount, Sums } from './count.ts'
export type { Position } from './item.ts'
export type { LeadBatch, NewLead, Stored } from './store.ts'

type Owner = Pick<Campaign, 'companyId' | 'id'>
/** From the newest lead before `end` back to `start` (ms, included). */
type Span = { start: number; end: number }

/** Which leads are meant, and from which on none can follow. */
export type Picking = { isPicked: (lead: Lead) => boolean; isPast?: ((lead: Lead) => boolean) | undefined }

/** Most rows of one read that only walks over keys: a lead takes up to 1 KB, and a read stops at 1 MB. */
const KEYS_AT_ONCE = 1000

const amount = z.number().default(0)
/** What of a lead says on which line of a bill it is. */
export const Counted = z.object({
  kind: z.enum(leadKinds).default('basic'),
  isAboveLimit: z.boolean().default(false),
  retailCentiCents: amount,
  wholesaleCentiCents: amount,
  rootCentiCents: amount,
  stretch: z.number().default(0),
  lot: z.number().optional(),
  hold: z.number().optional(),
})
const COUNTED = Object.keys(Counted.shape) as (keyof typeof Counted.shape)[]
const lineOf = ({ lot, hold, stretch: _, ...line }: z.output<typeof Counted>): LeadLine => ({
  ...line,
  funding: lot !== undefined ? 'lot' : hold !== undefined ? 'hold' : 'bill',
})

const keyOf = ({ companyId, id }: Owner) => ({ companyId, campaignId: id })

export function leads(table: Table) {
  const entity = new Entity(leadSchema, electro(table))
  const counts = readCounts(table)
  const meters = meterEntity(table)
  const { toCursor } = createConversions(entity).fromComposite

  const query = (campaign: Owner, { start, end }: Span) =>
    // A key goes on after its time, so a bound that is the time alone leaves out every lead of that very millisecond.
    entity.query.primary(keyOf(campaign)).between({ createdAt: Math.max(0, start) }, { createdAt: end })

  const cursorOf = (campaign: Owner, { createdAt, id }: Position) => toCursor({ ...keyOf(campaign), createdAt, id })

  const people = readPeople(table)

  return {
    ...counts,
    ...people,
    credit: leadCredit(table),
    ...leadErasure(table),
    store: leadStore(table, { findMeter: counts.findMeter, ...people }),
    /** People were told that the campaign's own bound of a month is reached (`toldKey`). */
    async capTold(campaign: Owner, capToldFor: string): Promise<void> {
      await meters.patch(keyOf(campaign)).set({ capToldFor }).go().catch(unlessRefused)
    },
    /** One lead by the instant of its storing and its id. */
    async find(campaign: Owner, { createdAt, id }: Position): Promise<Lead | undefined> {
      const { data } = await entity.get({ ...keyOf(campaign), createdAt, id }).go({ consistent: true })
      return data ? toLead(data) : undefined
    },
    /** The leads of a stretch that were stored in some time (ms, `end` not included), counted by what they cost and what pays for them. */
    async countStretch(campaign: Owner, stretch: number, span: Span): Promise<LeadLines> {
      const lines: LeadLine[] = []
      let cursor: string | null = null
      do {
        const page: { data: unknown[]; cursor: string | null } = await query(campaign, span).go({
          consistent: true,
          attributes: [...COUNTED],
          cursor,
        })
        for (const row of page.data.map((each) => Counted.parse(each)))
          if (row.stretch === stretch) lines.push(lineOf(row))
        cursor = page.cursor
      } while (cursor)
      return countLines(lines)
    },
    /** Newest first, those of one instant by id. `after` is the last one that was seen. Fewer than `limit` are all that there are. */
    async list(
      campaign: Owner,
      span: Span,
      { after, limit }: { after?: Position | undefined; limit: number },
    ): Promise<Lead[]> {
      const found: Lead[] = []
      // Of several campaigns the last one that was seen may lie outside the days of this one, and the table refuses to begin there.
      if (after && after.createdAt < span.start) return found
      let cursor = after && after.createdAt < span.end ? cursorOf(campaign, after) : null
      do {
        // An answer of the table ends at a megabyte, which a thousand leads with all that may be known of them exceed.
        const page: { data: Record<string, unknown>[]; cursor: string | null } = await query(campaign, span).go({
          order: 'desc',
          limit: limit - found.length,
          cursor,
        })
        found.push(...page.data.map(toLead))
        cursor = page.cursor
      } while (cursor && found.length < limit)
      return found
    },
    /**
     * Leads of some time that somebody picks, the earliest first, at most `limit`; of so many rows (`most`) are they picked that one
     * call looks at. `next` is where it goes on: undefined once all were looked at. Nothing later is looked at than what `isPast` says.
     */
    async listPicked(
      campaign: Owner,
      span: Span,
      { isPicked, isPast }: Picking,
      { after, limit, most }: { after?: Position | undefined; limit: number; most: number },
    ): Promise<{ found: Lead[]; next: Position | undefined }> {
      const found: Lead[] = []
      let last = after
      let looked = 0
      while (looked < most) {
        const page: { data: Record<string, unknown>[]; cursor: string | null } = await query(campaign, span).go({
          consistent: true,
          limit: Math.min(KEYS_AT_ONCE, most - looked),
          cursor: last ? cursorOf(campaign, last) : null,
        })
        for (const lead of page.data.map(toLead)) {
          if (isPast?.(lead)) return { found, next: undefined }
          if (isPicked(lead)) {
            if (found.length === limit) return { found, next: last }
            found.push(lead)
          }
          last = { createdAt: lead.createdAt, id: lead.id }
        }
        looked += page.data.length
        if (!page.cursor) return { found, next: undefined }
      }
      return { found, next: last }
    },
    /** The position of the `skip`-th newest lead, found by its key alone; undefined when there are fewer. */
    async findPosition(campaign: Owner, span: Span, skip: number): Promise<Position | undefined> {
      let cursor: string | null = null
      for (let left = skip; left > 0; ) {
        const page: { data: Position[]; cursor: string | null } = await query(campaign, span).go({
          order: 'desc',
          limit: Math.min(left, KEYS_AT_ONCE),
          attributes: ['createdAt', 'id'],
          cursor,
        })
        left -= page.data.length
        const last = page.data.at(-1)
        if (left === 0 && last) return last
        if (!page.cursor) return undefined
        cursor = page.cursor
      }
      return undefined
    },
  }
}

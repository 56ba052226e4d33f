// Leads as a time series under their campaign, who is a lead already, and how many there are: one transaction writes all.

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConversions, Entity, Service } from 'electrodb'
import { emailKey } from '#shared/email.ts'
import type { Campaign, Lead } from '#shared/model/campaign.ts'
import type { LimitPeriod } from '#shared/money/price-list.ts'
import { isOnlyBusy, WriteConflict } from '../lib/errors.ts'
import { electro, type Table, withoutNulls } from '../lib/table.ts'
import { openTurns } from '../lib/turns.ts'
import { agencyCountsSchema, countsSchema, readCounts, shardOf } from './count.ts'
import { fitLead, leadSchema, type Position, peopleSchema, toLead } from './item.ts'

export type { DayCount, Sums } from './count.ts'
export type { Position } from './item.ts'

type Owner = Pick<Campaign, 'companyId' | 'id'>
/** From the newest lead before `end` back to `start` (ms, included). */
type Span = { start: number; end: number }

/** Most rows of one read that only walks over keys: a lead takes up to 1 KB, and a read stops at 1 MB. */
const KEYS_AT_ONCE = 1000
const MOST_CONFLICTS = 5
/** The lead and its person come first in the transaction, then the counts. */
const OWN_ROWS = 2

/** At most so many leads in a day, a month, or altogether. */
export type LeadLimit = { every: LimitPeriod; count: number }

/** Where a lead counts: whose campaign it is of, and the day in that campaign's zone. */
export type Place = { agencyId: string; day: string }

/** An address is known by its hash, so that the marker alone tells nobody who it is. */
const personKey = (email: string) => createHash('sha256').update(emailKey(email)).digest('base64url')

const keyOf = ({ companyId, id }: Owner) => ({ companyId, campaignId: id })

export function leads(table: Table) {
  const entity = new Entity(leadSchema, electro(table))
  const people = new Entity(peopleSchema, electro(table))
  const counts = new Entity(countsSchema, electro(table))
  const agencies = new Entity(agencyCountsSchema, electro(table))
  const all = new Service({ lead: entity, person: people, count: counts, agency: agencies })
  const { toCursor } = createConversions(entity).fromComposite

  const query = (campaign: Owner, { start, end }: Span) =>
    // A key goes on after its time, so a bound that is the time alone leaves out every lead of that very millisecond.
    entity.query.primary(keyOf(campaign)).between({ visitedAt: Math.max(0, start) }, { visitedAt: end })

  const cursorOf = (campaign: Owner, { visitedAt, id }: Position) => toCursor({ ...keyOf(campaign), visitedAt, id })

  const write = ({ companyId, campaignId, ...lead }: Lead, { agencyId, day }: Place, limit: LeadLimit | undefined) => {
    const owner = { companyId, campaignId }
    const { wholesaleCentiCents = 0, retailCentiCents = 0 } = lead
    const counted = { leads: 1, wholesaleCentiCents, retailCentiCents }
    const rowOf = { day, month: `MONTH#${day.slice(0, 7)}`, max: 'TOTAL' }
    return all.transaction
      .write(({ lead: rows, person, count, agency }) => [
        rows.create(withoutNulls(fitLead({ ...owner, ...lead }))).commit(),
        person.create({ ...owner, personKey: personKey(lead.person.email), leadId: lead.id }).commit(),
        ...Object.values(rowOf).map((row) => {
          const added = count.upsert({ ...owner, day: row }).add(counted)
          if (!limit || row !== rowOf[limit.every]) return added.commit()
          // The limit is asked in the very write that counts, so that no two workers pass it together.
          return added
            .where(({ leads: had }, { lt, notExists }) => `${notExists(had)} OR ${lt(had, limit.count)}`)
            .commit()
        }),
        agency
          .upsert({ agencyId, day, shard: shardOf(campaignId) })
          .add(counted)
          .commit(),
      ])
      .go()
  }

  const inTurn = openTurns()

  async function storeNow(lead: Lead, place: Place, limit: LeadLimit | undefined): Promise<boolean | 'limit'> {
    for (let round = 0; ; round++) {
      const { canceled, data } = await write(lead, place, limit)
      if (!canceled) return true
      const reasons = data.map((part) => part.code ?? '?')
      const refused = reasons.indexOf('ConditionalCheckFailed')
      if (refused >= 0) return refused < OWN_ROWS ? false : 'limit'
      const said = `The lead could not be stored: ${reasons.join(', ')}.`
      if (!isOnlyBusy(reasons)) throw new Error(said)
      if (round === MOST_CONFLICTS) throw new WriteConflict(said)
      // Workers of other processes meet at the counters; the one that lost waits for a time of its own.
      await sleep(Math.random() * 50 * 2 ** round)
    }
  }

  return {
    ...readCounts(counts, agencies),
    /**
     * Puts the lead, marks its person and counts it, or changes nothing: false when this visit is stored already, or
     * when its person is a lead of this campaign already; `limit` when the campaign has as many as it may. Anything else
     * stands in the way is thrown, to be tried again; `WriteConflict` where it was only other leads. Leads of one agency
     * count in the same rows, so those of one worker are stored one after another.
     */
    store: (lead: Lead, place: Place, limit?: LeadLimit) => inTurn(place.agencyId, () => storeNow(lead, place, limit)),
    async exists(lead: Pick<Lead, 'companyId' | 'campaignId' | 'visitedAt' | 'id'>): Promise<boolean> {
      const { companyId, campaignId, visitedAt, id } = lead
      const { data } = await entity.get({ companyId, campaignId, visitedAt, id }).go({ attributes: ['id'] })
      return data !== null
    },
    async isPersonKnown(campaign: Owner, email: string): Promise<boolean> {
      const { data } = await people.get({ ...keyOf(campaign), personKey: personKey(email) }).go()
      return data !== null
    },
    /** Newest first, those of one instant by id. `after` is the last one that was seen. */
    async list(
      campaign: Owner,
      span: Span,
      { after, limit }: { after?: Position | undefined; limit: number },
    ): Promise<Lead[]> {
      const { data } = await query(campaign, span).go({
        order: 'desc',
        limit,
        cursor: after ? cursorOf(campaign, after) : null,
      })
      return data.map(toLead)
    },
    /** The position of the `skip`-th newest lead, found by its key alone; undefined when there are fewer. */
    async findPosition(campaign: Owner, span: Span, skip: number): Promise<Position | undefined> {
      let cursor: string | null = null
      for (let left = skip; left > 0; ) {
        const page: { data: Position[]; cursor: string | null } = await query(campaign, span).go({
          order: 'desc',
          limit: Math.min(left, KEYS_AT_ONCE),
          attributes: ['visitedAt', 'id'],
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

// What became of candidates, by the hour in which they were seen. Each stands there as a short hash in the set of its end, so
// that a message that is worked on twice counts once.
import { createHash } from 'node:crypto'
import { Entity } from 'electrodb'
import { DAY, HOUR } from '#shared/dates.ts'
import { type LeadEnd, leadEnds } from '#shared/leads/steps.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'

const text = { type: 'string', required: true } as const
const hashes = { type: 'set', items: 'string' } as const

const tallySchema = {
  model: model('leadTally'),
  attributes: {
    companyId: text,
    campaignId: text,
    /** `YYYY-MM-DDTHH` of UTC; of a busy hour there are more rows, `YYYY-MM-DDTHH~001` and so on. */
    hour: text,
    ttl: { type: 'number', required: true },
    stored: hashes,
    inactive: hashes,
    elsewhere: hashes,
    converted: hashes,
    limit: hashes,
    no_funds: hashes,
    cap: hashes,
    unmatched: hashes,
    incomplete: hashes,
    excluded: hashes,
    duplicate: hashes,
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId', 'campaignId'], 'C#${companyId}#TALLY#${campaignId}'),
      sk: key('sk', ['hour'], '${hour}'),
    },
  },
} as const

const KEPT_DAYS = 15
/** 48 bits: among 10,000 candidates of an hour, two are the same in one hour of five million. */
const HASH_CHARACTERS = 8

type Owner = Pick<Campaign, 'companyId' | 'id'>
export type Ended = { id: string; seenAt: number; end: LeadEnd }
export type Tally = Record<LeadEnd, number>

const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url').slice(0, HASH_CHARACTERS)
const HOUR_CHARACTERS = 'YYYY-MM-DDTHH'.length
const hourOf = (at: number) => new Date(at).toISOString().slice(0, HOUR_CHARACTERS)

/** A row that holds so many of an end is full: each write pays for the whole row, and a row has its most bytes. */
const MOST_IN_A_ROW = 200
const PART_DIGITS = 3
const LAST_PART = '~999'
const partOf = (hour: string, part: number) =>
  part === 0 ? hour : `${hour}~${String(part).padStart(PART_DIGITS, '0')}`
const MOST_KNOWN = 1000

export function leadTallies(table: Table) {
  const entity = new Entity(tallySchema, electro(table))
  /** Which row of an hour is not full yet, as far as is known here: only a refused write knows better. */
  const parts = new Map<string, number>()

  async function addTo(
    owner: { companyId: string; campaignId: string },
    hour: string,
    sets: Partial<Record<LeadEnd, string[]>>,
  ) {
    const ends = leadEnds.filter((end) => sets[end] !== undefined)
    const ttl = Math.ceil((Date.parse(`${hour}:00:00Z`) + HOUR + KEPT_DAYS * DAY) / 1000)
    const key = `${owner.campaignId} ${hour}`
    for (let isDone = false; !isDone; ) {
      const part = parts.get(key) ?? 0
      isDone = await entity
        .upsert({ ...owner, hour: partOf(hour, part), ttl })
        .add(sets)
        .where((row, { notExists, size, escape: literal }) =>
          ends.map((end) => `(${notExists(row[end])} OR ${size(row[end])} < ${literal(MOST_IN_A_ROW)})`).join(' AND '),
        )
        .go()
        .then(() => true, unlessRefused)
      if (isDone) continue
      if (parts.size >= MOST_KNOWN) parts.clear()
      parts.set(key, part + 1)
    }
  }

  return {
    /** Counts candidates, each once however often it is told; one write for each hour in which some were seen, and one more where a row is full. */
    async add({ companyId, id: campaignId }: Owner, ended: readonly Ended[]): Promise<void> {
      const hours = Map.groupBy(ended, ({ seenAt }) => hourOf(seenAt))
      await Promise.all(
        [...hours].map(async ([hour, candidates]) => {
          const byEnd = Map.groupBy(candidates, ({ end }) => end)
          const sets = Object.fromEntries(
            [...byEnd].map(([end, ofEnd]) => [end, [...new Set(ofEnd.map(({ id }) => hashOf(id)))]]),
          )
          await addTo({ companyId, campaignId }, hour, sets)
        }),
      )
    },
    /** What became of those who were seen between two instants (whole hours, both included), each by its best end. */
    async count({ companyId, id: campaignId }: Owner, from: number, to: number): Promise<Tally> {
      const { data } = await entity.query
        .primary({ companyId, campaignId })
        .between({ hour: hourOf(from) }, { hour: `${hourOf(to)}${LAST_PART}` })
        .go({ pages: 'all' })
      const total = Object.fromEntries(leadEnds.map((end) => [end, 0])) as Tally
      for (const rows of Map.groupBy(data, ({ hour }) => hour.slice(0, HOUR_CHARACTERS)).values()) {
        // A candidate that was worked on twice may have ended in two ways: the first of the list counts, a lead before all others.
        const seen = new Set<string>()
        for (const end of leadEnds)
          for (const hash of rows.flatMap((row) => row[end] ?? [])) {
            if (!seen.has(hash)) total[end]++
            seen.add(hash)
          }
      }
      return total
    },
  }
}

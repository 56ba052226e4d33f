// What became of candidates, by the hour of the campaign's zone in which they were seen. Each stands there as a short hash in the
// set of its end, so that a message that is worked on twice counts once. Hours are summed up to days once they are over: a mark
// says that there is something to sum up.
import { createHash } from 'node:crypto'
import { Entity } from 'electrodb'
import { DAY, dayIn, HOUR, MINUTE, startOfDay } from '#shared/dates.ts'
import { type LeadEnd, leadEnds } from '#shared/leads/steps.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { unlessRefused } from '../lib/errors.ts'
import { at15, electro, key, model, type Table } from '../lib/table.ts'

const text = { type: 'string', required: true } as const
const hashes = { type: 'set', items: 'string' } as const

const tallySchema = {
  model: model('leadTally'),
  attributes: {
    companyId: text,
    campaignId: text,
    /**
     * The instant at which the hour began: `YYYY-MM-DDTHH` of UTC, with `:MM` where the zone's hours begin at another minute. Of a
     * busy hour there are more rows, `YYYY-MM-DDTHH~001` and so on.
     */
    hour: text,
    ttl: { type: 'number', required: true },
    stored: hashes,
    inactive: hashes,
    elsewhere: hashes,
    converted: hashes,
    limit: hashes,
    noFunds: hashes,
    cap: hashes,
    unmatched: hashes,
    incomplete: hashes,
    excluded: hashes,
    duplicate: hashes,
    /** Leads that a destination did not get, with the hour of their own ends. */
    undelivered: hashes,
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId', 'campaignId'], 'C#${companyId}#TALLY#${campaignId}'),
      sk: key('sk', ['hour'], '${hour}'),
    },
  },
} as const

/** Something was counted in an hour of the clock, and is still to be summed up. */
const markSchema = {
  model: model('leadTallyMark'),
  attributes: {
    companyId: text,
    campaignId: text,
    agencyId: text,
    /** The hour of the clock (UTC) in which it was counted. */
    hour: text,
    /** The earliest instant that was counted (ms). */
    from: { type: 'number', required: true },
    dueAs: text,
    dueAt: text,
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId', 'campaignId'], 'C#${companyId}#TALLY#${campaignId}'),
      sk: key('sk', ['hour'], 'DUE#${hour}'),
    },
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
  },
} as const

const TALLIES = 'DUE#TALLIES'
/** So long after its hour a mark is due: who began to count in the hour is through by then. */
const GRACE = 5 * MINUTE

export const KEPT_DAYS = 15
/** 48 bits: among 10,000 candidates of an hour, two are the same in one hour of five million. */
const HASH_CHARACTERS = 8

type Owner = Pick<Campaign, 'companyId' | 'id' | 'agencyId' | 'timeZone'>
export type Ended = { id: string; seenAt: number; end: LeadEnd }
export type Tally = Record<LeadEnd, number>
export type TallyMark = { companyId: string; campaignId: string; agencyId: string; hour: string; from: number }

const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url').slice(0, HASH_CHARACTERS)

/** A row that holds so many of an end is full: each write pays for the whole row, and a row has its most bytes. */
const MOST_IN_A_ROW = 200
const PART_DIGITS = 3
const LAST_PART = '~999'
const partOf = (hour: string, part: number) =>
  part === 0 ? hour : `${hour}~${String(part).padStart(PART_DIGITS, '0')}`
const hourOfRow = ({ hour }: { hour: string }) => hour.split('~', 1)[0] ?? hour

/** The hour of a zone in which an instant lies, by the instant at which it began. */
function hourOf(timeZone: string, at: number): string {
  // Zones differ from UTC by quarters of an hour at most.
  const minutes = startOfDay(timeZone, dayIn(timeZone, at)) % HOUR
  const text = new Date(Math.floor((at - minutes) / HOUR) * HOUR + minutes).toISOString()
  return minutes === 0 ? text.slice(0, 13) : text.slice(0, 16)
}
const startOfHour = (hour: string) => Date.parse(`${hour.padEnd(16, ':00')}:00Z`)
const ttlOf = (hour: string) => Math.ceil((startOfHour(hour) + HOUR + KEPT_DAYS * DAY) / 1000)
const clockHour = (at: number) => new Date(at).toISOString().slice(0, 13)

/** As many campaigns and hours are remembered. */
const REMEMBERED = 5000

type Counts = (typeof counted)[number]
type Sets = Partial<Record<Counts, string[]>>
const counted = [...leadEnds, 'undelivered'] as const

function sums(rows: readonly (Sets & { hour: string })[]): Tally & { undelivered: number } {
  const total = Object.fromEntries(counted.map((end) => [end, 0])) as Record<Counts, number>
  for (const ofHour of Map.groupBy(rows, hourOfRow).values()) {
    // A candidate that was worked on twice may have ended in two ways: the first of the list counts, a lead before all others.
    const seen = new Set<string>()
    for (const end of leadEnds)
      for (const hash of ofHour.flatMap((row) => row[end] ?? [])) {
        if (!seen.has(hash)) total[end]++
        seen.add(hash)
      }
    total.undelivered += new Set(ofHour.flatMap((row) => row.undelivered ?? [])).size
  }
  return total
}

export function leadTallies(table: Table) {
  const entity = new Entity(tallySchema, electro(table))
  const marks = new Entity(markSchema, electro(table))
  /** What this process has marked: one write for each campaign and hour, not for each batch. */
  const marked = new Map<string, number>()
  /** Which row of an hour is not full yet, as far as is known here: only a refused write knows better. */
  const parts = new Map<string, number>()

  async function mark({ companyId, id: campaignId, agencyId }: Owner, from: number, now: number): Promise<void> {
    const hour = clockHour(now)
    const name = `${campaignId} ${hour}`
    if ((marked.get(name) ?? Number.POSITIVE_INFINITY) <= from) return
    await marks
      .upsert({ companyId, campaignId, hour })
      .set({ agencyId, from, dueAs: TALLIES, dueAt: `${at15(startOfHour(hour) + HOUR + GRACE)}#${campaignId}#${hour}` })
      .where((row, { gt, notExists }) => `${notExists(row.from)} OR ${gt(row.from, from)}`)
      .go()
      .catch(unlessRefused)
    if (marked.size >= REMEMBERED) marked.clear()
    marked.set(name, from)
  }

  async function addTo({ companyId, id: campaignId }: Owner, hour: string, sets: Sets): Promise<void> {
    const ends = counted.filter((end) => sets[end] !== undefined)
    const name = `${campaignId} ${hour}`
    for (let isDone = false; !isDone; ) {
      const part = parts.get(name) ?? 0
      isDone = await entity
        .upsert({ companyId, campaignId, hour: partOf(hour, part), ttl: ttlOf(hour) })
        .add(sets)
        .where((row, { notExists, size, escape: literal }) =>
          ends.map((end) => `(${notExists(row[end])} OR ${size(row[end])} < ${literal(MOST_IN_A_ROW)})`).join(' AND '),
        )
        .go()
        .then(() => true, unlessRefused)
      if (isDone) continue
      if (parts.size >= REMEMBERED) parts.clear()
      parts.set(name, part + 1)
    }
  }

  const rowsBetween = async ({ companyId, id: campaignId, timeZone }: Owner, from: number, to: number) => {
    const { data } = await entity.query
      .primary({ companyId, campaignId })
      .between({ hour: hourOf(timeZone, from) }, { hour: `${hourOf(timeZone, to)}${LAST_PART}` })
      .go({ pages: 'all', consistent: true })
    return data
  }

  return {
    /** Counts candidates, each once however often it is told; one write for each hour in which some were seen, and one more where a row is full. */
    async add(campaign: Owner, ended: readonly Ended[], now: number): Promise<void> {
      if (ended.length === 0) return
      // The mark comes first: what was counted and not marked would not be summed up.
      await mark(campaign, Math.min(...ended.map(({ seenAt }) => seenAt)), now)
      const hours = Map.groupBy(ended, ({ seenAt }) => hourOf(campaign.timeZone, seenAt))
      await Promise.all(
        [...hours].map(async ([hour, candidates]) => {
          const byEnd = Map.groupBy(candidates, ({ end }) => end)
          const sets = Object.fromEntries(
            [...byEnd].map(([end, ofEnd]) => [end, [...new Set(ofEnd.map(({ id }) => hashOf(id)))]]),
          )
          await addTo(campaign, hour, sets)
        }),
      )
    },
    /** Counts a lead that a destination did not get, once however often it is told and however many did not get it. */
    async addUndelivered(campaign: Owner, lead: { id: string; seenAt: number }, now: number): Promise<void> {
      await mark(campaign, lead.seenAt, now)
      await addTo(campaign, hourOf(campaign.timeZone, lead.seenAt), { undelivered: [hashOf(lead.id)] })
    },
    /** What became of those who were seen between two instants (whole hours, both included), each by its best end. */
    async count(campaign: Owner, from: number, to: number): Promise<Tally> {
      const { undelivered: _, ...tally } = sums(await rowsBetween(campaign, from, to))
      return tally
    },
    /** The same between two instants of which the second is not included, with the leads that a destination did not get. */
    async sum(campaign: Owner, from: number, to: number): Promise<Tally & { undelivered: number }> {
      return sums(await rowsBetween(campaign, from, to - 1))
    },
    /** What is to be summed up at an instant (ms), of all tenants, the longest waiting first. */
    async listDue(at: number, limit: number): Promise<TallyMark[]> {
      const { data } = await marks.query
        .due({ dueAs: TALLIES })
        .lt({ dueAt: at15(at + 1) })
        .go({ count: limit, pages: 'all' })
      return data.map(({ companyId, campaignId, agencyId, hour, from }) => ({
        companyId,
        campaignId,
        agencyId,
        hour,
        from,
      }))
    },
    /** It was summed up. Nobody counts in that hour of the clock any more. */
    async drop({ companyId, campaignId, hour }: TallyMark): Promise<void> {
      await marks.delete({ companyId, campaignId, hour }).go()
    },
  }
}

// Every try of a destination, for 30 days: one row each, under its outcome, so that a page costs the same however many there are.
import { Entity } from 'electrodb'
import { DAY } from '#shared/dates.ts'
import { DeliveryTry, type HistoryOf, type TryOutcome } from '#shared/model/delivery-try.ts'
import { at15, electro, key, model, type Table } from '../lib/table.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const

const schema = {
  model: model('deliveryTry'),
  attributes: {
    ownerId: text,
    destinationId: text,
    outcome: text,
    place: text,
    at: number,
    companyId: text,
    campaignId: text,
    leadId: text,
    leadAt: number,
    status: number,
    about: { type: 'string' },
    ttl: number,
  },
  indexes: {
    primary: {
      pk: key('pk', ['ownerId', 'destinationId', 'outcome'], 'C#${ownerId}#TRIES#${destinationId}#${outcome}'),
      sk: key('sk', ['place'], '${place}'),
    },
  },
} as const

const KEPT_MS = 30 * DAY

export type TryPlace = Pick<DeliveryTry, 'at' | 'leadId'>
const placeOf = ({ at, leadId }: TryPlace) => `${at15(at)}#${leadId}`
const toTry = (row: unknown): DeliveryTry => DeliveryTry.parse(row)

/** By time, those of one instant by their leads. */
const compareTries = (a: TryPlace, b: TryPlace): number => (placeOf(a) < placeOf(b) ? -1 : 1)

export const tryEntity = (table: Table) => new Entity(schema, electro(table))
export const tryRow = ({ about, ...one }: DeliveryTry) => ({
  ...one,
  ...(about && { about }),
  place: placeOf(one),
  ttl: Math.ceil((one.at + KEPT_MS) / 1000),
})
export const tryKey = ({ ownerId, destinationId, outcome, ...one }: DeliveryTry) => ({
  ownerId,
  destinationId,
  outcome,
  place: placeOf(one),
})

export function deliveryTries(table: Table) {
  const entity = tryEntity(table)
  return {
    /** Doing it again changes nothing. */
    async add(one: DeliveryTry): Promise<void> {
      await entity.put(tryRow(one)).go()
    },
    async remove(one: DeliveryTry): Promise<void> {
      await entity.delete(tryKey(one)).go()
    },
    /** Whether a lead got there in some time (ms): short, as all that got there are read. */
    async hasArrived({ companyId: ownerId, id: destinationId }: HistoryOf, leadId: string, from: number, to: number) {
      const { data } = await entity.query
        .primary({ ownerId, destinationId, outcome: 'delivered' })
        .between({ place: at15(from) }, { place: at15(to) })
        .where((row, { eq }) => eq(row.leadId, leadId))
        .go({ pages: 'all', consistent: true })
      return data.length > 0
    },
    /** The latest of some outcomes, latest first, before the one that was seen last. Rows of more than 30 days are gone, or about to be. */
    async list(
      { companyId: ownerId, id: destinationId }: HistoryOf,
      outcomes: readonly TryOutcome[],
      { before, limit, now }: { before: TryPlace | undefined; limit: number; now: number },
    ): Promise<DeliveryTry[]> {
      const first = at15(Math.max(0, now - KEPT_MS))
      const last = before ? placeOf(before) : '~'
      // What was seen last may have become too old since.
      if (last < first) return []
      const lists = await Promise.all(
        outcomes.map((outcome) =>
          entity.query
            .primary({ ownerId, destinationId, outcome })
            .between({ place: first }, { place: last })
            // Both ends of a stretch belong to it: the last one that was seen comes once more.
            .go({ order: 'desc', limit: limit + 1, consistent: true }),
        ),
      )
      return lists
        .flatMap(({ data }) => data.map(toTry))
        .filter((one) => !before || placeOf(one) < last)
        .sort((a, b) => compareTries(b, a))
        .slice(0, limit)
    },
    /** Those of one outcome in some time (ms, `to` not included), earliest first, after the one that was seen last. */
    async walk(
      { companyId: ownerId, id: destinationId }: HistoryOf,
      outcome: TryOutcome,
      { from, to, after, limit }: { from: number; to: number; after: TryPlace | undefined; limit: number },
    ): Promise<DeliveryTry[]> {
      const first = after ? placeOf(after) : at15(Math.max(0, from))
      const { data } = await entity.query
        .primary({ ownerId, destinationId, outcome })
        .between({ place: first }, { place: at15(to) })
        .go({ limit: limit + 1, consistent: true })
      return data
        .map(toTry)
        .filter((one) => !after || placeOf(one) > first)
        .slice(0, limit)
    },
  }
}

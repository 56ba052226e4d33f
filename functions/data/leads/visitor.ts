// What is known of the visitors of a campaign's site, by the random id that their browser keeps: that they were seen lately,
// and that they have become customers. Nothing leads from here to a person.
import { Entity } from 'electrodb'
import { unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'

const schema = {
  model: model('visitor'),
  attributes: {
    campaignId: { type: 'string', required: true },
    visitorId: { type: 'string', required: true },
    /** Until then another visit is no news (ms). */
    seenUntil: { type: 'number' },
    /** When they reached the page of thanks; such a row is kept. */
    convertedAt: { type: 'number' },
    ttl: { type: 'number' },
  },
  indexes: {
    // A partition for each visitor: those of a busy site come many at once.
    primary: {
      pk: key('pk', ['campaignId', 'visitorId'], 'PX#${campaignId}#${visitorId}'),
      sk: key('sk', [], 'VISITOR'),
    },
  },
} as const

export type Visitor = { campaignId: string; visitorId: string }

export function visitors(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    /** True for the first visit in each stretch of time, and never for who has become a customer. Of many at once one is the first. */
    async see({ campaignId, visitorId }: Visitor, stretchMs: number, now: number): Promise<boolean> {
      const seenUntil = now + stretchMs
      return entity
        .put({ campaignId, visitorId, seenUntil, ttl: Math.ceil(seenUntil / 1000) })
        .where(
          (row, { lte, notExists }) =>
            `${notExists(row.convertedAt)} AND (${notExists(row.seenUntil)} OR ${lte(row.seenUntil, now)})`,
        )
        .go()
        .then(() => true, unlessRefused)
    },
    /** Takes back what `see` wrote at this instant: the visit was not taken after all. */
    async unsee({ campaignId, visitorId }: Visitor, stretchMs: number, now: number): Promise<void> {
      await entity
        .delete({ campaignId, visitorId })
        .where((row, { eq }) => eq(row.seenUntil, now + stretchMs))
        .go()
        .catch(unlessRefused)
    },
    /** They are customers now: no lead of this campaign any more. The first time counts. */
    async convert({ campaignId, visitorId }: Visitor, now: number): Promise<void> {
      await entity
        .put({ campaignId, visitorId, convertedAt: now })
        .where((row, { notExists }) => notExists(row.convertedAt))
        .go()
        .catch(unlessRefused)
    },
    async hasConverted({ campaignId, visitorId }: Visitor): Promise<boolean> {
      const { data } = await entity.get({ campaignId, visitorId }).go({ consistent: true })
      return data?.convertedAt !== undefined
    },
    /** Whether a visit now would be no news. */
    async isKnown({ campaignId, visitorId }: Visitor, now: number): Promise<boolean> {
      const { data } = await entity.get({ campaignId, visitorId }).go()
      return data !== null && (data.convertedAt !== undefined || (data.seenUntil ?? 0) > now)
    },
  }
}

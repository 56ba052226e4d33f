// When a campaign's pixel was last heard of, to the hour, and when it will have been silent for a day.
import { Entity } from 'electrodb'
import { DAY, HOUR } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { unlessRefused } from '../lib/errors.ts'
import { at15, electro, key, model, type Table } from '../lib/table.ts'

const schema = {
  model: model('pixel'),
  attributes: {
    campaignId: { type: 'string', required: true },
    companyId: { type: 'string' },
    /** Missing while it was never heard of. */
    seenAt: { type: 'number' },
    /** The last instant after which somebody was told of its silence: nobody is told twice of the same. */
    toldOf: { type: 'number' },
    /** Only while it is waited for: when it will have been silent for long, padded so that it sorts, and the id. */
    dueAs: { type: 'string' },
    dueAt: { type: 'string' },
  },
  indexes: {
    primary: { pk: key('pk', ['campaignId'], 'PX#${campaignId}'), sk: key('sk', [], 'SEEN') },
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
  },
} as const
export const pixelEntity = (table: Table) => new Entity(schema, electro(table))

/** A pixel that was heard of less than this ago is not written down again. */
const NOTED_MS = HOUR
const SILENT_MS = DAY
const PIXELS = 'DUE#PIXELS'

/** A campaign whose pixel is waited for from an instant on. */
export const awaited = ({ id, companyId }: Pick<Campaign, 'id' | 'companyId'>, from: number) => ({
  companyId,
  dueAs: PIXELS,
  dueAt: `${at15(from + SILENT_MS)}#${id}`,
})

/** `isTold`: its silence was told already; it only was waited for again. */
export type SilentPixel = {
  campaignId: string
  companyId: string
  seenAt: number | undefined
  isTold: boolean
  dueAt: string
}

export function pixels(table: Table) {
  const entity = pixelEntity(table)
  return {
    /** Answers when it will be worth telling again. One write in an hour, no matter how many tell at once. */
    async hear(campaign: Pick<Campaign, 'id' | 'companyId'>, now: number): Promise<number> {
      await entity
        .upsert({ campaignId: campaign.id })
        .set({ ...awaited(campaign, now), seenAt: now })
        .where((row, { lte, notExists }) => `${notExists(row.seenAt)} OR ${lte(row.seenAt, now - NOTED_MS)}`)
        .go()
        .catch(unlessRefused)
      return now + NOTED_MS
    },
    /** When it was last heard of, to the hour; undefined for never. */
    async lastSeen(campaignId: string): Promise<number | undefined> {
      const { data } = await entity.get({ campaignId }).go()
      return data?.seenAt
    },
    /** Those of all tenants that have been silent for a day, longest ago first. */
    async listSilent(at: number, limit: number): Promise<SilentPixel[]> {
      const { data } = await entity.query
        .due({ dueAs: PIXELS })
        .lt({ dueAt: at15(at + 1) })
        .go({ limit })
      return data.map(({ campaignId, companyId = '', seenAt, toldOf, dueAt = '' }) => ({
        campaignId,
        companyId,
        seenAt,
        isTold: toldOf !== undefined && toldOf === seenAt,
        dueAt,
      }))
    },
    /** It is waited for no longer, unless it was heard of meanwhile. `toldOf`: the instant that was told. */
    async rest({ campaignId, dueAt }: SilentPixel, toldOf?: number): Promise<void> {
      await entity
        .patch({ campaignId })
        .set(toldOf === undefined ? {} : { toldOf })
        .remove(['dueAs', 'dueAt'])
        .where((row, { eq }) => eq(row.dueAt, dueAt))
        .go()
        .catch(unlessRefused)
    },
  }
}

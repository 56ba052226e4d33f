// The latest replay of each destination. While one is under way there is no other.
import { Entity } from 'electrodb'
import { DAY, MINUTE } from '#shared/dates.ts'
import type { HistoryOf } from '#shared/model/delivery-try.ts'
import { Replay } from '#shared/model/replay.ts'
import { unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const

const schema = {
  model: model('replay'),
  attributes: {
    ownerId: text,
    destinationId: text,
    id: text,
    kind: text,
    from: number,
    to: number,
    state: text,
    total: number,
    hasMore: { type: 'boolean', required: true },
    done: number,
    at: { type: 'any' },
    step: number,
    createdAt: number,
    updatedAt: number,
    ttl: number,
  },
  indexes: {
    primary: {
      pk: key('pk', ['ownerId'], 'C#${ownerId}#REPLAYS'),
      sk: key('sk', ['destinationId'], '${destinationId}'),
    },
  },
} as const

/** One that nobody went on with for so long was lost. */
const SILENT_MS = 15 * MINUTE
const KEPT_MS = 30 * DAY
const ttlAt = (now: number) => Math.ceil((now + KEPT_MS) / 1000)

export function replays(table: Table) {
  const entity = new Entity(schema, electro(table))
  const same = ({ ownerId, destinationId }: Pick<Replay, 'ownerId' | 'destinationId'>) =>
    entity.patch({ ownerId, destinationId })

  return {
    /** False while another one is under way. */
    begin(replay: Replay): Promise<boolean> {
      return entity
        .put({ ...replay, ttl: ttlAt(replay.createdAt) })
        .where(
          (row, { ne, lt, notExists }) =>
            `${notExists(row.state)} OR ${ne(row.state, 'running')} OR ${lt(row.updatedAt, replay.createdAt - SILENT_MS)}`,
        )
        .go()
        .then(() => true, unlessRefused)
    },
    async find({ companyId: ownerId, id: destinationId }: HistoryOf): Promise<Replay | undefined> {
      const { data } = await entity.get({ ownerId, destinationId }).go({ consistent: true })
      return data ? Replay.parse(data) : undefined
    },
    /** False when another worker went on with it, or it is over. */
    advance(read: Replay, next: Pick<Replay, 'done' | 'state' | 'at'>, now: number): Promise<boolean> {
      return same(read)
        .set({ ...next, step: read.step + 1, updatedAt: now, ttl: ttlAt(now) })
        .where((row, { eq }) => `${eq(row.id, read.id)} AND ${eq(row.step, read.step)} AND ${eq(row.state, 'running')}`)
        .go()
        .then(() => true, unlessRefused)
    },
    async fail({ companyId: ownerId, destinationId, id }: { companyId: string; destinationId: string; id: string }) {
      await same({ ownerId, destinationId })
        .set({ state: 'failed' })
        .where((row, { eq }) => `${eq(row.id, id)} AND ${eq(row.state, 'running')}`)
        .go()
        .catch(unlessRefused)
    },
  }
}

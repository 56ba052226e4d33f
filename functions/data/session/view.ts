import { Entity } from 'electrodb'
import type { Permissions } from '#shared/access/viewer.ts'
import { unlessOwn, unlessRefused } from '../lib/errors.ts'
import { electro, type Item, key, model, type Table, type TableKey } from '../lib/table.ts'

const schema = {
  model: model('view'),
  attributes: {
    holderId: { type: 'string', required: true },
    id: { type: 'string', required: true },
    /** Sign-in of the person who looks. */
    sessionId: { type: 'string', required: true },
    viewedId: { type: 'string', required: true },
    viewedCompanyId: { type: 'string', required: true },
    createdAt: { type: 'number', required: true },
    endsAt: { type: 'number', required: true },
    endedAt: { type: 'number' },
    lent: { type: 'any' },
  },
  indexes: {
    primary: { pk: key('pk', ['holderId'], 'U#${holderId}'), sk: key('sk', ['id'], 'V#${id}') },
    // The other way round, so that people can be told who looked through their eyes.
    byViewed: {
      index: 'gsi1',
      pk: key('gsi1pk', ['viewedId'], 'U#${viewedId}#VIEWS'),
      sk: key('gsi1sk', ['id'], '${id}'),
    },
  },
} as const

/** A system user looking through another person's eyes. The rows stay: they say who looked, when, and for how long. */
export type View = {
  holderId: string
  id: string
  sessionId: string
  viewedId: string
  viewedCompanyId: string
  createdAt: number
  endsAt: number
  endedAt?: number | undefined
  /** What the person who looks could do in the modules when the look began. */
  lent?: Permissions['modules'] | undefined
}

export function views(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    row: {
      key: (holderId: string, id: string) => entity.get({ holderId, id }).params<{ Key: TableKey }>().Key,
      parse: (item: Item): View | undefined => entity.parse({ Item: item }).data ?? undefined,
    },
    async create(view: Omit<View, 'endedAt'>): Promise<void> {
      await entity.create(view).go().catch(unlessOwn)
    },
    async end(holderId: string, id: string, at: number): Promise<void> {
      await entity
        .patch({ holderId, id })
        .set({ endedAt: at })
        .where(({ endedAt }, { notExists }) => notExists(endedAt))
        .go()
        .catch(unlessRefused)
    },
    /** Who looked through a person's eyes, newest first. */
    async listOf(viewedId: string, limit = 50): Promise<View[]> {
      const { data } = await entity.query.byViewed({ viewedId }).go({ order: 'desc', limit })
      return data
    },
  }
}

// Keys of an agency's programs: of the secret only a hash is kept. They lie with the agency, so that none is found from another one's host.
import { Entity } from 'electrodb'
import { ApiKey } from '#shared/model/api-key.ts'
import { unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table, withoutNulls } from '../lib/table.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const

const schema = {
  model: model('apiKey'),
  attributes: {
    id: text,
    companyId: text,
    name: text,
    scopes: { type: 'list', items: { type: 'string' }, required: true },
    secretHash: text,
    secretEnd: text,
    version: number,
    createdAt: number,
    createdBy: text,
    expiresAt: { type: 'number' },
    lastUsedAt: { type: 'number' },
  },
  indexes: { primary: { pk: key('pk', ['companyId'], 'C#${companyId}#APIKEYS'), sk: key('sk', ['id'], '${id}') } },
} as const

type Named = Pick<ApiKey, 'companyId' | 'id'>

export function apiKeys(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    /** Oldest first. */
    async list(companyId: string): Promise<ApiKey[]> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all', consistent: true })
      return data.map((row) => ApiKey.parse(row)).sort((a, b) => a.createdAt - b.createdAt)
    },
    /** As it stands: a key that was removed a moment ago opens nothing. */
    async find({ companyId, id }: Named): Promise<ApiKey | undefined> {
      const { data } = await entity.get({ companyId, id }).go({ consistent: true })
      return data ? ApiKey.parse(data) : undefined
    },
    async create(apiKey: ApiKey): Promise<void> {
      await entity.create(withoutNulls(apiKey)).go()
    },
    /** False where it was removed or replaced meanwhile. */
    replace(before: ApiKey, next: ApiKey): Promise<boolean> {
      return entity
        .put(withoutNulls(next))
        .where((row, { eq }) => eq(row.version, before.version))
        .go()
        .then(() => true, unlessRefused)
    },
    /** False where it was removed before. */
    remove({ companyId, id }: Named): Promise<boolean> {
      return entity
        .remove({ companyId, id })
        .go()
        .then(() => true, unlessRefused)
    },
    /** All of an agency's: switched on again later, it begins without any. */
    async removeAll(companyId: string): Promise<void> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all', consistent: true })
      await Promise.all(data.map(({ id }) => this.remove({ companyId, id })))
    },
    /** Written at most every ten minutes by the first who uses it. */
    async touch(
      { companyId, id, version }: Named & Pick<ApiKey, 'version'>,
      at: number,
      earlier: number,
    ): Promise<void> {
      await entity
        .patch({ companyId, id })
        .set({ lastUsedAt: at })
        .where(
          (row, { eq, lt, notExists }) =>
            `${eq(row.version, version)} AND (${notExists(row.lastUsedAt)} OR ${lt(row.lastUsedAt, earlier)})`,
        )
        .go()
        .catch(unlessRefused)
    },
  }
}

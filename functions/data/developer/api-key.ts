// Keys of an agency's programs: of the secret only a hash is kept. They lie with the agency, so that none is found from another one's host.
import { Entity, Service } from 'electrodb'
import { ApiKey } from '#shared/model/api-key.ts'
import { unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table, withoutNulls } from '../lib/table.ts'
import { countMade, readTimesMade, timesMadeEntity } from '../lib/times-made.ts'
import { nameKeyOf, uniqueNameEntity } from '../lib/unique-name.ts'
import { whenFree } from '../lib/when-free.ts'
import { findRefused } from '../tenancy/tree.ts'

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
type Whose = Pick<ApiKey, 'companyId' | 'id' | 'name'>

export function apiKeys(table: Table) {
  const entity = new Entity(schema, electro(table))
  const made = timesMadeEntity(table, model('apiKeysMade'), key('pk', ['companyId'], 'C#${companyId}#APIKEYS'))
  const both = new Service({
    apiKey: entity,
    name: uniqueNameEntity(table),
    made,
  })
  type To = Parameters<Parameters<typeof both.transaction.write>[0]>[0]
  // Letter by letter: who makes one of the same name ends the other's secret, so that no names count as alike but those.
  const nameOf = ({ companyId, name }: Whose) =>
    ({ companyId, kind: 'apiKey', nameKey: nameKeyOf(Buffer.from(name.toLowerCase()).toString('hex')) }) as const
  // A row of another key is never touched; one that is missing is made when the key is replaced.
  const takeName = (to: To, apiKey: Whose) =>
    to.name
      .put({ ...nameOf(apiKey), ownerId: apiKey.id })
      .where((row, { eq, notExists }) => `${notExists(row.ownerId)} OR ${eq(row.ownerId, apiKey.id)}`)
      .commit()
  const freeName = (to: To, apiKey: Whose) =>
    to.name
      .delete(nameOf(apiKey))
      .where((row, { eq, notExists }) => `${notExists(row.ownerId)} OR ${eq(row.ownerId, apiKey.id)}`)
      .commit()

  /** False where it was removed before. */
  async function remove(apiKey: Whose): Promise<boolean> {
    const { companyId, id } = apiKey
    const { canceled } = await whenFree(() =>
      both.transaction.write((to) => [to.apiKey.remove({ companyId, id }).commit(), freeName(to, apiKey)]).go(),
    )
    return !canceled
  }

  return {
    remove,
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
    /** How many were ever made: read before the list, for `create`. */
    timesMade: (companyId: string): Promise<number> => readTimesMade(made, companyId),
    /** Nothing is made when another key has the name, or one was made since the others were counted (`times`). */
    async create(apiKey: ApiKey, times: number): Promise<'made' | 'name_taken' | 'meanwhile'> {
      const { companyId } = apiKey
      const { canceled, data } = await whenFree(() =>
        both.transaction
          .write((to) => [
            countMade(to, companyId, times),
            takeName(to, apiKey),
            to.apiKey.create(withoutNulls(apiKey)).commit(),
          ])
          .go(),
      )
      if (!canceled) return 'made'
      // Where both are so it is the name that counts: who looked again would end the secret of the other key.
      return findRefused(data.slice(1), 1) === 0 ? 'name_taken' : 'meanwhile'
    },
    /** Another secret under the same name. False where it was removed or replaced meanwhile. */
    async replace(before: ApiKey, next: ApiKey): Promise<boolean> {
      const { canceled } = await whenFree(() =>
        both.transaction
          .write((to) => [
            takeName(to, next),
            to.apiKey
              .put(withoutNulls(next))
              .where((row, { eq }) => eq(row.version, before.version))
              .commit(),
          ])
          .go(),
      )
      return !canceled
    },
    /** All of an agency's that were made until an instant: switched on again later, it begins without any of them. */
    async removeThoseUntil(companyId: string, instant: number): Promise<void> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all', consistent: true })
      const old = data.filter(({ createdAt }) => createdAt <= instant)
      await Promise.all(old.map(({ id, name }) => remove({ companyId, id, name })))
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

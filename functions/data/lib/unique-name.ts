// Rows that make a name unique among the things of one kind of a company: a list that is read before a write says nothing
// of a write at the same time.
import { createHash } from 'node:crypto'
import { Entity, Service } from 'electrodb'
import { foldText } from '#shared/model/node.ts'
import { electro, key, model, type Table } from './table.ts'

const text = { type: 'string', required: true } as const
export const uniqueKinds = ['audience', 'group', 'campaign', 'banner', 'apiKey'] as const
const schema = {
  model: model('uniqueName'),
  attributes: {
    companyId: text,
    kind: { type: uniqueKinds, required: true },
    nameKey: text,
    ownerId: text,
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId', 'kind'], 'C#${companyId}#NAMES#${kind}'),
      sk: key('sk', ['nameKey'], '${nameKey}'),
    },
  },
} as const

export const uniqueNameEntity = (table: Table) => new Entity(schema, electro(table))
/** What became of a change: done, or why nothing was written. */
export type Named = 'changed' | 'name_taken' | 'gone'

/** Names that people cannot tell apart have one key. */
export const nameKeyOf = (...parts: string[]) =>
  createHash('sha256').update(parts.map(foldText).join('\n')).digest('hex')

type OwnName = { companyId: string; kind: (typeof uniqueKinds)[number]; nameKey: string }
const alone = (table: Table) => new Service({ name: uniqueNameEntity(table) })
type To = Parameters<Parameters<ReturnType<typeof alone>['transaction']['write']>[0]>[0]

/** Within a transaction that makes or changes its owner. A name of another is never touched; one that is missing is made. */
export const takeName = ({ name }: To, own: OwnName, ownerId: string) =>
  name
    .put({ ...own, ownerId })
    .where((row, { eq, notExists }) => `${notExists(row.ownerId)} OR ${eq(row.ownerId, ownerId)}`)
    .commit()

/** Within a transaction that renames or removes its owner. A name of another is never touched. */
export const freeName = ({ name }: To, own: OwnName, ownerId: string) =>
  name
    .delete(own)
    .where((row, { eq, notExists }) => `${notExists(row.ownerId)} OR ${eq(row.ownerId, ownerId)}`)
    .commit()

import { Entity } from 'electrodb'
import {
  firstList,
  type InformationKind,
  type InformationList,
  InformationType,
} from '#shared/model/information-type.ts'
import { unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'
import type { Saved } from './setting.ts'

const schema = {
  model: model('informationTypes'),
  attributes: {
    rootId: { type: 'string', required: true },
    kind: { type: 'string', required: true },
    types: { type: 'any', required: true },
    removed: { type: 'any', required: true },
    revision: { type: 'number', required: true },
    savedBy: { type: 'string', required: true },
    savedAt: { type: 'number', required: true },
  },
  indexes: { primary: { pk: key('pk', ['rootId'], 'C#${rootId}#INFORMATION'), sk: key('sk', ['kind'], '${kind}') } },
} as const

/** What campaigns of a root may ask for beside a person's address; a root that changed nothing has the first list. */
export function informationTypes(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    async find(rootId: string, kind: InformationKind): Promise<InformationList> {
      const { data } = await entity.get({ rootId, kind }).go({ consistent: true })
      if (!data) return firstList(kind)
      return {
        types: InformationType.array().parse(data.types),
        removed: InformationType.array().parse(data.removed),
        revision: data.revision,
      }
    },
    /** False when somebody else has saved since the list was read. */
    save(rootId: string, kind: InformationKind, list: InformationList, { by, at }: Saved): Promise<boolean> {
      const { types, removed, revision } = list
      return entity
        .put({ rootId, kind, types, removed, revision, savedBy: by, savedAt: at })
        .where((row, { eq, notExists }) => (revision === 1 ? notExists(row.revision) : eq(row.revision, revision - 1)))
        .go()
        .then(() => true, unlessRefused)
    },
  }
}

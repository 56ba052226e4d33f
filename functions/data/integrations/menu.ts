// Entries in the menus of outside tools that open a company's site there, one for each tool.
import { randomUUID } from 'node:crypto'
import { Entity } from 'electrodb'
import { ToolMenu } from '#shared/model/tool-menu.ts'
import { unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'

const text = { type: 'string', required: true } as const
const texts = { type: 'list', items: { type: 'string' }, required: true } as const

const schema = {
  model: model('toolMenu'),
  attributes: {
    companyId: text,
    slug: text,
    revision: text,
    title: text,
    url: text,
    locations: texts,
    hosts: texts,
    menuId: text,
    makingUntil: { type: 'number', required: true },
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId'], 'C#${companyId}#MENUS'),
      sk: key('sk', ['slug'], '${slug}'),
    },
  },
} as const

type Named = Pick<ToolMenu, 'companyId' | 'slug'>
type Wanted = Omit<ToolMenu, 'revision' | 'menuId' | 'makingUntil'>

export function toolMenus(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    /** Pages are made by what may be a moment old. */
    async find({ companyId, slug }: Named, consistent = true): Promise<ToolMenu | undefined> {
      const { data } = await entity.get({ companyId, slug }).go({ consistent })
      return ToolMenu.safeParse(data).data
    },
    /** Gives the making to one alone, in place of what was looked at. Undefined for the others. */
    async begin(wanted: Wanted, earlier: ToolMenu | undefined, makingUntil: number): Promise<ToolMenu | undefined> {
      const row = { ...wanted, revision: randomUUID(), menuId: '', makingUntil }
      const begun = await entity
        .put(row)
        .where((kept, { eq, notExists }) => (earlier ? eq(kept.revision, earlier.revision) : notExists(kept.revision)))
        .go()
        .then(() => true, unlessRefused)
      return begun ? row : undefined
    },
    /** `menuId`: empty where it is not known whether it was made, for the next one to find out. False when it was taken away. */
    finish({ companyId, slug, revision }: ToolMenu, menuId: string): Promise<boolean> {
      return entity
        .patch({ companyId, slug })
        .set({ menuId, makingUntil: 0 })
        .where((kept, { eq }) => eq(kept.revision, revision))
        .go()
        .then(() => true, unlessRefused)
    },
    /** The very one that somebody looked at. False when it was gone. */
    remove({ companyId, slug, revision }: ToolMenu): Promise<boolean> {
      return entity
        .remove({ companyId, slug })
        .where((kept, { eq }) => eq(kept.revision, revision))
        .go()
        .then(() => true, unlessRefused)
    },
  }
}

import { Entity } from 'electrodb'
import { EmbeddedCode } from '#shared/model/setting.ts'
import { electro, key, model, type Table } from './table.ts'

const schema = {
  model: model('setting'),
  attributes: {
    /** `C#<company>` or `U#<user>`: whose setting it is. */
    owner: { type: 'string', required: true },
    name: { type: 'string', required: true },
    value: { type: 'any' },
    savedBy: { type: 'string', required: true },
    savedAt: { type: 'number', required: true },
  },
  indexes: { primary: { pk: key('pk', ['owner'], '${owner}#SETTINGS'), sk: key('sk', ['name'], '${name}') } },
} as const

const ofCompany = (id: string) => `C#${id}`
const ofUser = (id: string) => `U#${id}`
const EMBEDDED = 'rootAgencyEmbeddedCode'
const TOUR = 'guidedTour'

export type Saved = { by: string; at: number }

/** Settings of companies and people that are not part of their own row, because few requests need them. */
export function settings(table: Table) {
  const entity = new Entity(schema, electro(table))
  const find = async (owner: string, name: string): Promise<unknown> => {
    const { data } = await entity.get({ owner, name }).go()
    return data?.value
  }
  const save = async (owner: string, name: string, value: unknown, { by, at }: Saved): Promise<void> => {
    await entity.put({ owner, name, value, savedBy: by, savedAt: at }).go()
  }

  return {
    async findEmbeddedCode(companyId: string): Promise<EmbeddedCode | undefined> {
      const value = await find(ofCompany(companyId), EMBEDDED)
      return value === undefined ? undefined : EmbeddedCode.parse(value)
    },
    saveEmbeddedCode: (companyId: string, code: EmbeddedCode, saved: Saved) =>
      save(ofCompany(companyId), EMBEDDED, code, saved),
    async hasSeenTour(userId: string): Promise<boolean> {
      return (await find(ofUser(userId), TOUR)) !== undefined
    },
    finishTour: (userId: string, at: number) => save(ofUser(userId), TOUR, { finished: true }, { by: userId, at }),
  }
}

import { Entity } from 'electrodb'
import { Role } from '#shared/model/role.ts'
import { unlessRefused } from '../lib/errors.ts'
import { electro, type Item, key, keyMaker, model, type Table, type TableKey } from '../lib/table.ts'

const schema = {
  model: model('roles'),
  attributes: {
    companyId: { type: 'string', required: true },
    roles: { type: 'any' },
    version: { type: 'number', required: true },
  },
  indexes: { primary: { pk: key('pk', ['companyId'], 'C#${companyId}'), sk: key('sk', [], 'ROLES') } },
} as const

const keyOf = keyMaker(schema.indexes)

/** The roles of a company, in one row: the person who signs in with one has it read with themselves. */
export type RoleBook = { companyId: string; roles: Role[]; version: number }

/** Of a company that never made a role. */
export const noRoles = (companyId: string): RoleBook => ({ companyId, roles: [], version: 0 })

export const roleEntity = (table: Table) => new Entity(schema, electro(table))

export function roles(table: Table) {
  const entity = roleEntity(table)
  const read = (data: { companyId: string; roles?: unknown; version: number } | null): RoleBook | undefined =>
    data ? { ...data, roles: Role.array().parse(data.roles ?? []) } : undefined
  return {
    row: {
      key: (companyId: string): TableKey => keyOf({ companyId }),
      parse: (item: Item) => read(entity.parse({ Item: item }).data),
    },
    async find(companyId: string): Promise<RoleBook> {
      const { data } = await entity.get({ companyId }).go({ consistent: true })
      return read(data) ?? noRoles(companyId)
    },
    /** False when somebody else changed the roles since they were read. */
    async save({ companyId, version }: RoleBook, next: readonly Role[]): Promise<boolean> {
      return entity
        .put({ companyId, roles: [...next], version: version + 1 })
        .where((row, { eq, notExists }) => (version === 0 ? notExists(row.version) : eq(row.version, version)))
        .go()
        .then(() => true, unlessRefused)
    },
  }
}

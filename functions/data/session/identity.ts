// What every signed-in request must know, in one read: the session, the person, the company and those above it, who really
// acts, and the company and the person that the call names.
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { readAll } from '../lib/batch.ts'
import type { Item, Table, TableKey } from '../lib/table.ts'
import { noRoles, type RoleBook, roles } from '../roles/role.ts'
import { twoFactorKey } from '../security/two-factor.ts'
import { companies } from '../tenancy/company.ts'
import { users } from '../tenancy/user.ts'
import { type Session, sessions } from './session.ts'
import { type View, views } from './view.ts'

type Wanted = {
  userId: string
  companyId: string
  holderId: string
  /** In view mode, the company of the person who looks, whose role may have been narrowed since. */
  holderCompanyId?: string
  sessionId: string
  viewId?: string
  /** People of this kind may have a role of their company. */
  mayHaveRole: boolean
  /** The rule may ask the holder for a second step. */
  mayOweSecondStep: boolean
  /** Companies above the person's own one, which the token names. */
  aboveIds: readonly string[]
  /** Companies and people that will be asked for because the call names them. They may not exist. */
  companyIds: readonly string[]
  userIds: readonly string[]
}
export type Identity = {
  session: Session | undefined
  user: User | undefined
  company: Company | undefined
  /** The person that the session belongs to: the user, or in view mode the one who looks. */
  holder: User | undefined
  /** In view mode, the look that the token was made for. */
  view: View | undefined
  /** The roles of the company; undefined where nobody looked. */
  roleBook: RoleBook | undefined
  /** The same of the person who looks. */
  holderRoles: RoleBook | undefined
  /** Whether the holder has a second step; undefined where nobody looked. */
  hasSecondStep: boolean | undefined
  /** Every company and person that was read. */
  companies: readonly Company[]
  users: readonly User[]
}

const nameOf = ({ pk, sk }: Item | TableKey) => `${pk} ${sk}`

export function identities(table: Table) {
  const rows = {
    session: sessions(table).row,
    user: users(table).row,
    company: companies(table).row,
    view: views(table).row,
    roles: roles(table).row,
  }
  return {
    /**
     * Consistent, so that an ended session or a raised epoch counts from the next request on. Companies above may be
     * a moment old, for half the price: a person, a role or an own company that they change is read as it was written.
     */
    async load(wanted: Wanted): Promise<Identity> {
      const { userId, holderId, holderCompanyId, companyId, viewId } = wanted
      const keys = new Map<string, TableKey>()
      const above = new Map<string, TableKey>()
      const want = (key: TableKey): string => {
        const name = nameOf(key)
        keys.set(name, key)
        return name
      }
      const companyNames = [companyId, ...wanted.companyIds].map((id) => want(rows.company.key(id)))
      const userNames = [userId, holderId, ...wanted.userIds].map((id) => want(rows.user.key(id)))
      const names = {
        session: want(rows.session.key(holderId, wanted.sessionId)),
        view: viewId && want(rows.view.key(holderId, viewId)),
        roles: wanted.mayHaveRole ? want(rows.roles.key(companyId)) : undefined,
        holderRoles: holderCompanyId && want(rows.roles.key(holderCompanyId)),
        twoFactor: wanted.mayOweSecondStep ? want(twoFactorKey(holderId)) : undefined,
      }
      const aboveNames = wanted.aboveIds.map((id) => {
        const key = rows.company.key(id)
        const name = nameOf(key)
        if (!keys.has(name)) above.set(name, key)
        return name
      })
      const read = await Promise.all([
        readAll(table, [...keys.values()]),
        readAll(table, [...above.values()], 'may be a moment old'),
      ])
      const items = new Map(read.flat().map((item) => [nameOf(item), item]))
      const parsed = <T>(name: string | undefined, parse: (item: Item) => T | undefined): T | undefined => {
        const item = name ? items.get(name) : undefined
        return item && parse(item)
      }
      const all = <T>(some: readonly string[], parse: (item: Item) => T | undefined): T[] =>
        [...new Set(some)].map((name) => parsed(name, parse)).filter((row) => row !== undefined)
      const known = {
        companies: all([...companyNames, ...aboveNames], rows.company.parse),
        users: all(userNames, rows.user.parse),
      }
      return {
        ...known,
        session: parsed(names.session, rows.session.parse),
        user: known.users.find(({ id }) => id === userId),
        company: known.companies.find(({ id }) => id === companyId),
        holder: known.users.find(({ id }) => id === holderId),
        view: parsed(names.view, rows.view.parse),
        roleBook: names.roles ? (parsed(names.roles, rows.roles.parse) ?? noRoles(companyId)) : undefined,
        holderRoles: holderCompanyId
          ? (parsed(names.holderRoles, rows.roles.parse) ?? noRoles(holderCompanyId))
          : undefined,
        hasSecondStep: names.twoFactor === undefined ? undefined : items.has(names.twoFactor),
      }
    },
  }
}

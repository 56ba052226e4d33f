// What every signed-in request must know, in one read: the session, the person, the company, and who really acts.
import type { Company } from '#shared/model/company.ts'
import type { Role } from '#shared/model/role.ts'
import type { User } from '#shared/model/user.ts'
import { readAll } from '../lib/batch.ts'
import type { Item, Table, TableKey } from '../lib/table.ts'
import { roles } from '../roles/role.ts'
import { companies } from '../tenancy/company.ts'
import { users } from '../tenancy/user.ts'
import { type Session, sessions } from './session.ts'
import { type View, views } from './view.ts'

type Wanted = {
  userId: string
  companyId: string
  holderId: string
  sessionId: string
  viewId?: string
  /** People of this kind may have a role of their company. */
  mayHaveRole: boolean
}
export type Identity = {
  session: Session | undefined
  user: User | undefined
  company: Company | undefined
  /** The person that the session belongs to: the user, or in view mode the one who looks. */
  holder: User | undefined
  /** In view mode, the look that the token was made for. */
  view: View | undefined
  /** The roles of the company. */
  roles: readonly Role[]
}

const same = (a: TableKey, b: Item) => a.pk === b.pk && a.sk === b.sk

export function identities(table: Table) {
  const rows = {
    session: sessions(table).row,
    user: users(table).row,
    company: companies(table).row,
    view: views(table).row,
    roles: roles(table).row,
  }
  return {
    /** Consistent, so that an ended session or a raised epoch counts from the next request on. */
    async load(wanted: Wanted): Promise<Identity> {
      const keys = {
        session: rows.session.key(wanted.holderId, wanted.sessionId),
        user: rows.user.key(wanted.userId),
        company: rows.company.key(wanted.companyId),
      }
      const holderKey = wanted.holderId === wanted.userId ? keys.user : rows.user.key(wanted.holderId)
      const viewKey = wanted.viewId ? rows.view.key(wanted.holderId, wanted.viewId) : undefined
      const rolesKey = wanted.mayHaveRole ? rows.roles.key(wanted.companyId) : undefined
      const more = [holderKey === keys.user ? undefined : holderKey, viewKey, rolesKey].filter(
        (key) => key !== undefined,
      )
      const Keys = [keys.session, keys.user, keys.company, ...more]
      const items = await readAll(table, Keys)
      const at = (key: TableKey) => items.find((item) => same(key, item))
      const parsed = <T>(key: TableKey, parse: (item: Item) => T | undefined) => {
        const item = at(key)
        return item && parse(item)
      }
      const user = parsed(keys.user, rows.user.parse)
      return {
        session: parsed(keys.session, rows.session.parse),
        user,
        company: parsed(keys.company, rows.company.parse),
        holder: holderKey === keys.user ? user : parsed(holderKey, rows.user.parse),
        view: viewKey && parsed(viewKey, rows.view.parse),
        roles: (rolesKey && parsed(rolesKey, rows.roles.parse)?.roles) ?? [],
      }
    },
  }
}

// On an agency's site the names of its people and of its clients' people are one, but their rows stand in two scopes: the root's and the
// agency's. So each of the two is written only under the condition that the other one is nobody's of this site.
import type { User } from '#shared/model/user.ts'
import { changedAtOnce } from '../lib/errors.ts'
import type { Table } from '../lib/table.ts'
import type { Row, To } from '../tenancy/tree.ts'
import { loginEntity, toLoginItem, userEntity } from '../tenancy/user.ts'

export type Named = Pick<User, 'id' | 'companyId' | 'rootId' | 'userType'>

/** An address that a person is to get, unique in a scope. */
export type Naming = { user: Named; email: string; scopeId: string }

const MOST_TRIES = 6

/** The other scope in which a name on the person's site may stand; the people of a root have a site with one scope. */
export function otherScopeOf({ userType, companyId, rootId }: Omit<Named, 'id'>, scopeId: string): string | undefined {
  const other = userType === 'client' ? rootId : companyId
  return other === scopeId ? undefined : other
}

/**
 * Whether who has an address in the other scope is met on the site, too: of an agency's clients everybody, of the people of a root those
 * of the agency. Nobody ever changes to another company.
 */
export const isOfSite = (user: Pick<Named, 'userType'>, agencyId: string, holder: { companyId: string } | undefined) =>
  user.userType !== 'client' || holder?.companyId === agencyId

export function siteNames(table: Table) {
  const logins = loginEntity(table)
  const people = userEntity(table)

  return {
    /**
     * Writes a transaction that gives a person an address in their own scope, with the condition that the address is nobody's in the
     * other one, or still that of somebody whom the site does not know; who it is is asked only where it is somebody's. `write` lays
     * the rows that it is given before its own ones. Answers which of its own was refused. Those begin with the row of the address,
     * which counts as refused for a name that is taken.
     */
    async writeNamed(
      { user, email, scopeId }: Naming,
      write: (condition: (to: To) => Row[]) => Promise<number | undefined>,
    ): Promise<number | undefined> {
      const other = otherScopeOf(user, scopeId)
      if (other === undefined) return write(() => [])
      const { userId: _, ...key } = toLoginItem({ id: user.id, email }, other)
      let holder: string | undefined
      for (let round = 0; round < MOST_TRIES; round++) {
        const refused = await write((to) => [
          to.login
            .check(key)
            .where((row, { eq, notExists }) => (holder ? eq(row.userId, holder) : notExists(row.userId)))
            .commit(),
        ])
        if (refused !== 0) return refused && refused - 1
        holder = (await logins.get(key).go({ consistent: true })).data?.userId
        const { data } = holder ? await people.get({ id: holder }).go({ consistent: true }) : { data: null }
        if (holder && isOfSite(user, scopeId, data ?? undefined)) return 0
      }
      throw changedAtOnce()
    },
  }
}

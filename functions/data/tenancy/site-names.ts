// On an agency's site the names of its people and of its clients' people are one, but their rows stand in two scopes: the root's and the
// agency's. So each of the two is written only under the condition that the other one is nobody's of this site.
import type { User } from '#shared/model/user.ts'
import { changedAtOnce } from '../lib/errors.ts'
import type { Table } from '../lib/table.ts'
import type { Row, To } from './tree.ts'
import { loginEntity, toLoginItem, userEntity } from './user.ts'

export type Named = Pick<User, 'id' | 'companyId' | 'rootId' | 'userType'>

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

  /** The row of the address in the other scope, as it is now; 'taken' where it is somebody's of this site. */
  async function look(user: Named, email: string, scopeId: string) {
    const other = otherScopeOf(user, scopeId)
    if (other === undefined) return undefined
    const { emailHash } = toLoginItem({ id: user.id, email }, other)
    const { data } = await logins.get({ scopeId: other, emailHash }).go({ consistent: true })
    if (!data) return { scopeId: other, emailHash, userId: undefined }
    const holder = user.userType === 'client' && (await people.get({ id: data.userId }).go({ consistent: true })).data
    return isOfSite(user, scopeId, holder || undefined) ? 'taken' : { scopeId: other, emailHash, userId: data.userId }
  }

  return {
    /**
     * Writes a transaction that gives a person an address in their own scope, with the condition that the address still is whose it was
     * in the other one; where it is not, that is looked at anew. `write` lays the rows that it is given before its own ones. Answers
     * which of its own was refused. Those begin with the row of the address, which counts as refused for a name that is taken.
     */
    async writeNamed(
      user: Named,
      { email, scopeId }: { email: string; scopeId: string },
      write: (condition: (to: To) => Row[]) => Promise<number | undefined>,
    ): Promise<number | undefined> {
      for (let round = 0; round < MOST_TRIES; round++) {
        const seen = await look(user, email, scopeId)
        if (seen === 'taken') return 0
        if (!seen) return write(() => [])
        const { userId, ...key } = seen
        const refused = await write((to) => [
          to.login
            .check(key)
            .where((row, { eq, notExists }) => (userId === undefined ? notExists(row.userId) : eq(row.userId, userId)))
            .commit(),
        ])
        if (refused === undefined) return undefined
        if (refused > 0) return refused - 1
      }
      throw changedAtOnce()
    },
  }
}

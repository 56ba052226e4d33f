import { isSameEmail } from '#shared/email.ts'
import type { Company } from '#shared/model/company.ts'
import { withPerson, withPersonChanges } from '#shared/model/node.ts'
import type { User } from '#shared/model/user.ts'
import { listed, type UserChanges } from '../companies/list-projection.ts'
import { type Table, withoutNulls } from '../lib/table.ts'
import type { RoleBook } from '../roles/role.ts'
import { deleteLogin, moveLogin, patchUser, shutOut, type To, takeRole } from '../tenancy/tree.ts'
import { blankEmail, toLoginItem } from '../tenancy/user.ts'

export type StaffChange = {
  company: Company
  user: User
  changes: UserChanges & { email?: string }
  /** A default administrator who must stay one for this to be allowed. */
  heir?: User | undefined
  /** The roles that a new one was chosen from, which must still be the same. */
  chosenFrom?: RoleBook | undefined
}
export type StaffChanged = 'changed' | 'email_taken' | 'gone' | 'heir_gone' | 'roles_changed'

/** A new address is two writes, which come before the person's. */
const MOVES = 2
/** Somebody new is two: their address and themselves. */
const PERSON = 2

const stays = (to: To, { id }: User) =>
  to.user
    .check({ id })
    .where(({ isDefaultAdmin, status }, { eq }) => `${eq(isDefaultAdmin, true)} AND ${eq(status, 'active')}`)
    .commit()

/** The people of a company beside its main one. Their addresses are unique in the root. */
export function staff(table: Table, now: () => number) {
  const { write, writeNamed } = listed(table, now)
  const alone = ({ id }: Company) => ({ id, parentId: null })

  return {
    async create(
      company: Company,
      user: User,
      chosenFrom?: RoleBook,
    ): Promise<'made' | 'email_taken' | 'roles_changed'> {
      const refused = await writeNamed(alone(company), { user, email: user.email, scopeId: user.rootId }, (to) => [
        to.login.create(toLoginItem(user, user.rootId)).commit(),
        to.user.create(withoutNulls(user)).commit(),
        ...(chosenFrom ? [takeRole(to, chosenFrom)] : []),
      ])
      if (refused === undefined) return 'made'
      return refused === PERSON ? 'roles_changed' : 'email_taken'
    },
    /** The person, the address that makes them unique, and the list entry if they are its main person. */
    async change({ company, user, changes, heir, chosenFrom }: StaffChange): Promise<StaffChanged> {
      const { email = user.email, ...rest } = changes
      const isMoved = !isSameEmail(email, user.email)
      const refused = await writeNamed(
        company,
        isMoved ? { user, email, scopeId: user.rootId } : null,
        (to) => [
          ...(isMoved ? moveLogin(to, user, email, user.rootId) : []),
          patchUser(to, user.id, { ...rest, ...(isMoved && { emailConfirmedAt: null }) })
            .set({ email })
            // Nobody shut them out, or ended their sign-ins, since they were read. The first epoch may not be written at all.
            // And their address is the one that is released.
            .where((row, { eq, notExists }) => {
              const isSame = eq(row.epoch, user.epoch)
              const hasRole = () => (user.roleId === null ? notExists(row.roleId) : eq(row.roleId, user.roleId))
              const isTheirs = [
                eq(row.email, user.email),
                eq(row.status, user.status),
                // Of two who give another role in the same instant, one knows what it replaces.
                ...('roleId' in rest ? [hasRole()] : []),
              ].join(' AND ')
              return `${isTheirs} AND ${user.epoch === 0 ? `(${notExists(row.epoch)} OR ${isSame})` : isSame}`
            })
            .commit(),
          ...(heir ? [stays(to, heir)] : []),
          ...(chosenFrom ? [takeRole(to, chosenFrom)] : []),
        ],
        (old) => (old.userId === user.id ? withPersonChanges(old, { ...rest, email }) : old),
      )
      if (refused === undefined) return 'changed'
      if (isMoved && refused === 0) return 'email_taken'
      const own = isMoved ? MOVES : 0
      if (refused <= own) return 'gone'
      return heir && refused === own + 1 ? 'heir_gone' : 'roles_changed'
    },
    /**
     * Shuts a person out and frees their address. Their name stays, because lists and logs say who made or did something, and nothing
     * by which they signed in. The address of somebody of a root goes too: a root has no end that would take it, and no campaign names
     * them. Who was the main person is followed by the heir.
     */
    async remove({ company, user, heir }: Omit<StaffChange, 'changes'>): Promise<boolean> {
      const refused = await write(
        company,
        (to) => [
          shutOut(to, user, {
            isDefaultAdmin: false,
            passwordHash: '',
            phone: '',
            pendingEmail: '',
            ...(company.kind === 'root' && { email: blankEmail(user.id) }),
          }),
          deleteLogin(to, user, user.rootId),
          ...(heir ? [stays(to, heir)] : []),
        ],
        (old) => (old.userId === user.id && heir ? withPerson(old, heir) : old),
      )
      return refused === undefined
    },
  }
}

// Who may make a call, by the table of permissions alone.
import { roleOf } from '#shared/access/role-of.ts'
import { allowed } from '#shared/access/roles.ts'
import type { NamedCall } from '#shared/contracts/index.ts'
import type { Member } from './cast.ts'

type Users = Record<Member, Parameters<typeof roleOf>[0]>

export const isPermitted = ({ call: { can } }: Pick<NamedCall, 'call'>, who: Member, users: Users): boolean =>
  can === 'anyone' || can === 'signed-in' || (allowed[can] as readonly string[]).includes(roleOf(users[who]))

/** Everybody who may make a call, and one who may not: it is refused in one place, by the permission alone. */
export function askersOf<Who extends Member>(entry: NamedCall, members: readonly Who[], users: Users): Who[] {
  const stranger = members.find((who) => !isPermitted(entry, who, users))
  return members.filter((who) => who === stranger || isPermitted(entry, who, users))
}

import type { User } from '#shared/model/user.ts'

/**
 * Who of a company gets the notices about campaigns and bills: of a client its people, of others those who are marked for
 * it. Where nobody is, its default administrators do, and at last the person who owns it: a notice always reaches somebody.
 */
export function noticePeople(people: readonly User[]): User[] {
  const active = people.filter(({ status, userType }) => status === 'active' && userType !== 'sales')
  const clients = active.filter(({ userType }) => userType === 'client')
  const ways = [
    clients,
    active.filter(({ getsNotices }) => getsNotices),
    active.filter(({ isDefaultAdmin }) => isDefaultAdmin),
    active.filter(({ userType }) => userType === 'agency'),
  ]
  return ways.find((found) => found.length > 0) ?? active
}

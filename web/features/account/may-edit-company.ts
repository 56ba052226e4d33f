import { allowed, type Role } from '#shared/access/roles.ts'
import type { UserData } from '../../api/session-store.ts'

const roleOf = ({ systemuser, user_type }: UserData): Role => {
  if (user_type === 'sales' || user_type === 'administrator' || user_type === 'client') return user_type
  return systemuser ? 'root' : 'agency'
}

/** Whether the company's details are the person's to change; the server asks the same table. */
export const mayEditCompany = (user: UserData) => (allowed['company:update'] as readonly Role[]).includes(roleOf(user))

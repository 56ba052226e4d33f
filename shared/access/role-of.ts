// What a person is in the table of permissions, told from how they are stored and named on the wire.
import type { User } from '../model/user.ts'
import type { Role } from './roles.ts'

/** Sales people of a root are system users too; their own kind comes first. */
export function roleOf({ userType, isSystemUser }: Pick<User, 'userType' | 'isSystemUser'>): Role {
  if (userType === 'sales') return 'sales'
  if (isSystemUser) return 'root'
  switch (userType) {
    case 'user':
    case 'agency':
      return 'agency'
    case 'administrator':
      return 'administrator'
    case 'client':
      return 'client'
    default: {
      const never: never = userType
      throw new Error(`No role is decided for ${never}.`)
    }
  }
}

import { invalid } from '#shared/errors.ts'
import type { User } from '#shared/model/user.ts'

/** The person whose account it is. Sales people reach nobody's but their own; operators look after that of any of theirs. */
export function ownSales(user: User): User {
  if (user.userType !== 'sales') throw invalid({ userId: 'This person is not one of your sales people.' })
  return user
}

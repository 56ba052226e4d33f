import { invalid, refused } from '#shared/errors.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { User } from '#shared/model/user.ts'

/** A sales person's account is theirs alone; operators may look after that of any of theirs. */
export function ownSales(actor: UserActor, user: User): User {
  if (user.userType !== 'sales') throw invalid({ usrID: 'This is nobody of your sales people.' })
  if (actor.role === 'sales' && actor.userId !== user.id) throw refused('You may not reach this account.')
  return user
}

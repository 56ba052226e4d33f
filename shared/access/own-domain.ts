// Who may set an agency's own domain: links in mails lead there, so the person who chooses it can be handed what they open.
import type { UserActor } from '../model/actor.ts'
import type { User } from '../model/user.ts'

/** Why the actor may not set or give it up; null when they may. */
export function refusalForDomain(
  actor: Pick<UserActor, 'viewing' | 'role'>,
  me: Pick<User, 'isDefaultAdmin'>,
): string | null {
  if (actor.viewing) return 'The domain cannot be changed while viewing as someone else.'
  return actor.role === 'root' || (actor.role !== 'sales' && me.isDefaultAdmin)
    ? null
    : 'Only a default administrator changes the domain: links in mails lead there.'
}

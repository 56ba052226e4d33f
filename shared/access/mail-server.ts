// Who may set an agency's own mail server: the person who chooses it reads the mails that go out by it, and sends in its name.
import type { UserActor } from '../model/actor.ts'
import type { User } from '../model/user.ts'

/** Why the actor may not set or try it; null when they may. */
export function refusalForMailServer(
  actor: Pick<UserActor, 'viewing'>,
  me: Pick<User, 'isDefaultAdmin'>,
): string | null {
  if (actor.viewing) return 'The mail server cannot be set while viewing as someone else.'
  return me.isDefaultAdmin
    ? null
    : 'Only a default administrator sets the mail server: mails go out by it in your name.'
}

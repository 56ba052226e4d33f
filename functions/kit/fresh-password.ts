// Sensitive acts want the own password again when it was given a while ago: a session that was left open, or stolen, must
// not be enough for them.
import { AppError } from '#shared/errors.ts'
import type { UserActor } from '#shared/model/actor.ts'
import { signInLimits } from '#shared/sign-in.ts'

/** For calls that are sensitive for some of their inputs only; others say so in their contract. */
export function requireFreshPassword({ actor, now }: { actor: UserActor; now: () => number }): void {
  if (now() - actor.authenticatedAt > signInLimits.reauthenticateMs)
    throw new AppError('reauthenticate', 'Enter your password again to do this.')
}

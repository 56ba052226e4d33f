// Who has a say over a person's second step of signing in.
import type { UserActor } from '../model/actor.ts'
import { can } from './can.ts'

/** Why the actor may not see or turn off this person's second step; null when they may. Colleagues have no say, except those who manage the company. */
export function refusalForTwoFactor(actor: UserActor, user: { id: string }): string | null {
  const mayReach = actor.userId === user.id || can(actor, 'user:unlock')
  return mayReach ? null : 'You may not reach this account.'
}

/** Why the actor may not set up this person's second step; null when they may. The codes must lie with the person alone. */
export function refusalForOwnTwoFactor(actor: UserActor, user: { id: string }): string | null {
  if (actor.userId === user.id) return null
  return refusalForTwoFactor(actor, user) ?? 'Only this person can set up their own two-factor authentication.'
}

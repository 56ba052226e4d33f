// Whose profile a person may change.
import type { UserActor } from '../model/actor.ts'

/** Why the actor may not change this person's profile here; null when they may. Others are changed in the lists of those who manage them. */
export function whyNotOwnProfile(actor: UserActor, user: { id: string }): string | null {
  return actor.userId === user.id ? null : 'You may not reach this account.'
}

/** The same for a company: only one's own. */
export function whyNotOwnCompany(actor: UserActor, company: { id: string }): string | null {
  return actor.companyId === company.id ? null : 'You may not reach this account.'
}

// Looking at the product through another person's eyes: who may, and where it begins and ends.
import type { UserActor } from '../model/actor.ts'
import type { User } from '../model/user.ts'
import { opens } from './guard.ts'
import { homepage } from './landing.ts'
import { pathTo } from './routes.ts'
import type { Viewer } from './viewer.ts'

/** Why this person's eyes may not be borrowed; null when they may. Operators are not looked at: that would lend their rights. */
export function refusalForViewAs(
  actor: UserActor,
  user: Pick<User, 'id' | 'isSystemUser' | 'userType' | 'status'>,
): string | null {
  if (actor.viewing) return 'Go back to yourself first.'
  if (user.id === actor.userId) return 'This is yourself.'
  if (user.isSystemUser) return 'The eyes of another operator cannot be borrowed.'
  return user.status === 'active' ? null : 'This person cannot log in, so there is nothing to see.'
}

/** Whether the control is offered at all: to staff of the platform's owner, and not while they look as somebody else. */
export function mayViewAs(viewer: Viewer): boolean {
  return viewer.isSystemUser && viewer.userType !== 'sales' && !viewer.isViewing
}

const orHome = (viewer: Viewer, path: string) => (opens(viewer, path) ? path : homepage(viewer))

/** Where a look begins; what the person looked at may not open gives way to their own first page. */
export const afterSwitch = (viewer: Viewer) => orHome(viewer, pathTo('generalSetting'))

/** Where it ends. */
export const afterRevert = (viewer: Viewer) => orHome(viewer, `${pathTo('agencyList')}/`)

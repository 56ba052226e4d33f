// Whose profile a person may change, and where they go once it is complete.
import type { UserActor } from '../model/actor.ts'
import { opens } from './guard.ts'
import { homepage } from './landing.ts'
import { findLineRoute, pathTo } from './routes.ts'
import type { Viewer } from './viewer.ts'

/** Why the actor may not change this person's profile here; null when they may. Others are changed in the lists of those who manage them. */
export function refusalForOwnProfile(actor: UserActor, user: { id: string }): string | null {
  return actor.userId === user.id ? null : 'You may not reach this account.'
}

/** The same for a company: only one's own. */
export function refusalForOwnCompany(actor: UserActor, company: { id: string }): string | null {
  return actor.companyId === company.id ? null : 'You may not reach this account.'
}

/** Where the profile set-up ends: clients at the dashboard of their leads, everybody else at the general settings. */
export function afterProfileSetup(viewer: Viewer): string {
  const dashboard = findLineRoute(viewer.modules, 'lineDashboard', viewer.leadType || 'local')?.path
  const wanted = viewer.userType === 'client' ? dashboard : pathTo('generalSetting')
  return wanted && opens(viewer, wanted) ? wanted : homepage(viewer)
}

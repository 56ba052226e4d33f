// What view mode keeps from the person who looks through other eyes. Calls say it one by one (`inView` of their contracts); the named
// settings share one call, so this table says it of each.
import type { InView } from '../contracts/lib/call.ts'
import type { SettingName } from '../contracts/settings/calls.ts'
import type { UserActor } from '../model/actor.ts'

export const NOT_IN_VIEW = 'This cannot be done while viewing as someone else.'

/** Code that runs before other people, the road of mails and what is paid outlive the look; how things look and are called may be helped with. */
export const settingsInView = {
  agencytheme: 'allowed',
  customsidebarleadmenu: 'allowed',
  rootAgencyEmbeddedCode: 'refused',
  costagency: 'refused',
  rootminspend: 'refused',
  developerfee: 'refused',
  betafeatures: 'refused',
  customsmtpmodule: 'refused',
} as const satisfies Record<SettingName, InView>

/** Why this setting may not be saved by the actor as they look now; null when view mode does not stand in the way. */
export function refusalForSettingInView(actor: Pick<UserActor, 'viewing'>, name: SettingName): string | null {
  return actor.viewing && settingsInView[name] === 'refused' ? NOT_IN_VIEW : null
}

// What the role of the person in front of the screen leaves of the modules: asked again at each start, because what is kept
// of the person may be older than a change of their role.
import { mayHaveRole } from '#shared/access/modules.ts'
import { send } from './client.ts'
import { getSession, setSession, type UserData } from './session-store.ts'
import type { Output } from './terms.ts'

type Modules = Output<'roles.list'>['modules']

function withModules(user: UserData, modules: Modules): UserData {
  const { userPermissions: own, userPermissionsViewMode: seen } = user
  return {
    ...user,
    userPermissions: { ...own, modules },
    userPermissionsViewMode: seen && { ...seen, modules },
  }
}

/** Menus and buttons follow the answer; without one they stay as they are, and the server refuses by itself. */
export async function refreshModules(user: UserData): Promise<void> {
  if (!mayHaveRole(user.userType)) return
  const answer = await send('roles.list', {
    companyId: user.companyId,
    getType: 'getrolemodule',
    roleId: user.roleId || 'none',
    userId: user.id,
  }).catch(() => null)
  const session = getSession()
  if (!answer || answer.modules.length === 0 || session.status !== 'in' || session.user.id !== user.id) return
  const known = (session.user.userPermissionsViewMode ?? session.user.userPermissions).modules
  if (JSON.stringify(known) === JSON.stringify(answer.modules)) return
  setSession({ ...session, user: withModules(session.user, answer.modules) })
}

// Roles as the wire names them: rights inside the modules are four entries of flags.
import { moduleNames } from '#shared/access/modules.ts'
import {
  type MenuModule,
  type ModulePermission,
  menuModules,
  noPermissions,
  type Permissions,
} from '#shared/access/viewer.ts'
import type { LogFacts } from '#shared/audit-log.ts'
import { lostTo } from '#shared/errors.ts'
import type { Role } from '#shared/model/role.ts'
import { type Flag, toFlag } from '#shared/wire.ts'

export type RoleEntry = {
  module_name: string
  enable_permission: Flag
  create_permission: Flag
  update_permission: Flag
  delete_permission: Flag
}

export const toRoleData = (modules: Permissions['modules']): RoleEntry[] =>
  menuModules.map((module) => ({
    module_name: moduleNames[module],
    enable_permission: toFlag(modules[module].enabled),
    create_permission: toFlag(modules[module].create),
    update_permission: toFlag(modules[module].update),
    delete_permission: toFlag(modules[module].delete),
  }))

/** Of a module what is said of it; the rest stays, so that a right which somebody else took away does not come back. */
export type GivenEntry = { module_name: string } & {
  [Name in Exclude<keyof RoleEntry, 'module_name'>]?: Flag | undefined
}

const CLOSED = 'Somebody else closed one of these modules meanwhile. Open the role again to see it as it is now.'

function rightsOf(entry: GivenEntry, before: ModulePermission): ModulePermission {
  const isOn = (flag: Flag | undefined, was: boolean) => (flag === undefined ? was : flag === 'T')
  const { create_permission, update_permission, delete_permission } = entry
  const enabled = isOn(entry.enable_permission, before.enabled)
  const gives = [create_permission, update_permission, delete_permission].includes('T')
  // The person who gives it saw an open module.
  if (gives && !enabled && entry.enable_permission === undefined) throw lostTo({ roleName: CLOSED })
  return {
    enabled,
    // A module that is off leaves nothing that could be created in it.
    create: enabled && isOn(create_permission, before.create),
    update: enabled && isOn(update_permission, before.update),
    delete: enabled && isOn(delete_permission, before.delete),
  }
}

/** What is not named stays as it was: off in a new role. */
export function fromRoleData(
  entries: readonly GivenEntry[],
  before: Record<MenuModule, ModulePermission> = noPermissions.modules,
): Record<MenuModule, ModulePermission> {
  const rights = (module: MenuModule) => {
    const entry = entries.find(({ module_name }) => module_name === moduleNames[module])
    return entry ? rightsOf(entry, before[module]) : before[module]
  }
  return {
    adsDesign: rights('adsDesign'),
    campaign: rights('campaign'),
    leads: rights('leads'),
    settings: rights('settings'),
  }
}

export const toWireRole = ({ id, name, icon, modules }: Role) => ({
  roleID: id,
  roleName: name,
  roleIcon: icon,
  roledata: toRoleData(modules),
})

/** A role in the words of the audit log. */
export function roleFacts({ name, modules }: Role): LogFacts {
  const flags = toRoleData(modules).map((entry) => {
    const { enable_permission, create_permission, update_permission, delete_permission } = entry
    return [entry.module_name, enable_permission + create_permission + update_permission + delete_permission]
  })
  return { name, ...Object.fromEntries(flags) }
}

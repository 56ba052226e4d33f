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

const rightsOf = (entry: RoleEntry): ModulePermission => {
  const enabled = entry.enable_permission === 'T'
  // A module that is off leaves nothing that could be created in it.
  const isOn = (flag: Flag) => enabled && flag === 'T'
  return {
    enabled,
    create: isOn(entry.create_permission),
    update: isOn(entry.update_permission),
    delete: isOn(entry.delete_permission),
  }
}

/** Modules that are not named stay as they were: off in a new role. */
export function fromRoleData(
  entries: readonly RoleEntry[],
  before: Record<MenuModule, ModulePermission> = noPermissions.modules,
): Record<MenuModule, ModulePermission> {
  const rights = (module: MenuModule) => {
    const entry = entries.find(({ module_name }) => module_name === moduleNames[module])
    return entry ? rightsOf(entry) : before[module]
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

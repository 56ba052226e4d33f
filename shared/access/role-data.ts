// Rights inside the modules as the wire writes them: four entries of flags.
import { toFlag } from '../wire.ts'
import { moduleNames } from './modules.ts'
import { type MenuModule, type ModulePermission, menuModules, noPermissions, type Permissions } from './viewer.ts'

type Flag = 'T' | 'F'
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

/** Modules that are not named are off. */
export function fromRoleData(entries: readonly RoleEntry[]): Record<MenuModule, ModulePermission> {
  const rights = (module: MenuModule) => {
    const entry = entries.find(({ module_name }) => module_name === moduleNames[module])
    return entry ? rightsOf(entry) : noPermissions.modules[module]
  }
  return {
    adsDesign: rights('adsDesign'),
    campaign: rights('campaign'),
    leads: rights('leads'),
    settings: rights('settings'),
  }
}

// Rights inside the modules as calls take and answer them: one entry for each module.
import { moduleNames } from '#shared/access/modules.ts'
import { type MenuModule, type ModulePermission, noPermissions } from '#shared/access/viewer.ts'
import type { Output } from './terms.ts'

export type ModuleEntry = Output<'roles.list'>['modules'][number]

/** A module that is off leaves nothing that could be created in it. */
const rightsOf = (entry: ModuleEntry): ModulePermission => ({
  enabled: entry.enablePermission,
  create: entry.enablePermission && entry.createPermission,
  update: entry.enablePermission && entry.updatePermission,
  delete: entry.enablePermission && entry.deletePermission,
})

/** Modules that are not named are off. */
export function toModuleRights(entries: readonly ModuleEntry[]): Record<MenuModule, ModulePermission> {
  const rights = (module: MenuModule) => {
    const entry = entries.find(({ moduleName }) => moduleName === moduleNames[module])
    return entry ? rightsOf(entry) : noPermissions.modules[module]
  }
  return {
    adsDesign: rights('adsDesign'),
    campaign: rights('campaign'),
    leads: rights('leads'),
    settings: rights('settings'),
  }
}

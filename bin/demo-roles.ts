// Roles that the demonstration tenants gave themselves, so that their lists have something to show.
import type { Services } from '#functions/kit/services.ts'
import type { Role } from '#shared/model/role.ts'

const all = { enabled: true, create: true, update: true, delete: true }
const look = { enabled: true, create: false, update: false, delete: false }
const none = { enabled: false, create: false, update: false, delete: false }
type Modules = Role['modules']
const each = (rights: Modules['settings']): Modules => ({
  adsDesign: rights,
  campaign: rights,
  leads: rights,
  settings: rights,
})

const wanted: Omit<Role, 'id'>[] = [
  { name: 'Campaign manager', icon: 'briefcase', modules: { ...each(all), settings: look } },
  { name: 'Support desk', icon: 'headset', modules: { ...each(look), settings: none } },
]

export async function plantRoles(services: Services, companyIds: readonly string[]): Promise<void> {
  for (const companyId of companyIds) {
    const book = await services.db.role.find(companyId)
    await services.db.role.save(
      book,
      wanted.map((role) => ({ ...role, id: services.newId('role') })),
    )
  }
}

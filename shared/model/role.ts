// Roles that a company makes for its own people. A role only ever takes away: the person who has none may do everything that
// their kind of user may.
import * as z from 'zod'
import { menuModules } from '../access/viewer.ts'

const ModuleRights = z.object({
  enabled: z.boolean(),
  create: z.boolean(),
  update: z.boolean(),
  delete: z.boolean(),
})

/** Pictures that a role can be told by. */
export const roleIcons = ['user', 'star', 'shield', 'briefcase', 'headset', 'chart'] as const

export const Role = z.object({
  id: z.string(),
  name: z.string(),
  icon: z.enum(roleIcons),
  modules: z.record(z.enum(menuModules), ModuleRights),
})
export type Role = z.output<typeof Role>

/** All roles lie in one row, which every call reads; so there are few of them. */
export const MOST_ROLES = 25

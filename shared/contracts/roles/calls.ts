// Roles of a company: which modules its people may open, and what they may change there.
import * as z from 'zod'
import { moduleNames } from '../../access/modules.ts'
import { roleIcons } from '../../model/role.ts'
import { WireFlag } from '../../wire.ts'
import { ModulePermission } from '../account/calls.ts'
import { call } from '../lib/call.ts'
import { Done, Id } from '../lib/fields.ts'

export const Role = z.object({
  roleID: z.string(),
  roleName: z.string(),
  roleIcon: z.string(),
  roledata: z.array(ModulePermission),
})

export const list = call({
  method: 'GET',
  path: '/configuration/role-module/{companyID}/{getType}/{roleID}/{usrID}',
  summary:
    'With `getrole` the roles of a company (one of them, or all with `none`); with `getrolemodule` what the person may do in each module.',
  can: 'signed-in',
  company: 'companyID',
  user: 'usrID',
  input: z.object({
    companyID: Id,
    getType: z.enum(['getrole', 'getrolemodule'], 'Ask for getrole or getrolemodule.'),
    roleID: Id,
    usrID: Id,
  }),
  output: z.object({ result: z.literal('success'), roles: z.array(Role), modules: z.array(ModulePermission) }),
})

const Entry = z.object({
  module_name: z.enum([moduleNames.adsDesign, moduleNames.campaign, moduleNames.leads, moduleNames.settings]),
  enable_permission: WireFlag.optional(),
  create_permission: WireFlag.optional(),
  update_permission: WireFlag.optional(),
  delete_permission: WireFlag.optional(),
})

export const save = call({
  method: 'PUT',
  path: '/configuration/role-module/addupdate',
  summary:
    'Makes a role, or changes the one that is named by its id. What is left out of a role that is changed stays as it is, single rights of a module too; what a new one does not name is off.',
  can: 'role:update',
  inView: 'refused',
  // It gives rights to everybody who has the role.
  sensitive: true,
  pages: ['roleList'],
  company: 'companyID',
  audit: { action: 'Role Change', did: 'Saved a role', tried: 'Tried to save a role' },
  input: z.object({
    companyID: Id,
    roleID: z.union([Id, z.literal('')]).default(''),
    roleName: z.string().trim().min(1, 'Enter a name for the role.').max(60, 'Use at most 60 characters.').optional(),
    roleIcon: z.enum(roleIcons, 'Choose one of the icons.').optional(),
    roledata: z.array(Entry).max(4, 'Name each module once.'),
  }),
  output: Done.extend({ data: Role }),
})

export const remove = call({
  method: 'DELETE',
  path: '/configuration/role-module/remove/{companyID}/{roleID}',
  summary: 'Removes a role. Refused while somebody has it.',
  can: 'role:update',
  inView: 'refused',
  pages: ['roleList'],
  company: 'companyID',
  body: 'none',
  audit: { action: 'Role Change', did: 'Removed a role', tried: 'Tried to remove a role' },
  input: z.object({ companyID: Id, roleID: Id }),
  output: Done,
})

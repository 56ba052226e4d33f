import * as z from 'zod'
import { call } from '../lib/call.ts'
import { Done, Id } from '../lib/fields.ts'

const onGroups = { can: 'group:update', inView: 'allowed' } as const

export const Group = z.object({
  companyGroupID: z.string(),
  companyGroupName: z.string(),
  moduleID: z.string(),
  /** The same two once more, under the names that pickers of a group ask for. */
  id: z.string(),
  group_name: z.string(),
})

export const listGroups = call({
  method: 'GET',
  path: '/company/group/{companyID}/{userModule}',
  summary:
    'The groups into which a company sorts its campaigns; `none` or `LeadsPeek` as module asks for those of all.',
  can: 'group:read',
  company: 'companyID',
  input: z.object({ companyID: Id, userModule: z.string().max(64) }),
  output: z.object({ result: z.literal('success'), params: z.array(Group) }),
})

export const saveGroup = call({
  method: 'PUT',
  path: '/company/group/addupdate',
  summary: 'Makes a group, or renames the one that is named by its id.',
  ...onGroups,
  company: 'companyID',
  audit: { action: 'Campaign Update', did: 'Saved a group' },
  rounds: { most: 3, reason: 'The groups are compared before one is written.' },
  input: z.object({
    companyID: Id,
    companyGroupID: z.union([Id, z.literal('')]).default(''),
    companyGroupName: z.string().trim().min(1, 'Enter a name for the group.').max(80),
    moduleID: z.string().trim().max(64).default(''),
  }),
  output: Done.extend({ params: Group }),
})

export const removeGroup = call({
  method: 'DELETE',
  path: '/company/group/remove/{companyGroupID}',
  summary: "Removes a group of the caller's own company.",
  ...onGroups,
  body: 'none',
  audit: { action: 'Campaign Update', did: 'Removed a group' },
  input: z.object({ companyGroupID: Id }),
  output: Done,
})

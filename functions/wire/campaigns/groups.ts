// A group of campaigns as the wire names it: by its own names, and by those that pickers use.
import type * as z from 'zod'
import type { Group } from '#shared/contracts/campaigns/groups.ts'

export const toGroup = ({
  id,
  name,
  moduleId,
}: {
  id: string
  name: string
  moduleId: string
}): z.input<typeof Group> => ({ companyGroupID: id, companyGroupName: name, moduleID: moduleId, id, group_name: name })

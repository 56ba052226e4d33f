import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.campaigns.removeGroup, async ({ db, input, company, tell }) => {
  const group = (await db.companyGroup.list(company.id)).find(({ id }) => id === input.companyGroupID)
  if (!group || !(await db.companyGroup.remove(group))) throw notFound('group')
  tell({
    description: `Removed the group ${group.name} of ${company.name}`,
    before: { group: group.name },
  })
  return { result: 'success' as const, message: messages.deleted }
})

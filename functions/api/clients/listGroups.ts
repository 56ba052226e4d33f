import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.clients.listGroups, async ({ db, input, company }) => {
  const groups = await db.companyGroup.list(company.id)
  return {
    result: 'success' as const,
    params: groups
      .filter(({ moduleId }) => input.userModule === 'none' || moduleId === input.userModule)
      .map(({ id, name, moduleId }) => ({ companyGroupID: id, companyGroupName: name, moduleID: moduleId })),
  }
})

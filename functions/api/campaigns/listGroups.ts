import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'
import { toGroup } from '../../wire/campaigns/groups.ts'

/** The old name of the whole product, and no name, mean the groups of all modules. */
const isAll = (module: string) => module === 'none' || module === 'LeadsPeek'

export default handle(contracts.campaigns.listGroups, async ({ db, input, company }) => {
  const groups = await db.companyGroup.list(company.id)
  return {
    result: 'success' as const,
    params: groups.filter(({ moduleId }) => isAll(input.userModule) || moduleId === input.userModule).map(toGroup),
  }
})

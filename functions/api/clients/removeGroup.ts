import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.clients.removeGroup, async ({ db, input, company }) => {
  if (!(await db.companyGroup.remove(company.id, input.companyGroupID))) throw notFound('group')
  return { result: 'success' as const, message: messages.deleted }
})

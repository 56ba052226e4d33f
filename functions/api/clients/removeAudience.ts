import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.clients.removeAudience, async ({ db, input, company }) => {
  if (!(await db.audience.remove(company.id, input.audienceID))) throw notFound('audience')
  return { result: 'success' as const, message: messages.deleted }
})

import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.audiences.remove, async ({ db, input, company, tell }) => {
  const audience = (await db.audience.list(company.id)).find(({ id }) => id === input.audienceID)
  if (!audience || !(await db.audience.remove(audience))) throw notFound('audience')
  tell({
    description: `Removed the audience ${audience.name} of ${company.name}`,
    before: { audience: audience.name },
  })
  return { result: 'success' as const, message: messages.deleted }
})

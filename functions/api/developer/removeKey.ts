import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { removeKey, requireKeys } from '../../domain/developer/keys.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.developer.removeKey, async ({ db, input, actor, company, tell }) => {
  requireKeys(actor, company)
  const key = await db.apiKey.find({ companyId: company.id, id: input.key_id })
  if (!key || !(await removeKey({ db }, company, key))) throw notFound('key')
  tell({ description: `Removed the API key ${key.name} of ${company.name}`, before: { key: key.name } })
  return { result: 'success' as const, message: messages.deleted }
})

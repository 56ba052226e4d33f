import { contracts } from '#shared/contracts/index.ts'
import { baseUrlOf, requireKeys } from '../../domain/developer/keys.ts'
import { handle } from '../../kit/handle.ts'
import { maskedSecret, toKeyRow } from '../../wire/developer/key.ts'

export default handle(contracts.developer.keys, async ({ db, env, actor, company }) => {
  requireKeys(actor, company)
  const keys = await db.apiKey.list(company.id)
  const [first] = keys
  return {
    status: first !== undefined,
    base_url: baseUrlOf(company, env),
    client_id: first?.id ?? '',
    secret_key: first ? maskedSecret(first) : '',
    keys: keys.map(toKeyRow),
  }
})

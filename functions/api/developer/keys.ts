import { scopesFor } from '#shared/access/program-keys.ts'
import { contracts } from '#shared/contracts/index.ts'
import { baseUrlOf, makerOf, requireKeys } from '../../domain/developer/keys.ts'
import { handle } from '../../kit/handle.ts'
import { maskedSecret, toKeyRow } from '../../wire/developer/key.ts'

export default handle(contracts.developer.keys, async (context) => {
  const { db, env, actor, company } = context
  requireKeys(actor, company)
  const keys = await db.apiKey.list(company.id)
  const makers = await db.user.findMany([...new Set(keys.map(({ createdBy }) => createdBy))])
  const names = new Map(makers.map(({ id, name }) => [id, name]))
  const [first] = keys
  return {
    status: first !== undefined,
    base_url: baseUrlOf(company, env),
    client_id: first?.id ?? '',
    secret_key: first ? maskedSecret(first) : '',
    keys: keys.map((key) => toKeyRow(key, names.get(key.createdBy) ?? '')),
    may_give: scopesFor(makerOf(context)),
  }
})

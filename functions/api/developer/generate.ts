import { contracts } from '#shared/contracts/index.ts'
import { baseUrlOf, makeKey, requireKeys } from '../../domain/developer/keys.ts'
import { handle } from '../../kit/handle.ts'
import { toKeyRow } from '../../wire/developer/key.ts'

export default handle(contracts.developer.generate, async (context) => {
  const { input, env, actor, company, me, tell } = context
  requireKeys(actor, company)
  const wanted = { name: input.name, scopes: input.scopes, expiresInDays: input.expires_in_days }
  const { key, secret, isReplaced } = await makeKey(context, company, wanted)
  tell({
    description: `${isReplaced ? 'Replaced the secret of' : 'Made'} the API key ${key.name} of ${company.name}`,
    after: { key: key.name, scopes: key.scopes.join(' ') },
  })
  return {
    result: 'success' as const,
    message: 'This is the only time that the secret is shown.',
    status: true as const,
    user: { client_id: key.id, secret_key: secret, base_url: baseUrlOf(company, env) },
    key: toKeyRow(key, me.name),
  }
})

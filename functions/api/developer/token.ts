import { contracts } from '#shared/contracts/index.ts'
import { AppError, invalid } from '#shared/errors.ts'
import { isExpired, isOpenToPrograms } from '#shared/model/api-key.ts'
import { isSecretForm, isSecretOf } from '../../domain/developer/secret.ts'
import { slowGuessing } from '../../identity/wrong-tokens.ts'
import { type Context, handle } from '../../kit/handle.ts'
import { ACCESS_TOKEN_SECONDS, signProgramToken } from '../../kit/tokens.ts'

/** The key whose secret was shown; undefined for any reason that it is not good, all alike. */
async function findKey({ db, input, tenant, now }: Context<typeof contracts.developer.token>) {
  if (!/^key_\w+$/.test(input.client_id) || !isSecretForm(input.client_secret)) return undefined
  const [key, agency] = await Promise.all([
    db.apiKey.find({ companyId: tenant.id, id: input.client_id }),
    db.company.findFresh(tenant.id),
  ])
  if (!key || !agency || !isOpenToPrograms(agency) || isExpired(key, now())) return undefined
  return isSecretOf(key.secretHash, input.client_secret) ? key : undefined
}

export default handle(contracts.developer.token, async (context) => {
  const { input, tenant, keys, now, request } = context
  const key = await findKey(context)
  if (!key) {
    await slowGuessing(context, request)
    throw new AppError('unauthenticated', 'This client id and this secret do not open the API.')
  }
  const asked = input.scope?.split(' ').filter((scope) => scope !== '')
  if (asked?.some((scope) => !key.scopes.some((each) => each === scope)))
    throw invalid({ scope: 'The key has not all of these scopes.' })
  const scopes = asked ? key.scopes.filter((scope) => asked.includes(scope)) : key.scopes
  const claims = { sub: key.id, company: tenant.id, version: key.version, scopes }
  return {
    access_token: await signProgramToken(keys, claims, now()),
    token_type: 'Bearer' as const,
    expires_in: ACCESS_TOKEN_SECONDS,
    scope: scopes.join(' '),
  }
})

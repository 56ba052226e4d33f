import { contracts } from '#shared/contracts/index.ts'
import { baseUrlOf } from '../../domain/developer/keys.ts'
import { issueSsoToken } from '../../identity/sso.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.developer.createSignInToken, async (context) => {
  const { env, input, agency, key, tell } = context
  const { token, endsAt, user } = await issueSsoToken(context, agency, input.email)
  tell({ description: `Made a sign-in link for ${user.name}`, after: { person: user.id, key: key.name } })
  const url = new URL('/sso', baseUrlOf(agency, env))
  url.searchParams.set('token', token)
  return { token, url: url.href, expires_at: new Date(endsAt).toISOString() }
})

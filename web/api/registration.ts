import type { Input } from '#shared/contracts/index.ts'
import { solveCaptcha } from './captcha.ts'
import { send } from './client.ts'
import { ownDevice } from './device.ts'
import { loadSession } from './session.ts'
import { accessToken } from './storage.ts'
import type { Tenant } from './tenant.ts'
import { acceptTokens } from './tokens.ts'

export type RegistrationForm = Pick<
  Input<'session.register'>,
  'companyname' | 'name' | 'email' | 'phonenum' | 'password' | 'userType' | 'refcode'
>

/** Makes the account and signs its person in. Answers what they should know beside that, or nothing. */
export async function register(form: RegistrationForm, { data }: Tenant): Promise<string> {
  const before = accessToken()
  const { notice, access_token, refresh_token, expires_in } = await send('session.register', {
    ...form,
    gtoken: await solveCaptcha(data.captcha_key, 'register'),
    domainName: location.hostname,
    ownedcompanyid: data.ownedcompanyid,
    idsys: data.idsys,
    ...(await ownDevice()),
  })
  // Anybody who was signed in here before is signed out, on the server too.
  if (before) await send('session.logout', {}).catch(() => undefined)
  acceptTokens({ access_token, refresh_token, expires_in })
  // The set-up of the screen goes on by itself; the page is left meanwhile.
  void loadSession()
  return notice
}

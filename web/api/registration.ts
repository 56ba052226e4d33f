import { solveCaptcha } from './captcha.ts'
import { send } from './client.ts'
import { ownDevice } from './device.ts'
import { loadSession } from './session.ts'
import { accessToken } from './storage.ts'
import type { Tenant } from './tenant.ts'
import type { Input } from './terms.ts'
import { acceptTokens } from './tokens.ts'

export type RegistrationForm = Pick<
  Input<'session.register'>,
  'companyName' | 'name' | 'email' | 'phone' | 'password' | 'userType' | 'referralCode'
>

/** Makes the account and signs its person in. Answers what they should know beside that, or nothing. */
export async function register(form: RegistrationForm, { data }: Tenant): Promise<string> {
  const before = accessToken()
  const { notice, ...tokens } = await send('session.register', {
    ...form,
    captchaToken: await solveCaptcha(data.captchaKey, 'register'),
    domainName: location.hostname,
    ownedCompanyId: data.ownedCompanyId,
    rootId: data.rootId,
    ...(await ownDevice()),
  })
  // Anybody who was signed in here before is signed out, on the server too.
  if (before) await send('session.logout', {}).catch(() => undefined)
  acceptTokens(tokens)
  // The set-up of the screen goes on by itself; the page is left meanwhile.
  void loadSession()
  return notice
}

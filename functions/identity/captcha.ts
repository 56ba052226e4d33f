// The captcha's place at a door that anybody may try: asked only where a key is configured, before anything is counted.
import { invalid } from '#shared/errors.ts'
import { log } from '../kit/log.ts'
import type { RequestFacts } from '../kit/request-facts.ts'
import type { Services } from '../kit/services.ts'

/** `absent`: no key is configured. `unknown`: the service could not be asked, so stricter limits hold. A robot is refused. */
export async function checkCaptcha(
  { env, captcha }: Pick<Services, 'env' | 'captcha'>,
  token: string,
  request: RequestFacts,
): Promise<'absent' | 'person' | 'unknown'> {
  if (!env.CAPTCHA_SITE_KEY) return 'absent'
  const verdict = await captcha.check(token, { host: request.host, ip: request.ip })
  if (verdict === 'robot')
    throw invalid({ captchaToken: 'The check that you are a person did not succeed. Please try again.' })
  if (verdict === 'unknown') log.warn('captcha not asked', { rid: request.requestId })
  return verdict
}

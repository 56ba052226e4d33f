import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { signInLimits } from '#shared/sign-in.ts'
import { knownPasswordFault, newPasswordFault } from '../../domain/security/new-password.ts'
import { register } from '../../domain/tenancy/register.ts'
import { checkCaptcha } from '../../identity/captcha.ts'
import { hashPassword } from '../../identity/password.ts'
import { finishSignIn, tellEntrance } from '../../identity/sign-in.ts'
import { handle } from '../../kit/handle.ts'
import { tryPostMail } from '../../kit/post.ts'
import { countSource } from '../../kit/source-limit.ts'
import { forgetTenants } from '../../kit/tenant.ts'
import { toTokens } from '../../wire/session/tokens.ts'

const tooManyOf = (wait: string) => `Too many registrations from your address. Please try again in ${wait}.`
const unknownCode = 'The referral code is not known. Your account was made without it.'

export default handle(contracts.session.register, async (context) => {
  const { db, env, input, tenant, request, now, newId } = context
  await checkCaptcha(context, input.gtoken, request)
  if (input.userType !== (tenant.kind === 'root' ? 'userdownline' : 'client'))
    throw invalid({ userType: tenant.kind === 'root' ? 'Agencies register here.' : 'Clients register here.' })
  const companyNames = [input.companyname, tenant.name, tenant.brand.name]
  const whose = { email: input.email, companyNames }
  const wrong = await knownPasswordFault(input.password, whose)
  if (wrong) throw invalid({ password: wrong })
  await countSource(context, 'register', request, signInLimits.registrations, tooManyOf)
  // Nobody has somebody else asked without end: what counts comes first.
  const breached = await newPasswordFault(context, input.password, whose)
  if (breached) throw invalid({ password: breached })
  const { companyname: companyName, name, email, phonenum: phone, refcode } = input
  // Made before anything is looked up: a known and an unknown address take the same time.
  const passwordHash = await hashPassword(input.password)
  const form = { companyName, name, email, phone, passwordHash, referralCode: refcode }
  const { user, company, hasUnknownCode } = await register(
    { db, now, newId, platformDomain: env.PLATFORM_DOMAIN },
    tenant,
    form,
  )
  forgetTenants()
  await tryPostMail(context, tenant, 'welcome', { userId: user.id })
  const description = `Registered ${company.name}`
  await tellEntrance(
    context,
    { user, tenant: company.kind === 'agency' ? company : tenant, request },
    { action: 'User Create', description },
  )
  const trio = await finishSignIn(context, { user, tenant, request, device: input.device })
  return {
    result: 'success' as const,
    message: 'Your account is ready.',
    notice: hasUnknownCode ? unknownCode : '',
    ...toTokens(trio),
  }
})

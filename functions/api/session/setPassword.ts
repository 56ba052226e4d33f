import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { type NoticeDeps, tryNotice } from '../../domain/account/notice.ts'
import type { Report } from '../../domain/lib/report-fault.ts'
import { newPasswordFault } from '../../domain/security/new-password.ts'
import { hashPassword } from '../../identity/password.ts'
import { judgeReset } from '../../identity/password-reset.ts'
import { forgetGuesses, scopeOn, tellEntrance } from '../../identity/sign-in.ts'
import { slowGuessing } from '../../identity/wrong-tokens.ts'
import { handle } from '../../kit/handle.ts'
import { tryPostMail } from '../../kit/post.ts'

const faults = {
  invalid: 'This link is not valid. Please ask for a new one.',
  expired: 'This link is too old. Please ask for a new one.',
  used: 'This link was used before. Please ask for a new one.',
}

/** Who accepted: a colleague to their company, a company of its own to the one above it. */
async function tellJoined(context: NoticeDeps & { report: Report }, user: User, own: Company): Promise<void> {
  const isMain = own.kind === 'client' || user.userType === 'agency'
  if (!isMain) {
    const told = { companyId: own.id, kind: 'staffJoined', about: user.id } as const
    await tryNotice(context, { ...told, facts: { name: user.name } })
  } else if (own.parentId) {
    const told = { companyId: own.parentId, kind: 'clientJoined', about: user.id } as const
    await tryNotice(context, { ...told, facts: { name: own.name, companyId: own.id } })
  }
}

export default handle(contracts.session.setPassword, async (context) => {
  const { db, input, tenant, request, now } = context
  const { token, user, fault } = await judgeReset(context, tenant, input)
  if (fault === 'invalid') await slowGuessing(context, request)
  if (fault) throw invalid({ token: faults[fault] })
  const own = await db.company.get(user.companyId)
  const companyNames = [own.name, own.brand.name, tenant.name, tenant.brand.name]
  const wrong = await newPasswordFault(context, input.newpassword, { email: user.email, companyNames })
  if (wrong) throw invalid({ newpassword: wrong })
  const passwordHash = await hashPassword(input.newpassword)
  if (!(await db.tenancy.resetPassword(user, token.hash, passwordHash, now()))) throw invalid({ token: faults.used })
  // Guesses at a password that is none any more stand in nobody's way: the sentence that refuses them leads here.
  await forgetGuesses(context, scopeOn(tenant, user), user.email).catch((error: unknown) =>
    context.report('guesses at an old password still count', error),
  )
  const how = token.kind === 'invitation' ? 'of an invitation' : 'of a reset that was asked for'
  const description = `Set a new password by the link ${how}`
  await tellEntrance(context, { user, tenant, request }, { action: 'Security Change', description })
  // Who was invited chose a first password: nothing was changed, and nobody else knew one.
  if (token.kind === 'invitation') {
    await tellJoined(context, user, own)
    return {
      result: 'success' as const,
      message: `Welcome to ${tenant.brand.name}. Log in with the password that you chose.`,
    }
  }
  await tryPostMail(context, tenant, 'passwordChanged', { userId: user.id, at: now() })
  return { result: 'success' as const, message: 'Your password was changed. You can log in now.' }
})

import { contracts } from '#shared/contracts/index.ts'
import { isSameEmail } from '#shared/email.ts'
import { judgeToken } from '../../domain/security/one-time.ts'
import { confirmNewEmail } from '../../identity/email-change.ts'
import { tellEntrance } from '../../identity/sign-in.ts'
import { slowGuessing } from '../../identity/wrong-tokens.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.session.confirmEmail, async (context) => {
  const { db, input, tenant, request, now } = context
  const at = now()
  const { token, fault } = await judgeToken(db, input.token, {
    kinds: ['confirmEmail', 'newEmail'],
    tenantId: tenant.id,
    now: at,
  })
  if (fault === 'invalid') await slowGuessing(context, request)
  if (!token) return { valid: false, reason: fault ?? 'invalid' }
  if (token.kind === 'newEmail') {
    if (!(await db.token.use(token.hash, at))) return { valid: false, reason: 'used' as const }
    const outcome = await confirmNewEmail(context, { userId: token.userId, changeId: token.subject })
    return outcome === 'changed' ? { valid: true, reason: '' as const } : { valid: false, reason: outcome }
  }
  const user = await db.user.find(token.userId)
  // A link to an address that is no longer the person's confirms nothing.
  if (user?.status !== 'active' || !isSameEmail(user.email, token.subject))
    return { valid: false, reason: 'invalid' as const }
  if (!(await db.token.use(token.hash, at))) return { valid: false, reason: 'used' as const }
  await db.user.update(user.id, { emailConfirmedAt: at })
  const description = 'Confirmed the e-mail address'
  await tellEntrance(context, { user, tenant, request }, { action: 'Security Change', description })
  return { valid: true, reason: '' as const }
})

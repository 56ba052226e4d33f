import { refusalForSignIn } from '#shared/access/manage-staff.ts'
import { needsSecondStep } from '#shared/access/powerful.ts'
import { refusalForOwnTwoFactor, refusalForTwoFactor } from '#shared/access/two-factor.ts'
import { contracts } from '#shared/contracts/index.ts'
import { invalid, refused } from '#shared/errors.ts'
import { watch } from '#shared/log-facts.ts'
import { mailTwoFactorChanged } from '../../domain/mail/account-mails.ts'
import { endOtherSessions, turnOff, turnOn } from '../../domain/security/two-factor-setting.ts'
import { refusalForColleague } from '../../domain/staff/colleagues.ts'
import { homeTenant } from '../../domain/tenancy/home-tenant.ts'
import { type Context, handle } from '../../kit/handle.ts'

type Save = Context<typeof contracts.security.saveTwoFactor>

const messages = {
  off: 'Two-factor authentication is off.',
  email: 'Two-factor authentication is on. We will mail you a code each time you log in.',
  google: 'Two-factor authentication is on. Your authenticator app will give you a code each time you log in.',
} as const

async function save(context: Save): Promise<{ state: keyof typeof messages; codes: string[]; changed: boolean }> {
  const { input, user, actor, me } = context
  if (!input.two_factor_auth) {
    const why = refusalForTwoFactor(actor, user) ?? (await refusalForColleague(context, user))
    if (why) throw refused(why)
    const whyNot = user.id === actor.userId ? null : refusalForSignIn(actor, me, user)
    if (whyNot) throw refused(whyNot)
    if (actor.userId === user.id && needsSecondStep(context.env.SECOND_STEP, user))
      throw refused('Your account asks for a second step. You can change it, but not turn it off.')
    return { state: 'off', codes: [], changed: await turnOff(context, user.id) }
  }
  const why = refusalForOwnTwoFactor(actor, user)
  if (why) throw refused(why)
  const type = input.two_factor_auth_type
  if (type === '') throw invalid({ two_factor_auth_type: 'Choose e-mail or an authenticator app.' })
  const codes = await turnOn(context, user, type, input)
  return { state: type, codes, changed: codes.length > 0 }
}

/** On, off, and what was so before are three things in the log. */
function toldOf(state: keyof typeof messages, changed: boolean): string {
  if (!changed) return `Left the second step ${state === 'off' ? 'off' : 'on'}`
  if (state === 'off') return 'Turned the second step off'
  return `Turned the second step on, ${state === 'email' ? 'by e-mail' : 'by an authenticator'}`
}

export default handle(contracts.security.saveTwoFactor, async (context) => {
  const { db, user, actor, tenant, tell } = context
  const facts = await watch(async () => ({ second_step: (await db.twoFactor.find(user.id))?.type ?? 'off' }))
  const { state, codes, changed } = await save(context)
  tell({ description: `${toldOf(state, changed)}: ${user.name}`, ...(await facts()) })
  if (changed) {
    const isSelf = actor.userId === user.id
    await endOtherSessions(context, user, isSelf ? actor.sessionId : null)
    const home = isSelf ? tenant : await homeTenant(db, await db.company.get(user.companyId))
    await mailTwoFactorChanged(context, { tenant: home, user, isOn: state !== 'off' })
  }
  return { result: 'success' as const, message: messages[state], recovery_codes: codes }
})

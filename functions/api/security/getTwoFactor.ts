import { refusalForTwoFactor } from '#shared/access/two-factor.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.security.getTwoFactor, async ({ db, user, actor }) => {
  const why = refusalForTwoFactor(actor, user)
  if (why) throw refused(why)
  const setting = await db.twoFactor.find(user.id)
  return {
    two_factor_auth: setting !== undefined,
    two_factor_auth_type: setting?.type ?? ('' as const),
    recovery_codes_left: setting?.recoveryHashes?.length ?? 0,
  }
})

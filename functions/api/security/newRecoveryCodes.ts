import { refusalForOwnTwoFactor } from '#shared/access/two-factor.ts'
import { contracts } from '#shared/contracts/index.ts'
import { conflict, refused } from '#shared/errors.ts'
import { newRecoveryCodes } from '../../domain/security/otp-token.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.security.newRecoveryCodes, async ({ db, user, actor }) => {
  const why = refusalForOwnTwoFactor(actor, user)
  if (why) throw refused(why)
  const { codes, hashes } = newRecoveryCodes(user.id)
  if (!(await db.twoFactor.renewRecovery(user.id, hashes)))
    throw conflict('Turn two-factor authentication on first: recovery codes stand in for its codes.')
  return { recovery_codes: codes }
})

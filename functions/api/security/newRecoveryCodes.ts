import { refusalForOwnTwoFactor } from '#shared/access/two-factor.ts'
import { contracts } from '#shared/contracts/index.ts'
import { conflict, refused } from '#shared/errors.ts'
import { newRecoveryCodes } from '../../domain/security/otp-token.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.security.newRecoveryCodes, async ({ db, user, actor }) => {
  const why = refusalForOwnTwoFactor(actor, user)
  if (why) throw refused(why)
  const known = await db.twoFactor.find(user.id)
  if (!known) throw conflict('Turn two-factor authentication on first: recovery codes stand in for its codes.')
  const { codes, hashes } = newRecoveryCodes(user.id)
  if (!(await db.twoFactor.renewRecovery(known, hashes)))
    throw conflict(
      'Your recovery codes were renewed, or your second step was changed, at this very moment. Keep the codes that were shown there, or ask for new ones again.',
    )
  return { recovery_codes: codes }
})

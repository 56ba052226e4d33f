import { refusalForOwnTwoFactor } from '#shared/access/two-factor.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { twoFactorLimits } from '#shared/two-factor.ts'
import { newTotpSecret, qrCodeUrl } from '../../domain/security/totp.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.security.getGoogleTfa, async ({ db, sealer, user, actor, tenant, now }) => {
  const why = refusalForOwnTwoFactor(actor, user)
  if (why) throw refused(why)
  const secretKey = newTotpSecret()
  await db.twoFactor.propose(user.id, await sealer.seal(secretKey, user.id), now() + twoFactorLimits.pendingMs)
  return { qrCodeUrl: await qrCodeUrl(secretKey, tenant.brand.name, user.email), secretKey }
})

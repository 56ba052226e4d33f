import { refusalForOwnProfile } from '#shared/access/profile.ts'
import { contracts } from '#shared/contracts/index.ts'
import { invalid, refused } from '#shared/errors.ts'
import { missingFields, refreshEntry } from '../../domain/account/profile.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.account.completeProfile, async ({ db, user, actor, company }) => {
  const why = refusalForOwnProfile(actor, user)
  if (why) throw refused(why)
  const missing = missingFields(user, company)
  if (Object.keys(missing).length > 0) throw invalid(missing, 'Some details of your profile are still missing.')
  await db.user.update(user.id, { profileSetupCompleted: true })
  await refreshEntry(db, company, { ...user, profileSetupCompleted: true })
  return { result: 'success' as const, message: 'Your profile is complete.' }
})

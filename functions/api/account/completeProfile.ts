import { refusalForOwnProfile } from '#shared/access/profile.ts'
import { contracts } from '#shared/contracts/index.ts'
import { invalid, refused } from '#shared/errors.ts'
import { missingFields } from '../../domain/account/profile.ts'
import { handle } from '../../kit/handle.ts'

/** The fields are those of two other calls. */
const wireNames: Readonly<Record<string, string>> = {
  phone: 'phonenum',
  companyName: 'company_name',
  stateCode: 'state_code',
  countryCode: 'country_code',
}

export default handle(contracts.account.completeProfile, async ({ db, user, actor, company }) => {
  const why = refusalForOwnProfile(actor, user)
  if (why) throw refused(why)
  const missing = Object.entries(missingFields(user, company)).map(([field, why]) => [wireNames[field] ?? field, why])
  if (missing.length > 0) throw invalid(Object.fromEntries(missing), 'Some details of your profile are still missing.')
  await db.user.update(user.id, { profileSetupCompleted: true })
  return { result: 'success' as const, message: 'Your profile is complete.' }
})

import { refusalForOwnProfile } from '#shared/access/profile.ts'
import { contracts } from '#shared/contracts/index.ts'
import { invalid, refused } from '#shared/errors.ts'
import { phoneFacts, readPhone } from '#shared/phone.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.account.saveProfile, async ({ db, input, user, actor }) => {
  const why = refusalForOwnProfile(actor, user)
  if (why) throw refused(why)
  const { name, phonenum = user.phone, phone_country_code = user.phoneCountry } = input
  const hasPhone = input.phonenum !== undefined || input.phone_country_code !== undefined
  const phone = hasPhone ? readPhone(phonenum, phone_country_code) : undefined
  if (hasPhone && !phone) throw invalid({ phonenum: 'Enter a phone number that exists in the country you chose.' })
  await db.user.update(user.id, { ...(name !== undefined && { name }), ...(phone && phoneFacts(phone)) })
  return { result: 'success' as const, message: 'Your profile is saved.' }
})

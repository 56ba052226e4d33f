import { refusalForOwnProfile } from '#shared/access/profile.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.account.removePicture, async ({ db, user, actor, files }) => {
  const why = refusalForOwnProfile(actor, user)
  if (why) throw refused(why)
  if (user.picture) {
    await db.user.update(user.id, { picture: null })
    await files.remove([user.picture])
  }
  return { result: 'success' as const, message: 'Your picture is gone.' }
})

import { refusalForOwnProfile } from '#shared/access/profile.ts'
import { contracts } from '#shared/contracts/index.ts'
import { invalid, refused } from '#shared/errors.ts'
import { isIncomingOf, pictureKey, pictureUrl, readPicture } from '../../domain/account/picture.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.account.savePicture, async ({ db, input, user, actor, files, newId }) => {
  const why = refusalForOwnProfile(actor, user)
  if (why) throw refused(why)
  if (!isIncomingOf(user.id, input.key)) throw invalid({ key: 'This is not a file that you uploaded.' })
  const bytes = await files.readBytes(input.key)
  if (!bytes) throw invalid({ key: 'The file did not arrive. Please try again.' })
  const read = readPicture(bytes)
  if ('why' in read) {
    await files.remove([input.key])
    throw invalid({ key: read.why })
  }
  const { type } = read
  const key = pictureKey(user.id, newId('upload'), type)
  await files.put(key, read.bytes, type)
  await db.user.update(user.id, { picture: key })
  await files.remove([input.key, ...(user.picture ? [user.picture] : [])])
  return {
    result: 'success' as const,
    message: 'Your picture is saved.',
    profile_pict: await pictureUrl(files, key),
  }
})

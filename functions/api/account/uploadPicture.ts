import { refusalForOwnProfile } from '#shared/access/profile.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { PICTURE_MAX_BYTES } from '#shared/model/picture.ts'
import { incomingKey } from '../../domain/account/picture.ts'
import { handle } from '../../kit/handle.ts'

const FORM_SECONDS = 300

export default handle(contracts.account.uploadPicture, async ({ input, user, actor, files, newId }) => {
  const why = refusalForOwnProfile(actor, user)
  if (why) throw refused(why)
  const key = incomingKey(user.id, newId('upload'), input.contenttype)
  const limits = { maxBytes: PICTURE_MAX_BYTES, contentType: input.contenttype, expiresSeconds: FORM_SECONDS }
  return { ...(await files.uploadForm(key, limits)), key }
})

import { contracts } from '#shared/contracts/index.ts'
import { BANNER_MAX_BYTES } from '#shared/model/banner.ts'
import { incomingBannerKey } from '../../domain/banners/image.ts'
import { handle } from '../../kit/handle.ts'

const FORM_SECONDS = 300

export default handle(contracts.banners.uploadImage, async ({ input, company, files, newId }) => {
  const uploadId = newId('upload')
  const form = await files.uploadForm(incomingBannerKey(company.id, uploadId), {
    maxBytes: BANNER_MAX_BYTES,
    contentType: input.contentType,
    expiresSeconds: FORM_SECONDS,
  })
  return { uploadId, ...form }
})

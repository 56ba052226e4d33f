import { contracts } from '#shared/contracts/index.ts'
import { BRAND_PICTURE_MAX_BYTES, incomingBrandKey } from '../../domain/settings/brand-pictures.ts'
import { requireTenant } from '../../domain/settings/theme.ts'
import { handle } from '../../kit/handle.ts'

const FORM_SECONDS = 300

export default handle(contracts.settings.uploadImage, async ({ input, company, files, newId }) => {
  requireTenant(company)
  const uploadID = newId('upload')
  const form = await files.uploadForm(incomingBrandKey(company.id, uploadID), {
    maxBytes: BRAND_PICTURE_MAX_BYTES,
    contentType: input.contenttype,
    expiresSeconds: FORM_SECONDS,
  })
  return { uploadID, ...form }
})

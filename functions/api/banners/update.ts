import { contracts } from '#shared/contracts/index.ts'
import { invalid, lostTo, notFound } from '#shared/errors.ts'
import { changed } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import type { Banner } from '#shared/model/banner.ts'
import { present } from '#shared/present.ts'
import { bannerFacts, checkName, NAME_TAKEN } from '../../domain/banners/facts.ts'
import { acceptBannerImage, forgetImage, forgetUpload } from '../../domain/banners/image.ts'
import { handle } from '../../kit/handle.ts'
import { toBannerRow } from '../../wire/banners/banner.ts'

export default handle(contracts.banners.update, async ({ db, input, company, files, now, newId, tell }) => {
  const all = await db.banner.list(company.id)
  const known = all.find(({ id }) => id === input.bannerId)
  if (!known) throw notFound('banner')
  const { uploadId } = input
  const { name, line, size, clickUrl, status } = {
    ...known,
    ...present({
      name: input.name,
      line: input.product,
      size: input.size,
      clickUrl: input.clickUrl,
      status: input.status,
    }),
  }
  checkName(
    all.filter(({ id }) => id !== known.id),
    name,
  )
  if (!uploadId && size !== known.size) throw invalid({ size: 'Upload a picture of this size first.' })
  const image = uploadId
    ? await acceptBannerImage(files, company.id, { uploadId, size, imageId: newId('upload') })
    : known.image
  const banner: Banner = { ...known, name, line, size, image, clickUrl, status, updatedAt: now() }
  const done = await db.banner.update(known, banner)
  if (done !== 'changed') {
    if (uploadId) await forgetImage(files, banner)
    throw lostTo({ name: done === 'gone' ? messages.changedMeanwhile : NAME_TAKEN })
  }
  if (uploadId) {
    await forgetImage(files, known)
    await forgetUpload(files, company.id, uploadId)
  }
  tell({
    description: `Changed the banner ${name} of ${company.name}`,
    ...changed(bannerFacts(known), bannerFacts(banner)),
  })
  return { result: 'success' as const, message: messages.updated, data: await toBannerRow(files, banner) }
})

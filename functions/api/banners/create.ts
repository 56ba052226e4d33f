import { contracts } from '#shared/contracts/index.ts'
import { lostTo } from '#shared/errors.ts'
import { changed } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import type { Banner } from '#shared/model/banner.ts'
import { bannerFacts, checkName, checkRoom, NAME_TAKEN } from '../../domain/banners/facts.ts'
import { acceptBannerImage, forgetImage, forgetUpload } from '../../domain/banners/image.ts'
import { handle } from '../../kit/handle.ts'
import { toBannerRow } from '../../wire/banners/banner.ts'

export default handle(contracts.banners.create, async ({ db, input, company, files, now, newId, tell }) => {
  const all = await db.banner.list(company.id)
  checkName(all, input.name)
  checkRoom(all)
  const { name, product, size, clickUrl, status, uploadId } = input
  const image = await acceptBannerImage(files, company.id, { uploadId, size, imageId: newId('upload') })
  const banner: Banner = {
    id: newId('banner'),
    companyId: company.id,
    name,
    line: product,
    size,
    image,
    clickUrl,
    status,
    updatedAt: now(),
  }
  if (!(await db.banner.create(banner))) {
    await forgetImage(files, banner)
    throw lostTo({ name: NAME_TAKEN })
  }
  await forgetUpload(files, company.id, uploadId)
  tell({ description: `Made the banner ${name} of ${company.name}`, ...changed({}, bannerFacts(banner)) })
  return { result: 'success' as const, message: messages.added, data: await toBannerRow(files, banner) }
})

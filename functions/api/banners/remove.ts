import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { bannerFacts } from '../../domain/banners/facts.ts'
import { forgetImage } from '../../domain/banners/image.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.banners.remove, async ({ db, input, company, files, tell }) => {
  const banner = await db.banner.find(company.id, input.bannerId)
  if (!banner || !(await db.banner.remove(banner))) throw notFound('banner')
  await forgetImage(files, banner)
  tell({ description: `Removed the banner ${banner.name} of ${company.name}`, before: bannerFacts(banner) })
  return { result: 'success' as const, message: messages.deleted }
})

import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'
import { toBannerRow } from '../../wire/banners/banner.ts'

export default handle(contracts.banners.list, async ({ db, company, files }) => {
  const all = await db.banner.list(company.id)
  // Their ids sort by the time at which they were made.
  const newest = all.sort((a, b) => (a.id < b.id ? 1 : -1))
  return { data: await Promise.all(newest.map((banner) => toBannerRow(files, banner))) }
})

import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.banners.setStatus, async ({ db, input, company, now, tell }) => {
  const banner = await db.banner.find(company.id, input.bannerId)
  if (!banner || !(await db.banner.setStatus(banner, input.status, now()))) throw notFound('banner')
  tell({
    description: `Switched the banner ${banner.name} of ${company.name} ${input.status === 'active' ? 'on' : 'off'}`,
    before: { status: banner.status },
    after: { status: input.status },
  })
  return { result: 'success' as const, message: messages.updated }
})

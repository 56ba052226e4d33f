import { contracts } from '#shared/contracts/index.ts'
import { messages } from '#shared/messages.ts'
import { newsDay } from '#shared/whats-new.ts'
import { readNotices } from '../../domain/account/notices.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.account.readNotices, async (context) => {
  const { db, me, company, input } = context
  const { ids, until, news } = input
  const asked = { ids, until: until === undefined ? undefined : Date.parse(until) }
  await readNotices(context, { companyId: company.id, userId: me.id }, asked)
  if (news !== undefined && news <= newsDay()) await db.notice.seeNews(me.id, news)
  return { result: 'success' as const, message: messages.changesSaved }
})

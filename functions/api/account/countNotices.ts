import { contracts } from '#shared/contracts/index.ts'
import { newsDay } from '#shared/whats-new.ts'
import { toFlag } from '#shared/wire.ts'
import { newTo } from '../../domain/account/notices.ts'
import { handle } from '../../kit/handle.ts'
import { viewerOf } from '../../wire/account/notice.ts'

export default handle(contracts.account.countNotices, async (context) => {
  const { unread, reader } = await newTo(context, viewerOf(context))
  const isOperator = context.actor.role === 'root' && !context.actor.viewing
  return { unread: unread.length, has_news: toFlag(isOperator && reader.newsSeen < newsDay()) }
})

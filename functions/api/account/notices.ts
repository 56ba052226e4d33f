import * as z from 'zod'
import { contracts } from '#shared/contracts/index.ts'
import { toFlag } from '#shared/wire.ts'
import { noticePage } from '../../domain/account/notices.ts'
import { readCursor, toCursor } from '../../kit/cursor.ts'
import { handle } from '../../kit/handle.ts'
import { viewerOf } from '../../wire/account/notice.ts'

const Place = z.object({ at: z.number().int().min(0), id: z.string().max(64) })

export default handle(contracts.account.notices, async (context) => {
  const { cursor, topic, unread = false } = context.input
  const scope = `notices ${context.me.id} ${topic ?? ''} ${unread}`
  const before = cursor === undefined ? undefined : readCursor(scope, cursor, Place)
  const { rows, next } = await noticePage(context, viewerOf(context), { topic, isUnread: unread, before })
  return {
    data: rows.map(({ id, kind, at, isUnread, facts }) => ({
      id,
      kind,
      at: new Date(at).toISOString(),
      unread: toFlag(isUnread),
      facts: { ...facts },
    })),
    next_cursor: next ? toCursor(scope, next) : null,
  }
})

import { idleMsOf } from '#shared/access/powerful.ts'
import { describeAgent } from '#shared/agent.ts'
import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'

const iso = (at: number) => new Date(at).toISOString()

export default handle(contracts.session.list, async ({ db, me, actor, now }) => {
  const sessions = await db.session.listLive(me.id, me.epoch, idleMsOf(me), now())
  const data = sessions
    .map((session) => ({ ...session, usedAt: session.usedAt ?? session.createdAt }))
    .sort((a, b) => b.usedAt - a.usedAt)
    .map(({ id, device = '', ip = '', place = '', createdAt, usedAt }) => ({
      id,
      is_current: id === actor.sessionId,
      device: describeAgent(device),
      ip,
      place,
      created_at: iso(createdAt),
      last_used_at: iso(usedAt),
    }))
  return { data }
})

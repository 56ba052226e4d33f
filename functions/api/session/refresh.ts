import { contracts } from '#shared/contracts/index.ts'
import { isOfHost } from '../../identity/known-device.ts'
import { rotateSession, sessionEnded } from '../../identity/session.ts'
import { belongsTo } from '../../kit/actor.ts'
import { handle } from '../../kit/handle.ts'
import { readRefreshToken } from '../../kit/tokens.ts'
import { toTokens } from '../../wire/session/tokens.ts'

export default handle(contracts.session.refresh, async (context) => {
  const { db, input, tenant, now } = context
  const shown = readRefreshToken(input.refresh_token)
  const session = shown && (await db.session.find(shown.userId, shown.sessionId))
  // It goes on where it was begun, and nowhere else: what closes an agency's host ends the sign-ins made there, and who gets a host
  // that an agency gave up gets nothing by what browsers kept for it.
  const isHere = session && isOfHost(session, context)
  if (!shown || !session || !isHere || session.endedAt || session.endsAt <= now()) throw sessionEnded()
  // As they stand: a new password of this moment has raised the epoch of both.
  const user = await db.user.findFresh(session.userId)
  const company = user && (await db.company.find(user.companyId))
  if (!user || !company || user.status !== 'active' || user.epoch !== session.epoch || !belongsTo(tenant, company))
    throw sessionEnded()
  return toTokens(await rotateSession(context, user, session, shown, context.request))
})

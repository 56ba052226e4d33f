// Starting and continuing a sign-in: a session row, a short access token, a rotating refresh token.
import { idleMsOf } from '#shared/access/powerful.ts'
import { seemsIn } from '#shared/audit-log.ts'
import { DAY } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import type { Session } from '../data/session/session.ts'
import { type Cookies, giveHalf, isSameBrowser } from '../kit/browser-half.ts'
import type { RequestFacts } from '../kit/request-facts.ts'
import type { Services } from '../kit/services.ts'
import {
  ACCESS_TOKEN_SECONDS,
  newRefreshToken,
  openSuccessor,
  type RefreshToken,
  sealSuccessor,
  signAccessToken,
} from '../kit/tokens.ts'

/** A sign-in ends for good after this, however often it was refreshed. */
const SESSION_MS = 30 * DAY

export type TokenTrio = { accessToken: string; refreshToken: string; expiresIn: number }

/** A client's agency is the tenant that they signed in on. */
const agencyOf = ({ companyId, rootId }: User, tenantId: string) =>
  tenantId === companyId || tenantId === rootId ? undefined : tenantId

function accessToken(services: Services, user: User, session: Pick<Session, 'id' | 'tenantId'>): Promise<string> {
  const agency = agencyOf(user, session.tenantId)
  return signAccessToken(
    services.keys,
    {
      sub: user.id,
      company: user.companyId,
      root: user.rootId,
      ...(agency && { agency }),
      userType: user.userType,
      sid: session.id,
    },
    services.now(),
  )
}

/** `hasPassword`: whether it was given just now. Without it, sensitive acts of this sign-in ask for it first. */
export async function startSession(
  services: Services & { cookies: Cookies },
  user: User,
  tenant: Company,
  request: RequestFacts,
  hasPassword = true,
): Promise<TokenTrio> {
  const now = services.now()
  const id = services.newId('session')
  const refresh = newRefreshToken(user.id, id)
  await services.db.session.create({
    userId: user.id,
    id,
    generation: 1,
    tokenHash: refresh.hash,
    familyHash: refresh.familyHash,
    browserHash: giveHalf(services.cookies, SESSION_MS),
    epoch: user.epoch,
    companyId: user.companyId,
    tenantId: tenant.id,
    host: request.host,
    authenticatedAt: hasPassword ? now : 0,
    device: request.userAgent,
    ip: request.ip,
    place: seemsIn(request),
    createdAt: now,
    endsAt: now + SESSION_MS,
  })
  return {
    accessToken: await accessToken(services, user, { id, tenantId: tenant.id }),
    refreshToken: refresh.token,
    expiresIn: ACCESS_TOKEN_SECONDS,
  }
}

export const sessionEnded = () =>
  new AppError('session_ended', 'Your session has ended. Please log in again to continue.')

/** The same browser may show the token before the last once more for this long: the answer may have been lost on its way. */
const OVERLAP_MS = 10_000

/** Whether a sign-in was left alone for longer than its person's kind may leave one. */
const isIdle = (user: User, session: Pick<Session, 'usedAt' | 'createdAt'>, now: number): boolean =>
  (session.usedAt ?? session.createdAt) <= now - idleMsOf(user)

/**
 * Rotates a refresh token. Of many requests with one token a single one rotates and all get its successor;
 * a token that is older than that ends the session, because a thief or the owner holds a newer one and we cannot tell which.
 * One that was never given out ends nothing, or strangers could sign people out; nor does a copy that comes without the half
 * of the browser it was given to.
 */
export async function rotateSession(
  services: Services & { cookies: Cookies },
  user: User,
  session: Session,
  shown: RefreshToken,
  request: RequestFacts,
): Promise<TokenTrio> {
  const { db, now } = services
  if (shown.familyHash !== session.familyHash) throw sessionEnded()
  if (!isSameBrowser(services.cookies, session.browserHash)) throw sessionEnded()
  if (isIdle(user, session, now())) throw sessionEnded()
  const trio = async (refreshToken: string) => ({
    accessToken: await accessToken(services, user, session),
    refreshToken,
    expiresIn: ACCESS_TOKEN_SECONDS,
  })
  if (shown.hash === session.tokenHash) {
    const next = newRefreshToken(user.id, session.id, shown.family)
    const won = await db.session.rotate(session, {
      tokenHash: next.hash,
      previousUntil: now() + OVERLAP_MS,
      successorBox: sealSuccessor(shown.secret, next.token),
      usedAt: now(),
      ip: request.ip,
      place: seemsIn(request),
    })
    if (won) return trio(next.token)
    const fresh = await db.session.find(session.userId, session.id)
    if (!fresh || fresh.endedAt) throw sessionEnded()
    return rotateSession(services, user, fresh, shown, request)
  }
  const isSameAgent = session.device === request.userAgent
  const isInTime = now() <= (session.previousUntil ?? 0)
  if (shown.hash === session.previousHash && session.successorBox && isInTime && isSameAgent) {
    return trio(openSuccessor(shown.secret, session.successorBox))
  }
  await db.session.end(session.userId, session.id, now())
  throw sessionEnded()
}

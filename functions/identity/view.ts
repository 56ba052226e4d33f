// View mode: a system user gets a short token whose subject is somebody else and whose `act` is themselves. It cannot be
// refreshed, and it ends with the sign-in it was made in.

import type { Permissions } from '#shared/access/viewer.ts'
import { HOUR } from '#shared/dates.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import type { Services } from '../kit/services.ts'
import { signAccessToken } from '../kit/tokens.ts'

const VIEW_MS = HOUR

export async function startView(
  services: Services,
  actor: UserActor,
  /** The person looked at, and the company that serves them: a client's agency, or their own. */
  { user: viewed, agency }: { user: User; agency: Pick<Company, 'id'> },
  lent: Permissions['modules'],
): Promise<{ accessToken: string; expiresIn: number }> {
  const now = services.now()
  const id = services.newId('view')
  await services.db.view.create({
    holderId: actor.userId,
    id,
    sessionId: actor.sessionId,
    viewedId: viewed.id,
    viewedCompanyId: viewed.companyId,
    createdAt: now,
    endsAt: now + VIEW_MS,
    lent,
  })
  const claims = {
    sub: viewed.id,
    company: viewed.companyId,
    root: viewed.rootId,
    ...(agency.id !== viewed.companyId && { agency: agency.id }),
    userType: viewed.userType,
    sid: actor.sessionId,
    act: { sub: actor.userId, company: actor.companyId, sid: actor.sessionId, view: id },
  }
  return { accessToken: await signAccessToken(services.keys, claims, now, VIEW_MS / 1000), expiresIn: VIEW_MS / 1000 }
}

// "Remember this device": in a browser where somebody passed their second step it is left out for a while. The password is asked for
// as ever. What ends it: its time, a new password, signing out everywhere, another second step or none, and forgetting it.

import { describeAgent } from '#shared/agent.ts'
import { seemsIn } from '#shared/audit-log.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { signInLimits } from '#shared/sign-in.ts'
import type { KnownDevice } from '../data/session/known-device.ts'
import { type Cookies, giveKnown, shownKnown } from '../kit/browser-half.ts'
import type { RequestFacts } from '../kit/request-facts.ts'
import type { Services } from '../kit/services.ts'

type Deps = Pick<Services, 'db' | 'now'> & { cookies: Cookies }
type Step = { userId: string; createdAt: number }

/** What this browser shows for a person; nothing is read where it shows nothing. */
export async function findKnown({ db, cookies }: Deps, userId: string): Promise<KnownDevice | undefined> {
  const id = shownKnown(cookies, userId)
  return id === undefined ? undefined : db.knownDevice.find(userId, id)
}

/** Whether a remembered device still counts: for this person, and for the second step that there is now. */
export const isStillKnown = (
  device: KnownDevice | undefined,
  { user, step, now }: { user: Pick<User, 'id' | 'epoch'>; step: Step | undefined; now: number },
): device is KnownDevice =>
  device !== undefined &&
  step !== undefined &&
  device.userId === user.id &&
  step.userId === user.id &&
  device.epoch === user.epoch &&
  device.stepAt === step.createdAt &&
  device.endsAt > now

/** Whether it was made on this very host. What a browser keeps for a name goes to the one who has that name, so it counts under no other. */
export const isOfHost = (
  kept: Pick<KnownDevice, 'tenantId' | 'host'>,
  { tenant, request }: { tenant: Pick<Company, 'id'>; request: Pick<RequestFacts, 'host'> },
): boolean => kept.tenantId === tenant.id && (kept.host === undefined || kept.host === request.host)

type Passed = { user: User; tenant: Company; request: RequestFacts; step: Step }

/** Remembers this browser. A page within another site's has nothing that would be kept for it alone. */
export async function rememberThis(deps: Deps, { user, tenant, request, step }: Passed): Promise<void> {
  const { db, cookies } = deps
  if (cookies.gives === 'framed') return
  const now = deps.now()
  const before = shownKnown(cookies, user.id)
  await db.knownDevice.create({
    userId: user.id,
    id: giveKnown(cookies, user.id, signInLimits.knownMs),
    tenantId: tenant.id,
    host: request.host,
    epoch: user.epoch,
    stepAt: step.createdAt,
    device: describeAgent(request.userAgent),
    ip: request.ip,
    place: seemsIn(request),
    createdAt: now,
    usedAt: now,
    endsAt: now + signInLimits.knownMs,
  })
  if (before !== undefined) await db.knownDevice.forget(user.id, before)
}

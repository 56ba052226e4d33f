// Who makes a request: from the checked token, the session and the user as they stand now.
import { bothAllow, modulesOfUser } from '#shared/access/modules.ts'
import { roleOf } from '#shared/access/role-of.ts'
import { fullPermissions, type Permissions } from '#shared/access/viewer.ts'
import { permissionsInView, permissionsOfUser } from '#shared/access/viewer-of.ts'
import { AppError, refused } from '#shared/errors.ts'
import type { Actor, UserActor } from '#shared/model/actor.ts'
import { type Company, isClosed } from '#shared/model/company.ts'
import type { Role as CompanyRole } from '#shared/model/role.ts'
import type { User } from '#shared/model/user.ts'
import type { Identity } from '../data/session/identity.ts'
import type { Claims } from './tokens.ts'

/** Whether a person may be signed in on a tenant's host: their company is the tenant or lies below it. */
export const belongsTo = (tenant: Company, company: Company) =>
  company.id === tenant.id || company.ancestors.includes(tenant.id)

const ended = () => new AppError('unauthenticated', 'Please sign in again.')

/** `holder` is the person who looks through the user's eyes. */
export type SignedIn = {
  actor: UserActor
  user: User
  company: Company
  holder: User | undefined
  /** Whether they, or who looks, have a second step; undefined where nobody looked. */
  hasSecondStep: boolean | undefined
  roles: readonly CompanyRole[]
  /** What the role of the person leaves of the modules. */
  permissions: Permissions
}

/** What a look was begun with, less what the role of the person who looks was narrowed by since. */
const lentNow = (
  lent: Permissions['modules'] = fullPermissions.modules,
  holder: User,
  roles: readonly CompanyRole[],
): Permissions['modules'] => bothAllow(lent, modulesOfUser(holder, roles))

/** Who the checked claims speak of, as the rows say that things stand; every reason for a no looks the same from outside. */
export function signedIn(
  identity: Identity,
  claims: Pick<Claims, 'company' | 'sid' | 'act'>,
  tenant: Company,
  now: number,
): SignedIn {
  const { session, user, company, holder, view, roleBook, holderRoles } = identity
  const roles = roleBook?.roles ?? []
  if (!session || session.endedAt || session.endsAt <= now) throw ended()
  if (user?.status !== 'active' || user.companyId !== claims.company || !company) throw ended()
  if (holder?.status !== 'active' || holder.epoch !== session.epoch) throw ended()
  // A client goes with its agency, no matter on which host its people still show a token.
  const above = identity.companies.filter(({ id }) => company.ancestors.includes(id))
  if ([company, ...above].some(({ deletedAt }) => deletedAt !== null) || !belongsTo(tenant, company)) throw ended()
  if (!claims.act && [company, tenant, ...above].some((each) => isClosed(each, now)))
    throw refused('The subscription has ended. Please contact support to bring it back.')
  if (claims.act) {
    const isOpen = view?.viewedId === user.id && !view.endedAt && view.endsAt > now
    // Only on the holder's own site, and only as long as they may look at all.
    if (!isOpen || !holder.isSystemUser || claims.act.company !== tenant.id) throw ended()
  }
  return {
    user,
    company,
    holder: claims.act && holder,
    hasSecondStep: identity.hasSecondStep,
    roles,
    permissions: claims.act
      ? permissionsInView(user, holder, roles, lentNow(view?.lent, holder, holderRoles?.roles ?? []))
      : permissionsOfUser(user, roles),
    actor: {
      kind: 'user',
      userId: user.id,
      companyId: company.id,
      rootId: company.rootId,
      role: roleOf(user),
      sessionId: claims.sid,
      authenticatedAt: session.authenticatedAt,
      isSystemUser: user.isSystemUser,
      isAccountExecutive: user.salesKind === 'accountExecutive',
      ...(claims.act && {
        viewing: { userId: claims.act.sub, companyId: claims.act.company, viewId: claims.act.view },
      }),
    },
  }
}

export const anyone: Actor = { kind: 'anyone' }

// Single sign-on: an agency's own system asks for a token for one of its people, and the person's browser trades it for a
// session. The token works once, for a minute, on this tenant's host only.
import { notFound } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { signInLimits } from '#shared/sign-in.ts'
import type { Db } from '../data/index.ts'
import { issueToken, judgeToken } from '../domain/security/one-time.ts'
import { findAccount } from '../domain/tenancy/find-account.ts'

type Deps = { db: Pick<Db, 'token' | 'user' | 'company' | 'signIn'>; now: () => number }

/**
 * A person who may be signed in on the tenant's host: active, and of a client below it. Who works for the agency signs in
 * by themselves: another system's word is one step, and a key must not become a colleague with their role.
 */
async function mayEnter({ db }: Deps, tenant: Company, user: User): Promise<boolean> {
  if (user.userType !== 'client') return false
  const company = await db.company.find(user.companyId)
  const isBelow = company?.id === tenant.id || company?.ancestors.includes(tenant.id)
  return user.status === 'active' && Boolean(isBelow)
}

/** The person of a token, which is spent; undefined for any reason that it is not good, all alike. */
export async function redeemSsoToken(
  deps: Deps,
  tenant: Company,
  shown: { token: string; subdomain: string },
): Promise<User | undefined> {
  const at = deps.now()
  const { token } = await judgeToken(deps.db, shown.token, { kinds: ['sso'], tenantId: tenant.id, now: at })
  if (!token || token.subject !== shown.subdomain.toLowerCase()) return undefined
  const user = await deps.db.user.find(token.userId)
  if (!user || !(await mayEnter(deps, tenant, user))) return undefined
  return (await deps.db.token.use(token.hash, at)) ? user : undefined
}

/** A token for a person of one of the agency's clients, by their address. Everybody else is told apart from nobody. */
export async function issueSsoToken(
  deps: Deps,
  tenant: Company,
  email: string,
): Promise<{ token: string; endsAt: number; user: User }> {
  const { db, now } = deps
  const { user } = await findAccount(db, tenant, email)
  if (!user || !(await mayEnter(deps, tenant, user))) throw notFound('person')
  const at = now()
  const token = await issueToken(db, {
    kind: 'sso',
    userId: user.id,
    tenantId: tenant.id,
    subject: (tenant.subdomain ?? '').toLowerCase(),
    lifeMs: signInLimits.ssoTokenMs,
    now: at,
  })
  return { token, endsAt: at + signInLimits.ssoTokenMs, user }
}

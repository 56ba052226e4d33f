// Whether a link to set a password still works: made for this tenant and this address, not too old, and not spent. A
// password that was changed since spends every link that was asked for before.
import { isSameEmail } from '#shared/email.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import type { Db } from '../data/index.ts'
import type { OneTimeToken } from '../data/session/token.ts'
import { judgeToken, type TokenFault } from '../domain/security/one-time.ts'

type Verdict =
  | { token: OneTimeToken; user: User; fault?: undefined }
  | { token?: undefined; user?: undefined; fault: TokenFault }

export async function judgeReset(
  { db, now }: { db: Pick<Db, 'token' | 'user'>; now: () => number },
  tenant: Company,
  shown: { token: string; email: string },
): Promise<Verdict> {
  const expected = { kinds: ['resetPassword', 'invitation'] as const, tenantId: tenant.id, now: now() }
  const { token, fault } = await judgeToken(db, shown.token, expected)
  if (!token) return { fault: fault ?? 'invalid' }
  // As they stand: a password that was set a moment ago has spent the link.
  const user = isSameEmail(token.subject, shown.email) ? await db.user.findFresh(token.userId) : undefined
  if (!user || user.status === 'disabled' || !isSameEmail(user.email, token.subject)) return { fault: 'invalid' }
  if (token.kind === 'invitation' && token.createdAt < (user.invitedAt ?? 0)) return { fault: 'invalid' }
  // Its mail may have left after they had set a password by another link, and it lives for days.
  if (token.kind === 'invitation' && user.passwordHash !== '') return { fault: 'used' }
  return (user.passwordChangedAt ?? 0) > token.createdAt ? { fault: 'used' } : { token, user }
}

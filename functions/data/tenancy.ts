import { Service } from 'electrodb'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { companyEntity, toCompanyItem } from './company.ts'
import { domainEntity } from './domain.ts'
import { type Table, withoutNulls } from './table.ts'
import { tokenEntity } from './token.ts'
import { loginEntity, toLoginItem, userEntity } from './user.ts'

export type Planted = 'planted' | 'email_taken' | 'host_taken'

/** What must come about whole or not at all: a new company with its first person, and a password by a one-time token. */
export function tenancies(table: Table) {
  const rows = new Service({
    company: companyEntity(table),
    domain: domainEntity(table),
    user: userEntity(table),
    login: loginEntity(table),
  })
  const credentials = new Service({ user: userEntity(table), token: tokenEntity(table) })

  return {
    /** A company, its first person and, for a tenant, its host. Nothing is written when the address or the host is taken. */
    async plant(plan: { company: Company; user: User; scopeId: string; host?: string }): Promise<Planted> {
      const { company, user, scopeId, host } = plan
      const { canceled, data } = await rows.transaction
        .write((to) => [
          to.login.create(toLoginItem(user, scopeId)).commit(),
          to.user.create(withoutNulls(user)).commit(),
          to.company.create(toCompanyItem(company)).commit(),
          ...(host ? [to.domain.create({ host, companyId: company.id, createdAt: company.createdAt }).commit()] : []),
        ])
        .go()
      if (!canceled) return 'planted'
      if (data[0]?.rejected) return 'email_taken'
      if (data.at(3)?.rejected) return 'host_taken'
      throw new Error('A new company could not be written: its ids are taken.')
    },
    /** Spends a token on a new password and ends every session. False when the token was spent before. */
    async resetPassword(user: User, tokenHash: string, passwordHash: string, now: number): Promise<boolean> {
      const { canceled } = await credentials.transaction
        .write((to) => [
          to.token
            .patch({ hash: tokenHash })
            .set({ usedAt: now })
            .where(({ usedAt, endsAt }, { gt, notExists }) => `${notExists(usedAt)} AND ${gt(endsAt, now)}`)
            .commit(),
          to.user
            .patch({ id: user.id })
            .set({ passwordHash, passwordChangedAt: now, ...(user.status === 'invited' && { status: 'active' as const }) })
            .add({ epoch: 1 })
            .commit(),
        ])
        .go()
      return !canceled
    },
  }
}

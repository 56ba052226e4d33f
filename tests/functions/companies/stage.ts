// What tests of companies need again and again: a list call in short, and companies planted beside the cast.
import { firstPerson, newCompany } from '#functions/domain/companies/create.ts'
import type { Input } from '#shared/contracts/index.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import type { Member } from '../../support/cast.ts'
import type { Harness } from '../../support/harness.ts'

type Query = Partial<Input<'companies.list'>> & { companyId: string }
type More = { company?: Partial<Company>; user?: Partial<User>; createdAt?: number }

export function stageOf(h: Harness) {
  let made = 0
  return {
    list: (who: Member, query: Query, options = {}) =>
      h.call(
        who,
        'companies.list',
        {
          group: 'none',
          idsys: 'none',
          type: 'none',
          module: 'none',
          sort: 'none',
          order: 'none',
          search: 'none',
          ...query,
        },
        options,
      ),
    async plant(parent: Company, name: string, { company: more = {}, user: person = {}, createdAt }: More = {}) {
      made++
      const kind = parent.kind === 'root' ? 'agency' : 'client'
      const now = createdAt ?? h.services.now()
      const subdomain = kind === 'agency' ? `s${made}-${parent.id.slice(-6).toLowerCase()}` : null
      const email = `person${made}@planted.example`
      const blank = newCompany({
        id: h.services.newId('company'),
        kind,
        name,
        email,
        phone: '3125550100',
        parent,
        subdomain,
        referralUserId: null,
        now,
      })
      const company = { ...blank, ...more }
      const user = {
        ...firstPerson({
          id: h.services.newId('user'),
          company,
          name: `Person ${made}`,
          email,
          phone: '3125550100',
          passwordHash: h.cast.users.ada.passwordHash,
          now,
        }),
        emailConfirmedAt: now,
        ...person,
      }
      const host = subdomain ? { host: `${subdomain}.localhost` } : {}
      const planted = await h.db.tenancy.plant({ company, user, scopeId: parent.id, ...host })
      if (planted !== 'planted') throw new Error(planted)
      return { company, user, host: host.host ?? '' }
    },
  }
}

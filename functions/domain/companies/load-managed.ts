// The company that a person is the main one of, for those who keep it from above.
import { refusalForManaging } from '#shared/access/manage-companies.ts'
import { refused } from '#shared/errors.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Company } from '#shared/model/company.ts'
import type { CompanyListItem } from '#shared/model/node.ts'
import type { User } from '#shared/model/user.ts'
import type { Db } from '../../data/index.ts'

export type Kept = { company: Company; parent: Company; user: User; node: CompanyListItem }

/** Anybody who is not the main person of a company below the actor's is refused, no matter what the reason, with one sentence. */
export async function loadManagedCompany(db: Db, actor: UserActor, user: User): Promise<Kept> {
  const company = await db.company.get(user.companyId)
  const why = refusalForManaging(actor, company)
  if (why || !company.parentId) throw refused(why ?? undefined)
  const [parent, node] = await Promise.all([
    db.company.get(company.parentId),
    db.node.find(company.parentId, company.id),
  ])
  if (node?.userId !== user.id) throw refused('You may not reach this account.')
  return { company, parent, user, node }
}

/** The agency that a company is, or that it belongs to; a root has none. */
export async function agencyOf(db: Db, company: Company): Promise<Company | undefined> {
  if (company.kind === 'agency') return company
  return company.kind === 'client' && company.parentId ? db.company.find(company.parentId) : undefined
}

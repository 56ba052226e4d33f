// What the palette finds by a few letters: companies right below one, and the people who run it.
import type { UserActor } from '#shared/model/actor.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'
import { nodePage } from './list.ts'
import { ownPeople } from './people.ts'
import { insidePage } from './search-inside.ts'

const MOST = 8

type FoundCompany = { id: string; name: string; kind: 'agency' | 'client'; person: string; email: string }
type Wanted = { actor: UserActor; search: string }

/** Sales people find the agencies that are theirs; everybody else all that lie right below. */
export async function findCompanies(db: Db, company: Company, { actor, search }: Wanted): Promise<FoundCompany[]> {
  if (company.kind === 'client') return []
  const kind = company.kind === 'root' ? 'agency' : 'client'
  const isPart = actor.role === 'sales' && company.kind === 'root'
  const wanted = {
    list: { parentId: company.id, kind, sort: 'companyName', order: 'asc' },
    search,
    tags: isPart ? [`sales_${actor.userId}` as const] : [],
    page: 1,
    perPage: MOST,
    place: undefined,
  } as const
  const found = await nodePage(db, wanted)
  const { nodes } = found.total === 0 ? ((await insidePage(db, wanted)) ?? found) : found
  return nodes.map(({ companyId, companyName, fullName, email }) => ({
    id: companyId,
    name: companyName,
    kind,
    person: fullName,
    email,
  }))
}

export async function findStaff(db: Db, company: Company, search: string) {
  const people = await ownPeople(db, company, { userType: '', search })
  return people.slice(0, MOST).map(({ id, name, email }) => ({ id, name, email }))
}

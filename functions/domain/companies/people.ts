// Finding people by a part of their names: those of a company, and the main ones of the companies right below it.
import type { Company } from '#shared/model/company.ts'
import { type CompanyListItem, foldText } from '#shared/model/node.ts'
import type { UserType } from '#shared/model/user.ts'
import type { Db } from '../../data/index.ts'
import { nodePage } from './list.ts'
import { insidePage } from './search-inside.ts'

const MOST_PEOPLE = 50
const typeNames: Record<UserType, string> = {
  client: 'Client',
  user: 'Staff',
  agency: 'Agency',
  sales: 'Sales',
  administrator: 'Administrator',
}

type FoundPerson = { id: string; name: string; companyName: string; kind: string }
type OwnPerson = FoundPerson & { email: string }
type Wanted = { userType: UserType | ''; search: string }

/** Staff are few enough to be looked through one by one. Of an address the beginning counts: parts of it are everybody's. */
export async function ownPeople(db: Db, company: Company, { userType, search }: Wanted): Promise<OwnPerson[]> {
  const parts = foldText(search).split(' ').filter(Boolean)
  const people = (await db.user.listByCompany(company.id)).filter((user) => user.status !== 'disabled')
  return people
    .filter((user) => userType === '' || user.userType === userType)
    .filter(({ name, email }) => {
      const [names, address] = [foldText(name), foldText(email)]
      return parts.every((part) => names.includes(part) || address.startsWith(part))
    })
    .map(({ id, name, email, userType: type }) => ({
      id,
      name,
      email,
      companyName: company.name,
      kind: typeNames[type],
    }))
}

const namesOf = ({ companyName, fullName }: CompanyListItem) => [companyName, fullName]

async function mainPeopleBelow(db: Db, company: Company, { userType, search }: Wanted): Promise<FoundPerson[]> {
  const kind = company.kind === 'root' ? 'agency' : 'client'
  if (company.kind === 'client' || (userType !== '' && userType !== kind)) return []
  const list = { parentId: company.id, kind, sort: 'fullName', order: 'asc' } as const
  const wanted = { list, search, tags: [], page: 1, perPage: MOST_PEOPLE, place: undefined }
  const found = await nodePage(db, wanted)
  const { nodes } = found.total === 0 ? ((await insidePage(db, wanted, namesOf)) ?? found) : found
  return nodes.map(({ userId, fullName, companyName }) => ({
    id: userId,
    name: fullName,
    companyName,
    kind: typeNames[kind],
  }))
}

export async function findPeople(db: Db, company: Company, wanted: Wanted): Promise<FoundPerson[]> {
  const [own, below] = await Promise.all([ownPeople(db, company, wanted), mainPeopleBelow(db, company, wanted)])
  return [...own.map(({ email: _, ...person }) => person), ...below].slice(0, MOST_PEOPLE)
}

/** The id of the person whom a company was made with; undefined for a root, and for a company that ended. */
export async function mainPersonOf(db: Db, { id, parentId }: Pick<Company, 'id' | 'parentId'>) {
  const node = parentId ? await db.node.find(parentId, id) : undefined
  return node?.userId
}

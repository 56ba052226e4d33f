// Finding people by the beginnings of words: those of a company, and the main ones of the companies right below it.
import type { Company } from '#shared/model/company.ts'
import { foldText, searchStarts } from '#shared/model/node.ts'
import type { UserType } from '#shared/model/user.ts'
import type { Db } from '../../data/index.ts'
import { nodePage } from './list.ts'

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

/** Staff are few enough to be looked through one by one. */
export async function ownPeople(db: Db, company: Company, { userType, search }: Wanted): Promise<OwnPerson[]> {
  const starts = searchStarts(search)
  const people = (await db.user.listByCompany(company.id)).filter((user) => user.status !== 'disabled')
  return people
    .filter((user) => userType === '' || user.userType === userType)
    .filter(({ name, email }) => {
      const words = [...foldText(name).split(/[^\p{L}\p{N}]+/u), foldText(email)]
      return starts.every((start) => words.some((word) => word.startsWith(start)))
    })
    .map(({ id, name, email, userType: type }) => ({
      id,
      name,
      email,
      companyName: company.name,
      kind: typeNames[type],
    }))
}

async function mainPeopleBelow(db: Db, company: Company, { userType, search }: Wanted): Promise<FoundPerson[]> {
  const kind = company.kind === 'root' ? 'agency' : 'client'
  if (company.kind === 'client' || (userType !== '' && userType !== kind)) return []
  const list = { parentId: company.id, kind, sort: 'fullName', order: 'asc' } as const
  const { nodes } = await nodePage(db, { list, search, tags: [], page: 1, perPage: MOST_PEOPLE, place: undefined })
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

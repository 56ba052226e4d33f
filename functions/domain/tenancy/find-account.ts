// Whose name this is on a tenant. Clients are known by their agency; agency people, sales and staff by their root. The
// same reads are made for known and unknown names, so that neither answer is quicker.
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import type { Db } from '../../data/index.ts'
import type { SignInRecord } from '../../data/session/sign-in.ts'

/** An id that nobody has: reading it costs what reading a person costs. */
const NOBODY = 'usr_nobody'
const MOST_AT_ONCE = 100

export type FoundAccount = { record: SignInRecord; user: User | undefined }

/** What is remembered of a name in each scope that it may stand in on this tenant. */
export const lookForName = (db: Pick<Db, 'signIn'>, tenant: Company, email: string): Promise<SignInRecord[]> =>
  db.signIn.look(tenant.kind === 'root' ? [tenant.id] : [tenant.id, tenant.rootId], email)

/** Who may act on this tenant's host under this name; a disabled person, or one of another agency, is nobody. */
export const findAccount = async (
  db: Pick<Db, 'signIn' | 'user'>,
  tenant: Company,
  email: string,
): Promise<FoundAccount> => findNamed(db, tenant, await lookForName(db, tenant, email))

/** Whose name it is as far as its records say; who they are may say otherwise. */
export const namedIn = (records: readonly SignInRecord[]): string =>
  records.find(({ userId }) => userId !== undefined)?.userId ?? NOBODY

/** The same of a name that was looked for. */
export async function findNamed(
  db: Pick<Db, 'user'>,
  tenant: Company,
  records: readonly SignInRecord[],
): Promise<FoundAccount> {
  const [first] = records
  const named = records.find(({ userId }) => userId !== undefined) ?? first
  if (!first || !named) throw new Error('A look for a name answers a record for each scope.')
  // As they stand: who has just set a password signs in with it at once.
  const person = await db.user.findFresh(namedIn(records))
  if (person && person.status !== 'disabled' && isAtHome(person, tenant)) return { record: named, user: person }
  return { record: { ...first, userId: undefined }, user: undefined }
}

/** A client's name was found under the agency itself; everybody else is of the tenant's own company, or below a root. */
const isAtHome = (user: User, tenant: Company) =>
  user.userType === 'client' || tenant.kind === 'root' || user.companyId === tenant.id

/** Those of many addresses that nobody new can have on an agency's tenant, by the same rule; a hundred to a request. */
export async function findTaken(
  { user }: Pick<Db, 'user'>,
  agency: Company,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  // A client's address is unique here, for every kind of person.
  const own = await user.findIdsByLogin(agency.id, emails)
  const others = [...(await user.findIdsByLogin(agency.rootId, emails))]
  const people: User[] = []
  for (let at = 0; at < others.length; at += MOST_AT_ONCE)
    people.push(...(await user.findMany(others.slice(at, at + MOST_AT_ONCE).map(([, id]) => id))))
  const atHome = new Set(people.filter((one) => one.status !== 'disabled' && isAtHome(one, agency)).map(({ id }) => id))
  return new Set([...own.keys(), ...others.flatMap(([email, id]) => (atHome.has(id) ? [email] : []))])
}

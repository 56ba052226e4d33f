// The writes by which a company, its main person, its campaigns and its entry in the parent's list change together.
import { type CommittedTransactionResult, Entity, Service, type TransactWriteItem } from 'electrodb'
import type { Company } from '#shared/model/company.ts'
import { type CompanyListItem, searchWords, tagsOf } from '#shared/model/node.ts'
import type { User } from '#shared/model/user.ts'
import {
  countSchema,
  nodeSchema,
  shortIdentifiers,
  tagKey,
  tagSchema,
  toFoundKeys,
  toNodeItem,
  wordKey,
  wordSchema,
} from '../companies/list-schema.ts'
import { removedEntity } from '../companies/removed.ts'
import { domainEntity } from '../domains/domain.ts'
import { electro, sortable, type Table, withoutNulls } from '../lib/table.ts'
import { type RoleBook, roleEntity } from '../roles/role.ts'
import { companyEntity } from './company.ts'
import { loginEntity, toLoginItem, userEntity } from './user.ts'

/** Companies, people and their entries: what one transaction may hold, and what those of campaigns hold beside their own rows. */
export const treeEntities = (table: Table) => ({
  company: companyEntity(table),
  user: userEntity(table),
  login: loginEntity(table),
  domain: domainEntity(table),
  removed: removedEntity(table),
  roles: roleEntity(table),
  node: new Entity(nodeSchema, electro(table)),
  word: new Entity(wordSchema, { ...electro(table), ...shortIdentifiers }),
  tag: new Entity(tagSchema, { ...electro(table), ...shortIdentifiers }),
  count: new Entity(countSchema, electro(table)),
})
export const openTree = (table: Table) => new Service(treeEntities(table))
export type Tree = ReturnType<typeof openTree>
export type To = Parameters<Parameters<Tree['transaction']['write']>[0]>[0]
/** One row of a transaction, whichever kind it is of. */
export type Row = CommittedTransactionResult<unknown, TransactWriteItem>

/**
 * Which of the first rows of a refused transaction did not meet its own condition.
 * @NOTE the library answers one part for each row, in their order; for rows of a mixed list it cannot say so.
 */
export function findRefused(data: readonly unknown[], first: number): number | undefined {
  const at = (data as readonly { code: string }[])
    .slice(0, first)
    .findIndex(({ code }) => code === 'ConditionalCheckFailed')
  return at < 0 ? undefined : at
}

/**
 * Somebody gets a role out of these, which are as they were read. They count as changed by it: who removes a role has looked before
 * whether anybody has it, and looks again.
 */
export const takeRole = (to: To, { companyId, version }: RoleBook): Row =>
  to.roles
    .patch({ companyId })
    .add({ version: 1 })
    .where((row, { eq }) => eq(row.version, version))
    .commit()

const putWords = (to: To, node: CompanyListItem, words: readonly string[]) =>
  words.map((word) => to.word.put({ ...wordKey(node, word), keys: toFoundKeys(node) }).commit())
const putTags = (to: To, node: CompanyListItem, tags: readonly string[]) =>
  tags.map((tag) => to.tag.put({ ...tagKey(node, tag), keys: toFoundKeys(node) }).commit())
const deleteWords = (to: To, node: CompanyListItem, words: readonly string[]) =>
  words.map((word) => to.word.delete(wordKey(node, word)).commit())
const deleteTags = (to: To, node: CompanyListItem, tags: readonly string[]) =>
  tags.map((tag) => to.tag.delete(tagKey(node, tag)).commit())

const without = <Item>(items: readonly Item[], others: readonly Item[]) =>
  items.filter((item) => !others.includes(item))

/** A new entry: refused when the company has one. */
export const addedRows = (to: To, node: CompanyListItem): Row[] => [
  to.node.create(toNodeItem(node)).commit(),
  to.count.upsert({ parentId: node.parentId, of: node.kind }).add({ total: 1 }).commit(),
  ...putWords(to, node, searchWords(node)),
  ...putTags(to, node, tagsOf(node)),
]

/** A changed entry: refused when somebody else changed it since it was read. Only rows that differ are written. */
export function changedRows(to: To, old: CompanyListItem, next: CompanyListItem): Row[] {
  const isRenamed = toFoundKeys(old) !== toFoundKeys(next)
  const [words, nextWords] = [searchWords(old), searchWords(next)]
  const [tags, nextTags] = [tagsOf(old), tagsOf(next)]
  return [
    to.node
      .put(toNodeItem({ ...next, version: old.version + 1 }))
      .where(({ version }, { eq }) => eq(version, old.version))
      .commit(),
    ...deleteWords(to, old, without(words, nextWords)),
    ...putWords(to, next, isRenamed ? nextWords : without(nextWords, words)),
    ...deleteTags(to, old, without(tags, nextTags)),
    ...putTags(to, next, isRenamed ? nextTags : without(nextTags, tags)),
  ]
}

/** The entry goes, whole or not at all: refused when it is gone or was changed since. */
export const removedRows = (to: To, node: CompanyListItem): Row[] => [
  to.node
    .remove({ parentId: node.parentId, companyId: node.companyId })
    .where(({ version }, { eq }) => eq(version, node.version))
    .commit(),
  to.count.upsert({ parentId: node.parentId, of: node.kind }).add({ total: -1 }).commit(),
  ...deleteWords(to, node, searchWords(node)),
  ...deleteTags(to, node, tagsOf(node)),
]

/** Keeps an ended client findable by its agency, for what it cost. */
export const endedRow = (to: To, node: CompanyListItem): Row =>
  to.tag.put({ ...tagKey(node, 'ended'), keys: toFoundKeys(node) }).commit()

/** What is null now is taken away. */
const gone = (changes: object) =>
  Object.entries(changes)
    .filter(([, value]) => value === null)
    .map(([name]) => name)

/** What is written as one, and made of what there was. */
const wholes = ['address', 'betas', 'brand', 'commissionRates', 'contacts', 'modules', 'terms'] as const
const hasWhole = (changes: Partial<Company>) => wholes.some((field) => changes[field] !== undefined)

export const patchCompany = (to: To, id: string, { revision: _, ...changes }: Partial<Company>) =>
  to.company
    .patch({ id })
    .set(withoutNulls({ ...changes, ...(changes.name && { nameKey: sortable(changes.name) }) }))
    .add(hasWhole(changes) ? { revision: 1 } : {})
    // @NOTE only nullable attributes can be null in a company, and those are the removable ones.
    .remove(gone(changes) as ('subdomain' | 'customDomain' | 'supportUrl')[])

/** The change of a company, refused when what it is made of was changed since it was read. */
export const patchCompanySeen = (
  to: To,
  { id, revision }: Pick<Company, 'id' | 'revision'>,
  changes: Partial<Company>,
) => {
  const patch = patchCompany(to, id, changes)
  if (!hasWhole(changes)) return patch
  return patch.where((row, { eq, notExists }) =>
    revision === 0 ? `(${notExists(row.revision)} OR ${eq(row.revision, 0)})` : eq(row.revision, revision),
  )
}

export const patchUser = (to: To, id: string, changes: Partial<Omit<User, 'email'>>) =>
  to.user
    .patch({ id })
    .set(withoutNulls(changes))
    // @NOTE the same holds for a person.
    .remove(gone(changes) as 'picture'[])

/** The change of a person, refused when they are shut out or their address is another one than it was when they were read. `email` is the next one. */
export const patchUserAt = (
  to: To,
  { id, email: before }: Pick<User, 'id' | 'email'>,
  { email = before, ...changes }: Partial<User>,
) =>
  patchUser(to, id, changes)
    .set({ email })
    .where((row, { eq, ne }) => `${eq(row.email, before)} AND ${ne(row.status, 'disabled')}`)

type ShutOut = Partial<Pick<User, 'isDefaultAdmin' | 'passwordHash' | 'phone' | 'email' | 'pendingEmail'>> & {
  endedAt?: number
}

/** The end of a person's sign-ins, and of their address as it was read: refused when they have another one by now. */
export const shutOut = (to: To, user: Pick<User, 'id' | 'email'>, changes: ShutOut) =>
  to.user
    .patch({ id: user.id })
    .set({ ...changes, status: 'disabled' })
    .add({ epoch: 1 })
    .where((row, { eq }) => eq(row.email, user.email))
    .commit()

/**
 * The same, refused also when its sub-domain is another one than it was when it was read; and where another plan is given to it, when that
 * is: it is money, and somebody else may have given it one in this very moment.
 */
export const patchCompanyAt = (
  to: To,
  company: Pick<Company, 'id' | 'revision' | 'subdomain' | 'minimumSpendPlanId'>,
  changes: Partial<Company>,
) => {
  const patch = patchCompanySeen(to, company, changes).where((row, { eq, notExists }) =>
    company.subdomain === null ? notExists(row.subdomain) : eq(row.subdomain, company.subdomain),
  )
  const { minimumSpendPlanId: plan } = company
  if (changes.minimumSpendPlanId === undefined) return patch
  return patch.where((row, { eq, notExists }) => {
    const isSame = eq(row.minimumSpendPlanId, plan)
    return plan === '' ? `(${isSame} OR ${notExists(row.minimumSpendPlanId)})` : isSame
  })
}

/** The end of an address: of this person's row, not of one that somebody else has by now. */
export function deleteLogin(to: To, user: Pick<User, 'id' | 'email'>, scopeId: string) {
  const { emailHash } = toLoginItem(user, scopeId)
  return to.login
    .delete({ scopeId, emailHash })
    .where((row, { eq, notExists }) => `${notExists(row.userId)} OR ${eq(row.userId, user.id)}`)
    .commit()
}

/** The row that makes a new address unique, refused when it is taken, and the end of the old one's. */
export const moveLogin = (to: To, user: Pick<User, 'id' | 'email'>, email: string, scopeId: string) => [
  to.login.create(toLoginItem({ id: user.id, email }, scopeId)).commit(),
  deleteLogin(to, user, scopeId),
]

/** Starts have a number of their own: one that ended again leaves the other one as it was. */
export const countActive = (to: To, agencyId: string, step: number) =>
  to.count
    .upsert({ parentId: agencyId, of: 'activeCampaign' })
    .add({ total: step, ...(step > 0 && { starts: step }) })
    .commit()

/** Nothing of an agency runs, and nothing was started since its starts were read. */
export const checkNoStart = (to: To, agencyId: string, starts: number) =>
  to.count
    .check({ parentId: agencyId, of: 'activeCampaign' })
    .where((row, { eq, lte, notExists }) => {
      const isSame = starts === 0 ? `(${notExists(row.starts)} OR ${eq(row.starts, 0)})` : eq(row.starts, starts)
      return `(${notExists(row.total)} OR ${lte(row.total, 0)}) AND ${isSame}`
    })
    .commit()

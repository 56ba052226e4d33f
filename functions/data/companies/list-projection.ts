// Changes of what lists show: the row itself and the list entry that tells of it are written in one transaction, so no
// list ever shows what is not, no matter what part of the platform makes the change.
import { setTimeout as sleep } from 'node:timers/promises'
import { notFound } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import {
  type CompanyListItem,
  companyFields,
  personFields,
  withCompanyChanges,
  withPersonChanges,
} from '#shared/model/node.ts'
import type { User } from '#shared/model/user.ts'
import { minimumBeforeAfter } from '#shared/money/minimum-facts.ts'
import { changedAtOnce, faultsOf } from '../lib/errors.ts'
import type { Table } from '../lib/table.ts'
import { companies } from '../tenancy/company.ts'
import {
  changedRows,
  checkNoStart,
  findRefused,
  moveLogin,
  openTree,
  patchCompany,
  patchCompanySeen,
  patchUser,
  type Row,
  type To,
} from '../tenancy/tree.ts'
import { users } from '../tenancy/user.ts'
import { nodes } from './list-item.ts'
import type { Naming } from './site-names.ts'

export type CompanyChanges = Partial<Omit<Company, 'id' | 'parentId' | 'kind' | 'rootId' | 'ancestors'>>
/** What is to be changed of a company as it stands; may be asked more than once. */
export type CompanyChange = (company: Company) => CompanyChanges | Promise<CompanyChanges>
export type UserChanges = Partial<Omit<User, 'id' | 'email' | 'companyId' | 'rootId'>>

/** How a company is reached. */
type Reached = Pick<Company, 'email' | 'phone'>
/** Where the list entry of a company stands, which never changes; and how it is reached, where it was read. */
export type Home = Pick<Company, 'id' | 'parentId'> & Partial<Reached>

/**
 * A company that has no address or number of its own is reached by those of its main person: nothing else changes them, so they
 * follow that person, and the one who comes after.
 */
export const reachedBy = (company: Partial<Reached>, before: Reached, after: Reached): Partial<Reached> => ({
  ...(after.email !== before.email && company.email === before.email && { email: after.email }),
  ...(after.phone !== before.phone && company.phone === before.phone && { phone: after.phone }),
})

/** Changes of an agency with what they take the place of, where its minimum spend is made of that. */
export function withMinimumBefore(
  old: Pick<CompanyListItem, 'kind' | 'facts'> | undefined,
  changes: CompanyChanges,
  now: number,
): CompanyChanges {
  const minimumBefore = old?.kind === 'agency' ? minimumBeforeAfter(old.facts, changes, now) : undefined
  return minimumBefore ? { ...changes, minimumBefore } : changes
}

const MOST_TRIES = 6
const isSame = (a: CompanyListItem, b: CompanyListItem) => JSON.stringify(a) === JSON.stringify(b)

/** One transaction over rows that are made for a service: `Every` is what its rows are made with. */
type Transact<Every> = (rows: (to: Every) => Row[]) => Promise<{ canceled: boolean; data: readonly unknown[] }>

/** What the company of an entry has of its main person, in the transaction that changes them. */
function followedRows(to: To, home: Partial<Reached>, old: CompanyListItem, next: CompanyListItem): Row[] {
  const [before, after] = [old, next].map(({ email, facts: { phone } }) => ({ email, phone })) as [Reached, Reached]
  const changes = reachedBy(home, before, after)
  return Object.keys(changes).length > 0 ? [patchCompany(to, next.companyId, changes).commit()] : []
}

/** The one way to write rows with the entry that tells of them. */
export function openWriter<Every extends To>(
  find: (parentId: string, companyId: string) => Promise<CompanyListItem | undefined>,
  transact: Transact<Every>,
) {
  /**
   * Writes rows and what they change of an entry, which is read again for each try: a change made meanwhile is not
   * overwritten. Answers which of the rows was refused by its own condition; undefined when all was written.
   */
  return async function write(
    entry: Home,
    rows: ((to: Every, old: CompanyListItem | undefined) => readonly Row[]) | null,
    next: (old: CompanyListItem) => CompanyListItem | Promise<CompanyListItem> = (old) => old,
  ): Promise<number | undefined> {
    for (let round = 0; round < MOST_TRIES; round++) {
      const old = entry.parentId ? await find(entry.parentId, entry.id) : undefined
      const changed = old && (await next(old))
      const isChanged = old && changed && !isSame(old, changed)
      if (!rows && !isChanged) return undefined
      let own = 0
      const { canceled, data } = await transact((to) => {
        const mine = rows?.(to, old) ?? []
        own = mine.length
        if (!isChanged) return [...mine]
        return [...mine, ...changedRows(to, old, changed), ...followedRows(to, entry, old, changed)]
      })
      if (!canceled) return undefined
      const refused = findRefused(data, own)
      if (refused !== undefined) return refused
      const faults = faultsOf((data as readonly { code?: string }[]).map(({ code }) => code ?? 'None'))
      if (faults.length > 0) throw new Error(`A write with a list entry was refused: ${faults.join(', ')}.`)
      await sleep(Math.random() * 20 * 2 ** round)
    }
    throw changedAtOnce()
  }
}

/** `now`: the clock by which a change of what a minimum spend is made of counts. */
export function listed(table: Table, now: () => number) {
  const tree = openTree(table)
  const node = nodes(table)
  const company = companies(table)
  const user = users(table)

  const write = openWriter<To>(node.find, (rows) => tree.transaction.write(rows).go())

  /** The same for rows that give somebody an address; `named` is null where they leave it as it is. */
  async function writeNamed(
    entry: Home,
    named: Naming | null,
    rows: (to: To, old: CompanyListItem | undefined) => readonly Row[],
    next?: (old: CompanyListItem) => CompanyListItem,
  ): Promise<number | undefined> {
    if (!named) return write(entry, rows, next)
    // Loaded where it is needed: few calls give an address.
    const { siteNames } = await import('./site-names.ts')
    return siteNames(table).writeNamed(named, (condition) =>
      write(entry, (to, old) => [...condition(to), ...rows(to, old)], next),
    )
  }

  /** A row of a company with what it changes of the list entry. Undefined where the row was refused. */
  async function writeCompany(
    id: string,
    changes: CompanyChanges,
    row: (to: To, changes: CompanyChanges) => Row,
    home?: Home,
  ): Promise<{ isRenamed: boolean } | undefined> {
    let isRenamed = false
    const at = now()
    const isShown = companyFields.some((field) => field in changes)
    const { parentId } = isShown ? (home ?? (await company.get(id))) : { parentId: null }
    const refused = await write(
      { parentId, id },
      (to, old) => [row(to, withMinimumBefore(old, changes, at))],
      (old) => {
        const next = withCompanyChanges(old, withMinimumBefore(old, changes, at))
        isRenamed = next.companyName !== old.companyName
        return next
      },
    )
    return refused === undefined ? { isRenamed } : undefined
  }

  return {
    write,
    writeNamed,
    /** `home`: the company, where the caller has read it. Answers whether it has another name now than in its parent's list. */
    async updateCompany(id: string, changes: CompanyChanges, home?: Home): Promise<boolean> {
      const done = await writeCompany(id, changes, (to, all) => patchCompany(to, id, all).commit(), home)
      if (!done) throw notFound('company')
      return done.isRenamed
    },
    /**
     * Changes a company by what there is of it: where somebody else changed that since it was read, the change is made anew, so that
     * neither undoes the other. Answers the new name where there is one.
     */
    async changeCompany(before: Company, change: CompanyChange): Promise<string | undefined> {
      let present = before
      for (let round = 0; round < MOST_TRIES; round++) {
        const changes = await change(present)
        const row = (to: To, all: CompanyChanges) => patchCompanySeen(to, present, all).commit()
        const done = await writeCompany(present.id, changes, row, present)
        if (done) return done.isRenamed ? changes.name : undefined
        await sleep(Math.random() * 20 * 2 ** round)
        const found = await company.findFresh(before.id)
        if (!found) throw notFound('company')
        present = found
      }
      throw changedAtOnce()
    },
    /**
     * An agency is billed by hand no more, if none of its campaigns runs and none was started since `starts` was read: false otherwise.
     * A start is written only under the billing that it was judged by, so none comes in between.
     */
    async endManualBill({ id, parentId }: Home, starts: number): Promise<boolean> {
      const changes = { manualBill: false }
      const refused = await write(
        { parentId, id },
        (to) => [patchCompany(to, id, changes).commit(), checkNoStart(to, id, starts)],
        (old) => withCompanyChanges(old, changes),
      )
      if (refused === 0) throw notFound('company')
      return refused === undefined
    },
    /** Ends the contract of an agency: false when it is ended already. */
    async cancelContract({ id, parentId }: Home, cancelReason: string, cancelledAt: number): Promise<boolean> {
      const changes = { cancelReason, cancelledAt }
      const refused = await write(
        { parentId, id },
        (to) => [
          patchCompany(to, id, changes)
            .where((row, { notExists }) => notExists(row.cancelledAt))
            .commit(),
        ],
        (old) => withCompanyChanges(old, changes),
      )
      return refused === undefined
    },
    /** Its record at the ad partner, if it is the one that it was when it was read: false otherwise. */
    async setOrganization({ id, parentId }: Home, { from, to: next }: { from: string; to: string }): Promise<boolean> {
      const changes = { externalOrganizationId: next }
      const refused = await write(
        { parentId, id },
        (to) => [
          patchCompany(to, id, changes)
            .where((row, { eq, notExists }) => {
              const isSame = eq(row.externalOrganizationId, from)
              return from === '' ? `(${isSame} OR ${notExists(row.externalOrganizationId)})` : isSame
            })
            .commit(),
        ],
        (old) => withCompanyChanges(old, changes),
      )
      return refused === undefined
    },
    /** `home`: the company of the person, where the caller has read it. */
    async updateUser(id: string, changes: UserChanges, home?: Home): Promise<void> {
      const isShown = personFields.some((field) => field in changes)
      const entry = isShown ? (home ?? (await company.get((await user.get(id)).companyId))) : { id, parentId: null }
      const refused = await write(
        entry,
        (to) => [patchUser(to, id, changes).commit()],
        (old) => (old.userId === id ? withPersonChanges(old, changes) : old),
      )
      if (refused !== undefined) throw notFound('user')
    },
    /** The address, the row that makes it unique, and the end of the old one; false when it is taken. */
    async changeEmail(before: User, email: string, scopeId: string, now: number, home?: Home): Promise<boolean> {
      const entry = home ?? (await company.get(before.companyId))
      // The platform's own company stands in no list.
      const isReached = entry.parentId === null && entry.email === before.email
      const shown = { pendingEmail: '', pendingEmailEndsAt: 0, email }
      const refused = await writeNamed(
        entry,
        { user: before, email, scopeId },
        (to) => [
          ...moveLogin(to, before, email, scopeId),
          patchUser(to, before.id, { emailConfirmedAt: now, pendingEmail: '', pendingEmailEndsAt: 0 })
            .set({ email })
            .where((row, { eq, ne }) => `${eq(row.email, before.email)} AND ${ne(row.status, 'disabled')}`)
            .commit(),
          ...(isReached ? [patchCompany(to, entry.id, { email }).commit()] : []),
        ],
        (old) => (old.userId === before.id ? withPersonChanges(old, shown) : old),
      )
      return refused === undefined
    },
    /** Shows what changed of a main person, for the code that changed them in a transaction of their own. */
    async followUser({ id, companyId }: Pick<User, 'id' | 'companyId'>, changes: UserChanges): Promise<void> {
      const home = await company.get(companyId)
      await write(home, null, (old) => (old.userId === id ? withPersonChanges(old, changes) : old))
    },
  }
}
